// Booked entries with their details, and the account they belong to, as statements and notifications show them.
import {
  currencyCode,
  dateTime,
  decimal,
  externalCode,
  maxText,
  oneOf,
  pageText,
  shortCode,
  uetr,
} from '../codec/formats.ts'
import { amount, count, flag, group, list, superseded, sequence, value } from '../codec/layout.ts'
import {
  account,
  accountId,
  bank,
  bankBic,
  codeOr,
  creditOrDebit,
  dateOrTime,
  headerStart,
  named,
  namedInside,
  purpose,
  remittance,
  text35,
  text500,
} from './parts.ts'

const details = [
  group('Refs', [
    value('MsgId', 'message_id', text35),
    value('AcctSvcrRef', 'account_servicer_reference', text35),
    value('PmtInfId', 'payment_information_id', text35),
    value('InstrId', 'instruction_id', text35),
    value('EndToEndId', 'end_to_end_id', text35),
    value('UETR', 'uetr', uetr),
    value('TxId', 'transaction_id', text35),
    value('MndtId', 'mandate_id', text35),
  ]),
  amount('Amt', 'amount', 'currency'),
  value('CdtDbtInd', 'credit_debit', creditOrDebit),
  superseded([group('AmtDtls', [group('TxAmt', [amount('Amt', 'amount', 'currency')])])]),
  group('RltdPties', [
    namedInside('Dbtr', 'debtor_name'),
    account('DbtrAcct', 'debtor_iban', 'debtor_account'),
    namedInside('UltmtDbtr', 'ultimate_debtor_name'),
    namedInside('Cdtr', 'creditor_name'),
    account('CdtrAcct', 'creditor_iban', 'creditor_account'),
    namedInside('UltmtCdtr', 'ultimate_creditor_name'),
  ]),
  group('RltdAgts', [
    bank('DbtrAgt', 'debtor_bic', 'debtor_clearing_member'),
    bank('CdtrAgt', 'creditor_bic', 'creditor_clearing_member'),
  ]),
  purpose,
  remittance,
  group('RtrInf', [codeOr('Rsn', 'return_reason', externalCode)]),
  value('AddtlTxInf', 'additional_info', text500),
] as const

const entryStatus = oneOf(['BOOK', 'PDNG', 'INFO', 'FUTR'])

export const entry = [
  value('NtryRef', 'reference', text35),
  amount('Amt', 'amount', 'currency', { required: true }),
  value('CdtDbtInd', 'credit_debit', creditOrDebit, { required: true }),
  flag('RvslInd', 'is_reversal'),
  group(
    'Sts',
    [
      value('Cd', 'status', entryStatus, { required: true }),
      superseded([value('Prtry', 'status', text35)]),
    ],
    { required: true, asText: value('', 'status', entryStatus) },
  ),
  dateOrTime('BookgDt', 'booking_date'),
  dateOrTime('ValDt', 'value_date'),
  value('AcctSvcrRef', 'account_servicer_reference', text35),
  group(
    'BkTxCd',
    [
      group('Domn', [
        value('Cd', 'transaction_domain', shortCode, { required: true }),
        group(
          'Fmly',
          [
            value('Cd', 'transaction_family', shortCode, { required: true }),
            value('SubFmlyCd', 'transaction_sub_family', shortCode, { required: true }),
          ],
          { required: true },
        ),
      ]),
      group('Prtry', [
        value('Cd', 'transaction_code', text35, { required: true }),
        value('Issr', 'transaction_code_issuer', text35),
      ]),
    ],
    { required: true, filler: '' },
  ),
  group('NtryDtls', [list('TxDtls', 'details', details)], { repeats: true }),
  superseded([list('TxDtls', 'details', details)]),
  value('AddtlNtryInf', 'additional_info', text500),
] as const

export const reportHeader = group('GrpHdr', [...headerStart, pages('MsgPgntn')], { required: true })

/** The page of a report that is sent in several messages. */
function pages(element: string) {
  return group(element, [
    value('PgNb', 'page_number', pageText, { required: true }),
    flag('LastPgInd', 'is_last_page', { required: true }),
  ])
}

/** What a statement and a notification say before and about their account. */
export const aboutReport = <Id extends string>(id: Id, page: string) =>
  [
    value('Id', id, text35, { required: true }),
    pages(page),
    sequence('ElctrncSeqNb', 'electronic_sequence_number'),
    sequence('LglSeqNb', 'legal_sequence_number'),
    value('CreDtTm', 'report_date_time', dateTime),
    group('FrToDt', [
      value('FrDtTm', 'from_date', dateTime, { required: true }),
      value('ToDtTm', 'to_date', dateTime, { required: true }),
    ]),
    value('CpyDplctInd', 'copy_or_duplicate', oneOf(['CODU', 'COPY', 'DUPL'])),
    group(
      'Acct',
      [
        accountId('account_iban', 'account_id'),
        value('Ccy', 'account_currency', currencyCode),
        value('Nm', 'account_name', maxText(70)),
        named('Ownr', 'account_owner_name'),
        bankBic('Svcr', 'account_servicer_bic'),
      ],
      { required: true },
    ),
  ] as const

/** Numbers and sums that a report states about its entries. */
export const totals = group('TxsSummry', [
  group('TtlNtries', [
    count('NbOfNtries', 'total_entries', { declares: 'count' }),
    value('Sum', 'total_sum', decimal, { declares: 'sum' }),
  ]),
  group('TtlCdtNtries', [
    count('NbOfNtries', 'total_credit_entries', { declares: 'credit_count' }),
    value('Sum', 'total_credit_sum', decimal, { declares: 'credit_sum' }),
  ]),
  group('TtlDbtNtries', [
    count('NbOfNtries', 'total_debit_entries', { declares: 'debit_count' }),
    value('Sum', 'total_debit_sum', decimal, { declares: 'debit_sum' }),
  ]),
])
