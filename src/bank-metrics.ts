// Metrics of what the bank opens for all domains: connections, disk, threads, streams, and the role of this node.
import type { Config } from './config.ts'
import { SOFTWARE_VERSION } from './kernel/version.ts'
import { findNewestBackup } from './operation/backup-store.ts'
import type { Bank } from './operation/bank.ts'
import type { Database } from './platform/database.ts'
import { databaseSize, diskMetrics, poolMetrics } from './platform/database-metrics.ts'
import { jobMetrics } from './platform/jobs.ts'
import { describeGauge, gauge, type Metric, toSamples } from './platform/metric.ts'
import type { Standbys } from './operation/standbys/standbys.ts'
import type { Workers } from './platform/workers.ts'

interface Opened {
  readonly config: Config
  readonly database: Database
  readonly detached: Database
  readonly standbys: Standbys
  readonly workers: Workers
  readonly jobSchema: string | undefined
  readonly bank: () => Pick<Bank, 'horizon' | 'streams'>
  readonly role: () => Role
  /** Undefined before the database has tables. */
  readonly acceptsWrites: () => Promise<boolean> | undefined
}

export type Role = 'writer' | 'forwarder' | 'seeking' | 'alone'

const ROLES: readonly Role[] = ['writer', 'forwarder', 'seeking', 'alone']

const BACKUP = describeGauge({
  name: 'florin_backup_taken_timestamp_seconds',
  help: 'The moment that the newest backup is of; when the bank was set up, if there is none.',
})

const newestBackup: Metric = {
  stored: [BACKUP],
  query: async (db) => ({ [BACKUP.name]: await findNewestBackup(db) }),
}

export const bankMetrics = ({
  config,
  database,
  detached,
  standbys,
  workers,
  jobSchema,
  bank,
  role,
  acceptsWrites,
}: Opened): Metric[] => [
  gauge({ name: 'florin_build_info', help: 'Always 1.', labels: ['version', 'mode'] }, () => [
    { labels: { version: SOFTWARE_VERSION, mode: config.FLORIN_MODE }, value: 1 },
  ]),
  ...poolMetrics(() => [
    ...database.usage(),
    ...detached
      .usage()
      .flatMap((usage) => (usage.pool === 'write' ? { ...usage, pool: 'detached' } : [])),
  ]),
  gauge(
    {
      name: 'florin_standby_usable',
      help: 'Whether the standby is recent enough to answer queries of this process: 1 or 0.',
      labels: ['standby'],
    },
    () =>
      standbys
        .usable()
        .map(({ name, isUsable }) => ({ labels: { standby: name }, value: Number(isUsable) })),
  ),
  gauge(
    {
      name: 'florin_database_writable',
      help: 'Whether the database accepted a write of this process: 1 or 0.',
    },
    async () => {
      const accepted = await acceptsWrites()
      return accepted === undefined ? undefined : Number(accepted)
    },
  ),
  databaseSize,
  ...diskMetrics(config.DATA_DIR),
  jobMetrics(jobSchema),
  newestBackup,
  gauge(
    {
      name: 'florin_node_role',
      help: '1 for the role of this node: writer decides the postings of all nodes, forwarder sends them to it, seeking reaches no writer, alone has no other nodes.',
      labels: ['role'],
    },
    () => toSamples(Object.fromEntries(ROLES.map((one) => [one, one === role() ? 1 : 0])), 'role'),
  ),
  gauge(
    { name: 'florin_event_log_position', help: 'The event log is complete up to this position.' },
    () => bank().horizon.position,
  ),
  gauge(
    { name: 'florin_streams_open', help: 'Streams and subscriptions that callers have open.' },
    () => bank().streams.size,
  ),
  gauge(
    {
      name: 'florin_worker_tasks',
      help: 'Long tasks for the worker threads of this process, such as files and reports.',
      labels: ['state'],
    },
    () => toSamples({ ...workers.tasks }, 'state'),
  ),
]
