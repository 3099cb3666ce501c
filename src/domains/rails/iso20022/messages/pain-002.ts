// pain.002, what became of a customer's order to pay.
import { dateTime, status, uetr } from '../formats.ts'
import { amount, group, layout, list, value } from '../layout.ts'
import {
  headerStart,
  named,
  originalGroup,
  originalParties,
  originalTotals,
  reason,
  text35,
} from './parts.ts'

export const pain002 = layout({
  type: 'pain.002',
  title: 'Customer payment status report',
  root: 'CstmrPmtStsRpt',
  versions: ['pain.002.001.10', 'pain.002.001.11'],
  nodes: [
    group('GrpHdr', [...headerStart, named('InitgPty', 'initiating_party_name')], {
      required: true,
    }),
    group(
      'OrgnlGrpInfAndSts',
      [
        ...originalGroup,
        ...originalTotals,
        value('GrpSts', 'group_status', status),
        reason('StsRsnInf', 'group_reason_code', 'group_reason_info'),
      ],
      { required: true },
    ),
    list('OrgnlPmtInfAndSts', 'payment_statuses', [
      value('OrgnlPmtInfId', 'original_payment_information_id', text35, { required: true }),
      ...originalTotals,
      value('PmtInfSts', 'status', status),
      reason('StsRsnInf', 'reason_code', 'reason_info'),
      list('TxInfAndSts', 'transactions', [
        value('StsId', 'status_id', text35),
        value('OrgnlInstrId', 'original_instruction_id', text35),
        value('OrgnlEndToEndId', 'original_end_to_end_id', text35),
        value('OrgnlUETR', 'original_uetr', uetr),
        value('TxSts', 'status', status),
        reason('StsRsnInf', 'reason_code', 'reason_info'),
        value('AccptncDtTm', 'acceptance_date_time', dateTime),
        group('OrgnlTxRef', [
          group('Amt', [amount('InstdAmt', 'original_amount', 'original_currency')]),
          ...originalParties,
        ]),
      ]),
    ]),
  ],
})
