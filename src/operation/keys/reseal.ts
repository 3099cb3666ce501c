// Seals the rows of the bank anew when the root key was renewed: a job that reads each declared column in the order of its
// blocks, a batch per transaction, and goes on where a stopped node left it. When no value is sealed by an earlier
// generation, and what clients hold by it no longer counts, its keys are deleted.
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import type { Db } from '../../platform/database.ts'
import type { JobDef, Jobs } from '../../platform/jobs.ts'
import { headerOf, type KeyRing, ROOT } from '../../platform/key-ring.ts'
import { describeGauge, type Metric } from '../../platform/metric.ts'
import type { SealedColumn } from './sealed-columns.ts'
import { announceKeys } from './service.ts'
import {
  advanceReseal,
  countBlocks,
  deleteKeysBefore,
  endReseal,
  hasOlder,
  insertReseals,
  listKeys,
  listReseals,
  lockOlder,
  repeatReseal,
  type ResealRow,
  tryLockKey,
  updateSealed,
} from './store.ts'

export const RESEAL_JOB = 'platform.reseal'

/** Rows that one transaction seals and locks. */
const ROWS_MAX = 500
const BLOCKS_MAX = 64
/** After this many batches the job sends itself again, so that a node that stops waits for a short job only. */
const BATCHES_MAX = 50
/** A node may use an earlier key for as long after a new one is active. */
const SETTLE_MS = 120_000

export interface ResealOptions {
  readonly ring: Pick<KeyRing, 'seal' | 'open' | 'knows'>
  readonly columns: readonly SealedColumn[]
  readonly clock: Clock
  readonly log: Logger
  readonly jobs: Pick<Jobs, 'send'>
  /** Makes this node read the keys again. */
  readonly reload: () => Promise<void>
  readonly rowsMax?: number | undefined
}

type Outcome = 'idle' | 'more'

export class Reseal {
  private readonly options: ResealOptions

  constructor(options: ResealOptions) {
    this.options = options
  }

  readonly job: JobDef = {
    name: RESEAL_JOB,
    cron: '* * * * *',
    retries: 0,
    run: async (_payload, db) => {
      if ((await countRoots(db)) < 2) return
      await this.options.reload()
      for (let batches = 0; batches < BATCHES_MAX; batches++)
        if ((await this.advance(db)) === 'idle') return
      await this.options.jobs.send(db, RESEAL_JOB, {})
    },
  }

  /** Does the next batch; idle if there is nothing to do, or another node does it. */
  advance(db: Db): Promise<Outcome> {
    return db.transaction().execute((tx) => this.advanceIn(tx))
  }

  private async advanceIn(tx: Db): Promise<Outcome> {
    const { clock, ring, columns } = this.options
    const now = clock.now()
    const roots = (await listKeys(tx)).filter(({ purpose }) => purpose === ROOT)
    const newest = roots.at(-1)!
    const { generation } = newest
    const isSettled = now.getTime() >= new Date(newest.activates_at).getTime() + SETTLE_MS
    if (roots.length < 2 || !isSettled || !ring.knows(generation)) return 'idle'
    if (!(await tryLockKey(tx, ROOT, generation))) return 'idle'
    await insertReseals(tx, generation, columns, now)
    const reseals = (await listReseals(tx)).filter((row) => row.generation === generation)
    const open = reseals.find(({ ended_at }) => ended_at === null)
    if (open) return this.sealNext(tx, open, now)
    if (now < new Date(newest.earlier_until)) return 'idle'
    return this.deleteEarlier(tx, reseals, generation, now)
  }

