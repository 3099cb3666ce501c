// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

export const examples = defineExamples({
  'request.list': {
    input: { failed: true, limit: 50 },
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-000000000009',
          request_id: 'k3v9x1-8f',
          operation: 'transfer.create',
          method: 'POST',
          path: '/api/v2/transfers',
          status: 422,
          error_code: 'INSUFFICIENT_FUNDS',
          duration_ms: 3.41,
          credential_id: '0199d3a2-7c00-7000-8000-000000000003',
          credential_kind: 'api_key',
          user_agent: 'florin-client/7.16.0',
          address: '192.0.2.7',
          omitted: 0,
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      next: null,
    },
  },
})
