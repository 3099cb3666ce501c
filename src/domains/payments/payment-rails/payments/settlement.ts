// Advances payments through their life cycle: submits them to the network when their rail opens, and applies its
// answers. Each step and its postings are one transaction under the payment's lock, so an answer counts once, however
// often it arrives.
import type { Cleared } from '../../../../operation/credits.ts'
import { AppError, Unavailable } from '../../../../operation/error.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { Context } from '../../../../operation/operation.ts'
import { mayTake } from '../../../../operation/spending.ts'
import { type Account, setInDebt } from '../../../core/ledger/index.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import * as events from '../events.ts'
import { isProvisional } from './finality.ts'
import { settlementTime } from '../rails/hours.ts'
import { findMandate } from '../mandates/store.ts'
import { checkDebtorMandate, markUsed } from '../mandates/rules.ts'
import { paymentLife, type PaymentStatus } from '../life-cycle.ts'
import {
  collectWithin,
  creditIncoming,
  refund,
  repayReturn,
  settleSent,
  settleWithin,
} from './postings.ts'
import { findNextRail, takeNextRail } from './failover.ts'
import { findOtherSide, type Found, getOwnParty } from '../own-accounts.ts'
import { dueAfter, type RailOptions, schedule } from './service.ts'
import { railOf } from '../rails/catalogue.ts'
import { reasonOf, refusalCodeOf } from '../reasons.ts'
import type { Outcome, Refusal } from '../schemes/scheme.ts'
import { countOutcome } from '../rails/statistics.ts'
import * as store from './store.ts'
import type { PaymentRow } from './store.ts'
import { emitPaymentEvent } from './view.ts'
import { findInvalidField, invalidForRail } from '../schemes/validation.ts'

/** The delay before a failed step is retried. */
const AGAIN_SECONDS = 60

const eventOf: Readonly<Record<PaymentStatus, EventDef<typeof events.RailPaymentCreated.data>>> = {
  pending: events.RailPaymentCreated,
  processing: events.RailPaymentSubmitted,
  completed: events.RailPaymentCompleted,
  failed: events.RailPaymentFailed,
  returned: events.RailPaymentReturned,
  cancelled: events.RailPaymentCancelled,
  recovering: events.RailPaymentRecovering,
}

/** Takes the due step of a payment. The caller must hold its lock. */
export async function settleDue(
  row: PaymentRow,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  if (row.due_at === null || Date.parse(row.due_at) > ctx.now.getTime()) return row
  const scheme = options.schemes.find(row)
  if (!scheme) throw new Error(`the bank does not work with the network ${row.scheme}`)
  if (row.answer !== null) return applyOutcome(row, row.answer, ctx, options)
  if (row.status === 'pending') {
    paymentLife.check(row.status, 'submit')
    return submit(row, ctx, options)
  }
  if (row.status === 'processing' && row.submitted_at === null) return submit(row, ctx, options)
  if (row.status === 'processing') {
    const outcome = (await answerWithin(row, ctx, options)) ?? scheme.answer(row)
    return outcome ? applyOutcome(row, outcome, ctx, options) : wait(row, ctx)
  }
  if (row.status === 'completed') {
    const outcome = scheme.answerLater(row)
    return outcome
      ? applyOutcome(row, outcome, ctx, options)
      : store.updatePayment(ctx.tx, row.id, { due_at: null, updated_at: ctx.now })
  }
  // Retries the recovery of a returned collection that the account did not cover.
  return row.status === 'recovering' ? finishRecovery(row, ctx, options) : row
}

/** Stores no answer: the bank's own answer to an internal payment is valid only in its transaction. */
const wait = (row: PaymentRow, ctx: Context, reason = row.reason) =>
  store.updatePayment(ctx.tx, row.id, {
    reason,
    due_at: dueAfter(ctx.now, AGAIN_SECONDS),
    updated_at: ctx.now,
  })

