// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'system.health': {
    output: {
      status: 'ok',
      version: '7.16.0',
      mode: 'sandbox',
      timestamp: '2026-03-01T12:00:00.000Z',
    },
  },
  'system.status': {
    output: {
      status: 'operational',
      version: '7.16.0',
      uptime_seconds: 145,
      components: [{ name: 'database', status: 'operational', latency_ms: 3.81 }],
    },
    varies: ['components.latency_ms', 'uptime_seconds'],
  },
  'system.index': {
    output: {
      name: 'Florin',
      version: '7.16.0',
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
}
