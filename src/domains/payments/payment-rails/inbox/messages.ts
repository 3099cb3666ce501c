// Handles an ISO 20022 message of a network: status reports (pacs.002, pain.002) and notifications of bookings
// (camt.054) about our payments, returns of them (pacs.004), and payments for customers (pacs.008).
import { AppError, Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { isRoutingNumber } from '../../../core/account-numbers/index.ts'
import { type Party, type Problem, readNetworkMessage, readPayments } from '../../iso20022/index.ts'
import { receive } from '../payments/incoming-payments.ts'
import type { Report } from './inbox.ts'
import { applyStatusUpdates, ofCamt054, ofPacs002, ofPacs004, ofPain002 } from './status-updates.ts'
import type { PartyInput } from '../party.ts'
import type { RailOptions } from '../payments/service.ts'
import { findRail } from '../rails/catalogue.ts'

export async function handleMessage(
  name: string,
  xml: string,
  ctx: Context,
  options: RailOptions,
): Promise<{ readonly kind: string; readonly report: Report }> {
  const message = readNetworkMessage(xml, { lengthMax: LENGTH_MAX })
  const kind = message.message_type
  switch (kind) {
    case 'pacs.002':
      return { kind, report: await applyStatusUpdates(ofPacs002(message), ctx, options) }
    case 'pain.002':
      return { kind, report: await applyStatusUpdates(ofPain002(message), ctx, options) }
    case 'camt.054':
      return { kind, report: await applyStatusUpdates(ofCamt054(message), ctx, options) }
    case 'pacs.004':
      return { kind, report: await applyStatusUpdates(ofPacs004(message), ctx, options) }
    case 'pacs.008':
      return { kind, report: await receiveAll(name, xml, ctx, options) }
    default:
      throw Invalid({ errors: { message: [`A ${kind} is not expected from a network.`] } })
  }
}

const LENGTH_MAX = 20 * 1024 * 1024

/** The name of a file may contain its rail; otherwise its currency decides. */
const railOfFile = (name: string, currency: string): string =>
  findRail(name.split('-')[0]!)?.id ?? (currency === 'EUR' ? 'sct_inst' : 'swift')

/** An account with the bank that the message names: the number alone may belong to a customer of another bank. */
function addressOf({ iban, account, bic, member }: Party): PartyInput {
  if (member === null) return { iban, bic, account_number: account }
  if (isRoutingNumber(member)) return { iban, bic, routing_number: member, account_number: account }
  // Another clearing system: the number is not one that this bank gave.
  return { iban, bic, account_number: account === null ? null : `${member}:${account}` }
}

const sentenceOf = ({ line, message }: Problem): string => `Line ${line}: ${message}`

/** Credits the payments of a pacs.008 to customers, each once; one with a problem does not block the others. */
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
          account: addressOf(creditor),
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
