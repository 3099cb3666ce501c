// Before the examples of the assistant: a customer with money to ask about.
import { having, type Preparations, type Prepare } from './scene.ts'

/** A conversation that has begun. */
const ofConversation: Prepare = async ({ make }) => ({
  conversationId: (await make('conversation.chat')).conversation_id,
})

/** A customer has one budget for a category. */
let numbers = 0

const ofRule: Prepare = async ({ make }) => ({ id: (await make('spending_rule.create')).data.id })
const ofBudget: Prepare = async ({ make }) => ({
  id: (await make('spending_budget.create')).data.id,
})

export const assistant: Preparations = {
  'transaction.query': having('account.create'),
  'spending.analysis': having('account.create'),
  'ai_query.ask': having('account.create'),
  'ai_query.list': having('ai_query.ask'),
  'ai_transaction.query': having('account.create'),
  'conversation.list': having('conversation.chat'),
  'conversation.get': ofConversation,
  'conversation.delete': ofConversation,
  'conversation.rate': async ({ make }) => ({
    message_id: (await make('conversation.chat')).message_id,
  }),
  'spending_rule.list': having('spending_rule.create'),
  'spending_rule.get': ofRule,
  'spending_rule.update': ofRule,
  'spending_rule.delete': ofRule,
  'spending_budget.list': async ({ make }) => {
    await make('spending_budget.create', { category: `category ${++numbers}` })
    return {}
  },
  'spending_budget.get': ofBudget,
  'spending_budget.update': ofBudget,
  'spending_budget.delete': ofBudget,
}
