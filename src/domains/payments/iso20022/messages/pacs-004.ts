// pacs.004, the return of a payment from bank to bank. It is read from networks only; nothing here writes one.
import { date, uetr } from '../codec/formats.ts'
import { amount, flag, group, layout, list, value } from '../codec/layout.ts'
import { headerStart, originalGroup, paymentTotals, reason, text35 } from './parts.ts'

export const pacs004 = layout({
  type: 'pacs.004',
  title: 'Payment return',
  root: 'PmtRtr',
  versions: ['pacs.004.001.09'],
  nodes: [
    group(
      'GrpHdr',
      [
        ...headerStart,
        ...paymentTotals,
        flag('GrpRtr', 'returns_whole_group'),
        amount('TtlRtrdIntrBkSttlmAmt', 'total_amount', 'total_currency'),
        value('IntrBkSttlmDt', 'settlement_date', date),
      ],
      { required: true },
    ),
    group('OrgnlGrpInf', [
      ...originalGroup,
      reason('RtrRsnInf', 'group_reason_code', 'group_reason_info'),
    ]),
    list(
      'TxInf',
      'returns',
      [
        value('RtrId', 'return_id', text35),
        group('OrgnlGrpInf', originalGroup),
        value('OrgnlInstrId', 'original_instruction_id', text35),
        value('OrgnlEndToEndId', 'original_end_to_end_id', text35),
        value('OrgnlTxId', 'original_transaction_id', text35),
        value('OrgnlUETR', 'original_uetr', uetr),
        amount('OrgnlIntrBkSttlmAmt', 'original_amount', 'original_currency'),
        amount('RtrdIntrBkSttlmAmt', 'amount', 'currency', {
          required: true,
          mustBePositive: true,
        }),
        reason('RtrRsnInf', 'reason_code', 'reason_info'),
      ],
      { counted: true },
    ),
  ],
})
