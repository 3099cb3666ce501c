// Moments, in the viewer's own zone; UTC is shown on hover.
const dayAndTime: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }

export function When({
  at,
  isDay = false,
  isTime = false,
}: {
  readonly at: string | null
  readonly isDay?: boolean
  /** Only the time of day, for what happened just now; the day is shown on hover. */
  readonly isTime?: boolean
}) {
  if (at === null) return <span className="text-soft">never</span>
  const moment = new Date(at)
  if (Number.isNaN(moment.getTime())) return <span>{at}</span>
  const shown = isDay
    ? moment.toLocaleDateString(undefined, { dateStyle: 'medium' })
    : isTime
      ? moment.toLocaleTimeString(undefined, { timeStyle: 'short' })
      : moment.toLocaleString(undefined, dayAndTime)
  const utc = `${moment.toISOString().replace('T', ' ').slice(0, 19)} UTC`
  return (
    <time dateTime={at} title={utc} className="figures">
      {shown}
    </time>
  )
}
