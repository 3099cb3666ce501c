// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'
import { defaults } from './topics.ts'

const notice = {
  id: '0199d3a2-7c00-7000-8000-000000000095',
  type: 'transaction.received',
  title: 'Money received',
  body: '7.00 USD came in.',
  data: {
    transaction_id: '0199d3a2-7c00-7000-8000-000000000047',
    account_uuid: '0199d3a2-7c00-7000-8000-000000000012',
  },
  status: 'delivered',
  created_at: '2026-03-01T12:00:00.000Z',
  sent_at: null,
  read_at: null,
}
const read = { ...notice, status: 'read', read_at: '2026-03-01T12:05:00.000Z' }

export const examples = defineExamples({
  'notification.list': {
    input: { offset: 0, limit: 20, type: 'transaction' },
    output: { items: [notice], total: 1, unread_count: 1, has_more: false },
  },
  'notification.unread': { output: { unread_count: 1 } },
  'notification.get': { input: { id: notice.id }, output: notice },
  'notification.read': { input: { id: notice.id }, output: read },
  'notification.read_all': { output: { marked: 1 } },
  'notification_preferences.get': { output: defaults },
  'notification_preferences.update': {
    input: { marketing: { push_enabled: true }, transaction_sent: { email_enabled: true } },
    output: {
      ...defaults,
      marketing: { push_enabled: true, email_enabled: false },
      transaction_sent: { push_enabled: true, email_enabled: true },
    },
    other: { marketing: { email_enabled: true } },
  },
})
