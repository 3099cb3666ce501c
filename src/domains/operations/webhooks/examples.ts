// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'webhook.events': {},
  'webhook.create': {
    input: { url: 'https://example.com/hook', events: ['transfer.completed'] },
    other: { events: ['account.created'] },
  },
  'webhook.list': {},
  'webhook.get': { input: { id: '0199d3a2-7c00-7000-8000-000000000050' } },
  'webhook.update': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', name: 'Books' },
    other: { name: 'Shop' },
  },
  'webhook.delete': { input: { id: '0199d3a2-7c00-7000-8000-000000000050' } },
  'webhook.rotate_secret': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', overlap_seconds: 3600 },
    other: { overlap_seconds: 60 },
  },
  'webhook.test': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', data: { hello: 'you' } },
    other: { data: { hello: 'there' } },
  },
  'webhook.deliveries': { input: { id: '0199d3a2-7c00-7000-8000-000000000050' } },
  'webhook.statistics': { input: { id: '0199d3a2-7c00-7000-8000-000000000050', days: 2 } },
  'webhook.delivery': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      delivery_id: '0199d3a2-7c00-7000-8000-000000000053',
    },
  },
  'webhook.redeliver': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000050',
      delivery_id: '0199d3a2-7c00-7000-8000-000000000053',
    },
  },
  'webhook.replay': {
    input: { id: '0199d3a2-7c00-7000-8000-000000000050', from_time: '2026-01-01T00:00:00Z' },
    other: { from_time: '2026-01-02T00:00:00Z' },
  },
})
