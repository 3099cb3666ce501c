// Paying on a mandate: which payment fits, and that an intent stays within its budget. The mandate is
// locked by whoever gets here, so that two payments at once are counted one after the other.
import { formatMoney } from '../../../kernel/money.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { MandateExpired, PaymentAlreadyUsed, PaymentDoesNotFit } from './errors.ts'
import * as events from './events.ts'
import { centsToUnits, paymentRule } from './payloads.ts'
import type { FindPayment, SeenPayment } from './ports.ts'
import { begin, finish, type MandatesOptions } from './step.ts'
import * as store from './store.ts'
import type { MandateRow, PaymentRow, PaymentState } from './store.ts'

export async function execute(
  uuid: string,
  given: string,
  ctx: Context,
  options: MandatesOptions,
): Promise<MandateRow> {
  const { mandate, next } = await begin(uuid, 'execute', ctx)
  if (Date.parse(mandate.expires_at) <= ctx.now.getTime())
    throw MandateExpired({ expires_at: mandate.expires_at })
  const payment = await getPayment(given, mandate, ctx, options.findPayment)
  const reference = payment.transaction_id
  checkFits(payment, mandate, options)
  const state = stateOf(payment)
  if (state === 'void')
    throw PaymentDoesNotFit({ reason: `The payment ${reference} is ${payment.status}.` })
  const row = { reference, mandate_uuid: uuid, units: payment.units, state }
  if (!(await store.insertPayment(ctx.tx, row, ctx.now))) throw PaymentAlreadyUsed({ reference })
  await checkBudget(mandate, ctx, options)
  const change = { status: next, executed_at: mandate.executed_at ?? ctx.now.toISOString() }
  return finish(uuid, change, events.MandateExecuted, ctx, { payment_reference: reference })
}

/** A payment between strangers to the mandate does not exist here. */
async function getPayment(
  reference: string,
  { issuer_did, subject_did }: MandateRow,
  { tx }: Context,
  findPayment: FindPayment,
): Promise<SeenPayment> {
  const payment = await findPayment(tx, reference)
  const parties = [issuer_did, subject_did]
  const isTheirs =
    payment && (parties.includes(payment.from_agent_did) || parties.includes(payment.to_agent_did))
  if (!isTheirs) throw NotFound({ what: 'payment', id: reference })
  return payment
}

function checkFits(payment: SeenPayment, mandate: MandateRow, { assets }: MandatesOptions): void {
  const refuse = (reason: string) => PaymentDoesNotFit({ reason })
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
    throw refuse(`The payment is ${show(payment.units)}; the mandate is ${show(mandate.units)}.`)
  const max = max_payment_cents === undefined ? undefined : centsToUnits(max_payment_cents, asset)
  if (max !== undefined && payment.units > max)
    throw refuse(
      `A single payment may be ${show(max)} at most; this one is ${show(payment.units)}.`,
    )
}

const stateOf = (payment: SeenPayment | undefined): PaymentState => {
  if (payment?.status === 'completed' || payment?.status === 'pending') return payment.status
  return 'void'
}

/** Each is looked at again whenever one is added, and all are shown. */
export const PAYMENTS_MAX = 500

/** With the new payment already among the rows: too much rolls it back. */
async function checkBudget(
  mandate: MandateRow,
  ctx: Context,
  { assets, findPayment }: MandatesOptions,
): Promise<void> {
  const payments = await refresh(mandate.uuid, ctx, findPayment)
  if (payments.length > PAYMENTS_MAX)
    throw PaymentDoesNotFit({
      reason: `The mandate has ${PAYMENTS_MAX} payments, as many as one may have; issue another.`,
    })
  const paid = sumOf(payments)
  if (paid <= mandate.units) return
  const asset = assets.get(mandate.currency)
  const show = (units: bigint): string => formatMoney({ units, asset })
  throw PaymentDoesNotFit({
    reason: `The payments would come to ${show(paid)}; the budget is ${show(mandate.units)}.`,
  })
}

/** What came to nothing does not count. */
const sumOf = (payments: readonly PaymentRow[]): bigint =>
  payments.reduce((sum, { state, units }) => (state === 'void' ? sum : sum + units), 0n)

/** Looks again at what was still pending. */
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
    throw PaymentDoesNotFit({ reason: `The payment ${pending.reference} is still pending.` })
  if (payments.every(({ state }) => state === 'void'))
    throw PaymentDoesNotFit({ reason: 'No payment on this mandate was made in the end.' })
}
