// Metrics of the connections to the database, of its size, and of the disk that holds the data folder.
import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { PoolUsage } from './database.ts'
import { describeGauge, gauge, type Metric, type Sample } from './metric.ts'

/** The pools by the names of their metrics. */
type ReadUsage = () => readonly (Omit<PoolUsage, 'pool'> & { readonly pool: string })[]

export function poolMetrics(read: ReadUsage): Metric[] {
  const each = (value: (usage: ReturnType<ReadUsage>[number]) => number): Sample[] =>
    read().map((usage) => ({ labels: { pool: usage.pool }, value: value(usage) }))
  return [
    gauge(
      {
        name: 'florin_database_connections',
        help: 'Open connections of this process to the database.',
        labels: ['pool', 'state'],
      },
      () =>
        read().flatMap(({ pool, active, idle }) => [
          { labels: { pool, state: 'active' }, value: active },
          { labels: { pool, state: 'idle' }, value: idle },
        ]),
    ),
    gauge(
      {
        name: 'florin_database_connections_max',
        help: 'The most connections that a pool may open.',
        labels: ['pool'],
      },
      () => each(({ max }) => max),
    ),
    gauge(
      {
        name: 'florin_database_waiting',
        help: 'Statements and transactions that wait for a connection of the pool.',
        labels: ['pool'],
      },
      () => each(({ waiting }) => waiting),
    ),
  ]
}

const SIZE = describeGauge({
  name: 'florin_database_size_bytes',
  help: 'The size of the database on its disk, read once a minute.',
})

/** Its files are asked for their sizes, which are thousands in an old bank. */
export const databaseSize: Metric = {
  stored: [SIZE],
  everySeconds: 60,
  async query(db) {
    const { rows } = await sql<{ bytes: string }>`
      select pg_database_size(current_database()) as bytes`.execute(db)
    return { [SIZE.name]: Number(rows[0]!.bytes) }
  },
}

/** The disk of the data folder, which holds the embedded database; nothing where there is no such folder. */
export function diskMetrics(folder: string): Metric[] {
  const read = async (
    value: (disk: { bavail: number; blocks: number; bsize: number }) => number,
  ) => {
    const disk = await statfs(folder).catch(() => undefined)
    return disk && value(disk)
  }
  return [
    gauge(
      {
        name: 'florin_disk_free_bytes',
        help: 'Free space on the disk of DATA_DIR, where the embedded database is.',
      },
      () => read(({ bavail, bsize }) => bavail * bsize),
    ),
    gauge({ name: 'florin_disk_size_bytes', help: 'Size of the disk of DATA_DIR.' }, () =>
      read(({ blocks, bsize }) => blocks * bsize),
    ),
  ]
}
