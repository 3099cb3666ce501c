// pain.001, the order of a customer to pay: batches of one debtor each, with their transactions.
import { currencyCode, decimal, oneOf, uetr } from '../codec/formats.ts'
import { amount, choice, count, flag, group, layout, list, value } from '../codec/layout.ts'
import {
  account,
  bank,
  chargeBearer,
  creditorAndPurpose,
  dateOrTime,
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
      value('UETR', 'uetr', uetr),
    ],
    { required: true },
  ),
  paymentType,
  group(
    'Amt',
    [
      choice(
        [
          amount('InstdAmt', 'amount', 'currency', { mustBePositive: true }),
          group('EqvtAmt', [
            amount('Amt', 'equivalent_amount', 'equivalent_currency', {
              required: true,
              mustBePositive: true,
            }),
            value('CcyOfTrf', 'transfer_currency', currencyCode, { required: true }),
          ]),
        ],
        { required: true },
      ),
    ],
    { required: true },
  ),
  value('ChrgBr', 'charge_bearer', chargeBearer),
  named('UltmtDbtr', 'ultimate_debtor_name'),
  ...creditorAndPurpose(false),
] as const

const batch = [
  value('PmtInfId', 'payment_information_id', text35, { required: true }),
  value('PmtMtd', 'payment_method', oneOf(['CHK', 'TRF', 'TRA']), { required: true }),
  flag('BtchBookg', 'batch_booking'),
  count('NbOfTxs', 'number_of_transactions', { declares: 'count' }),
  value('CtrlSum', 'control_sum', decimal, { declares: 'sum' }),
  paymentType,
  dateOrTime('ReqdExctnDt', 'requested_execution_date', { required: true }),
  named('Dbtr', 'debtor_name', true),
  account('DbtrAcct', 'debtor_iban', 'debtor_account', true),
  bank('DbtrAgt', 'debtor_bic', 'debtor_clearing_member', true),
  named('UltmtDbtr', 'ultimate_debtor_name'),
  value('ChrgBr', 'charge_bearer', chargeBearer),
  list('CdtTrfTxInf', 'transactions', transaction, { required: true, counted: true }),
] as const

export const pain001 = layout({
  type: 'pain.001',
  title: 'Customer credit transfer initiation',
  root: 'CstmrCdtTrfInitn',
  versions: ['pain.001.001.09', 'pain.001.001.10'],
  nodes: [
    group(
      'GrpHdr',
      [...headerStart, ...paymentTotals, named('InitgPty', 'initiating_party_name', true)],
      { required: true },
    ),
    list('PmtInf', 'payments', batch, { required: true }),
  ],
})
