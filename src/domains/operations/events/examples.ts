// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const event = {
  id: 'evt_000000000003e600',
  event_type: 'account.created',
  data: {
    name: 'Main account',
    type: 'personal',
    status: 'active',
    balance: 0,
    user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
    created_at: '2026-03-01T12:00:00.000Z',
    account_uuid: '0199d3a2-7c00-7000-8000-000000000004',
  },
  created_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'event.list': {
    input: { types: ['account.*'], limit: 5 },
    output: { data: [event], meta: { next_after: 'evt_000000000003e6ff', has_more: false } },
  },
  'event.stream': {
    input: { after: 'evt_0000000000000000', types: ['account.*'] },
    output: { ...event, id: 'evt_000000000003e800' },
  },
})
