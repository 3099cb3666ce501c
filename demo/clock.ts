// The clock of the story: it is set to each day in turn, and some minutes pass between two acts.
import type { Clock } from '../src/kernel/clock.ts'

const MINUTE_MS = 60_000
/** The minutes between two acts, in turn. */
const BREAKS = [14, 47, 8, 65, 23, 52, 31]

export class StoryClock implements Clock {
  /** The present, at which the story ends. */
  readonly end: Date
  private time: number
  private dayEnd: number
  private breaks = 0

  constructor(start: Date, end: Date) {
    this.end = end
    this.time = start.getTime()
    this.dayEnd = end.getTime()
  }

  now(): Date {
    return new Date(this.time)
  }

  /** Begins a day. Its acts are not later than its end. */
  begin(morning: Date, dayEnd: Date): void {
    this.dayEnd = dayEnd.getTime()
    this.reach(morning)
  }

  /** Never goes back, and not beyond the end of the day. */
  reach(instant: Date): void {
    this.time = Math.min(Math.max(this.time, instant.getTime()), this.dayEnd)
  }

  /** Lets some minutes pass. */
  pass(): void {
    const minutes = BREAKS[this.breaks++ % BREAKS.length]!
    this.reach(new Date(this.time + minutes * MINUTE_MS))
  }
}
