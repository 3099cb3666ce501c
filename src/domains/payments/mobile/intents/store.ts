// SQL of payment intents. No rules here.
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type IntentRow = Row<'mobile.intents'>

export interface NewIntent
  extends Pick<
    IntentRow,
    | 'id'
    | 'environment'
    | 'user_uuid'
    | 'account_uuid'
    | 'asset'
    | 'network'
    | 'recipient'
    | 'recipient_kind'
    | 'recipient_id'
    | 'description'
    | 'shield'
    | 'status'
    | 'is_simulated'
    | 'idempotency_key'
  > {
  readonly units: bigint
  readonly fee_units: bigint
  readonly created_at: Date
  readonly expires_at: Date
  readonly due_at: Date
}

/** Undefined when the payer has an intent with this idempotency key. */
export const insertIntent = (tx: Db, row: NewIntent): Promise<IntentRow | undefined> =>
  tx
    .insertInto('mobile.intents')
    .values({ ...row, units: String(row.units), fee_units: String(row.fee_units) })
    .onConflict((conflict) =>
      conflict
        .columns(['environment', 'user_uuid', 'idempotency_key'])
        .where('idempotency_key', 'is not', null)
        .doNothing(),
    )
    .returningAll()
    .executeTakeFirst()

export interface IntentOwner {
  readonly environment: Environment
  readonly user_uuid: string
}

export const findByKey = (
  tx: Db,
  { environment, user_uuid }: IntentOwner,
  key: string,
): Promise<IntentRow | undefined> =>
  tx
    .selectFrom('mobile.intents')
    .selectAll()
    .where('environment', '=', environment)
    .where('user_uuid', '=', user_uuid)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

export const findIntent = (tx: Db, id: string): Promise<IntentRow | undefined> =>
  tx.selectFrom('mobile.intents').selectAll().where('id', '=', id).executeTakeFirst()

/** Locks an intent until the transaction ends. */
export const lockIntent = (tx: Db, id: string): Promise<IntentRow | undefined> =>
  tx.selectFrom('mobile.intents').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Newest first. */
export const listIntents = (tx: Db, { environment, user_uuid }: IntentOwner, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('mobile.intents')
      .selectAll()
      .where('environment', '=', environment)
      .where('user_uuid', '=', user_uuid)
      .orderBy('created_at', 'desc')
      .orderBy('id'),
    page,
  )

type Change = Partial<
  Pick<
    IntentRow,
    | 'status'
    | 'account_uuid'
    | 'shield'
    | 'auth'
    | 'reason'
    | 'error_code'
    | 'error_message'
    | 'tx_hash'
    | 'is_simulated'
  >
> & {
  readonly fee_units?: string
  readonly submitted_at?: Date
  readonly ended_at?: Date
  readonly due_at?: Date | null
}

export const updateIntent = (tx: Db, id: string, change: Change): Promise<IntentRow> =>
  tx
    .updateTable('mobile.intents')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const listDueIntents = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'mobile.intents' }, which)
