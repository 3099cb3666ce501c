// Before the examples of queries: a customer with money to ask about.
import { having, type Preparations } from '../../../../test/contract/prepare/scene.ts'

export const preparations: Preparations = {
  'transaction.query': having('account.create'),
  'spending.analysis': having('account.create'),
  'ai_query.ask': having('account.create'),
  'ai_query.list': having('ai_query.ask'),
  'ai_transaction.query': having('account.create'),
}