  private async sealNext(tx: Db, reseal: ResealRow, now: Date): Promise<Outcome> {
    const { ring, rowsMax = ROWS_MAX } = this.options
    const { generation } = reseal
    const header = headerOf(generation)
    const column = columnOf(reseal, this.options.columns)
    const from = Number(reseal.position)
    const blocks = await countBlocks(tx, reseal.table_name)
    if (!column || from >= blocks) return this.endPass(tx, reseal, column, header, now)
    const range = { from, to: Math.min(from + BLOCKS_MAX, blocks) }
    const rows = await lockOlder(tx, column, range, header, rowsMax)
    const sealed = rows.flatMap(({ place, sealed: older }) => {
      const plain = this.tryOpen(older, column)
      return plain === undefined ? [] : { place, sealed: ring.seal(plain) }
    })
    if (sealed.length > 0) await updateSealed(tx, column, range, sealed)
    // A full batch may have left rows in these blocks.
    const position = rows.length === rowsMax && sealed.length > 0 ? from : range.to
    await advanceReseal(
      tx,
      reseal,
      { position: String(position), blocks: String(blocks), resealed: sealed.length },
      now,
    )
    return 'more'
  }

  /** A value that no key opens stays as it is, and with it the earlier keys. */
  private tryOpen(sealed: Buffer, { table, column }: SealedColumn): string | undefined {
    try {
      return this.options.ring.open(sealed)
    } catch (error) {
      this.options.log.error({ err: error, table, column }, 'a value cannot be opened by any key')
      return undefined
    }
  }

  /** Rows that were locked by others, or moved to blocks that had been read, are found by a further pass. */
  private async endPass(
    tx: Db,
    reseal: ResealRow,
    column: SealedColumn | undefined,
    header: Buffer,
    now: Date,
  ): Promise<Outcome> {
    if (column && (await hasOlder(tx, column, header))) {
      await repeatReseal(tx, reseal, now)
      // The next run begins the pass: what is locked now may be free then.
      return 'idle'
    }
    await endReseal(tx, reseal, now)
    const { log } = this.options
    const { table_name: table, column_name: name, resealed } = reseal
    log.info({ table, column: name, resealed: Number(resealed) }, 'sealed a column anew')
    return 'more'
  }

  private async deleteEarlier(
    tx: Db,
    reseals: readonly ResealRow[],
    generation: number,
    now: Date,
  ): Promise<Outcome> {
    const header = headerOf(generation)
    for (const reseal of reseals) {
      const column = columnOf(reseal, this.options.columns)
      if (!column || !(await hasOlder(tx, column, header))) continue
      await repeatReseal(tx, reseal, now)
      return 'more'
    }
    await deleteKeysBefore(tx, ROOT, generation)
    await announceKeys(tx)
    this.options.log.info({ generation }, 'no value is sealed by an earlier key, which was deleted')
    return 'idle'
  }
}

const countRoots = async (db: Db): Promise<number> =>
  (await listKeys(db)).filter(({ purpose }) => purpose === ROOT).length

/** Undefined if this version has no such column. */
const columnOf = (
  { table_name, column_name }: Pick<ResealRow, 'table_name' | 'column_name'>,
  columns: readonly SealedColumn[],
): SealedColumn | undefined =>
  columns.find(({ table, column }) => table === table_name && column === column_name)

/** From 0 to 1, by blocks; 1 if nothing is to be sealed anew. */
export function progressOf(reseals: readonly ResealRow[]): number {
  const blocks = reseals.reduce((sum, row) => sum + Number(row.blocks), 0)
  const read = reseals.reduce(
    (sum, { ended_at, position, blocks: all }) =>
      sum + (ended_at === null ? Math.min(Number(position), Number(all)) : Number(all)),
    0,
  )
  return blocks === 0 ? 1 : read / blocks
}

export const resealMetrics: Metric = {
  stored: [
    describeGauge({
      name: 'florin_root_keys',
      help: 'Generations of the root key: more than one while rows are sealed anew under the newest.',
    }),
    describeGauge({
      name: 'florin_reseal_progress_ratio',
      help: 'How much of the sealed columns was read and sealed under the newest root key, from 0 to 1.',
    }),
    describeGauge({
      name: 'florin_resealed_rows',
      help: 'Values that were sealed anew under the newest root key.',
    }),
  ],
  async query(db) {
    const reseals = await listReseals(db)
    const generation = reseals.at(-1)?.generation
    const newest = reseals.filter((row) => row.generation === generation)
    return {
      florin_root_keys: await countRoots(db),
      florin_reseal_progress_ratio: progressOf(newest),
      florin_resealed_rows: newest.reduce((sum, row) => sum + Number(row.resealed), 0),
    }
  },
}
