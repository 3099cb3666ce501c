// Reads a payment file: from the document to a flat list of payments, or to the problems for which the whole
// file is refused. It runs in a worker thread.
import { createHash } from 'node:crypto'
import { parseDecimal } from '../../../kernel/money.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import { PROBLEMS_MAX, type Problem } from './errors.ts'
import {
  checkPayments,
  type Initiation,
  type InitiatedBatch,
  type InitiatedPayment,
  readPayments,
} from './temporary-codec.ts'

/** Far more than anybody pays at once; a larger file is sent in parts. */
export const PAYMENTS_MAX = 50_000

/** An EndToEndId that the payer did not give, as the standard has it written. */
export const NOT_PROVIDED = 'NOTPROVIDED'

export interface FilePayment {
  readonly position: number
  readonly line: number
  readonly payment_information_id: string | null
  readonly instruction_id: string | null
  readonly end_to_end_id: string
  readonly uetr: string | null
  /** The accounts as they are written: an IBAN or any other id. */
  readonly debtor: string
  readonly creditor: string
  readonly creditor_name: string | null
  readonly creditor_bic: string | null
  readonly amount: string
  readonly currency: string
  readonly remittance_info: string | null
  readonly requested_execution_date: string | null
  /** Whether an earlier payment of the file has the same EndToEndId. */
  readonly is_repeated: boolean
}

export interface PaymentFile {
  readonly message_type: 'pain.001' | 'pacs.008'
  /** Such as pain.001.001.09. */
  readonly message_name: string
  readonly message_id: string
  readonly initiating_party_name: string | null
  readonly control_sum: string | null
  readonly payments: readonly FilePayment[]
  /** Of all that the file says; the layout of the document does not matter. */
  readonly digest: Uint8Array
}

export type ReadFile =
  | { readonly file: PaymentFile }
  | { readonly problems: readonly Problem[]; readonly total: number }

/** Reads and checks a file that somebody has sent. */
export function readFile(xml: string, assets: AssetCatalogue): ReadFile {
  const initiation = readPayments(xml)
  const file = toFile(initiation)
  const problems = [
    ...checkPayments(initiation),
    ...checkCount(file.payments.length),
    ...file.payments.flatMap((payment) => checkPayment(payment, assets)),
  ]
  return problems.length === 0
    ? { file }
    : { problems: problems.slice(0, PROBLEMS_MAX), total: problems.length }
}

/** Reads a file that was found good when it was received, whatever has changed since. */
export const readGoodFile = (xml: string): PaymentFile => toFile(readPayments(xml))

function toFile(initiation: Initiation): PaymentFile {
  const payments = listPayments(initiation)
  return {
    message_type: initiation.message_type,
    message_name: initiation.version,
    message_id: initiation.message_id,
    initiating_party_name: initiation.initiating_party_name,
    control_sum: initiation.control_sum,
    payments,
    digest: digestOf(initiation, payments),
  }
}

function listPayments({ batches }: Initiation): FilePayment[] {
  const seen = new Set<string>()
  const payments: FilePayment[] = []
  for (const batch of batches)
    for (const payment of batch.transactions) {
      const { end_to_end_id: id } = payment
      const is_repeated = id !== NOT_PROVIDED && seen.has(id)
      seen.add(id)
      payments.push({ ...flatten(batch, payment), position: payments.length + 1, is_repeated })
    }
  return payments
}

const flatten = (
  batch: InitiatedBatch,
  payment: InitiatedPayment,
): Omit<FilePayment, 'position' | 'is_repeated'> => {
  const debtor = payment.debtor ?? batch.debtor
  const { creditor } = payment
  return {
    line: payment.line,
    payment_information_id: batch.payment_information_id,
    instruction_id: payment.instruction_id,
    end_to_end_id: payment.end_to_end_id,
    uetr: payment.uetr,
    debtor: debtor.iban ?? debtor.account ?? '',
    creditor: creditor.iban ?? creditor.account ?? '',
    creditor_name: creditor.name,
    creditor_bic: creditor.bic,
    amount: payment.amount,
    currency: payment.currency,
    remittance_info: payment.remittance_info ?? payment.structured_reference,
    requested_execution_date: batch.requested_execution_date?.slice(0, 10) ?? null,
  }
}

const checkCount = (count: number): Problem[] =>
  count <= PAYMENTS_MAX
    ? []
    : [
        {
          line: 0,
          path: 'GrpHdr/NbOfTxs',
          code: 'TOO_MANY',
          message: `The file has ${count} payments; send at most ${PAYMENTS_MAX} at once.`,
        },
      ]

/** What the bank needs beyond the rules of the standard. */
function checkPayment(payment: FilePayment, assets: AssetCatalogue): Problem[] {
  const problem = (path: string, code: string, message: string): Problem => ({
    line: payment.line,
    path: `CdtTrfTxInf/${path}`,
    code,
    message,
  })
  const asset = assets.find(payment.currency)
  return [
    ...(payment.debtor === ''
      ? [problem('DbtrAcct', 'MISSING', 'The debtor’s account is missing; give its IBAN or id.')]
      : []),
    ...(payment.creditor === ''
      ? [problem('CdtrAcct', 'MISSING', 'The creditor’s account is missing; give its IBAN or id.')]
      : []),
    ...(asset && !parseDecimal(payment.amount, asset)
      ? [
          problem(
            'Amt',
            'DECIMALS',
            `The amount ${payment.amount} may have at most ${asset.precision} decimal places for ${asset.code}.`,
          ),
        ]
      : []),
  ]
}

function digestOf(initiation: Initiation, payments: readonly FilePayment[]): Uint8Array {
  const { batches: _batches, ...header } = initiation
  const hash = createHash('sha256').update(JSON.stringify(header))
  for (const { line: _line, ...payment } of payments) hash.update(JSON.stringify(payment))
  return hash.digest()
}
