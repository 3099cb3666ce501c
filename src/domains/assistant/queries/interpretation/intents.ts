// Finds the intent of a sentence and the confidence in it. The first intent in this order that has one of its words in
// the sentence is chosen.

const words = {
  investment_query: [
    'invest(?:s|ed|ing|ments?|ors?)?',
    'portfolios?',
    'stocks?',
    'bonds?',
    'yields?',
    'returns? on',
    'gcu',
    'baskets?',
    'assets?',
  ],
  balance_query: ['balances?', 'how much', 'do i have', 'total funds', 'available'],
  transaction_query: [
    'transactions?',
    'spend(?:ing|s)?',
    'spent',
    'purchase[sd]?',
    'payments?',
    'recent activity',
    'history',
    'expenses?',
  ],
  transfer_request: [
    'transfer(?:s|red|ring)?',
    'send money',
    'send to',
    'pay(?:s|ing)?',
    'wire[sd]?',
    'move funds',
  ],
  loan_inquiry: [
    'loans?',
    'borrow(?:s|ed|ing)?',
    'credits?',
    'financing',
    'mortgages?',
    'interest rates?',
    'repayments?',
    'lending',
  ],
  compliance_query: ['kyc', 'verif(?:y|ied|ication)', 'documents?', 'limits?', 'identity', 'aml'],
  general_query: ['help', 'how do i', 'what is', 'explain', 'tell me about'],
} as const

type KnownIntent = keyof typeof words
export type Intent = KnownIntent | 'unknown'

const patterns = Object.entries(words).map(([intent, list]) => ({
  intent: intent as KnownIntent,
  pattern: new RegExp(`\\b(?:${list.join('|')})\\b`),
}))

export const findIntent = (text: string): Intent =>
  patterns.find(({ pattern }) => pattern.test(text))?.intent ?? 'unknown'

/** Counted in tenths: five to begin with, two for an intent, up to two for filters, one for a usual length. */
export function confidenceOf(intent: Intent, entities: number, length: number): number {
  if (intent === 'unknown') return 0.2
  const tenths = 5 + 2 + Math.min(entities, 2) + (length >= 10 && length <= 200 ? 1 : 0)
  return Math.min(tenths, 10) / 10
}
