// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'sms.send': {
    output: {
      message_id: 'sms_0199d3a2-7c00-7000-8000-e2b9b00bac9c',
      status: 'sent',
      parts: 1,
      destination: '+37060012345',
      price_usdc: '48438',
      test_mode: true,
      receipt: 'eyJzdGF0dXMiOiJzdWNjZXNzIiwibWV0aG9kIjoic3RyaXBlIiwidGltZXN0YW1w',
      payment_response: null,
      x_payment_response: null,
    },
    varies: ['receipt'],
  },
  'sms.rates': {
    output: { country: 'Lithuania', country_code: 'LT', rate_eur: '0.0390', rate_usdc: '48438' },
  },
  'sms.status': {
    output: {
      message_id: 'sms_0199d3a2-7c00-7000-8000-000000000061',
      status: 'sent',
      delivered_at: null,
      payment_status: 'settled',
      parts: 1,
      destination: '+37060012345',
      price_usdc: '48438',
      error_code: null,
      test_mode: true,
    },
  },
  'sms.info': {
    output: {
      provider: 'mock',
      enabled: true,
      test_mode: true,
      networks: ['eip155:8453', 'eip155:1'],
    },
  },
  'sms.report': { output: { received: true } },
}
