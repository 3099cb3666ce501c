// The services of the bank that every domain may use while it sets itself up. They are plain values and
// functions, so that a domain can take out those it needs. A class or function gets by name what it uses,
// or `bank` with a `Pick` of it; the bank is never spread into options.
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { Database, Db } from '../platform/database.ts'
import type { Hasher } from '../platform/hasher.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { PipelinedConnection } from '../platform/pipelined-connection.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Outbound } from '../platform/outbound-http.ts'
import type { Pause } from '../platform/pause.ts'
import type { TemporaryFiles } from '../platform/temporary-files.ts'
import type { Sealer } from '../platform/key-ring.ts'
import type { Signer } from '../platform/secrets.ts'
import type { Environment } from './caller.ts'
import type { LoadDemo } from './demo-load.ts'
import type { Listen } from './event-listener.ts'
import type { Forward } from './forwarding/forwarding.ts'
import type { LongWork } from './long-work.ts'
import type { OpenStreams } from './open-streams.ts'
import type { Horizon } from './horizon.ts'
import type { Context, Invalidate } from './operation.ts'
import type { Run } from './pipeline.ts'
import type { ReaderDef } from './reader.ts'
import type { Registry } from './registry.ts'
import type { Invalidation } from './store.ts'
import type { Complain } from './write.ts'

/** Calls of one credential; 0 means no limit. */
export interface RateLimits {
  readonly per_minute: number
  readonly per_hour: number
  readonly graphql_user: number
  readonly graphql_guest: number
}

export interface Bank {
  readonly mode: 'sandbox' | 'production'
  readonly production: boolean
  readonly startedAt: Date
  /** The rate limits of the environment; operators may set others while the bank runs. */
  readonly limits: RateLimits
  /** Whether limits are counted in this process or for several nodes together. */
  readonly limiter: 'memory' | 'redis'
  readonly database: Database
  /** Connections for writing, and as many for reading. */
  readonly connections: number
  /**
   * Connections outside every command's transaction. A command that calls an outside service uses them to
   * commit a record of the call before it waits for the answer.
   */
  readonly detached: Db
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Jobs
  /** Holds back jobs and readers of the log on this node. */
  readonly pause: Pause
  readonly mailer: Mailer
  readonly metrics: Metrics
  readonly sealer: Sealer
  readonly hasher: Hasher
  /** The position up to which the event log can be read without missing anything. */
  readonly horizon: Horizon
  /** The streams and sockets that callers have open. */
  readonly streams: OpenStreams
  /** Runs long work in a worker thread. */
  readonly longWork: LongWork
  /** The pause between two rounds of the prover of the ledger. */
  readonly proverPauseMs: number
  /** Files for data too large for memory. */
  readonly scratch: TemporaryFiles
  /** Sign mandates: the first signs, what the others signed is still valid. Only once the bank is prepared. */
  readonly signers: () => readonly Signer[]
  /** Opens a separate connection for work that must be done one item at a time. */
  readonly openLane: (name: string) => PipelinedConnection
  /** Opens an HTTP client for addresses that users supply. */
  readonly openOutbound: () => Outbound
  /** Loads the demo data, with dates of the past; while it runs, this node runs no other jobs. */
  readonly loadDemo: LoadDemo
  /** The address under which clients reach the bank; known once it listens. */
  readonly baseUrl: () => string
  /** Whether this node receives the invalidations of other nodes; only then may it trust its caches. */
  readonly isListening: () => boolean
  /** For the pipeline: forwards a call to the writer, if that is another node. */
  readonly forward: Forward
  /** Whether another node writes the ledger for this one, so that work on it is better left to that node. */
  readonly isForwarding: () => boolean
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
  /** For the pipeline: notifies the other nodes soon, outside the transaction. */
  readonly notifyLater: (invalidations: readonly Invalidation[]) => void
  /** Reports that code violates its declaration; in tests this fails the call. */
  readonly complain: Complain
  /**
   * One transaction on the bank's own behalf, in a job or at its start: events, invalidations and
   * retries are included, as in a command.
   */
  readonly work: <Output>(
    environment: Environment,
    operation: string,
    work: (ctx: Context) => Promise<Output>,
  ) => Promise<Output>
  /** Runs an operation as a transport would; one that has a price is refused. Only once every domain is set up. */
  readonly run: Run
  /** All declarations of all domains. Only once every domain is set up. */
  readonly registry: () => Registry
  /** The OpenAPI document of the bank as JSON. Only once every domain is set up. */
  readonly openApi: () => string
  /** Whether an operation has this route; '*' matches any method. Only once every domain is set up. */
  readonly isServed: (method: string, path: string) => boolean
  /** Opens a stream of events for the caller of a subscription. Only once every domain is set up. */
  readonly listen: Listen
  /** All readers of the event log. Only once every domain is set up. */
  readonly readers: () => readonly ReaderDef[]
}
