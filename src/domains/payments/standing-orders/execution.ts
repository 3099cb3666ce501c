// Makes the payments of standing orders on their days. Each is one transfer in the transaction in which its order, which
// is locked, moves on to the next date, so that a date is paid once. The permissions are those of that day.
import { DAY_MS, MINUTE_MS } from '../../../kernel/durations.ts'
import { startOfDay } from '../../../kernel/days.ts'
import type { Caller } from '../../../operation/caller.ts'
import { AppError, Unavailable } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { InsufficientFunds, post } from '../../core/ledger/index.ts'
import {
  clearPlan,
  InsufficientBalance,
  planTransfer,
  settlePlan,
  type TransferOptions,
} from '../../core/transfers/index.ts'
import { type AuthorityCheck, findUser } from '../../people/identity/index.ts'
import { StandingOrderPaid, StandingOrderPaymentFailed } from './events.ts'
import { orderLife } from './life-cycle.ts'
import { dateAt } from './schedule.ts'
import { announce, subjectOf } from './service.ts'
import * as store from './store.ts'
import type { OrderRow } from './store.ts'
import { amountOf } from './view.ts'

export interface ExecutionOptions {
  readonly transfer: TransferOptions
  readonly standing: AuthorityCheck
}

/** Money may arrive a little late, so an attempt that lacks it is repeated on the next days. */
const ATTEMPTS = 3
const ATTEMPT_AGAIN_MS = DAY_MS
/** While an operator has switched transfers off. */
const SWITCHED_OFF_MS = 10 * MINUTE_MS
const FAILED_IN_A_ROW_MAX = 3

type Outcome =
  | { readonly status: 'paid'; readonly transfer: string }
  | { readonly status: 'failed'; readonly reason: string; readonly code?: string }

/** Makes the payment of an order that is due, and schedules the next. */
export async function executeDue(
  id: string,
  ctx: Context,
  options: ExecutionOptions,
): Promise<void> {
  const order = await store.lockOrder(ctx.tx, id)
  if (order?.status !== 'active' || Date.parse(order.try_at) > ctx.now.getTime()) return
  const refusal = await options.standing.refusal(ctx, {
    ...order,
    user_uuid: order.allowed_by,
  })
  const outcome: Outcome =
    refusal === undefined ? await pay(order, ctx, options) : { status: 'failed', reason: refusal }
  const waits = waitAfter(outcome, order)
  if (waits === undefined) return moveOn(order, outcome, ctx, options)
  const try_at = new Date(ctx.now.getTime() + waits.ms)
  await store.updateOrder(ctx.tx, id, { attempts: waits.attempts, try_at, updated_at: ctx.now })
  if (outcome.status === 'failed' && waits.attempts > order.attempts)
    announceFailure(order, outcome.reason, try_at, ctx, options)
}

/** How long the same payment waits to be tried again; undefined if it is decided. */
function waitAfter(outcome: Outcome, { attempts }: OrderRow) {
  if (outcome.status === 'paid') return undefined
  if (outcome.code === Unavailable.code) return { attempts, ms: SWITCHED_OFF_MS }
  const lacksMoney =
    outcome.code === InsufficientFunds.code || outcome.code === InsufficientBalance.code
  return lacksMoney && attempts + 1 < ATTEMPTS
    ? { attempts: attempts + 1, ms: ATTEMPT_AGAIN_MS }
    : undefined
}

async function pay(
  order: OrderRow,
  ctx: Context,
  { transfer }: ExecutionOptions,
): Promise<Outcome> {
  const { from_account, to_account, asset: asset_code, reference, request_id: requestId } = order
  const asPayer = { ...ctx, requestId, caller: await findPayer(order, ctx.tx) }
  const plan = planTransfer(
    {
      from_account,
      to_account,
      amount: amountOf(order, transfer.assets),
      asset_code,
      ...(reference !== null && { reference }),
      metadata: { standing_order: order.id, due_on: order.next_on },
      workflow_enabled: false,
    },
    asPayer,
    transfer,
  )
  await clearPlan(asPayer, plan)
  const outcome = await post<Outcome>(asPayer, {
    ...plan,
    decide: (ledger) => {
      try {
        const { data } = ledger.attempt(() => plan.decide(ledger))
        return { status: 'paid', transfer: data.uuid }
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return { status: 'failed', reason: error.message, code: error.def.code }
      }
    },
  })
  await settlePlan(asPayer, plan)
  return outcome
}

/** The caller for this payment: the one who allowed it, as they are today. */
async function findPayer(order: OrderRow, tx: Db): Promise<Caller> {
  const { environment, allowed_by: user, allowed_with } = order
  const tenant = (await findUser(tx, user))?.tenant_uuid ?? undefined
  return {
    user,
    ...(tenant !== undefined && { tenant }),
    environment,
    scopes: new Set(),
    address: 'internal',
    ...(allowed_with !== null && { credential: { id: allowed_with, kind: 'api_key', user } }),
  }
}

async function moveOn(
  order: OrderRow,
  outcome: Outcome,
  ctx: Context,
  options: ExecutionOptions,
): Promise<void> {
  const isPaid = outcome.status === 'paid'
  await store.insertPayment(ctx.tx, {
    order_id: order.id,
    due_on: order.next_on!,
    status: outcome.status,
    units: order.units,
    transfer_uuid: isPaid ? outcome.transfer : null,
    reason: isPaid ? null : outcome.reason,
    decided_at: ctx.now,
  })
  if (isPaid) announcePayment(order, outcome.transfer, ctx, options)
  else announceFailure(order, outcome.reason, null, ctx, options)
  const dates_passed = order.dates_passed + 1
  const next_on = dateAt(order, dates_passed)
  const failed_in_a_row = isPaid ? 0 : order.failed_in_a_row + 1
  const action =
    next_on === null ? 'end' : failed_in_a_row >= FAILED_IN_A_ROW_MAX ? 'pause' : undefined
  const moved = await store.updateOrder(ctx.tx, order.id, {
    dates_passed,
    next_on,
    failed_in_a_row,
    payments_made: order.payments_made + (isPaid ? 1 : 0),
    attempts: 0,
    ...(next_on !== null && { try_at: startOfDay(next_on) }),
    ...(action && { status: orderLife.check(order.status, action).to }),
    updated_at: ctx.now,
  })
  if (action) announce(moved, ctx, options.transfer.assets)
}

const paymentOf = (order: OrderRow, { transfer }: ExecutionOptions) => ({
  uuid: order.id,
  due_on: order.next_on!,
  amount: amountOf(order, transfer.assets),
  asset_code: order.asset,
})

function announcePayment(
  order: OrderRow,
  transfer_uuid: string,
  ctx: Context,
  options: ExecutionOptions,
): void {
  ctx.emit(StandingOrderPaid, { ...paymentOf(order, options), transfer_uuid }, subjectOf(order))
}

function announceFailure(
  order: OrderRow,
  reason: string,
  again: Date | null,
  ctx: Context,
  options: ExecutionOptions,
): void {
  const next_attempt_at = again?.toISOString() ?? null
  ctx.emit(
    StandingOrderPaymentFailed,
    { ...paymentOf(order, options), reason, next_attempt_at },
    subjectOf(order),
  )
}
