// Applies what messages of a network say about our payments: status reports (pacs.002, pain.002), notifications of
// bookings (camt.054) and returns (pacs.004).
import { parseDecimal } from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { MessageOf, ReturnMessage } from '../../iso20022/index.ts'
import {
  isProvisional,
  meaningOf,
  meaningOfEntry,
  type StatusMessage,
} from '../payments/finality.ts'
import type { RailOptions } from '../payments/service.ts'
import { reasonOf } from '../reasons.ts'
import type { Outcome, Refusal } from '../schemes/scheme.ts'
import { applyOutcome } from '../payments/settlement.ts'
import * as store from '../payments/store.ts'
import type { PaymentRow } from '../payments/store.ts'

type Text = string | null | undefined

/** One statement of the network about one payment of ours. */
export interface StatusUpdate {
  /** Ids by which the network may name the payment, the most reliable first. */
  readonly ids: readonly Text[]
  /** The outcome of the payment; undefined if the status is not final. */
  outcomeFor(row: PaymentRow): Outcome | undefined
  /** The amount of the payment as the network knows it. */
  readonly amount?: Text
  readonly currency?: Text
  /** The returned amount, if it differs. */
  readonly returned?: Text
}

interface Status {
  readonly status: Text
  readonly code: Text
  readonly info: Text
}

const byStatus =
  (message: StatusMessage, { status = null, code, info }: Status) =>
  (row: PaymentRow): Outcome | undefined => {
    switch (meaningOf(message, row.rail, status)) {
      case 'settled':
        return { status: 'completed' }
      case 'provisional':
        return { status: 'completed', code: status!, reason: reasonOf(status!) }
      case 'refused': {
        const known = code ?? (status === 'CANC' ? 'CUST' : 'NARR')
        // A refusal after a provisional answer is a return.
        const ends = isProvisional(row) ? 'returned' : 'failed'
        return { status: ends, code: known, reason: info ?? reasonOf(known) }
      }
      case undefined:
        return undefined
    }
  }

/** A report about the whole group applies to its payment, because each of our messages has one payment. */
export function ofPacs002(message: MessageOf<'pacs.002'>): StatusUpdate[] {
  const { original_message_id, group_status: status } = message
  const [code, info] = [message.group_reason_code, message.group_reason_info]
  const statuses = message.transaction_statuses ?? []
  if (statuses.length === 0)
    return [
      { ids: [original_message_id], outcomeFor: byStatus('pacs.002', { status, code, info }) },
    ]
  return statuses.map((one) => ({
    ids: [one.original_transaction_id, one.original_end_to_end_id, original_message_id],
    outcomeFor: byStatus('pacs.002', {
      status: one.status ?? status,
      code: one.reason_code ?? code,
      info: one.reason_info ?? info,
    }),
    amount: one.original_amount,
    currency: one.original_currency,
  }))
}

export function ofPain002(message: MessageOf<'pain.002'>): StatusUpdate[] {
  const payments = message.payment_statuses ?? []
  const group = {
    status: message.group_status,
    code: message.group_reason_code,
    info: message.group_reason_info,
  }
  if (payments.length === 0)
    return [{ ids: [message.original_message_id], outcomeFor: byStatus('pain.002', group) }]
  return payments.flatMap((payment): StatusUpdate[] => {
    const id = payment.original_payment_information_id
    const transactions = payment.transactions ?? []
    const whole = {
      status: payment.status ?? group.status,
      code: payment.reason_code ?? group.code,
      info: payment.reason_info ?? group.info,
    }
    if (transactions.length === 0) return [{ ids: [id], outcomeFor: byStatus('pain.002', whole) }]
    return transactions.map((one) => ({
      ids: [one.original_end_to_end_id, id],
      outcomeFor: byStatus('pain.002', {
        status: one.status ?? whole.status,
        code: one.reason_code ?? whole.code,
        info: one.reason_info ?? whole.info,
      }),
      amount: one.original_amount,
      currency: one.original_currency,
    }))
  })
}

