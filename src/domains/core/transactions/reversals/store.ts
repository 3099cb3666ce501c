// All SQL of the schema `transactions`. No rules here.
import type { Window } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readWindow } from '../../../../platform/database.ts'

export interface NewReversal {
  readonly id: string
  readonly environment: Environment
  readonly account_uuid: string
  readonly original_transaction_id: string
  readonly transaction_type: 'debit' | 'credit'
  readonly asset: string
  readonly units: bigint
  readonly reason: string
  readonly authorized_by: string | null
  readonly user_uuid: string | null
  readonly created_at: Date
}

export type ReversalRow = NonNullable<Awaited<ReturnType<typeof findReversal>>>

export const insertReversal = (tx: Db, row: NewReversal): Promise<ReversalRow> =>
  tx
    .insertInto('transactions.reversals')
    .values({ ...row, units: String(row.units) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findReversal = async (tx: Db, id: string) =>
  isUuid(id)
    ? tx.selectFrom('transactions.reversals').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined

/** The reversals of an account, newest first. */
export function listReversals(
  tx: Db,
  account_uuid: string,
  window: Window,
): Promise<{ readonly rows: ReversalRow[]; readonly total: number }> {
  const reversals = tx.selectFrom('transactions.reversals').where('account_uuid', '=', account_uuid)
  return readWindow(reversals.selectAll().orderBy('id', 'desc'), window)
}
