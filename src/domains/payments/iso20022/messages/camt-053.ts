// camt.053, the statement of an account: its balances and its booked entries.
import { externalCode } from '../codec/formats.ts'
import { amount, choice, group, layout, list, value } from '../codec/layout.ts'
import { aboutReport, entry, reportHeader, totals } from './entries.ts'
import { creditOrDebit, dateOrTime, text35, text500 } from './parts.ts'

const balance = [
  group(
    'Tp',
    [
      group(
        'CdOrPrtry',
        [
          choice([value('Cd', 'type', externalCode), value('Prtry', 'type', text35)], {
            required: true,
          }),
        ],
        { required: true },
      ),
    ],
    { required: true },
  ),
  amount('Amt', 'amount', 'currency', { required: true }),
  value('CdtDbtInd', 'credit_debit', creditOrDebit, { required: true }),
  dateOrTime('Dt', 'date', { required: true }),
] as const

export const camt053 = layout({
  type: 'camt.053',
  title: 'Bank to customer statement',
  root: 'BkToCstmrStmt',
  versions: ['camt.053.001.08'],
  nodes: [
    reportHeader,
    list(
      'Stmt',
      'statements',
      [
        ...aboutReport('statement_id', 'StmtPgntn'),
        list('Bal', 'balances', balance, { required: true }),
        totals,
        list('Ntry', 'entries', entry, { counted: true }),
        value('AddtlStmtInf', 'report_info', text500),
      ],
      { required: true },
    ),
  ],
})
