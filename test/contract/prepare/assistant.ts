// Before the examples of the assistant: somebody with money to ask about.
import { having, type Preparations, type Prepare } from './scene.ts'

/** A conversation that has begun. */
const ofConversation: Prepare = async ({ make }) => ({
  conversationId: (await make('conversation.chat')).conversation_id,
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
}
