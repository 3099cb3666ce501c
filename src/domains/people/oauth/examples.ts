// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const connectedApp = {
  uuid: '0199d3a2-7c00-7000-8000-000000000014',
  client_id: 'fcl_0Hd05TEc5vK6idu6O5bVBR5f',
  client_name: 'Test agent',
  scopes: ['accounts:read', 'payments:read'],
  daily_limit_minor: 5000,
  daily_limit_currency: 'USD',
  created_at: '2026-03-01T12:00:00.000Z',
  last_used_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-31T12:00:00.000Z',
}

export const examples = defineExamples({
  'grant.list': { output: onePage(connectedApp) },
  'grant.list_of_user': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    output: onePage(connectedApp),
    as: 'operator',
  },
  'grant.update': {
    input: { grant_id: '0199d3a2-7c00-7000-8000-000000000014', daily_limit_minor: 5000 },
    output: connectedApp,
    other: { daily_limit_minor: null },
  },
  'grant.revoke': {
    input: { grant_id: '0199d3a2-7c00-7000-8000-000000000014' },
    output: { message: '"Test agent" is disconnected.' },
  },
})
