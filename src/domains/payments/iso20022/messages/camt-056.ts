// camt.056, the request to cancel payments that were sent to another bank.
import { bic, date, dateTime, decimal, uetr } from '../codec/formats.ts'
import { amount, count, flag, group, layout, list, superseded, value } from '../codec/layout.ts'
import { bankNotProvided, originalGroup, reason, text35 } from './parts.ts'

/** A bank, as a party of an investigation. */
const party = <Field extends string>(element: string, field: Field) =>
  group(
    element,
    [
      group('Agt', [
        group('FinInstnId', [value('BICFI', field, bic), superseded([value('BIC', field, bic)])]),
      ]),
    ],
    { required: true, filler: `<Agt>${bankNotProvided}</Agt>` },
  )

export const camt056 = layout({
  type: 'camt.056',
  title: 'Financial institution to financial institution payment cancellation request',
  root: 'FIToFIPmtCxlReq',
  versions: ['camt.056.001.08', 'camt.056.001.09'],
  nodes: [
    group(
      'Assgnmt',
      [
        value('Id', 'assignment_id', text35, { required: true }),
        party('Assgnr', 'assigner_bic'),
        party('Assgne', 'assignee_bic'),
        value('CreDtTm', 'creation_date_time', dateTime, { required: true }),
      ],
      { required: true },
    ),
    group('Case', [
      value('Id', 'case_id', text35, { required: true }),
      party('Cretr', 'case_creator_bic'),
    ]),
    group('CtrlData', [
      count('NbOfTxs', 'number_of_transactions', { required: true, declares: 'count' }),
      value('CtrlSum', 'control_sum', decimal, { declares: 'sum' }),
    ]),
    group(
      'Undrlyg',
      [
        list(
          'OrgnlGrpInfAndCxl',
          'group_cancellations',
          [
            value('GrpCxlId', 'cancellation_id', text35),
            ...originalGroup,
            count('NbOfTxs', 'number_of_transactions'),
            value('CtrlSum', 'control_sum', decimal),
            flag('GrpCxl', 'cancels_whole_group'),
            reason('CxlRsnInf', 'reason_code', 'reason_info'),
          ],
          { most: 1 },
        ),
        list(
          'TxInf',
          'cancellations',
          [
            value('CxlId', 'cancellation_id', text35),
            group('OrgnlGrpInf', originalGroup),
            value('OrgnlInstrId', 'original_instruction_id', text35),
            value('OrgnlEndToEndId', 'original_end_to_end_id', text35),
            value('OrgnlTxId', 'original_transaction_id', text35),
            value('OrgnlUETR', 'original_uetr', uetr),
            amount('OrgnlIntrBkSttlmAmt', 'amount', 'currency', { mustBePositive: true }),
            value('OrgnlIntrBkSttlmDt', 'settlement_date', date),
            reason('CxlRsnInf', 'reason_code', 'reason_info'),
          ],
          { counted: true },
        ),
      ],
      { required: true, repeats: true, filler: '' },
    ),
  ],
})
