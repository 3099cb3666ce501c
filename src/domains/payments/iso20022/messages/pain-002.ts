// pain.002, the status of a customer's order to pay.
import { status } from '../codec/formats.ts'
import { amount, group, layout, list, value } from '../codec/layout.ts'
import {
  groupOutcome,
  headerStart,
  named,
  originalTotals,
  paymentOutcome,
  reason,
  text35,
} from './parts.ts'

/** A customer has ordered the amount inside of another element. */
const originalAmount = group('Amt', [amount('InstdAmt', 'original_amount', 'original_currency')])

export const pain002 = layout({
  type: 'pain.002',
  title: 'Customer payment status report',
  root: 'CstmrPmtStsRpt',
  versions: ['pain.002.001.10', 'pain.002.001.11'],
  nodes: [
    group('GrpHdr', [...headerStart, named('InitgPty', 'initiating_party_name')], {
      required: true,
    }),
    group('OrgnlGrpInfAndSts', groupOutcome, { required: true }),
    list('OrgnlPmtInfAndSts', 'payment_statuses', [
      value('OrgnlPmtInfId', 'original_payment_information_id', text35, { required: true }),
      ...originalTotals,
      value('PmtInfSts', 'status', status),
      reason('StsRsnInf', 'reason_code', 'reason_info'),
      list('TxInfAndSts', 'transactions', [
        value('StsId', 'status_id', text35),
        value('OrgnlInstrId', 'original_instruction_id', text35),
        value('OrgnlEndToEndId', 'original_end_to_end_id', text35),
        ...paymentOutcome(originalAmount),
      ]),
    ]),
  ],
})
