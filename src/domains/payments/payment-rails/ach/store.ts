// SQL of ACH files and of the payments in them. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { PaymentRow } from '../payments/store.ts'

export type AchFileRow = Row<'payment_rails.ach_files'>

export interface NewAchFile
  extends Omit<AchFileRow, 'debit_cents' | 'credit_cents' | 'created_at'> {
  readonly debit_cents: bigint
  readonly credit_cents: bigint
  readonly created_at: Date
}

export async function insertFile(tx: Db, file: NewAchFile): Promise<AchFileRow> {
  return tx
    .insertInto('payment_rails.ach_files')
    .values({
      ...file,
      debit_cents: String(file.debit_cents),
      credit_cents: String(file.credit_cents),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findFile(tx: Db, id: string): Promise<AchFileRow | undefined> {
  return isUuid(id)
    ? tx.selectFrom('payment_rails.ach_files').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
}

export async function findReturnFile(
  tx: Db,
  which: Pick<AchFileRow, 'environment' | 'digest'>,
): Promise<AchFileRow | undefined> {
  return tx
    .selectFrom('payment_rails.ach_files')
    .selectAll()
    .where('environment', '=', which.environment)
    .where('digest', '=', which.digest)
    .where('kind', '=', 'return')
    .executeTakeFirst()
}

/** Newest first, without the content; all files of the environment when no user is named. */
export async function listFiles(
  tx: Db,
  which: { readonly environment: Environment; readonly user_uuid: string | undefined },
  page: PageRequest,
) {
  const ofAll = tx
    .selectFrom('payment_rails.ach_files')
    .where('environment', '=', which.environment)
  const mine =
    which.user_uuid === undefined ? ofAll : ofAll.where('user_uuid', '=', which.user_uuid)
  return readPage(
    mine
      .select(['id', 'kind', 'file_name', 'entry_count', 'debit_cents', 'credit_cents'])
      .select(['entry_hash', 'effective_date', 'created_at'])
      .orderBy('id', 'desc'),
    page,
  )
}

/** Serializes the creation of files in an environment. */
export async function lockFiles(tx: Db, environment: Environment): Promise<void> {
  const name = `payment_rails.ach_files/${environment}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
}

/** Counts the batches of a day, for the modifier in the file header. */
export async function countBatches(
  tx: Db,
  which: { readonly environment: Environment; readonly since: Date },
): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from payment_rails.ach_files
    where environment = ${which.environment} and kind = 'batch' and created_at >= ${which.since}`.execute(
    tx,
  )
  return Number(rows[0]!.count)
}

/** Locks ACH payments of a network that wait for a file, the oldest first; all, or those whose cut-off has come. */
export async function lockWaiting(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly scheme: PaymentRow['scheme']
    readonly until: Date | undefined
    readonly limit: number
  },
): Promise<PaymentRow[]> {
  const waiting = tx
    .selectFrom('payment_rails.payments')
    .selectAll()
    .where('environment', '=', which.environment)
    .where('rail', '=', 'ach')
    .where('status', '=', 'pending')
    .where('scheme', '=', which.scheme)
    // A payment with an answer has failed, and only waits for its refund.
    .where('answer', 'is', null)
  const { until } = which
  const due = until === undefined ? waiting : waiting.where(sql<boolean>`submit_at <= ${until}`)
  return due.orderBy('submit_at').orderBy('id').limit(which.limit).forUpdate().execute()
}

/** The next entry numbers, ascending. */
export async function nextTraces(tx: Db, count: number): Promise<number[]> {
  const { rows } = await sql<{ trace: string }>`
    select nextval('payment_rails.traces') as trace from generate_series(1, ${count}::int)`.execute(
    tx,
  )
  return rows.map((row) => Number(row.trace)).toSorted((one, other) => one - other)
}

/** The newest payment that was sent under this entry number, locked. */
export async function lockByTrace(
  tx: Db,
  which: {
    readonly environment: Environment
    readonly trace: string
    readonly units: bigint | undefined
  },
): Promise<PaymentRow | undefined> {
  const sent = tx
    .selectFrom('payment_rails.payments')
    .selectAll()
    .where('environment', '=', which.environment)
    .where('trace', '=', which.trace)
  const { units } = which
  return (units === undefined ? sent : sent.where('units', '=', String(units)))
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}
