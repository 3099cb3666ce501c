// Parts that several message types share: parties, accounts, banks, remittance information, reasons.
import {
  bic,
  date,
  dateTime,
  decimal,
  externalCode,
  type Format,
  iban,
  maxText,
  oneOf,
  shortCode,
  status,
  uetr,
} from '../codec/formats.ts'
import { choice, count, group, lines, type Node, superseded, value } from '../codec/layout.ts'

export const text35 = maxText(35)
export const text140 = maxText(140)
export const text500 = maxText(500)

export const creditOrDebit = oneOf(['CRDT', 'DBIT'])
export const chargeBearer = oneOf(['DEBT', 'CRED', 'SHAR', 'SLEV'])

/** The content for a required bank that is not known. */
const NOT_PROVIDED = 'NOTPROVIDED'
export const bankNotProvided = `<FinInstnId><Othr><Id>${NOT_PROVIDED}</Id></Othr></FinInstnId>`

export const named = <Field extends string>(element: string, field: Field, required = false) =>
  group(element, [value('Nm', field, text140)], { required, ...(required && { filler: '' }) })

/** A party that newer versions put into an element Pty. */
export const namedInside = <Field extends string>(element: string, field: Field) =>
  group(element, [
    group('Pty', [value('Nm', field, text140)]),
    superseded([value('Nm', field, text140)]),
  ])

/** An account by its IBAN, or by any other number. */
export const account = <Iban extends string, Other extends string>(
  element: string,
  ibanField: Iban,
  otherField: Other,
  required = false,
) => group(element, [accountId(ibanField, otherField)], { required })

export const accountId = <Iban extends string, Other extends string>(
  ibanField: Iban,
  otherField: Other,
) =>
  group(
    'Id',
    [
      choice(
        [
          value('IBAN', ibanField, iban),
          group('Othr', [value('Id', otherField, maxText(34), { required: true })]),
        ],
        { required: true },
      ),
      // The first versions had one element for each kind of number.
      superseded([
        value('BBAN', otherField, maxText(34)),
        value('UPIC', otherField, maxText(34)),
        group('PrtryAcct', [value('Id', otherField, maxText(34))]),
      ]),
    ],
    { required: true },
  )

/** A bank by its BIC or by its number in a national clearing system. */
export const bank = <Bic extends string, Member extends string>(
  element: string,
  bicField: Bic,
  memberField: Member,
  required = false,
) =>
  group(
    element,
    [
      group('FinInstnId', [
        value('BICFI', bicField, bic),
        group('ClrSysMmbId', [
          value('MmbId', memberField, text35),
          superseded([value('Id', memberField, text35)]),
        ]),
        superseded([
          value('BIC', bicField, bic),
          group('CmbndId', [
            value('BIC', bicField, bic),
            group('ClrSysMmbId', [value('Id', memberField, text35)]),
          ]),
        ]),
      ]),
    ],
    { required, ...(required && { filler: bankNotProvided }) },
  )

/** A bank of which only the BIC matters. */
export const bankBic = <Bic extends string>(element: string, bicField: Bic) =>
  group(element, [
    group('FinInstnId', [value('BICFI', bicField, bic), superseded([value('BIC', bicField, bic)])]),
  ])

/** A code of a list, or a proprietary one. */
export const codeOr = <Field extends string>(
  element: string,
  field: Field,
  code: Format,
  options: { readonly required?: boolean; readonly repeats?: boolean } = {},
) =>
  group(
    element,
    [choice([value('Cd', field, code), value('Prtry', field, text35)], { required: true })],
    options,
  )

/** A date, or a date and time; older versions have the date without an element around it. */
export const dateOrTime = <Field extends string>(
  element: string,
  field: Field,
  options: { readonly required?: boolean } = {},
) =>
  group(
    element,
    [choice([value('Dt', field, date), value('DtTm', field, dateTime)], { required: true })],
    { ...options, asText: value('', field, date) },
  )

const referenceType = oneOf(['RADM', 'RPIN', 'FXDR', 'DISP', 'PUOR', 'SCOR'])

