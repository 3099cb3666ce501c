// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const apiKeyWithSecret = {
  uuid: '0199d3a2-7c00-7000-8000-000000000007',
  user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  name: 'Contract',
  description: null,
  key_prefix: 'fak_EXAM',
  permissions: ['read', 'write'],
  environment: 'live',
  allowed_ips: ['10.0.0.0/8'],
  is_active: true,
  last_used_at: null,
  last_used_ip: null,
  request_count: 0,
  expires_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  api_key: 'fak_EXAMPLE',
}

const apiKey = {
  uuid: '0199d3a2-7c00-7000-8000-000000000008',
  user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  name: 'Renamed',
  description: null,
  key_prefix: 'fak_EXAM',
  permissions: ['read'],
  environment: 'live',
  allowed_ips: null,
  is_active: true,
  last_used_at: null,
  last_used_ip: null,
  request_count: 0,
  expires_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'api_key.create': {
    input: { name: 'Contract', permissions: ['read', 'write'], allowed_ips: ['10.0.0.0/8'] },
    output: { data: apiKeyWithSecret, message: 'Keep the api_key now: it is shown only once.' },
    other: { name: 'Contract 2' },
  },
  'api_key.list': { output: onePage(apiKey) },
  'api_key.list_of_user': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000001' },
    output: onePage(apiKey),
    as: 'operator',
  },
  'api_key.get': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000008' },
    output: {
      uuid: '0199d3a2-7c00-7000-8000-000000000008',
      user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
      name: 'Example',
      description: null,
      key_prefix: 'fak_EXAM',
      permissions: ['read'],
      environment: 'live',
      allowed_ips: null,
      is_active: true,
      last_used_at: null,
      last_used_ip: null,
      request_count: 0,
      expires_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      statistics: {
        total_requests: 0,
        requests_today: 0,
        requests_this_month: 0,
        avg_response_time: 0,
        error_rate: 0,
      },
      recent_requests: [],
    },
  },
  'api_key.update': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000008', name: 'Renamed' },
    output: apiKey,
    other: { name: 'Renamed again' },
  },
  'api_key.revoke': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000008' },
    output: { message: 'The API key "Example" is revoked.' },
  },
  'api_key.regenerate': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000008' },
    output: {
      data: { ...apiKeyWithSecret, name: 'Example', permissions: ['read'], allowed_ips: null },
      message: 'Keep the api_key now: it is shown only once.',
    },
  },
})
