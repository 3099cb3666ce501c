// camt.054, the notification of single entries of an account.
import { layout, list, value } from '../codec/layout.ts'
import { aboutReport, entry, reportHeader, totals } from './entries.ts'
import { text500 } from './parts.ts'

export const camt054 = layout({
  type: 'camt.054',
  title: 'Bank to customer debit and credit notification',
  root: 'BkToCstmrDbtCdtNtfctn',
  versions: ['camt.054.001.08'],
  nodes: [
    reportHeader,
    list(
      'Ntfctn',
      'notifications',
      [
        ...aboutReport('notification_id', 'NtfctnPgntn'),
        totals,
        list('Ntry', 'entries', entry, { counted: true }),
        value('AddtlNtfctnInf', 'report_info', text500),
      ],
      { required: true },
    ),
  ],
})
