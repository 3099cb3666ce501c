// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'audit.list': {
    output: {
      data: [
        {
          id: '0199d3a2-7c00-7000-8000-c826e68fe2c9',
          operation: 'user.suspend',
          by_operator: true,
          user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
          user_name: 'Operator',
          agent_uuid: null,
          agent_name: null,
          credential_id: '0199d3a2-7c00-7000-8000-a2b4bf481c50',
          credential_kind: 'login',
          credential_name: null,
          target_uuid: '0199d3a2-7c00-7000-8000-000000000001',
          target_kind: 'user',
          target_name: 'Ada Lovelace',
          changes: [
            { field: 'status', before: 'active', after: 'suspended' },
            {
              field: 'status_changes',
              before: null,
              after:
                '[{"status":"suspended","reason":"Your identity has to be confirmed again.","note":"Case 1842","changed_by":"0199d3a2-7c00-7000-8000-000000000002","created_at":"2026-03-01T12:00:00.000Z"}]',
            },
          ],
          address: '127.0.0.1',
          request_id: '5CyjghTWli-3',
          created_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      next: null,
    },
    varies: ['data', 'next'],
  },
  'audit.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000041',
      operation: 'user.suspend',
      by_operator: true,
      user_uuid: '0199d3a2-7c00-7000-8000-000000000002',
      user_name: 'Operator',
      agent_uuid: null,
      agent_name: null,
      credential_id: '0199d3a2-7c00-7000-8000-d3abe8ee3928',
      credential_kind: 'login',
      credential_name: null,
      target_uuid: '0199d3a2-7c00-7000-8000-d9497ec2828d',
      target_kind: 'user',
      target_name: 'Ada Lovelace',
      changes: [
        { field: 'status', before: 'active', after: 'suspended' },
        {
          field: 'status_changes',
          before: null,
          after:
            '[{"status":"suspended","reason":"Your identity has to be confirmed again.","note":"Case 1842","changed_by":"0199d3a2-7c00-7000-8000-000000000002","created_at":"2026-03-01T12:00:00.000Z"}]',
        },
      ],
      address: '127.0.0.1',
      request_id: 'dcOFD6x8gt-j',
      created_at: '2026-03-01T12:00:00.000Z',
    },
    varies: ['request_id'],
  },
}
