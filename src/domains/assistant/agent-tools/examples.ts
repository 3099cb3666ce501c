// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const toolState = {
  name: 'account.balance',
  title: 'Get account balance',
  scope: 'accounts:read',
  enabled: true,
}

export const examples = defineExamples({
  'tool_call.list': {
    output: onePage({
      id: '0199d3a2-7c00-7000-8000-000000000060',
      tool: 'exchange.quote',
      client_id: 'florin-shop',
      client_name: 'Shop',
      grant_id: '0199d3a2-7c00-7000-8000-000000000061',
      result: 'success',
      error_code: null,
      idempotency_key: null,
      spent_minor: null,
      request_id: 'req-17',
      ip_address: '203.0.113.7',
      user_agent: 'shop/1.0',
      duration_ms: 4.2,
      created_at: '2026-03-01T12:00:00.000Z',
    }),
  },
  'tool.list': { output: [toolState], as: 'operator' },
  'tool.set_enabled': {
    input: { tool: 'exchange.quote', enabled: true },
    output: {
      name: 'exchange.quote',
      title: 'Get an exchange rate quote',
      scope: 'exchange:read',
      enabled: true,
    },
    other: { enabled: false },
    as: 'operator',
  },
})
