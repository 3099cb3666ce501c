// The days of the story: about three months, the last of them yesterday.
import { addDays, daysBetween, startOfDay, type Day } from '../src/kernel/days.ts'

export interface StoryDay {
  readonly date: Day
  /** From 0. */
  readonly index: number
  /** How many days are still to come; 0 for the last. */
  readonly left: number
  readonly dayOfMonth: number
  /** 0 is Sunday. */
  readonly weekday: number
  readonly isEndOfMonth: boolean
}

/** From the first day to the day before `until`. */
export const listDays = (first: Day, until: Day): StoryDay[] =>
  Array.from({ length: daysBetween(first, until) }, (_, index) => {
    const date = addDays(first, index)
    return {
      date,
      index,
      left: daysBetween(date, until) - 1,
      dayOfMonth: Number(date.slice(8)),
      weekday: startOfDay(date).getUTCDay(),
      isEndOfMonth: addDays(date, 1).endsWith('-01'),
    }
  })

const OPENS_AT_HOUR = 8

/** When the acts of a day begin. */
export const morningOf = ({ date }: StoryDay): Date => {
  const start = startOfDay(date)
  start.setUTCHours(OPENS_AT_HOUR, 10)
  return start
}

export const lateOn = ({ date }: StoryDay): Date => new Date(`${date}T23:55:00.000Z`)
