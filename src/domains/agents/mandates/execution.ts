// Records existing payments under a mandate; it makes no payment. Checks that a payment fits and was made under the
// mandate, and that an intent stays within its budget. The caller holds the lock of the mandate, so two payments at once
// are counted one after another.
import { formatMoney } from '../../../kernel/money.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { MandateExpired, PaymentAlreadyUsed, MandatePaymentMismatch } from './errors.ts'
import * as events from './events.ts'
import { limitToUnits, paymentRule } from './payloads.ts'
import type { FindPayment, PaymentSummary } from './ports.ts'
import { checkAuthority } from './authority.ts'
import { beginTransition, finishTransition, type MandatesOptions } from './transition.ts'
import * as store from './store.ts'
import type { MandateRow, PaymentRow, PaymentState } from './store.ts'

export async function execute(
  uuid: string,
  payment_reference: string,
  ctx: Context,
  options: MandatesOptions,
): Promise<MandateRow> {
  const { mandate, next } = await beginTransition(uuid, 'execute', ctx)
  if (Date.parse(mandate.expires_at) <= ctx.now.getTime())
    throw MandateExpired({ expires_at: mandate.expires_at })
  await checkAuthority(mandate, ctx, options.standing)
  const payment = await getPayment(payment_reference, mandate, ctx, options.findPayment)
  const reference = payment.transaction_id
  checkFits(payment, mandate, options)
  const state = stateOf(payment)
  if (state === 'void')
    throw MandatePaymentMismatch({ reason: `The payment ${reference} is ${payment.status}.` })
  const row = { reference, mandate_uuid: uuid, units: payment.units, state }
  if (!(await store.insertPayment(ctx.tx, row, ctx.now))) throw PaymentAlreadyUsed({ reference })
  await checkBudget(mandate, ctx, options)
  const change = { status: next, executed_at: mandate.executed_at ?? ctx.now.toISOString() }
  return finishTransition(uuid, change, events.MandateExecuted, ctx, {
    payment_reference: reference,
  })
}

/** A payment that involves neither side of the mandate is 404. */
async function getPayment(
  reference: string,
  { issuer_did, subject_did }: MandateRow,
  { tx }: Context,
  findPayment: FindPayment,
): Promise<PaymentSummary> {
  const payment = await findPayment(tx, reference)
  const parties = [issuer_did, subject_did]
  const isTheirs =
    payment && (parties.includes(payment.from_agent_did) || parties.includes(payment.to_agent_did))
  if (!isTheirs) throw NotFound({ what: 'payment', id: reference })
  return payment
}

function checkFits(
  payment: PaymentSummary,
  mandate: MandateRow,
  { assets }: MandatesOptions,
): void {
  const refuse = (reason: string) => MandatePaymentMismatch({ reason })
  if (Date.parse(payment.created_at) < Date.parse(mandate.created_at))
    throw refuse(
      `The payment was made at ${payment.created_at}, before the mandate was issued at ${mandate.created_at}.`,
    )
  const { payers, payees, max_payment_cents } = paymentRule(mandate.type, mandate.payload)
  if (!payers.includes(payment.from_agent_did))
    throw refuse(`The payment must come from ${payers.join(' or ')}.`)
  if (payees && !payees.includes(payment.to_agent_did))
    throw refuse(`The payment must go to ${payees.join(' or ')}.`)
  if (payment.currency !== mandate.currency)
    throw refuse(`The payment must be in ${mandate.currency}, not ${payment.currency}.`)
  const asset = assets.get(mandate.currency)
  const show = (units: bigint): string => formatMoney({ units, asset })
  if (mandate.type !== 'intent' && payment.units !== mandate.units)
    throw refuse(
      `The payment is ${show(payment.units)}, but the mandate is for ${show(mandate.units)}.`,
    )
  const max = max_payment_cents === undefined ? undefined : limitToUnits(max_payment_cents, asset)
  if (max !== undefined && payment.units > max)
    throw refuse(
      `A single payment can be ${show(max)} at most; this payment is ${show(payment.units)}.`,
    )
}

const stateOf = (payment: PaymentSummary | undefined): PaymentState => {
  if (payment?.status === 'completed' || payment?.status === 'pending') return payment.status
  return 'void'
}

/** Limited because every added payment re-reads all pending ones, and the mandate shows them all. */
export const PAYMENTS_MAX = 500

/** Runs after the new payment is inserted: exceeding the budget rolls the insertion back. */
async function checkBudget(
  mandate: MandateRow,
  ctx: Context,
  { assets, findPayment }: MandatesOptions,
): Promise<void> {
  const payments = await refresh(mandate.uuid, ctx, findPayment)
  if (payments.length > PAYMENTS_MAX)
    throw MandatePaymentMismatch({
      reason: `The mandate has ${PAYMENTS_MAX} payments, the most that one can have; issue another mandate.`,
    })
  const paid = sumOf(payments)
  if (paid <= mandate.units) return
  const asset = assets.get(mandate.currency)
  const show = (units: bigint): string => formatMoney({ units, asset })
  throw MandatePaymentMismatch({
    reason: `The budget of ${show(mandate.units)} would be exceeded: with this payment ${show(paid)} would be spent.`,
  })
}

/** Void payments do not count. */
const sumOf = (payments: readonly PaymentRow[]): bigint =>
  payments.reduce((sum, { state, units }) => (state === 'void' ? sum : sum + units), 0n)

/** Updates the state of the payments that were still pending. */
async function refresh(uuid: string, { tx }: Context, findPayment: FindPayment) {
  const payments = (await store.findPayments(tx, [uuid])).get(uuid) ?? []
  const fresh: PaymentRow[] = []
  for (const payment of payments) {
    const { reference } = payment
    const state =
      payment.state === 'pending' ? stateOf(await findPayment(tx, reference)) : payment.state
    if (state !== payment.state) await store.updatePayment(tx, reference, state)
    fresh.push({ ...payment, state })
  }
  return fresh
}

export async function checkAllPaid(uuid: string, ctx: Context, findPayment: FindPayment) {
  const payments = await refresh(uuid, ctx, findPayment)
  const pending = payments.find(({ state }) => state === 'pending')
  if (pending)
    throw MandatePaymentMismatch({
      reason: `The payment ${pending.reference} is still pending; confirm or cancel it first.`,
    })
  if (payments.every(({ state }) => state === 'void'))
    throw MandatePaymentMismatch({ reason: 'No payment on this mandate has been completed.' })
}
