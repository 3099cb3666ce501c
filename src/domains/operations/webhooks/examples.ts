// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const webhook = {
  id: '0199d3a2-7c00-7000-8000-000000000050',
  url: 'https://example.com/hook',
  events: ['*'],
  is_active: true,
  active: true,
  description: null,
  name: 'Books',
  headers: {},
  retry_attempts: 3,
  timeout_seconds: 30,
  consecutive_failures: 0,
  disabled_reason: null,
  disabled_at: null,
  last_triggered_at: null,
  last_success_at: null,
  last_failure_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const webhookDelivery = {
  uuid: '0199d3a2-7c00-7000-8000-000000000051',
  webhook_uuid: '0199d3a2-7c00-7000-8000-000000000050',
  event_id: 'evt_test_0199d3a27c0070008000000000000052',
  event_type: 'test.webhook',
  payload: {
    event_type: 'test.webhook',
    data: { hello: 'you' },
    id: 'evt_test_0199d3a27c0070008000000000000052',
    created_at: '2026-03-01T12:00:00.000Z',
  },
  attempt_number: 1,
  status: 'pending',
  response_status: null,
  response_body: null,
  response_headers: null,
  duration_ms: null,
  error_message: null,
  delivered_at: null,
  next_retry_at: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'webhook.events': {
    output: {
      account: ['account.balance_updated', 'account.closed'],
      agent: ['agent.api_key_created', 'agent.api_key_revoked'],
    },
  },
  'webhook.create': {
    input: { url: 'https://example.com/hook', events: ['transfer.completed'] },
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000049',
      url: 'https://example.com/hook',
      events: ['transfer.completed'],
      is_active: true,
      active: true,
      description: null,
      name: null,
      headers: {},
      retry_attempts: 3,
      timeout_seconds: 30,
      consecutive_failures: 0,
      disabled_reason: null,
      disabled_at: null,
      last_triggered_at: null,
      last_success_at: null,
      last_failure_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      secret: 'whsec_EXAMPLE',
    },
    other: { events: ['account.created'] },
  },
  'webhook.list': { output: [webhook] },
  'webhook.get': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050' },
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      url: 'https://example.com/hook',
      events: ['*'],
      is_active: true,
      active: true,
      description: null,
      name: null,
      headers: {},
      retry_attempts: 3,
      timeout_seconds: 30,
      consecutive_failures: 0,
      disabled_reason: null,
      disabled_at: null,
      last_triggered_at: null,
      last_success_at: null,
      last_failure_at: null,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      statistics: {
        total_deliveries: 0,
        successful_deliveries: 0,
        failed_deliveries: 0,
        pending_deliveries: 0,
        last_triggered_at: null,
        is_behind: false,
      },
    },
  },
  'webhook.update': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', name: 'Books' },
    output: webhook,
    other: { name: 'Shop' },
  },
  'webhook.delete': { input: { id: '0199d3a2-7c00-7000-8000-000000000050' } },
  'webhook.rotate_secret': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', overlap_seconds: 3600 },
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      secret: 'whsec_EXAMPLE',
      previous_secret_valid_until: '2026-03-02T12:00:00.000Z',
    },
    other: { overlap_seconds: 60 },
  },
  'webhook.test': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', data: { hello: 'you' } },
    output: webhookDelivery,
    other: { data: { hello: 'there' } },
  },
  'webhook.deliveries': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050' },
    output: onePage(webhookDelivery),
  },
  'webhook.delivery': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      delivery_id: '0199d3a2-7c00-7000-8000-000000000053',
    },
    output: {
      ...webhookDelivery,
      uuid: '0199d3a2-7c00-7000-8000-000000000053',
      payload: {
        event_type: 'test.webhook',
        data: { message: 'This is a test delivery from Florin.' },
        id: 'evt_test_0199d3a27c0070008000000000000052',
        created_at: '2026-03-01T12:00:00.000Z',
      },
    },
  },
  'webhook.redeliver': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      delivery_id: '0199d3a2-7c00-7000-8000-000000000053',
    },
    output: {
      ...webhookDelivery,
      payload: {
        event_type: 'test.webhook',
        data: { message: 'This is a test delivery from Florin.' },
        id: 'evt_test_0199d3a27c0070008000000000000052',
        created_at: '2026-03-01T12:00:00.000Z',
      },
      attempt_number: 2,
    },
  },
  'webhook.replay': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', from_time: '2026-01-01T00:00:00Z' },
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      after_event_id: null,
      message:
        'Events are being sent again from there on, with the same ids, so that receivers can recognise duplicates.',
    },
    other: { from_time: '2026-01-02T00:00:00Z' },
  },
})
