// Payment orders for execution: the payments of a pain.001 or pacs.008 in one shape, each with its line.
// The elements that execution requires must be present; other problems are recorded with each payment.
import { InvalidMessage } from './errors.ts'
import type { Problem } from './problem.ts'
import { type AnyRecord, type Item, MessageReader, type ReaderOptions } from './codec/reader.ts'

export interface Party {
  readonly name: string | null
  readonly iban: string | null
  /** A number of the account that is no IBAN. */
  readonly account: string | null
  readonly bic: string | null
  /** The bank's number in a national clearing system, such as a routing number. */
  readonly member: string | null
}

export interface PaymentOrder {
  readonly line: number
  readonly path: string
  readonly instruction_id: string | null
  readonly end_to_end_id: string
  readonly uetr: string | null
  /** As it is written, such as 12.50. */
  readonly amount: string
  readonly currency: string
  /** The currency to pay in, if the amount is an equivalent in another one. */
  readonly transfer_currency: string | null
  readonly charge_bearer: string | null
  /** The payer of a pacs.008; in a pain.001 the batch has it. */
  readonly debtor: Party | null
  readonly creditor: Party
  readonly remittance_info: string | null
  readonly structured_reference: string | null
  /** The problems that validation finds in this payment. */
  readonly problems: readonly Problem[]
}

export interface PaymentBatch {
  readonly line: number
  readonly path: string
  readonly payment_information_id: string | null
  readonly payment_method: string
  readonly requested_execution_date: string | null
  readonly debtor: Party
  readonly number_of_transactions: number | null
  readonly control_sum: string | null
  readonly transactions: readonly PaymentOrder[]
  /** Problems of the batch itself: its debtor, its date, its count and sum. */
  readonly problems: readonly Problem[]
}

export interface Initiation {
  readonly message_type: 'pain.001' | 'pacs.008'
  readonly version: string | null
  readonly message_id: string
  readonly creation_date_time: string
  readonly number_of_transactions: number
  readonly control_sum: string | null
  readonly initiating_party_name: string | null
  readonly batches: readonly PaymentBatch[]
  /** Problems of the message itself, such as a wrong number of transactions. */
  readonly problems: readonly Problem[]
}

/** Problems that make a payment ambiguous. */
const ambiguous: ReadonlySet<string> = new Set(['REPEATED', 'MISSING', 'UNKNOWN_NAMESPACE'])

type Reading = Pick<ReaderOptions, 'lengthMax'>

/** Reads a pain.001 or pacs.008 for execution; throws InvalidMessage with the line and the reason. */
export function readPayments(xml: string, options?: Reading): Initiation
export function readPayments(xml: AsyncIterable<string>, options?: Reading): Promise<Initiation>
export function readPayments(
  xml: string | AsyncIterable<string>,
  options: Reading = {},
): Initiation | Promise<Initiation> {
  const collector = new Collector(options)
  return typeof xml === 'string' ? collector.readText(xml) : collector.readPieces(xml)
}

class Collector {
  private readonly reader: MessageReader
  private readonly batches: PaymentBatch[] = []
  private orders: PaymentOrder[] = []

  constructor(options: Reading) {
    this.reader = new MessageReader({ ...options, onItem: (item) => this.take(item) })
  }

  readText(xml: string): Initiation {
    this.reader.write(xml)
    return this.finish()
  }

  async readPieces(xml: AsyncIterable<string>): Promise<Initiation> {
    for await (const piece of xml) this.reader.write(piece)
    return this.finish()
  }

  private take(item: Item): 'taken' | undefined {
    const { list, record, line, path, problems } = item
    if (list.field === 'transactions' && 'creditor_iban' in record) {
      this.orders.push(toOrder(record, line, path, problems))
      return 'taken'
    }
    if (list.field !== 'payments') return undefined
    this.batches.push({
      line,
      path,
      payment_information_id: text(record, 'payment_information_id'),
      payment_method: text(record, 'payment_method') ?? 'TRF',
      requested_execution_date: text(record, 'requested_execution_date'),
      debtor: partyOf(record, 'debtor'),
      number_of_transactions: record.number_of_transactions as number | null,
      control_sum: text(record, 'control_sum'),
      transactions: withBearer(this.orders, text(record, 'charge_bearer')),
      problems,
    })
    this.orders = []
    return 'taken'
  }

