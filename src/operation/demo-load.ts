// What loads the demo data, for the domain that offers it. The loader is a client of the whole bank, so the program makes
// it and no domain can.
import type { Day } from '../kernel/days.ts'

export interface DemoProgress {
  /** From 1. */
  readonly step: number
  readonly steps: number
  readonly title: string
  /** The last day that is complete. */
  readonly done: Day | null
}

export interface DemoRequest {
  readonly first: Day
  /** The day after the last. */
  readonly until: Day
  /** The last day that an earlier load completed. */
  readonly done: Day | null
  /** Resolves to false if another load has taken over; then this one stops. */
  readonly report: (progress: DemoProgress) => Promise<boolean>
}

/** Returns what prevented it, in a sentence for the user; undefined when everything is loaded. */
export type LoadDemo = (request: DemoRequest) => Promise<string | undefined>
