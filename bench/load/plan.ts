// The plans for the load generator and their results. They are plain data, because they cross a process boundary.
import type { Cpu } from '../cpu.ts'

/** How the two accounts of a request are chosen. */
export type Choice =
  /** Any two, all equally likely. */
  | 'spread'
  /** Any two, the n-th account 1/n as likely as the first. */
  | 'zipf'
  /** The first account and any other, in either direction. */
  | 'hot'

/**
 * A request as text with holes, filled anew for each one that is sent: `$FROM$` and `$TO$` become two
 * accounts (a new pair with each `$FROM$`), `$KEY$` a UUID that was never used before, `$SIDE$` the
 * JSON text "buy" or "sell", equally likely. Every filling is 36 characters long, padded with spaces, so that
 * the length of a request never changes.
 */
export interface RequestShape {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Plan {
  readonly url: string
  /** Further nodes of the same bank; the connections are spread evenly over all. */
  readonly otherUrls?: readonly string[]
  readonly request: RequestShape
  /** UUIDs of accounts; not needed for a request without holes for them. */
  readonly accounts?: readonly string[]
  readonly choice?: Choice
  readonly connections: number
  /** Requests under way at once on each connection; 1 by default. */
  readonly inFlight?: number
  /** Requests per second in an open loop; without it the loop is closed. */
  readonly ratePerSecond?: number
  readonly end: { readonly warmupSeconds: number; readonly seconds: number } | RequestLimit
}

/** A flood at a rate above what the bank can answer, and a calm after it. */
export interface OverloadPlan extends Plan {
  readonly ratePerSecond: number
  readonly end: { readonly warmupSeconds: number; readonly seconds: number }
  readonly calm: {
    readonly ratePerSecond: number
    readonly seconds: number
    /** An answer that takes longer is one of a bank that has not recovered. */
    readonly slowMs: number
  }
}

export interface Overload {
  readonly shedPerSecond: number
  /** From the end of the flood; undefined when the bank had not recovered in time. */
  readonly recoverySeconds: number | undefined
}

/** Agents that sign in, one after the other on each connection. */
export interface LoginPlan {
  readonly url: string
  readonly agents: readonly { readonly did: string; readonly privateKey: string }[]
  readonly connections: number
  readonly end: { readonly warmupSeconds: number; readonly seconds: number }
}

export type AnyPlan = Plan | OverloadPlan | LoginPlan

export interface RequestLimit {
  readonly requests: number
}

/** In milliseconds. */
export interface Latency {
  readonly p50: number
  readonly p95: number
  readonly p99: number
}

export interface LoadResult {
  /** Answers after the warm-up. */
  readonly perSecond: number
  readonly latency: Latency
  /** Answers that the rate and the latencies are made of. */
  readonly counted: number
  /** Processor time of the load generator while it counted. */
  readonly ownMicros: number
  /** All answers, including those of the warm-up. */
  readonly answers: number
  /** The number of unsuccessful answers that the plan did not expect, and the text of the first. */
  readonly refused: number
  readonly firstRefusal: string | undefined
  readonly firstSuccess: string | undefined
  /** Only of a plan for overload. */
  readonly overload?: Overload
  /** Microseconds per counted answer; undefined where the system does not tell. */
  readonly cpu?: Cpu | undefined
  /** When the first request was sent, in milliseconds since 1970. */
  readonly startedAt: number
}
