// Past payments for endpoints, and their sums. Users see the payments for their own endpoints; operators see all.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import { NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { scopeOf } from '../scope.ts'
import { USDC_DECIMALS } from '../x402/networks.ts'
import * as store from './store.ts'
import type { X402PaymentRow } from './store.ts'

/** The days of each period. */
const periods: Readonly<Record<string, number>> = {
  day: 1,
  '24h': 1,
  '1d': 1,
  week: 7,
  '7d': 7,
  month: 30,
  '30d': 30,
}

export interface PaymentListRequest extends PageRequest {
  readonly status?: X402PaymentRow['status']
  readonly network?: string
  readonly payer_address?: string
}

export async function listPayments(
  { status, network, payer_address, ...page }: PaymentListRequest,
  ctx: Context,
) {
  const filter = { status, network, payer: payer_address?.toLowerCase(), since: undefined }
  const { rows, total } = await store.listPayments(ctx.tx, { ...scopeOf(ctx), ...filter }, page)
  return toPage(rows.map(toPayment), total, page)
}

export async function sumPayments(period: string, ctx: Context) {
  const since = new Date(ctx.now.getTime() - periods[period]! * DAY_MS)
  const all = { status: undefined, network: undefined, payer: undefined }
  const sums = await store.sumPayments(ctx.tx, { ...scopeOf(ctx), ...all, since })
  return {
    period,
    total_payments: Number(sums.total),
    total_settled: Number(sums.settled),
    total_failed: Number(sums.failed),
    total_volume_atomic: sums.volume,
    total_volume_usd: toDollars(sums.volume),
    unique_payers: Number(sums.payers),
  }
}

export async function getPayment(id: string, ctx: Context) {
  const row = isUuid(id) ? await store.findPayment(ctx.tx, id, scopeOf(ctx)) : undefined
  if (!row) throw NotFound({ what: 'payment', id })
  return toPayment(row)
}

const toDollars = (units: string): string =>
  formatDecimal({ units: BigInt(units), asset: { code: 'USD', precision: USDC_DECIMALS } })

const toPayment = (row: X402PaymentRow) => ({
  id: row.id,
  payerAddress: row.payer,
  payToAddress: row.pay_to,
  amount: row.amount,
  amountUsd: toDollars(row.amount),
  network: row.network,
  asset: row.asset,
  scheme: row.scheme,
  status: row.status,
  transactionHash: row.transaction_hash,
  endpoint: row.endpoint,
  error:
    row.error_reason === null
      ? null
      : { reason: row.error_reason, message: 'The payment could not be settled.' },
  testMode: row.test_mode,
  verifiedAt: row.verified_at,
  settledAt: row.settled_at,
  createdAt: row.created_at,
})
