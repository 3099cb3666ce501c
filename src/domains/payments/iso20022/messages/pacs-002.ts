// pacs.002, the status of a payment from bank to bank.
import { amount, group, layout, list, value } from '../codec/layout.ts'
import {
  bankBic,
  groupOutcome,
  headerStart,
  originalGroup,
  paymentOutcome,
  text35,
} from './parts.ts'

export const pacs002 = layout({
  type: 'pacs.002',
  title: 'Financial institution to financial institution payment status report',
  root: 'FIToFIPmtStsRpt',
  versions: ['pacs.002.001.10', 'pacs.002.001.11'],
  nodes: [
    group(
      'GrpHdr',
      [
        ...headerStart,
        bankBic('InstgAgt', 'instructing_agent_bic'),
        bankBic('InstdAgt', 'instructed_agent_bic'),
      ],
      { required: true },
    ),
    group('OrgnlGrpInfAndSts', groupOutcome, { repeats: true }),
    list('TxInfAndSts', 'transaction_statuses', [
      value('StsId', 'status_id', text35),
      group('OrgnlGrpInf', originalGroup),
      value('OrgnlInstrId', 'original_instruction_id', text35),
      value('OrgnlEndToEndId', 'original_end_to_end_id', text35),
      value('OrgnlTxId', 'original_transaction_id', text35),
      ...paymentOutcome(amount('IntrBkSttlmAmt', 'original_amount', 'original_currency')),
    ]),
  ],
})
