// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const conversation_id = '0199d3a2-7c00-7000-8000-000000000103'
const message_id = '0199d3a2-7c00-7000-8000-000000000104'
const question = 'How much did I spend on groceries last month?'
export const examples = defineExamples(answers, {
  'conversation.chat': {
    input: { message: question, temperature: 0.7, stream: false },
    other: { message: 'What is my balance?' },
  },
  'conversation.list': { input: { limit: 10 } },
  'conversation.get': { input: { conversationId: conversation_id } },
  'conversation.delete': { input: { conversationId: conversation_id } },
  'conversation.rate': {
    input: { message_id, rating: 5, feedback: 'Just what I wanted to know.' },
    other: { rating: 4 },
  },
})
