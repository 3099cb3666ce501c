// What the bench asks of the load generator, and what it gets back. It crosses a process boundary,
// so it is plain data.

/** Which two accounts a request is about. */
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
 * JSON text "buy" or "sell", as likely one as the other. Whatever fills a hole is 36 characters long,
 * with spaces where need be, so the length of a request never changes.
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
  /** UUIDs; not needed by a request without holes for them. */
  readonly accounts?: readonly string[]
  readonly choice?: Choice
  readonly connections: number
  /** Requests under way at once on each connection; 1 unless told. */
  readonly inFlight?: number
  /** Sends so many a second, whether or not the answers keep up; otherwise as fast as they do. */
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
  /** All answers, those of the warm-up included. */
  readonly answers: number
  /** Answers that were no success, and what the first of them said. */
  readonly refused: number
  readonly firstRefusal: string | undefined
  readonly firstSuccess: string | undefined
  /** When the first request was sent, in milliseconds since 1970. */
  readonly startedAt: number
}
