// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'
const notice = {
  id: '0199d3a2-7c00-7000-8000-000000000095',
}
export const examples = defineExamples(answers, {
  'notification.list': { input: { offset: 0, limit: 20, type: 'transaction' } },
  'notification.unread': {},
  'notification.get': { input: { id: notice.id } },
  'notification.read': { input: { id: notice.id } },
  'notification.read_all': {},
  'notification_preferences.get': {},
  'notification_preferences.update': {
    input: { marketing: { push_enabled: true }, transaction_sent: { email_enabled: true } },
    other: { marketing: { email_enabled: true } },
  },
})
