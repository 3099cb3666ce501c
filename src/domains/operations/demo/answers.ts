// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'demo.get': {
    output: {
      status: 'loading',
      step: 43,
      steps: 92,
      title: '11 January',
      reason: null,
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'demo.load': {
    output: {
      status: 'loading',
      step: 43,
      steps: 92,
      title: '11 January',
      reason: null,
      updated_at: '2026-03-01T12:00:00.000Z',
    },
  },
}
