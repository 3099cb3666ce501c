// Writes a SEPA direct debit as a pain.008 with one collection.
import type { MandateRow } from '../mandates/store.ts'
import type { Party } from '../party.ts'
import type { PaymentRow } from '../payments/store.ts'

export interface CollectionFacts {
  readonly payment: PaymentRow
  readonly amount: string
  readonly own: Party
  readonly mandate: MandateRow
  readonly now: Date
}

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.008.001.08'

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Control characters, which XML does not allow, become spaces. */
const escape = (text: string): string =>
  text.replace(/\p{Cc}/gu, ' ').replace(/[&<>"]/g, (one) => escapes[one]!)

const element = (name: string, ...inner: readonly string[]): string =>
  `<${name}>${inner.join('')}</${name}>`
const value = (name: string, text: string): string => element(name, escape(text))

const bank = (name: string, bic: string | null): string =>
  element(
    name,
    element(
      'FinInstnId',
      bic === null ? element('Othr', value('Id', 'NOTPROVIDED')) : value('BICFI', bic),
    ),
  )

const account = (name: string, iban: string): string =>
  element(name, element('Id', value('IBAN', iban)))

/** The first collection of a mandate, one of several, or the only one. */
function sequenceOf({ frequency, last_used_at }: MandateRow): string {
  if (frequency === 'one_off') return 'OOFF'
  return last_used_at === null ? 'FRST' : 'RCUR'
}

export function writeCollection({ payment, amount, own, mandate, now }: CollectionFacts): string {
  const { external_id, end_to_end_id, memo } = payment
  const transaction = element(
    'DrctDbtTxInf',
    element('PmtId', value('EndToEndId', end_to_end_id)),
    `<InstdAmt Ccy="EUR">${amount}</InstdAmt>`,
    element(
      'DrctDbtTx',
      element(
        'MndtRltdInf',
        value('MndtId', mandate.mandate_id),
        value('DtOfSgntr', mandate.signed_at),
      ),
    ),
    bank('DbtrAgt', payment.party.bic),
    element('Dbtr', value('Nm', mandate.debtor_name)),
    account('DbtrAcct', mandate.debtor_iban),
    memo === null || memo.trim() === '' ? '' : element('RmtInf', value('Ustrd', memo)),
  )
  const creditorId = element(
    'CdtrSchmeId',
    element(
      'Id',
      element(
        'PrvtId',
        element(
          'Othr',
          value('Id', mandate.creditor_id),
          element('SchmeNm', value('Prtry', 'SEPA')),
        ),
      ),
    ),
  )
  const batch = element(
    'PmtInf',
    value('PmtInfId', external_id),
    value('PmtMtd', 'DD'),
    value('NbOfTxs', '1'),
    value('CtrlSum', amount),
    element(
      'PmtTpInf',
      element('SvcLvl', value('Cd', 'SEPA')),
      element('LclInstrm', value('Cd', mandate.scheme)),
      value('SeqTp', sequenceOf(mandate)),
    ),
    value('ReqdColltnDt', payment.estimated_settlement.slice(0, 10)),
    element('Cdtr', value('Nm', mandate.creditor_name)),
    account('CdtrAcct', mandate.creditor_iban),
    bank('CdtrAgt', own.bic),
    value('ChrgBr', 'SLEV'),
    creditorId,
    transaction,
  )
  const header = element(
    'GrpHdr',
    value('MsgId', external_id),
    value('CreDtTm', now.toISOString()),
    value('NbOfTxs', '1'),
    value('CtrlSum', amount),
    element('InitgPty', value('Nm', mandate.creditor_name)),
  )
  const body = element('CstmrDrctDbtInitn', header, batch)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${NAMESPACE}">${body}</Document>\n`
}