/** Submits a payment to the network; one between two customers of this bank never leaves the bank. */
async function submit(row: PaymentRow, ctx: Context, options: RailOptions): Promise<PaymentRow> {
  const scheme = options.schemes.find(row)!
  const other = await findOtherSide(ctx.tx, options.directory, row)
  if (other.is === 'elsewhere' && !scheme.simulated) {
    const fault = await findInvalidField(candidateOf(row, options), ctx, options)
    if (fault) return applyOutcome(row, invalidForRail(row, fault), ctx, options)
    await scheme.submit(row, {
      own: await getOwnParty(ctx.tx, options.directory, row),
      mandate: row.mandate === null ? undefined : await findMandate(ctx.tx, row.mandate),
      now: ctx.now,
    })
  }
  const isAnswered = other.is !== 'elsewhere' || scheme.answerSeconds !== undefined
  const submitted = await store.updatePayment(ctx.tx, row.id, {
    status: 'processing',
    submitted_at: ctx.now,
    estimated_settlement: settlementTime(railOf(row.rail), ctx.now),
    due_at: isAnswered ? dueAfter(ctx.now, scheme.answerSeconds ?? 0) : null,
    updated_at: ctx.now,
  })
  if (row.status === 'pending') emitPaymentEvent(ctx, eventOf.processing, submitted, options.assets)
  await schedule(submitted, ctx, options)
  return submitted
}

const candidateOf = (row: PaymentRow, { assets }: RailOptions) => ({
  ...row,
  rail: railOf(row.rail),
  asset: assets.get(row.asset),
  units: BigInt(row.units),
})

const refusal = (code: string): Refusal => ({ status: 'failed', code, reason: reasonOf(code) })

/** The bank's own answer to a payment between two of its customers. */
async function answerWithin(
  row: PaymentRow,
  ctx: Context,
  { directory, standing }: RailOptions,
): Promise<Outcome | undefined> {
  const other = await findOtherSide(ctx.tx, directory, row)
  if (other.is === 'elsewhere') return undefined
  if (other.is !== 'ours') return refusal('AC01')
  if (other.account.status === 'frozen') return refusal('AC06')
  if (row.direction === 'incoming') {
    const mandate = await checkDebtorMandate(row, other.account, ctx, standing)
    if (typeof mandate === 'string') return refusal(mandate)
  }
  return { status: 'completed' }
}

/** Applies an answer of the network. An answer that does not apply to the current status changes nothing. */
export async function applyOutcome(
  row: PaymentRow,
  outcome: Outcome,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  await options.listeners.prepare(row, ctx)
  if (outcome.status === 'completed') {
    if (isProvisional(row) && outcome.code === undefined) return confirm(row, ctx)
    return paymentLife.find(row.status, 'complete') ? complete(row, outcome, ctx, options) : row
  }
  if (outcome.status === 'failed')
    return paymentLife.find(row.status, 'reject') ? reject(row, outcome, ctx, options) : row
  return paymentLife.find(row.status, 'return') ? takeReturn(row, outcome, ctx, options) : row
}

/** Records the final answer to a payment that a provisional one completed: a later rejection does not count. */
const confirm = (row: PaymentRow, ctx: Context) =>
  store.updatePayment(ctx.tx, row.id, { code: null, reason: null, updated_at: ctx.now })

async function finish(
  row: PaymentRow,
  change: store.PaymentChange & { readonly status: PaymentStatus },
  ctx: Context,
  { assets, listeners }: RailOptions,
): Promise<PaymentRow> {
  const changed = await store.updatePayment(ctx.tx, row.id, change)
  emitPaymentEvent(ctx, eventOf[change.status], changed, assets)
  await listeners.ended(changed, ctx)
  return changed
}

