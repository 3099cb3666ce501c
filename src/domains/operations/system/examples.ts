// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { API_VERSION } from '../../../kernel/version.ts'
import { defineExamples } from '../../../operation/examples.ts'

export const examples = defineExamples({
  'system.health': {
    output: {
      status: 'ok',
      version: API_VERSION,
      mode: 'sandbox',
      timestamp: '2026-03-01T12:00:00.000Z',
    },
  },
  'system.status': {
    output: {
      status: 'operational',
      version: API_VERSION,
      uptime_seconds: 145,
      components: [{ name: 'database', status: 'operational', latency_ms: 3.81 }],
    },
  },
  'system.index': {
    output: {
      name: 'Florin',
      version: API_VERSION,
      mode: 'sandbox',
      base_url: 'https://bank.example/api/v2',
      endpoints: {
        documentation: 'https://bank.example/api/docs',
        openapi: 'https://bank.example/api/openapi.json',
        register: 'https://bank.example/api/auth/register',
        status: 'https://bank.example/api/status',
      },
      rate_limits: { per_minute: 0, per_hour: 0 },
    },
  },
})
