// Handles an ISO 20022 message of a network: status reports (pacs.002, pain.002) and notifications of bookings
// (camt.054) about our payments, and payments for customers (pacs.008).
import { parseDecimal } from '../../../kernel/money.ts'
import { AppError, Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { type MessageOf, type Problem, readMessage, readPayments } from '../iso20022/index.ts'
import { receive } from './incoming.ts'
import type { Report } from './inbox.ts'
import type { RailOptions } from './payments.ts'
import { findRail } from './rails.ts'
import { reasonOf } from './reasons.ts'
import type { Outcome } from './scheme.ts'
import { applyOutcome } from './settling.ts'
import * as store from './store.ts'

const completed = new Set(['ACSC', 'ACCC', 'ACSP', 'ACWC', 'ACWP'])

/** Undefined for a status that ends nothing, such as PDNG. */
function toOutcome(
  status: string | null,
  code: string | null,
  info: string | null,
): Outcome | undefined {
  if (status !== null && completed.has(status)) return { status: 'completed' }
  if (status !== 'RJCT' && status !== 'CANC') return undefined
  const known = code ?? (status === 'CANC' ? 'CUST' : 'NARR')
  return { status: 'failed', code: known, reason: info ?? reasonOf(known) }
}

/** One statement of the network about one payment of ours. */
interface Statement {
  /** Ids by which the network may name the payment, the surest first. */
  readonly ids: readonly (string | null | undefined)[]
  readonly outcome: Outcome | undefined
  readonly amount?: string | null | undefined
  readonly currency?: string | null | undefined
}

export async function handleMessage(
  name: string,
  xml: string,
  ctx: Context,
  options: RailOptions,
): Promise<{ readonly kind: string; readonly report: Report }> {
  const message = readMessage(xml, { lengthMax: LENGTH_MAX })
  const kind = message.message_type
  switch (kind) {
    case 'pacs.002':
      return { kind, report: await applyAll(ofPacs002(message), ctx, options) }
    case 'pain.002':
      return { kind, report: await applyAll(ofPain002(message), ctx, options) }
    case 'camt.054':
      return { kind, report: await applyAll(ofCamt054(message), ctx, options) }
    case 'pacs.008':
      return { kind, report: await receiveAll(name, xml, ctx, options) }
    default:
      throw Invalid({ errors: { message: [`A ${kind} is not expected from a network.`] } })
  }
}

const LENGTH_MAX = 20 * 1024 * 1024

/** A report about the whole group holds for its payment: our messages have one each. */
function ofPacs002(message: MessageOf<'pacs.002'>): Statement[] {
  const statuses = message.transaction_statuses ?? []
  if (statuses.length === 0)
    return [
      {
        ids: [message.original_message_id],
        outcome: toOutcome(
          message.group_status ?? null,
          message.group_reason_code ?? null,
          message.group_reason_info ?? null,
        ),
      },
    ]
  return statuses.map((one) => ({
    ids: [one.original_transaction_id, one.original_end_to_end_id, message.original_message_id],
    outcome: toOutcome(one.status ?? null, one.reason_code ?? null, one.reason_info ?? null),
    amount: one.original_amount,
    currency: one.original_currency,
  }))
}

function ofPain002(message: MessageOf<'pain.002'>): Statement[] {
  const payments = message.payment_statuses ?? []
  if (payments.length === 0)
    return [
      {
        ids: [message.original_message_id],
        outcome: toOutcome(
          message.group_status ?? null,
          message.group_reason_code ?? null,
          message.group_reason_info ?? null,
        ),
      },
    ]
  return payments.flatMap((payment): Statement[] => {
    const id = payment.original_payment_information_id
    const transactions = payment.transactions ?? []
    const whole = { status: payment.status ?? null, code: payment.reason_code ?? null }
    if (transactions.length === 0)
      return [
        { ids: [id], outcome: toOutcome(whole.status, whole.code, payment.reason_info ?? null) },
      ]
    return transactions.map((one) => ({
      ids: [one.original_end_to_end_id, id],
      outcome: toOutcome(
        one.status ?? whole.status,
        one.reason_code ?? whole.code,
        one.reason_info ?? null,
      ),
      amount: one.original_amount,
      currency: one.original_currency,
    }))
  })
}

/** A booking settles a payment; a reversal, or one with a reason of return, brings it back. */
function ofCamt054(message: MessageOf<'camt.054'>): Statement[] {
  return (message.notifications ?? []).flatMap(({ entries }) =>
    entries
      .filter(({ status }) => status === 'BOOK')
      .flatMap((entry) =>
        (entry.details ?? []).map((one): Statement => {
          const code = one.return_reason ?? null
          const isReturn = entry.is_reversal === true || code !== null
          return {
            ids: [one.transaction_id, one.end_to_end_id, one.message_id],
            outcome: isReturn
              ? { status: 'returned', code: code ?? 'NARR', reason: reasonOf(code ?? 'NARR') }
              : { status: 'completed' },
            amount: one.amount ?? entry.amount,
            currency: one.currency ?? entry.currency,
          }
        }),
      ),
  )
}

async function applyAll(
  statements: readonly Statement[],
  ctx: Context,
  options: RailOptions,
): Promise<Report> {
  const report: string[] = []
  for (const statement of statements) report.push(await applyOne(statement, ctx, options))
  return report
}

async function applyOne(
  { ids, outcome, amount, currency }: Statement,
  ctx: Context,
  options: RailOptions,
): Promise<string> {
  const named = ids.filter((id) => id !== null && id !== undefined)
  const row = await store.lockByExternalIds(ctx.tx, named)
  if (!row) return `${named[0] ?? 'A payment'}: unknown.`
  if (!outcome) return `${row.external_id}: no change.`
  const stated = amount ? parseDecimal(amount, options.assets.get(row.asset))?.units : undefined
  const isSame = (!amount || stated === BigInt(row.units)) && (!currency || currency === row.asset)
  if (!isSame) return `${row.external_id}: ignored, because the amount differs.`
  const changed = await applyOutcome(row, outcome, ctx, options)
  return `${row.external_id}: ${changed.status}.`
}

/** A file may say in its name which rail it came over; otherwise its currency decides. */
const railOfFile = (name: string, currency: string): string =>
  findRail(name.split('-')[0]!)?.id ?? (currency === 'EUR' ? 'sct_inst' : 'swift')

const sentenceOf = ({ line, message }: Problem): string => `Line ${line}: ${message}`

/** Credits the payments of a pacs.008 to customers, each once; one with a problem does not keep the others. */
async function receiveAll(
  name: string,
  xml: string,
  ctx: Context,
  options: RailOptions,
): Promise<Report> {
  const { batches, message_id, problems } = readPayments(xml, { lengthMax: LENGTH_MAX })
  const ofMessage = [...problems, ...batches.flatMap((batch) => batch.problems)]
  if (ofMessage[0]) throw Invalid({ errors: { message: ofMessage.map(sentenceOf) } })
  const report: string[] = []
  for (const one of batches.flatMap((batch) => batch.transactions)) {
    const { creditor, debtor, end_to_end_id } = one
    if (one.problems[0]) {
      report.push(`${end_to_end_id}: refused. ${one.problems.map(sentenceOf).join(' ')}`)
      continue
    }
    try {
      const { isNew } = await receive(
        {
          rail: railOfFile(name, one.currency),
          amount: one.amount,
          currency: one.currency,
          account: creditor.iban ?? creditor.account ?? '',
          counterparty: { name: debtor?.name, iban: debtor?.iban, bic: debtor?.bic },
          external_id: one.uetr ?? `${message_id}/${end_to_end_id}`.slice(0, 64),
          end_to_end_id,
          memo: one.remittance_info,
        },
        ctx,
        options,
      )
      report.push(`${end_to_end_id}: ${isNew ? 'booked' : 'booked before'}.`)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      report.push(`${end_to_end_id}: refused. ${error.message}`)
    }
  }
  return report
}
