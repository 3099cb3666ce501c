// Shared by the tests of payment files: accounts with money, and documents as a customer's software writes them.
import { randomUUID } from 'node:crypto'
import type { Answer, Bank, CallOptions } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { validateWherePossible } from '../iso20022/test-support.ts'

export interface TestAccount {
  readonly uuid: string
  readonly iban: string
}

/** A new account of the customer with this balance. */
export async function openAccount(
  bank: Bank,
  person: CallOptions & { readonly uuid: string },
  amount = '0',
  currency = 'USD',
): Promise<TestAccount> {
  const name = { name: 'Payments', user_uuid: person.uuid }
  const { uuid } = (await bank.call('POST /api/accounts', name, person)).body.data
  if (Number(amount) > 0) {
    const cash = { amount, asset_code: currency }
    const { status, body } = await bank.call(`POST /api/v2/accounts/${uuid}/deposit`, cash, person)
    if (status >= 300) throw new Error(JSON.stringify(body))
  }
  const identifiers = await bank.call(`GET /api/v2/accounts/${uuid}/identifiers`, undefined, person)
  return { uuid, iban: identifiers.body.data.iban }
}

/** Ada, who pays from an account with this balance, and Grace, who is paid. */
export async function openPair(bank: Bank, amount: string) {
  const [ada, grace] = [await bank.person(), await bank.person()]
  const from = await openAccount(bank, ada, amount)
  return { ada, grace, from, to: await openAccount(bank, grace) }
}

export interface WrittenPayment {
  readonly to: string
  readonly amount?: string
  readonly currency?: string
  readonly id?: string
  readonly remittance?: string
  /** What FinInstnId of the creditor's bank holds. */
  readonly agent?: string
}

export interface WrittenBatch {
  readonly from: string
  /** What FinInstnId of the debtor's bank holds. */
  readonly agent?: string
  readonly payments: readonly WrittenPayment[]
  readonly date?: string
}

export interface WrittenFile {
  readonly id?: string
  readonly count?: number
  readonly sum?: string
}

const accountId = (text: string): string =>
  /^[A-Z]{2}\d\d/.test(text) ? `<IBAN>${text}</IBAN>` : `<Othr><Id>${text}</Id></Othr>`

/** Without dashes a uuid has room in Othr/Id. */
export const short = (uuid: string): string => uuid.replaceAll('-', '')

const transaction = ({
  to,
  amount = '1.00',
  currency = 'USD',
  id = short(randomUUID()),
  remittance,
  agent,
}: WrittenPayment) => `
      <CdtTrfTxInf>
        <PmtId><EndToEndId>${id}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>${
          agent === undefined
            ? ''
            : `
        <CdtrAgt><FinInstnId>${agent}</FinInstnId></CdtrAgt>`
        }
        <Cdtr><Nm>Grace Hopper</Nm></Cdtr>
        <CdtrAcct><Id>${accountId(to)}</Id></CdtrAcct>${
          remittance === undefined
            ? ''
            : `
        <RmtInf><Ustrd>${remittance}</Ustrd></RmtInf>`
        }
      </CdtTrfTxInf>`

export function pain001(
  batches: readonly WrittenBatch[],
  { id = `MSG${short(randomUUID())}`, count, sum }: WrittenFile = {},
): string {
  const total = batches.reduce((n, { payments }) => n + payments.length, 0)
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>2026-03-01T12:00:00Z</CreDtTm>
      <NbOfTxs>${count ?? total}</NbOfTxs>${
        sum === undefined
          ? ''
          : `
      <CtrlSum>${sum}</CtrlSum>`
      }
      <InitgPty><Nm>Ada Lovelace</Nm></InitgPty>
    </GrpHdr>${batches
      .map(
        ({ from, agent = '<BICFI>FLORLT21XXX</BICFI>', payments, date = '2026-03-01' }, index) => `
    <PmtInf>
      <PmtInfId>BATCH-${index + 1}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <ReqdExctnDt><Dt>${date}</Dt></ReqdExctnDt>
      <Dbtr><Nm>Ada Lovelace</Nm></Dbtr>
      <DbtrAcct><Id>${accountId(from)}</Id></DbtrAcct>
      <DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt>${payments.map(transaction).join('')}
    </PmtInf>`,
      )
      .join('')}
  </CstmrCdtTrfInitn>
</Document>`
}

export interface WrittenTransfer extends WrittenPayment {
  readonly from: string
}

export const pacs008 = (
  payments: readonly WrittenTransfer[],
  { id = `MSG${short(randomUUID())}` }: WrittenFile = {},
): string => `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08">
  <FIToFICstmrCdtTrf>
    <GrpHdr>
      <MsgId>${id}</MsgId>
      <CreDtTm>2026-03-01T12:00:00Z</CreDtTm>
      <NbOfTxs>${payments.length}</NbOfTxs>
      <SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf>
    </GrpHdr>${payments
      .map(
        ({ from, to, amount = '1.00', currency = 'USD', id: reference = short(randomUUID()) }) => `
    <CdtTrfTxInf>
      <PmtId><EndToEndId>${reference}</EndToEndId></PmtId>
      <IntrBkSttlmAmt Ccy="${currency}">${amount}</IntrBkSttlmAmt>
      <ChrgBr>SLEV</ChrgBr>
      <Dbtr><Nm>Ada Lovelace</Nm></Dbtr>
      <DbtrAcct><Id>${accountId(from)}</Id></DbtrAcct>
      <DbtrAgt><FinInstnId><BICFI>FLORLT21XXX</BICFI></FinInstnId></DbtrAgt>
      <CdtrAgt><FinInstnId><BICFI>FLORLT21XXX</BICFI></FinInstnId></CdtrAgt>
      <Cdtr><Nm>Grace Hopper</Nm></Cdtr>
      <CdtrAcct><Id>${accountId(to)}</Id></CdtrAcct>
    </CdtTrfTxInf>`,
      )
      .join('')}
  </FIToFICstmrCdtTrf>
</Document>`

/** The same as an XML body. */
export const sendXml = (
  bank: Bank,
  xml: string,
  caller: CallOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  bank.call('POST /api/v1/iso20022/execute', xml, {
    ...caller,
    raw: true,
    headers: { 'Content-Type': 'application/xml', ...headers },
  })

/** How often money left the account. */
export async function countMoves(bank: Bank, { uuid }: TestAccount): Promise<number> {
  const [row] = await bank.sql<{ n: number }>(
    'select count(*)::int as n from ledger.moves where from_account = $1',
    [uuid],
  )
  return row!.n
}

/** Executes a file; the report must be valid by the schema of ISO where that is available. */
export async function execute(bank: Bank, xml: string, caller: CallOptions): Promise<Answer> {
  const answer = await bank.call('POST /api/v1/iso20022/execute', { xml }, caller)
  if (answer.status === 200) validateWherePossible(answer.body.data.xml)
  return answer
}

/** The balance in the smallest unit. */
export async function balanceOf(bank: Bank, account: TestAccount, asset = 'USD'): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    'select units from ledger.balances where account_id = $1 and asset = $2',
    [account.uuid, asset],
  )
  return BigInt(row?.units ?? 0)
}

export const open = (bank: Bank): Database =>
  openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
