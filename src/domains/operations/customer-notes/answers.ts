// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'customer_note.list': {
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-c826e68fe2c9',
          version: 1,
          text: 'Called about a card payment that she does not know. Case 1842.',
          author_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          author_name: 'Operator',
          created_at: '2026-03-01T12:00:00.000Z',
          corrected_at: null,
          earlier: [],
        },
      ],
      next: null,
    },
  },
  'customer_note.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000041',
      version: 1,
      text: 'Called about a card payment that she does not know. Case 1842.',
      author_uuid: '0199d3a2-7c00-7000-8000-000000000002',
      author_name: 'Operator',
      created_at: '2026-03-01T12:00:00.000Z',
      corrected_at: null,
      earlier: [],
    },
  },
  'customer_note.create': {
    output: {
      id: '0199d3a2-7c00-7000-8000-38f0aaafc2c5',
      version: 1,
      text: 'Called about a card payment that she does not know. Case 1842.',
      author_uuid: '0199d3a2-7c00-7000-8000-000000000002',
      author_name: 'Operator',
      created_at: '2026-03-01T12:00:00.000Z',
      corrected_at: null,
      earlier: [],
    },
  },
  'customer_note.correct': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000041',
      version: 2,
      text: 'Called about two card payments. Case 1842.',
      author_uuid: '0199d3a2-7c00-7000-8000-000000000002',
      author_name: 'Operator',
      created_at: '2026-03-01T12:00:00.000Z',
      corrected_at: '2026-03-01T12:00:00.000Z',
      earlier: [
        {
          version: 1,
          text: 'Called about a card payment that she does not know. Case 1842.',
          author_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          author_name: 'Operator',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
    },
  },
}