async function complete(
  row: PaymentRow,
  outcome: Extract<Outcome, { readonly status: 'completed' }>,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  const other = await findOtherSide(ctx.tx, options.directory, row)
  let twin: PaymentRow | undefined
  try {
    if (row.direction === 'incoming') twin = await collect(row, other, ctx, options)
    else if (other.is === 'ours') twin = await creditWithin(row, other.account, ctx, options)
    else await settleSent(ctx, row)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // The guards or the ledger refused before anything was written: the debtor's account lacks funds, an account is
    // closed, or an owner is sanctioned. A feature that is switched off is a temporary refusal.
    const waitsFor = `The payment waits: ${error.message}`
    if (other.is !== 'ours') return keepAnswer(row, outcome, waitsFor, ctx)
    if (error.def.code === Unavailable.code) return wait(row, ctx, waitsFor)
    const code = refusalCodeOf(error)
    return reject(row, refusal(code), ctx, options)
  }
  if (row.mandate !== null) await markUsed(ctx, row.mandate)
  await countOutcome(ctx.tx, row, outcome, ctx.now)
  const isReturnedLater = options.schemes.find(row)?.answerLater(row) !== undefined && !twin
  const seconds = options.schemes.find(row)?.answerSeconds ?? 0
  const completed = await finish(
    row,
    {
      status: 'completed',
      code: outcome.code ?? null,
      reason: outcome.reason ?? null,
      answer: null,
      ...(twin && { twin: twin.id }),
      completed_at: ctx.now,
      due_at: isReturnedLater ? dueAfter(ctx.now, seconds) : null,
      updated_at: ctx.now,
    },
    ctx,
    options,
  )
  await schedule(completed, ctx, options)
  return completed
}

/** Screens the customer at the time of the credit, independently of who initiated the payment and when. */
const clearArrival = (
  { id, asset, units }: Pick<PaymentRow, 'id' | 'asset'> & { readonly units: string | bigint },
  from: string | null,
  to: string,
  ctx: Context,
  { guards, assets }: RailOptions,
): Promise<Cleared> =>
  guards.mayArrive(ctx, { id, from, to, asset: assets.get(asset), units: BigInt(units) })

/** Credits another customer of this bank and records the payment for them. */
async function creditWithin(
  row: PaymentRow,
  to: Account,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  await settleWithin(ctx, row, await clearArrival(row, row.account_id, to.id, ctx, options))
  return recordTwin(row, to, 'incoming', ctx, options)
}

