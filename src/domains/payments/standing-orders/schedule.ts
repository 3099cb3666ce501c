// The due dates of a standing order. Each is counted from the first one, so that an order of the 31st pays on the last
// day of a shorter month and on the 31st again afterwards.
import { addDays, addMonths, type Day } from '../../../kernel/days.ts'

export const frequencies = ['weekly', 'every_two_weeks', 'monthly', 'quarterly', 'yearly'] as const
export type Frequency = (typeof frequencies)[number]

const steps: Readonly<Record<Frequency, (first: Day, count: number) => Day>> = {
  weekly: (first, count) => addDays(first, 7 * count),
  every_two_weeks: (first, count) => addDays(first, 14 * count),
  monthly: (first, count) => addMonths(first, count),
  quarterly: (first, count) => addMonths(first, 3 * count),
  yearly: (first, count) => addMonths(first, 12 * count),
}

export interface Schedule {
  readonly frequency: Frequency
  readonly first_on: Day
  readonly last_on: Day | null
}

/** The due date after this many; null when the last day has passed. */
export function dateAt({ frequency, first_on, last_on }: Schedule, passed: number): Day | null {
  const date = steps[frequency](first_on, passed)
  return last_on !== null && date > last_on ? null : date
}

/** How many due dates have passed before a day, from those that have passed already. */
export function passedBefore(schedule: Schedule, day: Day, passed: number): number {
  let count = passed
  for (let date; (date = dateAt(schedule, count)) !== null && date < day; ) count++
  return count
}
