// All SQL of the schema `transactions`. No rules here.
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'

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

/** Newest first. */
export async function listReversals(
  tx: Db,
  account_uuid: string,
  window: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: ReversalRow[]; readonly total: number }> {
  const those = tx.selectFrom('transactions.reversals').where('account_uuid', '=', account_uuid)
  const [rows, counted] = await Promise.all([
    those.selectAll().orderBy('id', 'desc').limit(window.limit).offset(window.offset).execute(),
    those.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: Number(counted.total) }
}
