// What the parties do: a payer opens a dispute, both write to the bank, and the payer withdraws it.
import { DAY_MS } from '../../../kernel/durations.ts'
import { formatMoney } from '../../../kernel/money.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { readUnits } from '../assets/index.ts'
import {
  DisputeExists,
  DisputeMessageLimit,
  DisputeStateConflict,
  NothingToRefund,
  NotThePayer,
  PaymentNotDisputable,
} from './errors.ts'
import * as events from './events.ts'
import { disputeLife } from './life-cycle.ts'
import { notify } from './notify.ts'
import type { DisputeOptions } from './options.ts'
import { lockSeen, type Seen } from './parties.ts'
import { type DisputedMove, getDisputedMove, holderOf } from './payment.ts'
import { MESSAGES_MAX, type Side } from './schema.ts'
import * as store from './store.ts'
import type { DisputeRow } from './store.ts'

export interface DisputeRequest {
  readonly payment_uuid: string
  readonly reason: DisputeRow['reason']
  readonly description?: string
  readonly amount?: string | number
}

export async function openDispute(
  request: DisputeRequest,
  ctx: Context,
  options: DisputeOptions,
): Promise<DisputeRow> {
  const { tx, now, caller } = ctx
  const move = await getDisputedMove(request.payment_uuid, ctx)
  checkPeriod(move, now, options)
  const left = await options.reversing.lockLeft(move, ctx)
  const asset = options.assets.get(move.asset)
  if (left <= 0n) throw NothingToRefund({ amount: formatMoney({ units: move.units, asset }) })
  if (request.reason === 'other' && request.description === undefined)
    throw Invalid({
      errors: {
        description: ['Describe what is wrong with the payment; "other" does not say it.'],
      },
    })
  const units = request.amount === undefined ? left : readUnits(request.amount, asset, 'amount')
  if (units > left) {
    const sentence = `At most ${formatMoney({ units: left, asset })} of this payment can be disputed.`
    throw Invalid({ errors: { amount: [sentence] } })
  }
  const row = await store.insertDispute(tx, {
    id: uuidv7(now),
    environment: caller.environment,
    entry_id: move.entry_id,
    line: move.line,
    payer_account: move.from.id,
    receiver_account: move.to.id,
    asset: move.asset,
    payment_units: move.units,
    paid_at: move.paid_at,
    payer_uuid: caller.user!,
    receiver_uuid: holderOf(move.to)!,
    units,
    reason: request.reason,
    description: request.description ?? null,
    created_at: now,
    decide_by: new Date(now.getTime() + options.decisionDays * DAY_MS),
  })
  if (!row) {
    const standing = await store.findStanding(tx, move.entry_id)
    throw DisputeExists({ dispute_uuid: standing!.id, status: standing!.status })
  }
  notify({ event: events.DisputeOpened, row, by: 'payer' }, ctx, options.assets)
  return row
}

export function checkPeriod(
  { paid_at }: Pick<DisputedMove, 'paid_at'>,
  now: Date,
  { periodDays }: Pick<DisputeOptions, 'periodDays'>,
): void {
  const end = new Date(new Date(paid_at).getTime() + periodDays * DAY_MS)
  if (now >= end)
    throw PaymentNotDisputable({
      reason: `A payment can be disputed for ${periodDays} days; the period of this one ended on ${end.toISOString().slice(0, 10)}.`,
    })
}

export async function withdrawDispute(
  id: string,
  ctx: Context,
  { assets }: DisputeOptions,
): Promise<DisputeRow> {
  const { row, role } = await lockSeen(id, ctx)
  if (role !== 'payer') throw NotThePayer({})
  const { to: status } = disputeLife.check(row.status, 'withdraw')
  const change = { status, answer_by: null, closed_at: ctx.now }
  const changed = await store.updateDispute(ctx.tx, row.id, change)
  notify({ event: events.DisputeWithdrawn, row: changed, by: 'payer' }, ctx, assets)
  return changed
}

export interface MessageRequest {
  readonly text: string
  /** Whom an operator writes to. */
  readonly to?: 'payer' | 'receiver'
}

/** A message of the payer answers the question of the bank; the first one to the receiver tells them of the dispute. */
export async function sendMessage(
  id: string,
  { text, to }: MessageRequest,
  ctx: Context,
  { assets }: DisputeOptions,
): Promise<DisputeRow> {
  const { row, role } = await lockSeen(id, ctx)
  if (disputeLife.isEnd(row.status))
    throw DisputeStateConflict({
      status: row.status,
      action: 'write a message',
      allowed: 'undecided',
    })
  if (role !== 'operator' && to !== undefined)
    throw Invalid({ errors: { to: ['Only an operator chooses; your messages go to the bank.'] } })
  const thread = role === 'operator' ? (to ?? 'payer') : role
  await addMessage({ row, role }, { thread, text }, ctx)
  let changed = row
  if (role === 'payer' && row.status === 'awaiting_payer')
    changed = await store.updateDispute(ctx.tx, row.id, {
      status: disputeLife.check(row.status, 'answer').to,
      answer_by: null,
    })
  if (thread === 'receiver' && row.receiver_notified_at === null)
    changed = await store.updateDispute(ctx.tx, row.id, { receiver_notified_at: ctx.now })
  const by = role === 'operator' ? 'bank' : role
  notify({ event: events.DisputeMessagePosted, row: changed, by, only: thread }, ctx, assets)
  return changed
}

/** The caller holds the lock of the dispute, so that two messages are not both the last one. */
export async function addMessage(
  { row, role }: Seen,
  { thread, text }: { readonly thread: 'payer' | 'receiver'; readonly text: string },
  { tx, now, caller }: Context,
): Promise<void> {
  const side: Side = role === 'operator' ? 'bank' : role
  const is_from_bank = side === 'bank'
  const written = await store.countMessages(tx, {
    dispute_id: row.id,
    is_from_bank,
    ...(!is_from_bank && { thread }),
  })
  const maximum = MESSAGES_MAX[side]
  if (written >= maximum) throw DisputeMessageLimit({ maximum })
  await store.insertMessage(tx, {
    id: uuidv7(now),
    dispute_id: row.id,
    thread,
    is_from_bank,
    author_uuid: caller.user!,
    text,
    created_at: now,
  })
}

/** A dispute whose payer did not answer in time. The caller holds its lock. */
export async function expireIfDue(
  row: DisputeRow,
  ctx: Context,
  { assets }: Pick<DisputeOptions, 'assets'>,
): Promise<void> {
  const step = disputeLife.find(row.status, 'expire')
  if (!step || new Date(row.answer_by!) > ctx.now) return
  const change = { status: step.to, answer_by: null, closed_at: ctx.now }
  const changed = await store.updateDispute(ctx.tx, row.id, change)
  notify({ event: events.DisputeExpired, row: changed, by: 'bank' }, ctx, assets)
}
