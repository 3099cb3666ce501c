// SQL of the chart of accounts.
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type AccountRow = Row<'general_ledger.accounts'>

export type NewAccount = Pick<
  AccountRow,
  'environment' | 'code' | 'name' | 'type' | 'parent_code' | 'currency' | 'description'
>

const inOrder = (tx: Db, environment: Environment) =>
  tx
    .selectFrom('general_ledger.accounts')
    .selectAll()
    .where('environment', '=', environment)
    .orderBy('code')

/** The whole chart, in the order of its codes. */
export const listChart = (tx: Db, environment: Environment): Promise<AccountRow[]> =>
  inOrder(tx, environment).execute()

export interface AccountFilter extends PageRequest {
  readonly type?: AccountRow['type']
}

export const pageAccounts = (tx: Db, environment: Environment, { type, ...page }: AccountFilter) =>
  readPage(
    inOrder(tx, environment).$if(type !== undefined, (query) => query.where('type', '=', type!)),
    page,
  )

export const findAccount = (
  tx: Db,
  environment: Environment,
  code: string,
): Promise<AccountRow | undefined> =>
  inOrder(tx, environment).where('code', '=', code).executeTakeFirst()

/** Undefined when the code is taken. */
export const insertAccount = (
  tx: Db,
  account: NewAccount,
  now: Date,
): Promise<AccountRow | undefined> =>
  tx
    .insertInto('general_ledger.accounts')
    .values({ ...account, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(['environment', 'code']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Adds the accounts that are not there yet. */
export async function insertMissing(
  tx: Db,
  accounts: readonly NewAccount[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('general_ledger.accounts')
    .values(accounts.map((account) => ({ ...account, created_at: now, updated_at: now })))
    .onConflict((conflict) => conflict.columns(['environment', 'code']).doNothing())
    .execute()
}

export interface AccountChange {
  readonly name?: string
  readonly description?: string | null
  readonly is_active?: boolean
}

export const updateAccount = (
  tx: Db,
  { environment, code }: Pick<AccountRow, 'environment' | 'code'>,
  change: AccountChange,
  now: Date,
): Promise<AccountRow> =>
  tx
    .updateTable('general_ledger.accounts')
    .set({ ...change, updated_at: now })
    .where('environment', '=', environment)
    .where('code', '=', code)
    .returningAll()
    .executeTakeFirstOrThrow()
