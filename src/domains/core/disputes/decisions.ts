// What operators do: ask the payer, accept the dispute with a refund, or reject it. The refund is at most what was
// disputed and has not gone back yet; it is counted under the lock that reversals of the payment take, too.
import { DAY_MS } from '../../../kernel/durations.ts'
import { formatDecimal, formatMoney } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { readUnits } from '../assets/index.ts'
import { post, systemAccount, toTransactionId } from '../ledger/index.ts'
import { NothingToRefund } from './errors.ts'
import * as events from './events.ts'
import { disputeLife } from './life-cycle.ts'
import { notify } from './notify.ts'
import type { DisputeOptions } from './options.ts'
import { lockForDecision } from './parties.ts'
import { addMessage } from './service.ts'
import * as store from './store.ts'
import type { DisputeRow } from './store.ts'

export async function askPayer(
  id: string,
  question: string,
  ctx: Context,
  { assets, answerDays }: DisputeOptions,
): Promise<DisputeRow> {
  const row = await lockForDecision(id, ctx)
  const { to: status } = disputeLife.check(row.status, 'ask')
  await addMessage({ row, role: 'operator' }, { thread: 'payer', text: question }, ctx)
  const answer_by = new Date(ctx.now.getTime() + answerDays * DAY_MS)
  const changed = await store.updateDispute(ctx.tx, row.id, { status, answer_by })
  notify(
    { event: events.DisputeInformationRequested, row: changed, by: 'bank', only: 'payer' },
    ctx,
    assets,
  )
  return changed
}

export async function rejectDispute(
  id: string,
  reason: string,
  ctx: Context,
  { assets }: DisputeOptions,
): Promise<DisputeRow> {
  const row = await lockForDecision(id, ctx)
  const { to: status } = disputeLife.check(row.status, 'reject')
  const changed = await store.updateDispute(ctx.tx, row.id, {
    status,
    answer_by: null,
    closed_at: ctx.now,
    decided_by: ctx.caller.user!,
    decision_reason: reason,
  })
  notify({ event: events.DisputeRejected, row: changed, by: 'bank' }, ctx, assets)
  return changed
}

export interface Acceptance {
  readonly refund_from: 'receiver' | 'bank'
  readonly amount?: string | number
  readonly reason?: string
}

export async function acceptDispute(
  id: string,
  { refund_from, amount, reason }: Acceptance,
  ctx: Context,
  options: DisputeOptions,
): Promise<DisputeRow> {
  const row = await lockForDecision(id, ctx)
  const { to: status } = disputeLife.check(row.status, 'accept')
  const units = readRefund(amount, row, await options.reversing.lockLeft(toMove(row), ctx), options)
  const refund = refund_from === 'receiver' ? refundByReceiver : refundByBank
  const refund_entry = await refund(row, units, ctx, options)
  const changed = await store.updateDispute(ctx.tx, row.id, {
    status,
    answer_by: null,
    closed_at: ctx.now,
    decided_by: ctx.caller.user!,
    decision_reason: reason ?? null,
    refund_from,
    refund_units: units,
    refund_entry,
    // The receiver learns why the money is gone.
    ...(refund_from === 'receiver' &&
      row.receiver_notified_at === null && { receiver_notified_at: ctx.now }),
  })
  notify({ event: events.DisputeAccepted, row: changed, by: 'bank' }, ctx, options.assets)
  return changed
}

export const toMove = (row: DisputeRow) => ({
  entry_id: row.entry_id,
  line: row.line,
  from: { id: row.payer_account },
  to: { id: row.receiver_account },
  asset: row.asset,
  units: BigInt(row.payment_units),
})

/** What can be refunded of a dispute, if so much of the payment is left. */
export const capRefund = (row: DisputeRow, left: bigint): bigint => {
  const disputed = BigInt(row.units)
  return left < disputed ? left : disputed
}

function readRefund(
  amount: string | number | undefined,
  row: DisputeRow,
  left: bigint,
  { assets }: DisputeOptions,
): bigint {
  const asset = assets.get(row.asset)
  const most = capRefund(row, left)
  if (most <= 0n)
    throw NothingToRefund({ amount: formatMoney({ units: BigInt(row.payment_units), asset }) })
  if (amount === undefined) return most
  const units = readUnits(amount, asset, 'amount')
  if (units <= most) return units
  const sentence = `At most ${formatMoney({ units: most, asset })} can be refunded.`
  throw Invalid({ errors: { amount: [sentence] } })
}

type Refund = (
  row: DisputeRow,
  units: bigint,
  ctx: Context,
  options: DisputeOptions,
) => Promise<string>

const REFERENCE = 'Refund of a disputed payment'

/** A reversal like any other, so that it counts against what can be reversed. */
const refundByReceiver: Refund = async (row, units, ctx, { assets, reversing }) => {
  const { entry_id, line } = row
  const asset = assets.get(row.asset)
  const { id } = await reversing.reverse(
    {
      transaction_id: toTransactionId({ entry_id, line, side: 'from' }),
      reason: REFERENCE,
      amount: formatDecimal({ units, asset }),
      authorized_by: 'The bank',
    },
    ctx,
  )
  return id
}

/** The prover allows a reversal between the two accounts of the payment only, so this one is linked by the dispute. */
const refundByBank: Refund = async (row, units, ctx) => {
  const { asset, payer_account: to } = row
  const from = systemAccount(row.environment, 'dispute-losses')
  const { id } = await post(ctx, {
    books: [from, to].map((account) => ({ account, asset })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        subtype: 'dispute_refund',
        reference: REFERENCE,
        metadata: { dispute: row.id, payment: row.entry_id },
        credits: 'granted',
        evenIfFrozen: true,
        moves: [{ from, to, asset, units }],
      }),
  })
  return id
}
