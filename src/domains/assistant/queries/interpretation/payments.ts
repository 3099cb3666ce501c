// Finds whether a sentence asks for payments in an order of size: "my five largest payments". Such a question is about
// money that is paid to others or by them, so deposits and withdrawals, movements between own accounts and trades are
// left out, unless the sentence names them.
import { accountTypes, type Filters } from '../filters.ts'
import { type Codes, findAsset } from './amounts.ts'
import { stopWords } from './stop-words.ts'

const PAYMENTS = 'payments?|purchases?|expenses?|bills?|charges?'
const PAYMENT = new RegExp(`\\b(?:${PAYMENTS})\\b`)

/** Asks for it in any order. A conversation writes so when a follow-up asks for another order. */
const PAYMENTS_ONLY = /\bpayments only\b/

/** "Transactions" and "transfers" are of every kind; the other words name what would be left out. */
const OTHERS =
  /\b(?:transactions?|transfers?|transferred|deposits?|deposited|withdrawals?|withdrew|withdrawn|top[- ]?ups?|trades?|traded|exchanges?|exchanged|conversions?|converted|swaps?|swapped|between my (?:own )?accounts)\b/

/** "Into my savings" names a movement to an own account. */
const TO_OWN_ACCOUNT = new RegExp(
  `\\b(?:to|into|onto) (?:my |the )?(?:own )?(?:(?:${accountTypes.join('|')}) accounts?|checking|savings)\\b`,
)

/** "GCU purchases", "purchases of bitcoin" and "payments for GCU" are trades: an asset was bought. */
const BOUGHT: readonly RegExp[] = [
  /\b([a-z]{3,10}) purchases?\b/g,
  new RegExp(`\\b(?:${PAYMENTS}) (?:of|for) ([a-z]{3,10})\\b`, 'g'),
]

const ordinary: ReadonlySet<string> = new Set(stopWords)

/** A code may be an ordinary word, such as "the", which names no asset. */
const namesBoughtAsset = (text: string, codes: Codes): boolean =>
  BOUGHT.flatMap((pattern) => [...text.matchAll(pattern)]).some(
    ([, word]) => !ordinary.has(word!) && findAsset(word, codes) !== undefined,
  )

/** Whether the text names something that is no payment. */
export const namesMoreThanPayments = (text: string, codes: Codes): boolean =>
  OTHERS.test(text) || TO_OWN_ACCOUNT.test(text) || namesBoughtAsset(text, codes)

export function asksForPayments(text: string, sort: Filters['sort'], codes: Codes): boolean {
  if (PAYMENTS_ONLY.test(text)) return true
  const isBySize = sort === 'largest' || sort === 'smallest'
  return isBySize && PAYMENT.test(text) && !namesMoreThanPayments(text, codes)
}
