// Reads the order to move money from a message: "send 20 EUR to savings". An amount that could be read in two ways is
// not read at all, and nothing is corrected: a misspelt order is no order.
import { findAsset } from '../../queries/index.ts'

export interface TransferRequest {
  /** Decimal text without separators. */
  readonly amount: string
  readonly asset: string | undefined
  /** The receiver as it was written. */
  readonly to: string
  readonly from: string | undefined
}

/** What is missing or unclear in the order. */
export type Unclear = 'amount' | 'receiver' | 'several'

const POLITE =
  /^(?:(?:please|could you|can you|would you|i want to|i would like to|i'd like to|i need to|let's|now|and|then|also|ok|okay|yes)[,.!]? )+/i
const VERB = /^(?:send|transfer|move|pay|wire|give)\s+/i
const CONFIRM =
  /^(?:yes,? )?(?:i )?confirm(?:ed)?[:,]?(?:\s+|$)(?:(?:sending|the transfer of|to send|send|transfer)\s+)?/i

const MOST = 200

/** One line, with its letters as they were written. */
const flatten = (message: string): string =>
  message.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

export const isTransferRequest = (text: string): boolean => {
  const order = text.replace(POLITE, '')
  if (!VERB.test(order)) return false
  return (
    /\d/.test(order) ||
    /\bto\b/.test(order) ||
    /\b(?:money|funds|all|everything|half)\b/.test(order)
  )
}

const AMOUNT =
  /(?<![\p{L}\p{N}.,-])(?:(?<sign>[$€£¥₿])\s?|(?<code>\p{L}{3,10}) )?(?<number>\d[\d.,]*)(?: ?(?<mark>[$€£¥₿]|\p{L}{1,10}(?!\p{L})))?/gu
const PLAIN = /^(?:\d{1,15}|\d{1,3}(?:,\d{3}){1,4})(?:\.\d{1,18})?$/

/** Everything after the word `to` is the receiver, except where the money is taken from. */
const PARTS = /^(?<what>.*?)\s+to\s+(?<to>.+?)(?:\s+from\s+(?<from>.+))?$/i
const PARTS_FROM_FIRST = /^(?<what>.*?)\s+from\s+(?<from>.+?)\s+to\s+(?<to>.+)$/i
/** "Pay Alice 20 EUR": the receiver precedes the amount. */
const NAME_FIRST = /^(?<to>\D{2,60}?)\s+(?<what>[$€£¥₿]?\d.*)$/

/** Reads what is nothing but an amount. */
function readAmount(
  what: string,
  codes: ReadonlySet<string>,
): Pick<TransferRequest, 'amount' | 'asset'> | Unclear {
  const amounts = [...what.matchAll(AMOUNT)]
  if (amounts.length > 1) return 'several'
  // Any further word could mean that the amount is another one: "not 20 EUR", "20 EUR less the fee".
  if (amounts[0]?.[0] !== what) return 'amount'
  const { number, sign, code, mark } = amounts[0].groups!
  if (number === undefined || !PLAIN.test(number)) return 'amount'
  const marks = [sign, code, mark].filter((one) => one !== undefined)
  const assets = marks.map((one) => findAsset(one.toLowerCase(), codes))
  // "20 thousand EUR", "20k" and "not 20" are not what they would be without the word.
  if (assets.includes(undefined)) return 'amount'
  const known = new Set(assets)
  return known.size > 1 ? 'amount' : { amount: number.replaceAll(',', ''), asset: [...known][0] }
}

function readOrder(order: string, codes: ReadonlySet<string>): TransferRequest | Unclear {
  if (order.length > MOST) return 'several'
  const clean = order.replace(/[.!?\s]+$/, '')
  const parts =
    PARTS_FROM_FIRST.exec(clean)?.groups ??
    PARTS.exec(clean)?.groups ??
    NAME_FIRST.exec(clean)?.groups
  const amount = readAmount((parts?.['what'] ?? clean).trim(), codes)
  if (typeof amount === 'string') return amount
  const to = parts?.['to'] === undefined ? undefined : trim(parts['to'])
  if (to === undefined || to === '' || to.length > 100) return 'receiver'
  const from = parts?.['from'] === undefined ? undefined : trim(parts['from'])
  // A second order behind the first one.
  if (/\band\b.*\d/i.test(to) || /\b(?:and|then)\b.*\d/i.test(from ?? '')) return 'several'
  return { ...amount, to, from }
}

const trim = (name: string): string =>
  name
    .replace(/^["'“”«»]+|["'“”«».,!?\s]+$/gu, '')
    .replace(/^(?:the|my)\s+/i, '')
    .replace(/\s+(?:please|now|today)$/i, '')
    .trim()

export const readTransfer = (
  message: string,
  codes: ReadonlySet<string>,
): TransferRequest | Unclear =>
  readOrder(flatten(message).replace(POLITE, '').replace(VERB, ''), codes)

export interface Confirmation {
  readonly amount: string
  readonly asset: string
  readonly to: string
}

/** The amount and the receiver that a confirmation repeats; undefined when it does not repeat both. */
export function readConfirmation(
  message: string,
  codes: ReadonlySet<string>,
): Confirmation | undefined {
  const order = flatten(message).replace(CONFIRM, '')
  const at = order.search(/\sto\s/i)
  if (at < 0 || order.length > MOST) return undefined
  const amount = readAmount(order.slice(0, at).trim(), codes)
  if (typeof amount === 'string' || amount.asset === undefined) return undefined
  return { amount: amount.amount, asset: amount.asset, to: order.slice(at + 4) }
}

/** The same receiver, however it is spaced and in whatever case: "My Savings account" is "savings". */
export const foldName = (name: string): string =>
  trim(name.normalize('NFKC').replaceAll(/\s+/g, ' '))
    .toLowerCase()
    .replace(/\s+account$/, '')
