// Before the examples of the assistant: somebody with money to ask about.
import { having, type Preparations } from './scene.ts'

export const assistant: Preparations = {
  'transaction.query': having('account.create'),
  'spending.analysis': having('account.create'),
  'ai_query.ask': having('account.create'),
  'ai_query.list': having('ai_query.ask'),
  'ai_transaction.query': having('account.create'),
}
