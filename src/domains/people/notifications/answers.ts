// The answers to the requests in examples.ts, written by `npm run examples`.
import type { Answers } from '../../../operation/examples.ts'

export const answers: Answers = {
  'notification.list': {
    output: {
      items: [
        {
          id: '0199d3a2-7c00-7000-8000-93ab579822c4',
          type: 'transaction.received',
          title: 'Money received',
          body: '7.00 USD came in.',
          data: {},
          status: 'delivered',
          created_at: '2026-03-01T12:00:00.000Z',
          sent_at: null,
          read_at: null,
        },
      ],
      total: 1,
      unread_count: 1,
      has_more: false,
      is_open: false,
    },
  },
  'notification.unread': { output: { unread_count: 1 } },
  'notification.get': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000095',
      type: 'transaction.received',
      title: 'Money received',
      body: '7.00 USD came in.',
      data: {},
      status: 'delivered',
      created_at: '2026-03-01T12:00:00.000Z',
      sent_at: null,
      read_at: null,
    },
  },
  'notification.read': {
    output: {
      id: '0199d3a2-7c00-7000-8000-000000000095',
      type: 'transaction.received',
      title: 'Money received',
      body: '7.00 USD came in.',
      data: {},
      status: 'read',
      created_at: '2026-03-01T12:00:00.000Z',
      sent_at: null,
      read_at: '2026-03-01T12:00:00.000Z',
    },
  },
  'notification.read_all': { output: { marked: 1 } },
  'notification_preferences.get': {
    output: {
      transaction_received: { push_enabled: true, email_enabled: false },
      transaction_sent: { push_enabled: true, email_enabled: false },
      low_balance: { push_enabled: true, email_enabled: true },
      security_login: { push_enabled: true, email_enabled: true },
      security_device: { push_enabled: true, email_enabled: true },
      marketing: { push_enabled: false, email_enabled: false },
      system_update: { push_enabled: true, email_enabled: false },
    },
  },
  'notification_preferences.update': {
    output: {
      transaction_received: { push_enabled: true, email_enabled: false },
      transaction_sent: { push_enabled: true, email_enabled: true },
      low_balance: { push_enabled: true, email_enabled: true },
      security_login: { push_enabled: true, email_enabled: true },
      security_device: { push_enabled: true, email_enabled: true },
      marketing: { push_enabled: true, email_enabled: false },
      system_update: { push_enabled: true, email_enabled: false },
    },
  },
}
