// The moves of the ledger core behind the balance of an account of the chart, each of which is a leg of a payment.
import { addDays, dayOf, endOfDay, startOfDay } from '../../../../kernel/days.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type BankMove, listBankMoves } from '../../ledger/index.ts'
import { showUnits, toJournalUnits } from '../amounts.ts'
import { codesOf, findFeedOf, type LedgerSource } from '../chart.ts'
import { checkDays } from '../days.ts'
import type { LedgerOptions } from '../options.ts'
import { getAccount } from './service.ts'

export interface MovementRequest {
  readonly code: string
  readonly from?: string
  readonly to?: string
  readonly currency?: string
  readonly before?: string
  readonly limit: number
}

const PERIOD_DAYS = 30

export async function listMovements(
  request: MovementRequest,
  ctx: Context,
  options: LedgerOptions,
) {
  const to = request.to ?? dayOf(ctx.now)
  const from = request.from ?? addDays(to, 1 - PERIOD_DAYS)
  checkDays({ from, to }, ctx.now)
  const { code } = await getAccount(ctx, request.code)
  const feed = findFeedOf(code)
  const rows = feed === undefined ? [] : await listMoves(feed, { ...request, from, to }, ctx)
  const shown = rows.slice(0, request.limit)
  return {
    account_code: code,
    from,
    to,
    data: shown.map((row) => toMovement(row, feed === CUSTOMERS, options)),
    next: rows.length > request.limit ? shown.at(-1)!.position : null,
  }
}

const CUSTOMERS: LedgerSource = 'customers'

/** What the accounts of customers have changed together is what the bank's own accounts have changed against them. */
const listMoves = (
  feed: LedgerSource,
  {
    from,
    to,
    currency,
    before,
    limit,
  }: MovementRequest & { readonly from: string; readonly to: string },
  { tx, caller }: Context,
): Promise<BankMove[]> =>
  listBankMoves(tx, {
    environment: caller.environment,
    codes: feed === CUSTOMERS ? undefined : codesOf(feed),
    hasPools: feed === 'defi',
    asset: currency?.toUpperCase(),
    from: startOfDay(from),
    to: endOfDay(to),
    before,
    // One more says whether there are more.
    limit: limit + 1,
  })

/** A balance of the core is what the bank owes: what leaves it is a debit, and what enters it a credit. */
function toMovement(row: BankMove, isOfCustomers: boolean, { assets }: LedgerOptions) {
  const isDebit = (row.side === 'from') !== isOfCustomers
  const units = toJournalUnits(BigInt(row.units), assets.get(row.asset))
  const show = (some: bigint): string => showUnits(assets, row.asset, some)
  return {
    payment_uuid: row.entry_id,
    line: row.line,
    kind: row.subtype ?? row.type,
    bank_account: row.code,
    other_bank_account: row.other_code,
    customer_name: row.other_holder,
    currency: row.asset,
    debit: show(isDebit ? units : 0n),
    credit: show(isDebit ? 0n : units),
    reference: row.reference,
    created_at: row.created_at,
  }
}
