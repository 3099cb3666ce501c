// Says in a sentence how a question was understood, and which of its words were not.
import type { Filters } from '../filters.ts'
import type { Intent } from './intents.ts'

const intentNames: Record<Intent, string> = {
  investment_query: 'a question about investments',
  balance_query: 'a question about balances',
  transaction_query: 'a question about transactions',
  transfer_request: 'a request to transfer money',
  loan_inquiry: 'a question about loans',
  compliance_query: 'a question about identity and limits',
  general_query: 'a general question',
  unknown: 'something that this bank does not know',
}

const quote = (word: string): string => `"${word}"`

/** Describes the interpretation in one sentence: the intent and the filters. */
export function explain(
  intent: Intent,
  filters: Filters,
  not_understood: readonly string[],
): string {
  const { date_from, date_to, amount_min, amount_max } = filters
  const parts = [
    filters.payments_only &&
      'payments, without deposits and withdrawals, movements between own accounts, and trades',
    filters.direction === 'debit' && 'money that went out',
    filters.direction === 'credit' && 'money that came in',
    filters.category !== undefined && `category ${filters.category}`,
    filters.recipient !== undefined && `with "${filters.recipient}"`,
    amount_min !== undefined && amount_min === amount_max && `exactly ${amount_min}`,
    amount_min !== undefined && amount_min !== amount_max && `at least ${amount_min}`,
    amount_max !== undefined && amount_min !== amount_max && `at most ${amount_max}`,
    filters.asset_code !== undefined && `in ${filters.asset_code}`,
    filters.account_type && `on ${filters.account_type} accounts`,
    date_from !== undefined && `from ${date_from}`,
    date_to !== undefined && `to ${date_to}`,
    filters.category_not && `without category ${filters.category_not.join(' or ')}`,
    filters.asset_not && `not in ${filters.asset_not.join(' or ')}`,
    filters.recipient_not && `not with ${filters.recipient_not.map(quote).join(' or ')}`,
    filters.sort !== undefined && `${filters.sort} first`,
    filters.limit !== undefined && `${filters.limit} of them`,
    filters.compare_from !== undefined &&
      `compared with ${filters.compare_from} to ${filters.compare_to}`,
  ].filter((part) => typeof part === 'string')
  const taken = `Taken for ${intentNames[intent]}`
  const sentence = parts.length === 0 ? `${taken}.` : `${taken}: ${parts.join(', ')}.`
  return not_understood.length === 0
    ? sentence
    : `${sentence} Not understood: ${not_understood.map(quote).join(', ')}.`
}
