// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const conversation_id = '0199d3a2-7c00-7000-8000-000000000103'
const message_id = '0199d3a2-7c00-7000-8000-000000000104'
const question = 'How much did I spend on groceries last month?'
const response =
  'You spent 84.20 USD from 2026-02-01 to 2026-02-28, in 3 transactions. That is only category groceries.'
const context = {
  understood: {
    topic: 'spending',
    filters: {
      date_from: '2026-02-01',
      date_to: '2026-02-28',
      category: 'groceries',
      direction: 'debit',
    },
  },
}
const answer = {
  conversation_id,
  message_id,
  response,
  confidence: 0.9,
  tools_used: ['spending.analysis'],
  context,
}
const summary = {
  id: conversation_id,
  conversation_id,
  title: question,
  message_count: 2,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'conversation.chat': {
    input: { message: question, temperature: 0.7, stream: false },
    output: answer,
    other: { message: 'What is my balance?' },
  },
  'conversation.list': { input: { limit: 10 }, output: [{ ...summary, last_message: response }] },
  'conversation.get': {
    input: { conversationId: conversation_id },
    output: {
      ...summary,
      context,
      messages: [
        {
          message_id: '0199d3a2-7c00-7000-8000-000000000105',
          role: 'user',
          content: question,
          confidence: null,
          tools_used: [],
          rating: null,
          timestamp: '2026-03-01T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
        },
        {
          message_id,
          role: 'assistant',
          content: response,
          confidence: 0.9,
          tools_used: ['spending.analysis'],
          rating: 5,
          timestamp: '2026-03-01T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
    },
  },
  'conversation.delete': { input: { conversationId: conversation_id } },
  'conversation.rate': {
    input: { message_id, rating: 5, feedback: 'Just what I wanted to know.' },
    output: { message: 'Thank you for your feedback.' },
    other: { rating: 4 },
  },
})
