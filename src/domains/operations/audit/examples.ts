// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

export const examples = defineExamples({
  'audit.list': {
    input: { by_operator: true, limit: 50 },
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-000000000009',
          operation: 'account.freeze',
          by_operator: true,
          user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          agent_uuid: null,
          credential_id: '0199d3a2-7c00-7000-8000-000000000003',
          target_uuid: '0199d3a2-7c00-7000-8000-000000000004',
          address: '192.0.2.7',
          request_id: 'k3v9x1-8f',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      next: null,
    },
    as: 'operator',
  },
})
