// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'tool_call.list': {
    output: {
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    },
  },
  'tool.list': {
    output: [
      {
        name: 'account.balance',
        title: 'Get account balance',
        scope: 'accounts:read',
        enabled: true,
      },
      {
        name: 'account.create',
        title: 'Create a new account',
        scope: 'accounts:write',
        enabled: true,
      },
    ],
  },
  'tool.set_enabled': {
    output: {
      name: 'exchange.quote',
      title: 'Get an exchange rate quote',
      scope: 'exchange:read',
      enabled: true,
    },
  },
}