const returned = (code: Text, info?: Text): Refusal => {
  const known = code ?? 'NARR'
  return { status: 'returned', code: known, reason: info ?? reasonOf(known) }
}

const byEntry = (meaning: ReturnType<typeof meaningOfEntry>, code: Text): Outcome | undefined => {
  if (meaning === 'returned') return returned(code)
  return meaning && { status: 'completed' }
}

/** Only a booked entry counts; a pending or informational one is not final. */
export function ofCamt054(message: MessageOf<'camt.054'>): StatusUpdate[] {
  return (message.notifications ?? []).flatMap(({ entries }) =>
    entries
      .filter(({ status }) => status === 'BOOK')
      .flatMap((entry) =>
        (entry.details ?? []).map((one): StatusUpdate => {
          const { credit_debit, is_reversal } = entry
          const return_reason = one.return_reason ?? null
          const bank_ids = [one.transaction_id, one.message_id]
          const booked = { credit_debit, is_reversal, return_reason, bank_ids }
          return {
            ids: [one.transaction_id, one.end_to_end_id, one.message_id],
            outcomeFor: (row) => byEntry(meaningOfEntry(row, booked), return_reason),
            amount: one.amount ?? entry.amount,
            currency: one.currency ?? entry.currency,
          }
        }),
      ),
  )
}

/** A return of the whole group applies to its payment, as a report about it does. */
export function ofPacs004(message: ReturnMessage): StatusUpdate[] {
  const { original_message_id, group_reason_code: code, group_reason_info: info } = message
  if (message.returns.length === 0)
    return [
      {
        ids: [original_message_id],
        outcomeFor: () => returned(code, info),
        currency: message.total_currency,
        returned: message.total_amount,
      },
    ]
  return message.returns.map((one) => ({
    ids: [
      one.original_transaction_id,
      one.original_end_to_end_id,
      one.original_message_id ?? original_message_id,
    ],
    outcomeFor: () => returned(one.reason_code ?? code, one.reason_info ?? info),
    amount: one.original_amount,
    currency: one.original_currency ?? one.currency,
    returned: one.amount,
  }))
}

export async function applyStatusUpdates(
  statements: readonly StatusUpdate[],
  ctx: Context,
  options: RailOptions,
): Promise<string[]> {
  const report: string[] = []
  for (const statement of statements) report.push(await applyOne(statement, ctx, options))
  return report
}

async function applyOne(
  statement: StatusUpdate,
  ctx: Context,
  options: RailOptions,
): Promise<string> {
  const named = statement.ids.filter((id) => id !== null && id !== undefined)
  const row = await store.lockByExternalIds(ctx.tx, named)
  if (!row) return `${named[0] ?? 'A payment'}: unknown.`
  const outcome = statement.outcomeFor(row)
  if (!outcome) return `${row.external_id}: no change.`
  const back = readReturned(statement, row, options)
  if (back === undefined) return `${row.external_id}: ignored, because the amount differs.`
  const { rest } = back
  const full =
    rest > 0n && outcome.status === 'returned' ? { ...outcome, kept: `${rest}` } : outcome
  const changed = await applyOutcome(row, full, ctx, options)
  if (changed === row && row.status === 'completed' && outcome.status === 'failed')
    return `${row.external_id}: completed. A rejection after the final status changes nothing; only a return reverses the payment.`
  return `${row.external_id}: ${changed.status}.`
}

/** The charges deducted from a returned payment; undefined if the amounts are not those of the payment. */
function readReturned(
  { amount, currency, returned: back }: StatusUpdate,
  { asset, units, direction }: PaymentRow,
  { assets }: RailOptions,
): { readonly rest: bigint } | undefined {
  const parse = (text: string) => parseDecimal(text, assets.get(asset))?.units
  if (currency && currency !== asset) return undefined
  if (amount && parse(amount) !== BigInt(units)) return undefined
  const stated = back ? parse(back) : BigInt(units)
  if (stated === undefined || stated <= 0n || stated > BigInt(units)) return undefined
  const rest = BigInt(units) - stated
  // A collection is returned in full or not at all.
  return rest > 0n && direction === 'incoming' ? undefined : { rest }
}