  private finish(): Initiation {
    const { message_type, version, record, own_problems } = this.reader.end()
    if (message_type !== 'pain.001' && message_type !== 'pacs.008')
      throw InvalidMessage({
        line: 1,
        path: '',
        code: 'UNKNOWN_TYPE',
        message: `A ${message_type} holds no payments to execute; send a pain.001 or a pacs.008.`,
      })
    if (message_type === 'pacs.008') this.batches.push(asBatch(record, this.orders))
    const initiation: Initiation = {
      message_type,
      version,
      message_id: text(record, 'message_id') ?? '',
      creation_date_time: text(record, 'creation_date_time') ?? '',
      number_of_transactions: (record.number_of_transactions as number | null) ?? -1,
      control_sum: text(record, 'control_sum'),
      initiating_party_name: text(record, 'initiating_party_name'),
      batches: this.batches,
      problems: own_problems,
    }
    const fatal = checkPayments(initiation).find(({ code }) => ambiguous.has(code))
    if (fatal) throw InvalidMessage(fatal)
    return initiation
  }
}

/** The charge bearer of a batch applies to its payments without one. */
const withBearer = (
  orders: readonly PaymentOrder[],
  bearer: string | null,
): readonly PaymentOrder[] =>
  bearer === null
    ? orders
    : orders.map((order) =>
        order.charge_bearer === null ? { ...order, charge_bearer: bearer } : order,
      )

const NO_PARTY: Party = { name: null, iban: null, account: null, bic: null, member: null }

/** A pacs.008 has no batches: all its transactions are one, without a common debtor. */
const asBatch = (record: AnyRecord, transactions: readonly PaymentOrder[]): PaymentBatch => ({
  line: transactions[0]?.line ?? 1,
  path: 'FIToFICstmrCdtTrf',
  payment_information_id: null,
  payment_method: 'TRF',
  requested_execution_date: text(record, 'settlement_date'),
  debtor: NO_PARTY,
  number_of_transactions: null,
  control_sum: null,
  transactions,
  problems: [],
})

const text = (record: AnyRecord, field: string): string | null =>
  (record[field] as string | null | undefined) ?? null

const partyOf = (record: AnyRecord, who: 'debtor' | 'creditor'): Party => ({
  name: text(record, `${who}_name`),
  iban: text(record, `${who}_iban`),
  account: text(record, `${who}_account`),
  bic: text(record, `${who}_bic`),
  member: text(record, `${who}_clearing_member`),
})

const toOrder = (
  record: AnyRecord,
  line: number,
  path: string,
  problems: readonly Problem[],
): PaymentOrder => ({
  line,
  path,
  instruction_id: text(record, 'instruction_id'),
  end_to_end_id: text(record, 'end_to_end_id') ?? '',
  uetr: text(record, 'uetr'),
  amount: text(record, 'amount') ?? text(record, 'equivalent_amount') ?? '',
  currency: text(record, 'currency') ?? text(record, 'equivalent_currency') ?? '',
  transfer_currency: text(record, 'transfer_currency'),
  charge_bearer: text(record, 'charge_bearer'),
  debtor: 'debtor_iban' in record ? partyOf(record, 'debtor') : null,
  creditor: partyOf(record, 'creditor'),
  remittance_info: text(record, 'remittance_info'),
  structured_reference: text(record, 'structured_reference'),
  problems,
})

/** The problems of the message, its batches and its payments, in this order. */
export function checkPayments({ problems, batches }: Initiation): Problem[] {
  const all = [...problems]
  for (const batch of batches) {
    all.push(...batch.problems)
    for (const order of batch.transactions) all.push(...order.problems)
  }
  return all
}
