// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'conversation.chat': {
    output: {
      conversation_id: '0199d3a2-7c00-7000-8000-2c97aade9d63',
      message_id: '0199d3a2-7c00-7000-8000-e2b9b00bac9c',
      response: 'You spent nothing from 2026-02-01 to 2026-02-28. That is only category groceries.',
      confidence: 0.9,
      tools_used: ['spending.analysis'],
      context: {
        understood: {
          topic: 'spending',
          filters: {
            date_from: '2026-02-01',
            date_to: '2026-02-28',
            category: 'groceries',
            direction: 'debit',
          },
        },
      },
    },
  },
  'conversation.list': {
    output: [
      {
        id: '0199d3a2-7c00-7000-8000-a72904084354',
        conversation_id: '0199d3a2-7c00-7000-8000-a72904084354',
        title: 'How much did I spend on groceries last month?',
        message_count: 2,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
        last_message:
          'You spent nothing from 2026-02-01 to 2026-02-28. That is only category groceries.',
      },
    ],
  },
  'conversation.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000103',
      conversation_id: '0199d3a2-7c00-7000-8000-000000000103',
      title: 'How much did I spend on groceries last month?',
      message_count: 2,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      context: {
        understood: {
          topic: 'spending',
          filters: {
            date_to: '2026-02-28',
            category: 'groceries',
            date_from: '2026-02-01',
            direction: 'debit',
          },
        },
      },
      messages: [
        {
          message_id: '0199d3a2-7c00-7000-8000-ff520b107e18',
          role: 'user',
          content: 'How much did I spend on groceries last month?',
          confidence: null,
          tools_used: [],
          rating: null,
          timestamp: '2026-03-01T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
        },
        {
          message_id: '0199d3a2-7c00-7000-8000-0e6d40bd618f',
          role: 'assistant',
          content:
            'You spent nothing from 2026-02-01 to 2026-02-28. That is only category groceries.',
          confidence: 0.9,
          tools_used: ['spending.analysis'],
          rating: null,
          timestamp: '2026-03-01T12:00:00.000Z',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
    },
  },
  'conversation.rate': { output: { message: 'Thank you for your feedback.' } },
}
