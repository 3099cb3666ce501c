// Wall-clock time in a time zone, computed through Intl, so that daylight saving follows the zone's own rules.
import { MINUTE_MS } from '../../../../kernel/durations.ts'

export interface WallTime {
  /** YYYY-MM-DD. */
  readonly day: string
  /** Minutes since midnight. */
  readonly minute: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(zone, made)
  return made
}

export function toWallTime(instant: Date, zone: string): WallTime {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(instant)
      .map((one) => [one.type, one.value]),
  )
  const day = ['year', 'month', 'day'].map((name) => parts.get(name as 'year')).join('-')
  return { day, minute: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) }
}

const asIfUtc = ({ day, minute }: WallTime): number =>
  Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS

/**
 * The instant at which a clock in the zone shows this time. The offset is taken twice, because the first guess
 * may lie on the other side of a change of the clocks. A time that the change skips becomes the time after it.
 */
export function toInstant(wall: WallTime, zone: string): Date {
  const wanted = asIfUtc(wall)
  let guess = wanted
  for (let time = 0; time < 2; time++) {
    const offset = asIfUtc(toWallTime(new Date(guess), zone)) - guess
    guess = wanted - offset
  }
  return new Date(guess)
}

/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()

/** '16:30' → 990 */
export function readMinute(time: string): number {
  const [hours, minutes] = time.split(':')
  return Number(hours) * 60 + Number(minutes)
}
