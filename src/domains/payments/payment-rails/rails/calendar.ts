// The days on which the Federal Reserve and TARGET are closed, computed by their rules for any year.
import { addDays } from '../../../../kernel/days.ts'
import { weekdayOf } from './zoned-time.ts'

export type CalendarName = 'federal_reserve' | 'target'

export interface Holiday {
  readonly day: string
  readonly name: string
}

const pad = (number: number): string => String(number).padStart(2, '0')
const dayOf = (year: number, month: number, day: number): string =>
  `${year}-${pad(month)}-${pad(day)}`

const SUNDAY = 0
const MONDAY = 1
const THURSDAY = 4
const SATURDAY = 6

/** The nth weekday of a month; the last one for n = -1. */
function nthWeekday(year: number, month: number, weekday: number, n: number): string {
  if (n > 0) {
    const first = dayOf(year, month, 1)
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (n - 1) * 7)
  }
  const last = addDays(month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1), -1)
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
export function easterOf(year: number): string {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const inCentury = year % 100
  const skippedLeaps = Math.floor(century / 4)
  const lunar = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - skippedLeaps - lunar + 15) % 30
  const toSunday =
    (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - epact - (inCentury % 4)) % 7
  const correction = Math.floor((golden + 11 * epact + 22 * toSunday) / 451)
  const count = epact + toSunday - 7 * correction + 114
  return dayOf(year, Math.floor(count / 31), (count % 31) + 1)
}

/** The first year in which the Federal Reserve observed Juneteenth. */
const JUNETEENTH_SINCE = 2022

/** A holiday on a Sunday is observed on Monday; on a Saturday the banks are open the Friday before. */
function federalReserveHolidays(year: number): Holiday[] {
  const fixed = (month: number, day: number, name: string): Holiday[] => {
    const date = dayOf(year, month, day)
    if (weekdayOf(date) === SATURDAY) return []
    return [{ day: weekdayOf(date) === SUNDAY ? addDays(date, 1) : date, name }]
  }
  return [
    ...fixed(1, 1, 'New Year’s Day'),
    { day: nthWeekday(year, 1, MONDAY, 3), name: 'Martin Luther King Jr. Day' },
    { day: nthWeekday(year, 2, MONDAY, 3), name: 'Presidents’ Day' },
    { day: nthWeekday(year, 5, MONDAY, -1), name: 'Memorial Day' },
    ...(year >= JUNETEENTH_SINCE ? fixed(6, 19, 'Juneteenth') : []),
    ...fixed(7, 4, 'Independence Day'),
    { day: nthWeekday(year, 9, MONDAY, 1), name: 'Labor Day' },
    { day: nthWeekday(year, 10, MONDAY, 2), name: 'Columbus Day' },
    ...fixed(11, 11, 'Veterans Day'),
    { day: nthWeekday(year, 11, THURSDAY, 4), name: 'Thanksgiving Day' },
    ...fixed(12, 25, 'Christmas Day'),
  ]
}

/** The closing days of TARGET do not shift when they fall on a weekend. */
function targetHolidays(year: number): Holiday[] {
  const easter = easterOf(year)
  return [
    { day: dayOf(year, 1, 1), name: 'New Year’s Day' },
    { day: addDays(easter, -2), name: 'Good Friday' },
    { day: addDays(easter, 1), name: 'Easter Monday' },
    { day: dayOf(year, 5, 1), name: 'Labour Day' },
    { day: dayOf(year, 12, 25), name: 'Christmas Day' },
    { day: dayOf(year, 12, 26), name: '26 December' },
  ]
}

const rules: Readonly<Record<CalendarName, (year: number) => Holiday[]>> = {
  federal_reserve: federalReserveHolidays,
  target: targetHolidays,
}

const known = new Map<string, readonly Holiday[]>()

/** The holidays of a year in order. */
export function holidaysOf(calendar: CalendarName, year: number): readonly Holiday[] {
  const key = `${calendar} ${year}`
  const found = known.get(key)
  if (found) return found
  const made = rules[calendar](year)
  known.set(key, made)
  return made
}

const yearOf = (day: string): number => Number(day.slice(0, 4))

export function isBusinessDay(calendar: CalendarName, day: string): boolean {
  const weekday = weekdayOf(day)
  if (weekday === SUNDAY || weekday === SATURDAY) return false
  return !holidaysOf(calendar, yearOf(day)).some((holiday) => holiday.day === day)
}

/** The first business day on or after a day. */
export function businessDayFrom(calendar: CalendarName, day: string): string {
  let found = day
  while (!isBusinessDay(calendar, found)) found = addDays(found, 1)
  return found
}

/** The nth business day after a day. */
export function businessDayAfter(calendar: CalendarName, day: string, n: number): string {
  let found = day
  for (let left = n; left > 0; left--) found = businessDayFrom(calendar, addDays(found, 1))
  return found
}

/** The next holidays from a day on. */
export const nextHolidays = (calendar: CalendarName, day: string, count: number): Holiday[] =>
  [...holidaysOf(calendar, yearOf(day)), ...holidaysOf(calendar, yearOf(day) + 1)]
    .filter((holiday) => holiday.day >= day)
    .slice(0, count)