export const remittance = group('RmtInf', [
  lines('Ustrd', 'remittance_info', text140),
  group(
    'Strd',
    [
      group('CdtrRefInf', [
        group('Tp', [
          group('CdOrPrtry', [
            choice(
              [
                value('Cd', 'structured_reference_type', referenceType),
                value('Prtry', 'structured_reference_type', text35),
              ],
              { required: true },
            ),
          ]),
          superseded([value('Cd', 'structured_reference_type', text35)]),
        ]),
        value('Ref', 'structured_reference', text35),
        superseded([
          group('CdtrRefTp', [value('Cd', 'structured_reference_type', text35)]),
          value('CdtrRef', 'structured_reference', text35),
        ]),
      ]),
    ],
    { repeats: true },
  ),
])

export const purpose = codeOr('Purp', 'purpose', externalCode)

export const paymentType = group('PmtTpInf', [
  value('InstrPrty', 'instruction_priority', oneOf(['HIGH', 'NORM'])),
  codeOr('SvcLvl', 'service_level', shortCode, { repeats: true }),
  codeOr('LclInstrm', 'local_instrument', maxText(35)),
  codeOr('CtgyPurp', 'category_purpose', externalCode),
])

/** The reason of a status or of a cancellation. */
export const reason = <Code extends string, Info extends string>(
  element: string,
  codeField: Code,
  infoField: Info,
) =>
  group(
    element,
    [codeOr('Rsn', codeField, externalCode), lines('AddtlInf', infoField, maxText(105))],
    { repeats: true },
  )

/** The message that a status or a cancellation is about. */
export const originalGroup = [
  value('OrgnlMsgId', 'original_message_id', text35, { required: true }),
  value('OrgnlMsgNmId', 'original_message_type', text35, { required: true }),
  value('OrgnlCreDtTm', 'original_creation_date_time', dateTime),
] as const

export const originalTotals = [
  count('OrgnlNbOfTxs', 'original_number_of_transactions'),
  value('OrgnlCtrlSum', 'original_control_sum', decimal),
] as const

export const headerStart = [
  value('MsgId', 'message_id', text35, { required: true }),
  value('CreDtTm', 'creation_date_time', dateTime, { required: true }),
] as const

/** How many payments a message has, and what they add up to. */
export const paymentTotals = [
  count('NbOfTxs', 'number_of_transactions', { required: true, declares: 'count' }),
  value('CtrlSum', 'control_sum', decimal, { declares: 'sum' }),
] as const

/** The creditor and the purpose of a payment; between banks the creditor and its bank are required. */
export const creditorAndPurpose = (required: boolean) =>
  [
    bank('CdtrAgt', 'creditor_bic', 'creditor_clearing_member', required),
    named('Cdtr', 'creditor_name', required),
    account('CdtrAcct', 'creditor_iban', 'creditor_account'),
    named('UltmtCdtr', 'ultimate_creditor_name'),
    purpose,
    remittance,
  ] as const

/** The status of a whole message, in reports to customers and between banks. */
export const groupOutcome = [
  ...originalGroup,
  ...originalTotals,
  value('GrpSts', 'group_status', status),
  reason('StsRsnInf', 'group_reason_code', 'group_reason_info'),
] as const

/** The status of one payment, and its repeated data; the element of the amount depends on the message. */
export const paymentOutcome = <const Amount extends Node>(originalAmount: Amount) =>
  [
    value('OrgnlUETR', 'original_uetr', uetr),
    value('TxSts', 'status', status),
    reason('StsRsnInf', 'reason_code', 'reason_info'),
    value('AccptncDtTm', 'acceptance_date_time', dateTime),
    group('OrgnlTxRef', [
      originalAmount,
      namedInside('Dbtr', 'debtor_name'),
      account('DbtrAcct', 'debtor_iban', 'debtor_account'),
      namedInside('Cdtr', 'creditor_name'),
      account('CdtrAcct', 'creditor_iban', 'creditor_account'),
    ]),
  ] as const
