// Reads a payment file: from the document to a flat list of payments, or to the problems for which the whole
// file is refused. It runs in a worker thread.
import { createHash } from 'node:crypto'
import { parseDecimal } from '../../../../kernel/money.ts'
import { AppError } from '../../../../operation/error.ts'
import { isRoutingNumber } from '../../../core/account-numbers/for-tasks.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import { checkPayments, InvalidMessage, readPayments } from '../../iso20022/for-tasks.ts'
import type {
  Initiation,
  Party,
  PaymentBatch,
  PaymentOrder,
  Problem,
} from '../../iso20022/index.ts'
import { PROBLEMS_MAX } from '../errors.ts'

/** A larger file is sent in parts. */
export const PAYMENTS_MAX = 50_000

/** The value that the standard prescribes for an EndToEndId that the payer did not provide. */
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
  readonly debtor_bic: string | null
  readonly creditor: string
  readonly creditor_name: string | null
  readonly creditor_bic: string | null
  readonly amount: string
  readonly currency: string
  readonly remittance_info: string | null
  readonly requested_execution_date: string | null
  /** Whether an earlier payment of the file has the same EndToEndId. */
  readonly is_repeated: boolean
  /** The file asks for something else than a transfer of this amount: a cheque, or another currency. */
  readonly is_other: boolean
}

export interface PaymentFile {
  readonly message_type: 'pain.001' | 'pacs.008'
  /** Such as pain.001.001.09. */
  readonly message_name: string
  readonly message_id: string
  readonly initiating_party_name: string | null
  readonly control_sum: string | null
  readonly payments: readonly FilePayment[]
  /** Over the content of the file; the formatting of the document does not matter. */
  readonly digest: Uint8Array
}

export interface Refused {
  readonly problems: readonly Problem[]
  readonly total: number
}

export type ReadFile = { readonly file: PaymentFile } | Refused

/** Reads and validates a file that a customer has sent. */
export async function readFile(
  xml: AsyncIterable<string>,
  assets: AssetCatalogue,
): Promise<ReadFile> {
  try {
    const initiation = await readPayments(xml)
    const file = toFile(initiation)
    const problems = [
      ...checkPayments(initiation),
      ...checkCount(file.payments.length),
      ...checkOrders(initiation, assets),
    ]
    return problems.length === 0
      ? { file }
      : { problems: problems.slice(0, PROBLEMS_MAX), total: problems.length }
  } catch (error) {
    if (!(error instanceof AppError && error.def.code === InvalidMessage.code)) throw error
    return { problems: [error.details as Problem], total: 1 }
  }
}

/** Reads a file that was valid when it was received, without validating it again. */
export const readGoodFile = async (xml: AsyncIterable<string>): Promise<PaymentFile> =>
  toFile(await readPayments(xml))

function toFile(initiation: Initiation): PaymentFile {
  const payments = listPayments(initiation)
  return {
    message_type: initiation.message_type,
    message_name: initiation.version ?? initiation.message_type,
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
    for (const order of batch.transactions) {
      const { end_to_end_id: id } = order
      const is_repeated = id !== NOT_PROVIDED && seen.has(id)
      seen.add(id)
      payments.push({ ...flatten(batch, order), position: payments.length + 1, is_repeated })
    }
  return payments
}

/** A bank that is named by its clearing number precedes the account, as in 021000021:123456789. */
function writtenAccount({ iban, account, bic, member }: Party): string {
  if (iban !== null || account === null) return iban ?? ''
  const isNamed = member !== null && (bic === null || isRoutingNumber(member))
  return isNamed ? `${member}:${account}` : account
}

const debtorOf = (batch: PaymentBatch, order: PaymentOrder): Party => order.debtor ?? batch.debtor

/** Credit transfers; cheques are not supported. */
const transferMethods: ReadonlySet<string> = new Set(['TRF', 'TRA'])

const flatten = (
  batch: PaymentBatch,
  order: PaymentOrder,
): Omit<FilePayment, 'position' | 'is_repeated'> => ({
  line: order.line,
  payment_information_id: batch.payment_information_id,
  instruction_id: order.instruction_id,
  end_to_end_id: order.end_to_end_id,
  uetr: order.uetr,
  debtor: writtenAccount(debtorOf(batch, order)),
  debtor_bic: debtorOf(batch, order).bic,
  creditor: writtenAccount(order.creditor),
  creditor_name: order.creditor.name,
  creditor_bic: order.creditor.bic,
  amount: order.amount,
  currency: order.currency,
  remittance_info: order.remittance_info ?? order.structured_reference,
  requested_execution_date: batch.requested_execution_date?.slice(0, 10) ?? null,
  is_other: !transferMethods.has(batch.payment_method) || order.transfer_currency !== null,
})

const checkCount = (count: number): Problem[] => {
  if (count > 0 && count <= PAYMENTS_MAX) return []
  const message =
    count === 0
      ? 'The file has no payments.'
      : `The file has ${count} payments; send at most ${PAYMENTS_MAX} at once.`
  return [{ line: 1, path: 'GrpHdr/NbOfTxs', code: 'COUNT', message }]
}

/** The rules of the bank in addition to those of the standard. */
function checkOrders({ batches }: Initiation, assets: AssetCatalogue): Problem[] {
  const problems: Problem[] = []
  for (const batch of batches)
    for (const order of batch.transactions) {
      const found = [
        findAccountProblem(order, 'DbtrAcct', debtorOf(batch, order)),
        findAccountProblem(order, 'CdtrAcct', order.creditor),
        findDecimalsProblem(order, assets),
      ]
      for (const problem of found) if (problem) problems.push(problem)
    }
  return problems
}

function findAccountProblem(
  { line, path }: PaymentOrder,
  element: string,
  party: Party,
): Problem | undefined {
  if (writtenAccount(party) !== '') return undefined
  const message = 'The account is missing; give its IBAN, or its id in Othr/Id.'
  return { line, path: `${path}/${element}`, code: 'MISSING', message }
}

function findDecimalsProblem(
  { line, path, amount, currency }: PaymentOrder,
  assets: AssetCatalogue,
): Problem | undefined {
  const asset = assets.find(currency)
  if (!asset || parseDecimal(amount, asset)) return undefined
  const message = `The amount ${amount} has more decimals than ${asset.code} has here, ${asset.precision}.`
  return { line, path: `${path}/Amt`, code: 'DECIMALS', message }
}

/** Of the header and of each payment except its line. The order must never change, because digests are stored. */
function digestOf(initiation: Initiation, payments: readonly FilePayment[]): Uint8Array {
  const { batches: _batches, problems: _problems, ...header } = initiation
  const hash = createHash('sha256').update(JSON.stringify(header))
  for (const one of payments)
    hash.update(
      [
        one.payment_information_id,
        one.instruction_id,
        one.end_to_end_id,
        one.uetr,
        one.debtor,
        one.creditor,
        one.creditor_name,
        one.creditor_bic,
        one.amount,
        one.currency,
        one.remittance_info,
        one.requested_execution_date,
        one.is_other,
        one.position,
        one.is_repeated,
      ].join(FIELD_END),
    )
  return hash.digest()
}

/** XML texts cannot hold it. */
const FIELD_END = '\u001f'
