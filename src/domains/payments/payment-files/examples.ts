// An example request and answer for every operation of payment files.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const FILE = '0199d3a2-7c00-7000-8000-a10000000000'
const PAYMENT = '0199d3a2-7c00-7000-8000-a10000000100'
const ACCOUNT = '0199d3a2-7c00-7000-8000-000000000005'
const DEBTOR = 'LT469999980339887301'
const CREDITOR = 'LT859999941606797746'
const at = '2026-03-01T12:00:00.000Z'

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

const report = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">…</Document>
`

const file = {
  id: FILE,
  message_id: 'PAYROLL-2026-03',
  message_type: 'pain.001',
  message_name: 'pain.001.001.09',
  initiating_party_name: 'Ada Lovelace',
  status: 'settled',
  group_status: 'ACSC',
  number_of_transactions: 1,
  control_sum: '12.50',
  settled: 1,
  rejected: 0,
  scheduled: 0,
  sent: 0,
  cancelled: 0,
  created_at: at,
  updated_at: at,
  completed_at: at,
}

const payment = {
  id: PAYMENT,
  file_id: FILE,
  position: 1,
  line: 18,
  payment_information_id: 'INVOICES',
  instruction_id: null,
  end_to_end_id: 'INV-77',
  uetr: null,
  debtor_account: DEBTOR,
  creditor_account: CREDITOR,
  creditor_name: 'Grace Hopper',
  amount: '12.50',
  currency: 'USD',
  remittance_info: 'Invoice 77',
  requested_execution_date: '2026-03-01',
  status: 'settled',
  iso_status: 'ACSC',
  reason_code: null,
  reason: null,
  transfer_uuid: PAYMENT,
  outside_id: null,
  due_at: null,
  created_at: at,
  updated_at: at,
}

const sums = {
  id: 'S0199d3a27c007000800000-mm7zo8w0',
  account_uuid: ACCOUNT,
  account_iban: DEBTOR,
  currency: 'USD',
  from: '2026-03-01T00:00:00.000Z',
  to: at,
  entries: 1,
  credit_entries: 1,
  credit_sum: '100.00',
  debit_entries: 0,
  debit_sum: '0.00',
}

export const examples = defineExamples({
  'payment_file.execute': {
    input: { xml: document('PAYROLL-2026-03', '2026-03-01') },
    output: { ...file, replayed: false, payments: [payment], xml: report },
    other: { xml: document('PAYROLL-2026-04', '2026-03-01') },
  },
  'payment_file.list': { output: onePage(file) },
  'payment_file.get': { input: { id: FILE }, output: file },
  'payment_file.payments': { input: { id: FILE }, output: onePage(payment) },
  'payment_file.report': { input: { id: FILE }, output: { xml: report } },
  'file_payment.get': { input: { id: PAYMENT }, output: payment },
  'file_payment.cancel': {
    input: { id: PAYMENT },
    output: {
      ...payment,
      requested_execution_date: '2026-03-02',
      status: 'cancelled',
      iso_status: 'CANC',
      transfer_uuid: null,
    },
  },
  'account.iso_statement': {
    input: { account: ACCOUNT, format: 'json' },
    output: { ...sums, opening_balance: '0.00', closing_balance: '100.00' },
  },
  'account.iso_notification': {
    input: { account: ACCOUNT, format: 'json' },
    output: sums,
  },
})
