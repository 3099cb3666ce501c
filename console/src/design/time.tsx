// Moments, in the viewer's own zone; UTC is shown on hover.
const dayAndTime: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const dayAndSecond: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'medium' }

export function When({
  at,
  isDay = false,
  isTime = false,
  hasSeconds = false,
}: {
  readonly at: string | null
  readonly isDay?: boolean
  /** Only the time of day, for what happened just now; the day is shown on hover. */
  readonly isTime?: boolean
  /** Where the order of events within a minute matters. */
  readonly hasSeconds?: boolean
}) {
  if (at === null) return <span className="text-soft">never</span>
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>
  const shown = isDay
    ? moment.toLocaleDateString(undefined, { dateStyle: 'medium' })
    : isTime
      ? moment.toLocaleTimeString(undefined, { timeStyle: 'short' })
      : moment.toLocaleString(undefined, hasSeconds ? dayAndSecond : dayAndTime)
  const utc = `${moment.toISOString().replace('T', ' ').slice(0, 19)} UTC`
  return (
    <time dateTime={at} title={utc} className="figures">
      {shown}
    </time>
  )
}
