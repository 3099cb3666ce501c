// SQL of accounting periods, the balances kept of closed ones, and explained differences.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type PeriodRow = Row<'general_ledger.periods'>

const selectPeriods = (tx: Db, environment: Environment) =>
  tx.selectFrom('general_ledger.periods').selectAll().where('environment', '=', environment)

export const findPeriod = (
  tx: Db,
  environment: Environment,
  id: string,
): Promise<PeriodRow | undefined> =>
  selectPeriods(tx, environment).where('id', '=', id).executeTakeFirst()

/** Latest first. */
export const listPeriods = (
  tx: Db,
  environment: Environment,
  { status, ...page }: PageRequest & { readonly status?: PeriodRow['status'] },
) =>
  readPage(
    selectPeriods(tx, environment)
      .$if(status !== undefined, (query) => query.where('status', '=', status!))
      .orderBy('ends_on', 'desc'),
    page,
  )

/** A period that has the same name or shares a day. */
export const findOverlappingPeriod = (
  tx: Db,
  {
    environment,
    name,
    starts_on,
    ends_on,
  }: Pick<PeriodRow, 'environment' | 'name' | 'starts_on' | 'ends_on'>,
): Promise<PeriodRow | undefined> =>
  selectPeriods(tx, environment)
    .where((eb) =>
      eb.or([
        eb('name', '=', name),
        eb.and([eb('starts_on', '<=', ends_on), eb('ends_on', '>=', starts_on)]),
      ]),
    )
    .orderBy('ends_on')
    .limit(1)
    .executeTakeFirst()

/** The closed period that ends last, or last up to and including a day. */
export const findLastClosed = (
  tx: Db,
  environment: Environment,
  until?: string,
): Promise<PeriodRow | undefined> =>
  selectPeriods(tx, environment)
    .where('status', '=', 'closed')
    .$if(until !== undefined, (query) => query.where('ends_on', '<=', until!))
    .orderBy('ends_on', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The closed period that ends with exactly this day. */
export const findClosedAt = (
  tx: Db,
  environment: Environment,
  day: string,
): Promise<PeriodRow | undefined> =>
  selectPeriods(tx, environment)
    .where('status', '=', 'closed')
    .where('ends_on', '=', day)
    .executeTakeFirst()

export const findEarlierOpen = (
  tx: Db,
  { environment, starts_on }: Pick<PeriodRow, 'environment' | 'starts_on'>,
): Promise<PeriodRow | undefined> =>
  selectPeriods(tx, environment)
    .where('status', '=', 'open')
    .where('ends_on', '<', starts_on)
    .orderBy('ends_on')
    .limit(1)
    .executeTakeFirst()

export const insertPeriod = (
  tx: Db,
  period: Pick<
    PeriodRow,
    'id' | 'environment' | 'name' | 'starts_on' | 'ends_on' | 'created_by'
  > & {
    readonly created_at: Date
  },
): Promise<PeriodRow> =>
  tx
    .insertInto('general_ledger.periods')
    .values({ ...period, status: 'open' })
    .returningAll()
    .executeTakeFirstOrThrow()

export interface PeriodBalance {
  readonly account_code: string
  readonly currency: string
  readonly core: bigint
  readonly journal: bigint
  readonly closing: bigint
}

export const closePeriod = (
  tx: Db,
  id: string,
  closed: { readonly closed_by: string | null; readonly closed_at: Date },
): Promise<PeriodRow> =>
  tx
    .updateTable('general_ledger.periods')
    .set({ ...closed, status: 'closed' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function insertBalances(
  tx: Db,
  period: string,
  balances: readonly PeriodBalance[],
): Promise<void> {
  const column = (read: (balance: PeriodBalance) => string | bigint): string[] =>
    balances.map((balance) => String(read(balance)))
  await sql`
    insert into general_ledger.period_balances (period_id, account_code, currency, core, journal, closing)
    select ${period}::uuid, * from unnest(${column((one) => one.account_code)}::text[],
      ${column((one) => one.currency)}::text[], ${column((one) => one.core)}::numeric[],
      ${column((one) => one.journal)}::numeric[], ${column((one) => one.closing)}::numeric[])`.execute(
    tx,
  )
}

export async function listPeriodBalances(tx: Db, period: string): Promise<PeriodBalance[]> {
  const rows = await tx
    .selectFrom('general_ledger.period_balances')
    .select(['account_code', 'currency', 'core', 'journal', 'closing'])
    .where('period_id', '=', period)
    .orderBy('account_code')
    .orderBy('currency')
    .execute()
  return rows.map((row) => ({
    ...row,
    core: BigInt(row.core),
    journal: BigInt(row.journal),
    closing: BigInt(row.closing),
  }))
}

/** Opens the period again and drops the balances that were kept of it. */
export async function reopenPeriod(
  tx: Db,
  id: string,
  reopened: {
    readonly reopened_by: string | null
    readonly reopened_at: Date
    readonly reopen_reason: string
  },
): Promise<PeriodRow> {
  await tx.deleteFrom('general_ledger.period_balances').where('period_id', '=', id).execute()
  return tx
    .updateTable('general_ledger.periods')
    .set({ ...reopened, status: 'open', closed_by: null, closed_at: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export type ResolutionRow = Row<'general_ledger.resolutions'>

/** The newest explanation for each currency. */
export const listResolutions = (
  tx: Db,
  environment: Environment,
  domain: string,
): Promise<ResolutionRow[]> =>
  tx
    .selectFrom('general_ledger.resolutions')
    .selectAll()
    .distinctOn('currency')
    .where('environment', '=', environment)
    .where('domain', '=', domain)
    .orderBy('currency')
    .orderBy('resolved_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

export const insertResolution = (
  tx: Db,
  resolution: Omit<ResolutionRow, 'variance' | 'resolved_at'> & {
    readonly variance: bigint
    readonly resolved_at: Date
  },
): Promise<ResolutionRow> =>
  tx
    .insertInto('general_ledger.resolutions')
    .values({ ...resolution, variance: String(resolution.variance) })
    .returningAll()
    .executeTakeFirstOrThrow()
