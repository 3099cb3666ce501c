// How often loans are repaid and groups meet.
import { addDays, addMonths, type Day } from '../../../kernel/days.ts'

export const frequencies = ['daily', 'weekly', 'biweekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

const stepDays = { daily: 1, weekly: 7, biweekly: 14 } as const

/** The day that is this many periods after another; months count from that day, so that the 31st comes back. */
export const addPeriods = (day: Day, frequency: Frequency, periods: number): Day =>
  frequency === 'monthly' ? addMonths(day, periods) : addDays(day, periods * stepDays[frequency])
