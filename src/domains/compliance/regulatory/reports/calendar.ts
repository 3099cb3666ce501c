// Days and deadlines in the time zone of a regulator. A day is text: '2026-03-02'.
import { addDays } from '../../../../kernel/days.ts'

/** The day at this instant in the time zone. */
export function dayAt(instant: Date, zone: string): string {
  const parts = partsAt(instant, zone)
  return `${parts.year}-${parts.month}-${parts.day}`
}

export const isWeekday = (day: string): boolean =>
  ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())

/** The weekday that comes this many weekdays after the day. */
export function addWeekdays(day: string, count: number): string {
  let at = day
  for (let left = count; left > 0; ) {
    at = addDays(at, 1)
    if (isWeekday(at)) left -= 1
  }
  return at
}

/** The last second of the day in the time zone. */
export function endOfDay(day: string, zone: string): Date {
  const wanted = Date.parse(`${day}T23:59:59Z`)
  const first = new Date(wanted - offsetAt(new Date(wanted), zone))
  // The offset may have changed between the two instants.
  return new Date(wanted - offsetAt(first, zone))
}

/** How far the clocks of the zone are ahead of UTC at this instant, in milliseconds. */
function offsetAt(instant: Date, zone: string): number {
  const { year, month, day, hour, minute, second } = partsAt(instant, zone)
  const local = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return local - Math.floor(instant.getTime() / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function partsAt(instant: Date, zone: string): Record<string, string> {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]))
}
