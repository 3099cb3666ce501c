// The plans for the load generator and their results. They are plain data, because they cross a process boundary.

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

/** Agents that sign in, one after the other on each connection. */
export interface LoginPlan {
  readonly url: string
  readonly agents: readonly { readonly did: string; readonly privateKey: string }[]
  readonly connections: number
  readonly end: { readonly warmupSeconds: number; readonly seconds: number }
}

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
  /** All answers, including those of the warm-up. */
  readonly answers: number
  /** The number of unsuccessful answers, and the text of the first. */
  readonly refused: number
  readonly firstRefusal: string | undefined
  readonly firstSuccess: string | undefined
  /** When the first request was sent, in milliseconds since 1970. */
  readonly startedAt: number
}
