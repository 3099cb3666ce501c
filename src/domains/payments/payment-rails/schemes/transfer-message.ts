// Writes a credit transfer as a pacs.008 with one payment; its message id is the id of the payment in the network.
import { AppError, Invalid } from '../../../../operation/error.ts'
import { writeMessage } from '../../iso20022/index.ts'
import type { Party } from '../party.ts'
import { type RailId, railOf } from '../rails/catalogue.ts'

export interface TransferFacts {
  readonly rail: RailId
  readonly external_id: string
  readonly end_to_end_id: string
  readonly party: Party
  readonly memo: string | null
  readonly asset: string
  /** As decimal text. */
  readonly amount: string
  readonly settlement_date: string
  /** The customer's own account. */
  readonly own: Party
  readonly now: Date
}

export function writeTransfer(payment: TransferFacts): string {
  const [debtor, creditor] = [toSide(payment.own), toSide(payment.party)]
  return writeMessage('pacs.008', undefined, {
    message_id: payment.external_id,
    creation_date_time: payment.now.toISOString(),
    settlement_method: 'CLRG',
    transactions: [
      {
        debtor_name: debtor.name,
        debtor_iban: debtor.iban,
        debtor_account: debtor.account,
        debtor_bic: debtor.bic,
        debtor_clearing_member: debtor.member,
        creditor_name: creditor.name,
        creditor_iban: creditor.iban,
        creditor_account: creditor.account,
        creditor_bic: creditor.bic,
        creditor_clearing_member: creditor.member,
        end_to_end_id: payment.end_to_end_id,
        transaction_id: payment.external_id,
        amount: payment.amount,
        currency: payment.asset,
        settlement_date: payment.settlement_date,
        charge_bearer: railOf(payment.rail).accounts === 'iban' ? 'SLEV' : 'SHAR',
        remittance_info: isBlank(payment.memo) ? null : payment.memo,
      },
    ],
  })
}

/** Why a payment does not fit into a message, by the fields of the message; undefined if it does. */
export function findTransferFault(
  payment: TransferFacts,
): Readonly<Record<string, readonly string[]>> | undefined {
  try {
    writeTransfer(payment)
    return undefined
  } catch (error) {
    if (!(error instanceof AppError && error.def.code === Invalid.code)) throw error
    return (error.details as { readonly errors: Record<string, string[]> }).errors
  }
}

const isBlank = (text: string | null): boolean => text === null || text.trim() === ''

const NAMELESS = 'NOTPROVIDED'

/** An account as a message names it: a US bank by its routing number, any other by its BIC. */
const toSide = ({ name, iban, bic, routing_number, account_number }: Party) => ({
  name: isBlank(name) ? NAMELESS : name,
  iban,
  bic,
  account: iban === null ? account_number : null,
  member: iban === null ? routing_number : null,
})
