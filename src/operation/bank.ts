// The bank as a domain sees it while it sets itself up: what every domain may lean on, whatever it does.
// All of it are plain values and functions, so that a domain can hand on the whole with `...bank`.
import type { Logger } from 'pino'
import type { Clock } from '../kernel/clock.ts'
import type { Database, Db } from '../platform/database.ts'
import type { Hasher } from '../platform/hasher.ts'
import type { Jobs } from '../platform/jobs.ts'
import type { Lane } from '../platform/lane.ts'
import type { Mailer } from '../platform/mail.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { Outbound } from '../platform/outbound.ts'
import type { Sealer, Signer } from '../platform/secrets.ts'
import type { Environment } from './caller.ts'
import type { LongWork } from './long-work.ts'
import type { Horizon } from './horizon.ts'
import type { Context, Invalidate } from './operation.ts'
import type { Run } from './pipeline.ts'
import type { ReaderDef } from './reader.ts'
import type { Registry } from './registry.ts'

export interface Bank {
  readonly mode: 'sandbox' | 'production'
  readonly production: boolean
  readonly startedAt: Date
  readonly limits: { readonly per_minute: number; readonly per_hour: number }
  /** Whether limits are counted in this process or for several nodes together. */
  readonly limiter: 'memory' | 'redis'
  readonly database: Database
  /** Connections for writing, and as many for reading. */
  readonly connections: number
  /**
   * Connections that no command holds: for what must be committed before somebody outside is called,
   * while a command waits for their answer.
   */
  readonly detached: Db
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Jobs
  readonly mailer: Mailer
  readonly metrics: Metrics
  readonly sealer: Sealer
  readonly hasher: Hasher
  /** How far the event log can be read without missing anything. */
  readonly horizon: Horizon
  /** Work that takes long, done in a thread of its own. */
  readonly longWork: LongWork
  /** A key of the bank for one purpose. */
  readonly signer: (purpose: string) => Signer
  /** A connection of its own for work in single file. */
  readonly openLane: (name: string) => Lane
  /** For calls to addresses that users name. */
  readonly openOutbound: () => Outbound
  /** The address under which clients reach the bank; known once it listens. */
  readonly baseUrl: () => string
  /** Whether this node hears what others changed: only then may it remember anything. */
  readonly isListening: () => boolean
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
  /**
   * One transaction on the bank's own behalf, in a job or at its start: events, invalidations and
   * retries are included, as in a command.
   */
  readonly work: <Output>(
    environment: Environment,
    operation: string,
    work: (ctx: Context) => Promise<Output>,
  ) => Promise<Output>
  /** Runs an operation as a door would. Only once every domain is set up. */
  readonly run: Run
  /** Everything that was declared. Only once every domain is set up. */
  readonly registry: () => Registry
  /** Whether an operation answers there; '*' asks for any method. Only once every domain is set up. */
  readonly isServed: (method: string, path: string) => boolean
  /** Those who read the event log. Only once every domain is set up. */
  readonly readers: () => readonly ReaderDef[]
}
