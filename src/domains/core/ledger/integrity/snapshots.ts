// Runs proofs in snapshots that can be trusted. What a snapshot shows is discarded if a table was rewritten meanwhile,
// and a finding counts only when a second snapshot has it as well.
import { type Db, isRetryable } from '../../../../platform/database.ts'
import { findingKey, type Finding } from './invariants.ts'
import { tunePlannerForProof } from './proof-store.ts'
import { listRewrittenTables, tryLockOutRewrites, waitForRewrites } from './snapshot-store.ts'

export interface Found {
  readonly findings: readonly Finding[]
}

export interface Snapshots {
  /** Runs work whose reads all see one snapshot. It may run several times, so it changes nothing outside. */
  read<Output>(work: (tx: Db) => Promise<Output>): Promise<Output>
  /** The same for a proof: its findings are those of two snapshots in a row. */
  prove<Output extends Found>(work: (tx: Db) => Promise<Output>): Promise<Output>
}

/** The snapshot does not show what the tables contain; what was read in it means nothing. */
export class TableRewritten extends Error {
  constructor(tables: readonly string[]) {
    super(
      tables.length === 1
        ? `The table ${tables[0]} was rewritten while it was read`
        : `The tables ${tables.join(', ')} were rewritten while they were read`,
    )
  }
}

/** Call it last in the transaction of a snapshot, before anything that was read is used. */
export async function checkSnapshot(tx: Db): Promise<void> {
  const tables = await listRewrittenTables(tx)
  if (tables.length > 0) throw new TableRewritten(tables)
}

/** Enough for any migration, which rewrites a table once; beyond it the caller learns of it. */
const TRIES_MAX = 5
/** How long one statement waits for a migration; between two of them the process can stop. */
const WAIT_MS = 5_000

export const snapshotsOf = (db: Db, onNotice: (text: string) => void): Snapshots => {
  async function read<Output>(work: (tx: Db) => Promise<Output>): Promise<Output> {
    for (let tries = 1, waits = 0; ; ) {
      const done = await tryRead(db, work)
      if ('output' in done) return done.output
      if ('locked' in done) {
        if (waits++ === 0) onNotice('A migration rewrites a table; the proof goes on after it.')
        await waitForMigration(db)
      } else if (tries++ === TRIES_MAX) throw done.error
      else onNotice(`${done.error.message}; this part is proved again.`)
    }
  }

  return {
    read,
    async prove(work) {
      let before: ReadonlySet<string> = new Set()
      for (let tries = 1; ; tries++) {
        const output = await read(work)
        const keys = output.findings.map(findingKey)
        if (tries === TRIES_MAX || keys.every((key) => before.has(key))) return output
        before = new Set(keys)
      }
    },
  }
}

type Tried<Output> =
  | { readonly output: Output }
  | { readonly locked: true }
  | { readonly error: Error }

const tryRead = <Output>(db: Db, work: (tx: Db) => Promise<Output>): Promise<Tried<Output>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx): Promise<Tried<Output>> => {
      if (!(await tryLockOutRewrites(tx))) return { locked: true }
      await tunePlannerForProof(tx)
      const output = await work(tx)
      await checkSnapshot(tx)
      return { output }
    })
    .catch((error: unknown) => {
      if (error instanceof TableRewritten) return { error }
      // Such as a statement that was prepared before the migration.
      if (error instanceof Error && isRetryable(error)) return { error }
      throw error
    })

async function waitForMigration(db: Db): Promise<void> {
  await db
    .transaction()
    .execute((tx) => waitForRewrites(tx, WAIT_MS))
    .catch((error: unknown) => {
      if (!isLockTimeout(error)) throw error
    })
}

const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

/** All reads in one transaction, which the caller keeps from changing what is read. */
export const withinTransaction = (tx: Db): Snapshots => ({
  read: (work) => work(tx),
  prove: (work) => work(tx),
})
