// Past payments for single requests, and their sums. Users see their own payments; operators see all.
import { type PageRequest, toPage } from '../../../../kernel/page.ts'
import type { Context } from '../../../../operation/operation.ts'
import { scopeOf } from '../scope.ts'
import type { RailId } from './rails.ts'
import * as store from './store.ts'
import type { PaymentRow, PaymentStatus } from './store.ts'

export interface PaymentListRequest extends PageRequest {
  readonly status?: PaymentStatus
  readonly rail?: RailId
}

export async function listPayments({ status, rail, ...page }: PaymentListRequest, ctx: Context) {
  const filter = { ...scopeOf(ctx), status, rail }
  const { rows, total } = await store.listPayments(ctx.tx, filter, page)
  return toPage(rows.map(toPayment), total, page)
}

const toPayment = ({
  challenge,
  proof_key: _key,
  digest: _digest,
  environment: _environment,
  user_uuid: _user,
  ...payment
}: PaymentRow) => ({ ...payment, challenge_id: challenge })

export async function sumPayments(ctx: Context) {
  const byRail = (await store.sumPayments(ctx.tx, scopeOf(ctx))).map((row) => ({
    rail: row.rail,
    total: Number(row.total),
    settled: Number(row.settled),
    failed: Number(row.failed),
    settled_cents: Number(row.settled_cents),
  }))
  const sum = (name: 'total' | 'settled' | 'failed' | 'settled_cents'): number =>
    byRail.reduce((total, row) => total + row[name], 0)
  return {
    total_payments: sum('total'),
    settled: sum('settled'),
    failed: sum('failed'),
    total_settled_cents: sum('settled_cents'),
    by_rail: Object.fromEntries(byRail.map(({ rail, ...counts }) => [rail, counts])),
  }
}
