// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'transaction.query': { input: { query: 'everything received today', limit: 5 } },
  'spending.analysis': { input: { query: 'what did I spend this month', asset_code: 'USD' } },
  'ai_query.ask': {
    input: { query: 'everything received today', context: { asset_code: 'USD' } },
  },
  'ai_query.list': { input: { page: 1, per_page: 20 } },
  'ai_transaction.query': {
    input: {
      query: 'everything received today',
      options: {
        include_analytics: true,
        include_risk_scores: true,
        max_results: 50,
        format: 'detailed',
      },
    },
  },
})
