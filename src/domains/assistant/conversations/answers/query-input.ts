// Writes filters as the input of the operations that search transactions: fields where there are fields, and a
// sentence for the rest, which the interpreter reads back as the same filters.
import type { Filters } from '../../queries/index.ts'

export interface QueryInput {
  readonly query: string
  readonly date_from?: string
  readonly date_to?: string
  readonly amount_min?: number
  readonly amount_max?: number
  readonly category?: string
  readonly asset_code?: string
  readonly limit?: number
  readonly account_uuid?: string
}

/** Sentences have at most this many characters; the fields still count when one would be longer. */
const SENTENCE_MAX = 500

export function toSentence(filters: Filters): string {
  const { direction, account_type, recipient, sort } = filters
  const parts = [
    filters.payments_only ? 'payments only' : 'transactions',
    direction === 'debit' && 'sent',
    direction === 'credit' && 'received',
    account_type && `on ${account_type} account`,
    recipient !== undefined && `with ${recipient}`,
    sort && `${sort} first`,
    ...(filters.category_not ?? []).map((category) => `except ${category}`),
    ...(filters.recipient_not ?? []).map((name) => `except with ${name}`),
    ...(filters.asset_not ?? []).map((code) => `not in ${code}`),
  ].filter((part) => typeof part === 'string')
  const sentence = parts.join(', ')
  return sentence.length <= SENTENCE_MAX ? sentence : parts[0]!
}

export const toQueryInput = (filters: Filters): QueryInput => ({
  query: toSentence(filters),
  ...(filters.date_from !== undefined && { date_from: filters.date_from }),
  ...(filters.date_to !== undefined && { date_to: filters.date_to }),
  ...(filters.amount_min !== undefined && { amount_min: Number(filters.amount_min) }),
  ...(filters.amount_max !== undefined && { amount_max: Number(filters.amount_max) }),
  ...(filters.category !== undefined && { category: filters.category }),
  ...(filters.asset_code !== undefined && { asset_code: filters.asset_code }),
  ...(filters.limit !== undefined && { limit: filters.limit }),
})
