// Standard entry class codes: what kind of payment a batch holds, and what is allowed in it.
import type { Direction } from './transaction-codes.ts'

export interface SecCode {
  readonly code: string
  readonly title: string
  /** Who may be credited or debited; a reversal goes the other way. */
  readonly directions: readonly Direction[]
  /** Whose account is meant. */
  readonly receiver: 'consumer' | 'company' | 'either' | 'bank'
  /** Addenda records of one entry that is no return. */
  readonly addenda: {
    readonly type: '02' | '05' | '98' | 'iat' | 'none'
    readonly least: number
    readonly most: number
  }
  /** Highest amount of one entry in cents, where the rules know one. */
  readonly limit?: bigint
  /** The entries carry no money: prenotes and acknowledgements. */
  readonly zeroOnly?: true
}

const both: readonly Direction[] = ['credit', 'debit']
const credit: readonly Direction[] = ['credit']
const debit: readonly Direction[] = ['debit']
const noAddenda = { type: 'none', least: 0, most: 0 } as const
const oneAddenda = { type: '05', least: 0, most: 1 } as const
const manyAddenda = { type: '05', least: 0, most: 9999 } as const
const terminal = { type: '02', least: 1, most: 1 } as const

/** A check turned into an entry may be of 25,000.00 at most. */
const CONVERTED_CHECK = 2_500_000n
/** A check presented again, or one that was destroyed, may be of 2,500.00 at most. */
const SMALL_CHECK = 250_000n

const list: readonly SecCode[] = [
  {
    code: 'ACK',
    title: 'Acknowledgement of a company credit',
    directions: credit,
    receiver: 'company',
    addenda: oneAddenda,
    zeroOnly: true,
  },
  {
    code: 'ADV',
    title: 'Accounting advice of the operator',
    directions: both,
    receiver: 'bank',
    addenda: noAddenda,
  },
  {
    code: 'ARC',
    title: 'Check from a letter box or lockbox, converted',
    directions: debit,
    receiver: 'either',
    addenda: noAddenda,
    limit: CONVERTED_CHECK,
  },
  {
    code: 'ATX',
    title: 'Acknowledgement of a company credit with remittance',
    directions: credit,
    receiver: 'company',
    addenda: manyAddenda,
    zeroOnly: true,
  },
  {
    code: 'BOC',
    title: 'Check taken at a counter, converted later',
    directions: debit,
    receiver: 'either',
    addenda: noAddenda,
    limit: CONVERTED_CHECK,
  },
  {
    code: 'CCD',
    title: 'Payment between companies',
    directions: both,
    receiver: 'company',
    addenda: oneAddenda,
  },
  {
    code: 'CIE',
    title: 'Credit that a customer starts, such as a bill paid from home',
    directions: credit,
    receiver: 'company',
    addenda: oneAddenda,
  },
  {
    code: 'COR',
    title: 'Notification of change',
    directions: both,
    receiver: 'either',
    addenda: { type: '98', least: 1, most: 1 },
  },
  {
    code: 'CTX',
    title: 'Payment between companies with remittance',
    directions: both,
    receiver: 'company',
    addenda: manyAddenda,
  },
  {
    code: 'DNE',
    title: 'Death notice of a federal agency',
    directions: credit,
    receiver: 'consumer',
    addenda: { type: '05', least: 1, most: 1 },
    zeroOnly: true,
  },
  {
    code: 'ENR',
    title: 'Enrollment with a federal agency',
    directions: both,
    receiver: 'either',
    addenda: { type: '05', least: 1, most: 9999 },
    zeroOnly: true,
  },
  {
    code: 'IAT',
    title: 'Payment across a border',
    directions: both,
    receiver: 'either',
    addenda: { type: 'iat', least: 7, most: 14 },
  },
  { code: 'MTE', title: 'Cash machine', directions: both, receiver: 'consumer', addenda: terminal },
  {
    code: 'POP',
    title: 'Check converted at the counter and handed back',
    directions: debit,
    receiver: 'either',
    addenda: noAddenda,
    limit: CONVERTED_CHECK,
  },
  {
    code: 'POS',
    title: 'Card payment in a shop',
    directions: both,
    receiver: 'consumer',
    addenda: terminal,
  },
  {
    code: 'PPD',
    title: 'Payment to or from a person, arranged beforehand',
    directions: both,
    receiver: 'consumer',
    addenda: oneAddenda,
  },
  {
    code: 'RCK',
    title: 'Bounced check presented again',
    directions: debit,
    receiver: 'consumer',
    addenda: noAddenda,
    limit: SMALL_CHECK,
  },
  {
    code: 'SHR',
    title: 'Card payment in a shared network',
    directions: both,
    receiver: 'consumer',
    addenda: terminal,
  },
  {
    code: 'TEL',
    title: 'Debit agreed by telephone',
    directions: debit,
    receiver: 'consumer',
    addenda: noAddenda,
  },
  {
    code: 'TRC',
    title: 'Truncated check',
    directions: debit,
    receiver: 'either',
    addenda: noAddenda,
  },
  {
    code: 'TRX',
    title: 'Truncated checks with remittance',
    directions: debit,
    receiver: 'either',
    addenda: manyAddenda,
  },
  {
    code: 'WEB',
    title: 'Debit agreed online, or money from person to person',
    directions: both,
    receiver: 'consumer',
    addenda: oneAddenda,
  },
  {
    code: 'XCK',
    title: 'Check that was lost or destroyed',
    directions: debit,
    receiver: 'either',
    addenda: noAddenda,
    limit: SMALL_CHECK,
  },
]

export const secCodes: ReadonlyMap<string, SecCode> = new Map(list.map((one) => [one.code, one]))
export const secCodeNames: readonly string[] = [...secCodes.keys()]
