// Before the examples of conversations: one that has begun.
import { having, type Preparations, type Prepare } from '../../../../test/contract/prepare/scene.ts'

const ofConversation: Prepare = async ({ make }) => ({
  conversationId: (await make('conversation.chat')).conversation_id,
})

export const preparations: Preparations = {
  'conversation.list': having('conversation.chat'),
  'conversation.get': ofConversation,
  'conversation.delete': ofConversation,
  'conversation.rate': async ({ make }) => ({
    message_id: (await make('conversation.chat')).message_id,
  }),
}
