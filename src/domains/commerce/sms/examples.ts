// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

export const examples = defineExamples({
  'sms.send': {
    input: {
      to: '+37060012345',
      message: 'Hello',
      authorization:
        'Payment eyJjaGFsbGVuZ2VfaWQiOiJjaF9BQUJwcEN2OUFBQUFBQUFBdlRicXo3Y0VDeVNQU3Nqai1YdWhiMUpBZ3BpRUI0QVNsa3U5OEZQTV9MNjk0NnJqM3ViNkFwREwiLCJyYWlsIjoic3RyaXBlIiwicHJvb2Zfb2ZfcGF5bWVudCI6eyJzcHQiOiJzcHRfMDQzZjg0MDdjMTY1NDhiNGFiOGFiYTRhYTQ4NWI5YmUifX0',
    },
    output: {
      message_id: 'sms_0199d3a2-7c00-7000-8000-000000000061',
      status: 'sent',
      parts: 1,
      destination: '+37060012345',
      price_usdc: '48438',
      test_mode: true,
      receipt: 'eyJzdGF0dXMiOiJzdWNjZXNzIiwibWV0aG9kIjoic3RyaXBlIiwidGltZXN0YW1w',
      payment_response: null,
    },
    other: { message: 'Something else' },
  },
  'sms.rates': {
    input: { country: 'lt' },
    output: { country: 'Lithuania', country_code: 'LT', rate_eur: '0.0390', rate_usdc: '48438' },
  },
  'sms.status': {
    input: { message_id: 'sms_0199d3a2-7c00-7000-8000-000000000061' },
    output: {
      message_id: 'sms_0199d3a2-7c00-7000-8000-000000000061',
      status: 'delivered',
      delivered_at: '2026-03-01T12:00:00.000Z',
      payment_status: 'settled',
      parts: 1,
      destination: '+37060012345',
      price_usdc: '48438',
      error_code: null,
      test_mode: true,
    },
    isShared: true,
  },
  'sms.info': {
    output: {
      provider: 'mock',
      enabled: true,
      test_mode: true,
      networks: ['eip155:8453', 'eip155:1'],
    },
  },
  'sms.report': {
    input: {
      report:
        '{"id":"mock_0199d3a27c0070008000000000000062","status":"delivered","delivered_at":null}',
      signature: 'cc563b04c4bf17e20b4661bba97cf37e25e69ae645824040d557dff2a1e9a0d4',
    },
    output: { received: true },
  },
})
