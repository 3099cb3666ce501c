// pacs.008, a payment from bank to bank for their customers.
import { date, oneOf, uetr } from '../codec/formats.ts'
import { amount, group, layout, list, value } from '../codec/layout.ts'
import {
  account,
  bank,
  bankBic,
  chargeBearer,
  creditorAndPurpose,
  headerStart,
  named,
  paymentTotals,
  paymentType,
  text35,
} from './parts.ts'

const transaction = [
  group(
    'PmtId',
    [
      value('InstrId', 'instruction_id', text35),
      value('EndToEndId', 'end_to_end_id', text35, { required: true }),
      value('TxId', 'transaction_id', text35),
      value('UETR', 'uetr', uetr),
    ],
    { required: true },
  ),
  paymentType,
  amount('IntrBkSttlmAmt', 'amount', 'currency', { required: true, mustBePositive: true }),
  value('IntrBkSttlmDt', 'settlement_date', date),
  amount('InstdAmt', 'instructed_amount', 'instructed_currency', { mustBePositive: true }),
  value('ChrgBr', 'charge_bearer', chargeBearer, { required: true }),
  bankBic('InstgAgt', 'instructing_agent_bic'),
  bankBic('InstdAgt', 'instructed_agent_bic'),
  named('UltmtDbtr', 'ultimate_debtor_name'),
  named('Dbtr', 'debtor_name', true),
  account('DbtrAcct', 'debtor_iban', 'debtor_account'),
  bank('DbtrAgt', 'debtor_bic', 'debtor_clearing_member', true),
  ...creditorAndPurpose(true),
] as const

export const pacs008 = layout({
  type: 'pacs.008',
  title: 'Financial institution to financial institution customer credit transfer',
  root: 'FIToFICstmrCdtTrf',
  versions: ['pacs.008.001.08', 'pacs.008.001.09'],
  nodes: [
    group(
      'GrpHdr',
      [
        ...headerStart,
        ...paymentTotals,
        amount('TtlIntrBkSttlmAmt', 'total_amount', 'total_currency'),
        value('IntrBkSttlmDt', 'settlement_date', date),
        group(
          'SttlmInf',
          [
            value('SttlmMtd', 'settlement_method', oneOf(['CLRG', 'INDA', 'INGA', 'COVE']), {
              required: true,
            }),
          ],
          { required: true },
        ),
        bankBic('InstgAgt', 'instructing_agent_bic'),
        bankBic('InstdAgt', 'instructed_agent_bic'),
      ],
      { required: true },
    ),
    list('CdtTrfTxInf', 'transactions', transaction, { required: true, counted: true }),
  ],
})