async function collect(
  row: PaymentRow,
  other: Found,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow | undefined> {
  if (other.is !== 'ours') {
    await creditIncoming(ctx, row, await clearArrival(row, null, row.account_id, ctx, options))
    return undefined
  }
  const mandate = await checkDebtorMandate(row, other.account, ctx, options.standing)
  if (typeof mandate === 'string') throw new Error(`the debtor's mandate was refused: ${mandate}`)
  const credits = await clearArrival(row, other.account.id, row.account_id, ctx, options)
  await collectWithin(ctx, row, other.account.id, credits)
  await markUsed(ctx, mandate.id)
  return recordTwin(row, other.account, 'outgoing', ctx, options, mandate.id)
}

/** The payment as the other customer sees it. */
async function recordTwin(
  row: PaymentRow,
  of: Account,
  direction: PaymentRow['direction'],
  ctx: Context,
  options: RailOptions,
  mandate: string | null = null,
): Promise<PaymentRow> {
  const twin = await store.insertPayment(ctx.tx, {
    id: uuidv7(ctx.now),
    environment: row.environment,
    user_uuid: of.user_uuid!,
    account_id: of.id,
    direction,
    type: row.type,
    rail: row.rail,
    scheme: row.scheme,
    asset: row.asset,
    units: BigInt(row.units),
    fee_units: 0n,
    party: await getOwnParty(ctx.tx, options.directory, row),
    memo: row.memo,
    end_to_end_id: row.end_to_end_id,
    external_id: row.external_id,
    origin: 'network',
    urgency: row.urgency,
    status: 'completed',
    routing: null,
    mandate,
    twin: row.id,
    submit_at: new Date(row.submit_at),
    estimated_settlement: ctx.now,
    completed_at: ctx.now,
    due_at: null,
    created_at: ctx.now,
  })
  emitPaymentEvent(ctx, events.RailPaymentReceived, twin, options.assets)
  return twin
}

/** The network rejected the payment: it fails over to another rail, or amount and fee are refunded. */
async function reject(
  row: PaymentRow,
  outcome: Refusal,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  const next = findNextRail(row, outcome, ctx.now)
  if (next) return takeNextRail(row, outcome, next, ctx, options)
  const from = row.direction === 'outgoing' ? 'clearing' : 'nowhere'
  const refunded = await refund(ctx, row, { from, withFee: true })
  if ('waitsFor' in refunded) return keepAnswer(row, outcome, refunded.waitsFor, ctx)
  await countOutcome(ctx.tx, row, outcome, ctx.now)
  const { code, reason } = outcome
  const change = { ...refunded, code, reason, answer: null, due_at: null, updated_at: ctx.now }
  return finish(row, { ...change, status: 'failed' }, ctx, options)
}

/** The payment was returned: a sent payment is refunded, a collection is debited again. */
async function takeReturn(
  row: PaymentRow,
  outcome: Refusal,
  ctx: Context,
  options: RailOptions,
): Promise<PaymentRow> {
  const { code } = outcome
  const kept = BigInt(outcome.kept ?? 0)
  const reason =
    kept > 0n ? `${outcome.reason} ${describeKept(row, kept, options)}` : outcome.reason
  const change = { code, reason, answer: null, due_at: null, updated_at: ctx.now }
  const isSettled = row.status !== 'processing'
  if (row.direction === 'outgoing') {
    const from = isSettled ? 'outside' : 'clearing'
    const refunded = await refund(ctx, row, { from, withFee: false, kept })
    if ('waitsFor' in refunded) return keepAnswer(row, outcome, refunded.waitsFor, ctx)
    return finish(row, { ...change, ...refunded, status: 'returned' }, ctx, options)
  }
  if (!isSettled) return finish(row, { ...change, status: 'returned' }, ctx, options)
  // The network has reclaimed the money, whether or not the account still covers it.
  await settleSent(ctx, row)
  const recovering = await store.updatePayment(ctx.tx, row.id, { ...change, status: 'recovering' })
  return finishRecovery(recovering, ctx, options, true)
}

const describeKept = (row: PaymentRow, kept: bigint, { assets }: RailOptions): string => {
  const asset = assets.get(row.asset)
  return `Other banks deducted charges of ${formatDecimal({ units: kept, asset })} ${asset.code}.`
}

/** Stores the answer until the money can move, because the network does not repeat it. */
const keepAnswer = (row: PaymentRow, answer: Outcome, waitsFor: string, ctx: Context) =>
  store.updatePayment(ctx.tx, row.id, {
    answer,
    code: answer.code ?? null,
    reason: answer.reason === undefined ? waitsFor : `${answer.reason} ${waitsFor}`,
    due_at: dueAfter(ctx.now, AGAIN_SECONDS),
    updated_at: ctx.now,
  })

const recovery = {
  open: 'The bank recovers the amount of a returned collection.',
}

/**
 * Recovers a returned collection from the accounts of its owner, in parts as money comes in. Until it is recovered in
 * full, nothing else leaves those accounts.
 */
async function finishRecovery(
  row: PaymentRow,
  ctx: Context,
  options: RailOptions,
  isFirst = false,
): Promise<PaymentRow> {
  await store.lockDebts(ctx.tx, row)
  const left = BigInt(row.units) - BigInt(row.recovered_units)
  const asCreditor = { ...ctx, maySpend: mayTake(recovery) }
  const taken = await repayReturn(asCreditor, row, left).catch((error: unknown) => {
    // The ledger refused before it wrote anything, for example because an account is in quarantine.
    if (error instanceof AppError) return 0n
    throw error
  })
  const recovered_units = String(BigInt(row.recovered_units) + taken)
  if (taken < left) {
    // Repeated each time, for accounts that were opened since.
    await setInDebt(ctx, row, true)
    const due_at = dueAfter(ctx.now, AGAIN_SECONDS)
    const change = { recovered_units, due_at, updated_at: ctx.now }
    const waiting = await store.updatePayment(ctx.tx, row.id, change)
    if (isFirst) emitPaymentEvent(ctx, eventOf.recovering, waiting, options.assets)
    return waiting
  }
  if (!(await store.hasOtherDebts(ctx.tx, row))) await setInDebt(ctx, row, false)
  const change = { recovered_units, due_at: null, updated_at: ctx.now }
  return finish(row, { ...change, status: 'returned' }, ctx, options)
}
