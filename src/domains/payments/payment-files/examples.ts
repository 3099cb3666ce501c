// An example request and answer for every operation of payment files.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

const FILE = '0199d3a2-7c00-7000-8000-a10000000000'
const PAYMENT = '0199d3a2-7c00-7000-8000-a10000000100'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000005'
const DEBTOR = 'LT469999980339887301'
const CREDITOR = 'LT859999941606797746'
const document = (id: string, date: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>2026-03-01T12:00:00Z</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>12.50</CtrlSum>
      <InitgPty><Nm>Ada Lovelace</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>INVOICES</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <ReqdExctnDt><Dt>${date}</Dt></ReqdExctnDt>
      <Dbtr><Nm>Ada Lovelace</Nm></Dbtr>
      <DbtrAcct><Id><IBAN>${DEBTOR}</IBAN></Id></DbtrAcct>
      <DbtrAgt><FinInstnId><BICFI>FLORLT21XXX</BICFI></FinInstnId></DbtrAgt>
      <CdtTrfTxInf>
        <PmtId><EndToEndId>INV-77</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="USD">12.50</InstdAmt></Amt>
        <Cdtr><Nm>Grace Hopper</Nm></Cdtr>
        <CdtrAcct><Id><IBAN>${CREDITOR}</IBAN></Id></CdtrAcct>
        <RmtInf><Ustrd>Invoice 77</Ustrd></RmtInf>
      </CdtTrfTxInf>
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>`

export const examples = defineExamples(answers, {
  'payment_file.execute': {
    input: { xml: document('PAYROLL-2026-03', '2026-03-01') },
    other: { xml: document('PAYROLL-2026-04', '2026-03-01') },
  },
  'payment_file.list': {},
  'payment_file.get': { input: { id: FILE } },
  'payment_file.payments': { input: { id: FILE } },
  'payment_file.report': { input: { id: FILE } },
  'file_payment.get': { input: { id: PAYMENT } },
  'file_payment.cancel': { input: { id: PAYMENT } },
  'account.iso_statement': { input: { account: ACCOUNT, format: 'json' } },
  'account.iso_notification': { input: { account: ACCOUNT, format: 'json' } },
})
