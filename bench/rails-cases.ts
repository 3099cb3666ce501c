// Measures payment files, ten thousand payments in one pain.001 beside the same payments by bulk transfer; the
// statement of an account with a million entries; and a statement of 50 MB that is sent in to be read.
import { atOnce, type Bank, openBank, post } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Case, Group, Sample } from './case.ts'
import { compareEnds, watchMemory } from './memory-case.ts'
import { BULK_SIZE } from './requests.ts'
import { once } from './yardsticks.ts'

const PAYMENTS = 10_000
const CREDITORS = 1_000
const BULK_CONNECTIONS = 4
const BULK = 'payments-bulk'
const BULK_IN_TURN = 'payments-bulk-in-turn'

interface Payroll extends Bank {
  /** The first account pays all others. */
  readonly ibans: ReadonlyMap<string, string>
}

export function listRailsGroups(bench: Bench, quick: boolean): Group[] {
  const getPayroll = once(() => openPayroll(bench.florin.url))
  const prepare = async (): Promise<void> => void (await getPayroll())
  let files = 0
  const cases: Case[] = [
    {
      name: BULK_IN_TURN,
      title: `${PAYMENTS} payments by bulk transfer, ${BULK_SIZE} in a request, one after the other`,
      prepare,
      measure: async () => measureBulk(await getPayroll(), 1),
    },
    {
      name: BULK,
      title: `${PAYMENTS} payments by bulk transfer, ${BULK_SIZE} in a request, ${BULK_CONNECTIONS} connections`,
      prepare,
      measure: async () => measureBulk(await getPayroll(), BULK_CONNECTIONS),
    },
    {
      name: 'payments-file',
      title: `${PAYMENTS} payments in one pain.001, read, checked and executed`,
      // A file is one request, as each of the bulk transfers in turn is. Over several connections the same payments
      // are faster still, which is shown beside it and is no bar: a file has only one.
      bars: [{ kind: 'ratio', atLeast: 0.5, ofBest: [BULK_IN_TURN] }],
      needs: [BULK],
      prepare,
      measure: async () => measureFile(await getPayroll(), ++files),
    },
  ]
  return [
    { cases, rounds: bench.pace.rounds },
    {
      cases: [
        makeStatementCase(bench, getPayroll, quick ? QUICK_ENTRIES : FULL_ENTRIES),
        makeParseCase(bench, getPayroll, quick ? QUICK_MB : FULL_MB),
      ],
      rounds: 1,
    },
  ]
}

const FULL_ENTRIES = 1_000_000
const QUICK_ENTRIES = 20_000
/** Far less than the document, which has more than a kilobyte for each entry. */
const GROWTH_MIB_MAX = 200
const WATCH_MS = 100

function makeStatementCase(
  bench: Bench,
  getPayroll: () => Promise<Payroll>,
  entries: number,
): Case {
  return {
    name: 'statement',
    title: `camt.053 of ${entries} entries, in entries per second`,
    prepare: async () => fill(await getPayroll(), entries),
    async measure() {
      const payroll = await getPayroll()
      // The first one warms the worker thread up.
      await readStatement(payroll, '?to=2026-01-01')
      const watch = watchMemory(bench.florin.pid, WATCH_MS)
      const start = performance.now()
      const found = await readStatement(payroll, '?from=2026-01-01').finally(() => watch.stop())
      const seconds = (performance.now() - start) / 1000
      const readings = await watch.read()
      const growth = Math.max(...readings) - readings[0]!
      if (found < entries) throw new Error(`the statement has ${found} of ${entries} entries`)
      if (growth > GROWTH_MIB_MAX)
        throw new Error(`the statement of ${found} entries took ${growth} MiB of memory`)
      return { perSecond: found / seconds, memory: compareEnds(readings) }
    },
  }
}

const FULL_MB = 50
const QUICK_MB = 5

/** A statement of this size is sent in and read; the answer has every entry twice, and is several times as long. */
function makeParseCase(bench: Bench, getPayroll: () => Promise<Payroll>, megabytes: number): Case {
  const entry = (index: number): string =>
    `<Ntry><NtryRef>R${index}</NtryRef><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-31</Dt></BookgDt><BkTxCd/><NtryDtls><TxDtls><Refs><EndToEndId>E${index}</EndToEndId></Refs><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Ustrd>Invoice ${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`
  const entries = Math.ceil((megabytes * 1_000_000) / entry(100_000).length)
  return {
    name: 'statement-parse',
    title: `camt.053 of ${megabytes} MB sent in and read, in entries per second`,
    prepare: async () => void (await getPayroll()),
    async measure() {
      const { url, token } = await getPayroll()
      const xml = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId><CreDtTm>2026-01-31T08:00:00Z</CreDtTm></GrpHdr><Stmt><Id>S</Id><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct><Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-01-31</Dt></Dt></Bal>
${Array.from({ length: entries }, (_, index) => entry(index)).join('')}</Stmt></BkToCstmrStmt></Document>`
      const watch = watchMemory(bench.florin.pid, WATCH_MS)
      const start = performance.now()
      const found = await parse(url, token, xml).finally(() => watch.stop())
      const seconds = (performance.now() - start) / 1000
      const readings = await watch.read()
      const growth = Math.max(...readings) - readings[0]!
      if (found !== 2 * entries)
        throw new Error(`the answer has ${found} entries instead of ${2 * entries}`)
      if (growth > GROWTH_MIB_MAX)
        throw new Error(`reading ${megabytes} MB took ${growth} MiB of memory`)
      return { perSecond: entries / seconds, memory: compareEnds(readings) }
    },
  }
}

/** The number of entries in the answer, which is not kept. */
async function parse(url: string, token: string, xml: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/iso20022/parse`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/xml', Authorization: `Bearer ${token}` },
    body: xml,
  })
  if (!response.ok) throw new Error(`parse was answered ${response.status}`)
  return countIn(response, '"booking_date"')
}

async function fill(payroll: Payroll, entries: number): Promise<void> {
  const parts = Array.from({ length: Math.ceil(entries / BULK_SIZE) }, (_, part) => part)
  await sendBulks(payroll, parts, BULK_CONNECTIONS)
}

/** The number of entries; the document is not kept. */
async function readStatement({ url, token, accounts }: Payroll, query: string): Promise<number> {
  const response = await fetch(`${url}/api/v1/iso20022/accounts/${accounts[0]}/statement${query}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  return countIn(response, '<Ntry>')
}

/** How often a word stands in a body, which is not kept. */
async function countIn(response: Response, word: string): Promise<number> {
  let found = 0
  let end = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (end + piece).split(word)
    found += parts.length - 1
    // A word may begin at the end of a piece.
    end = parts.at(-1)!.slice(1 - word.length)
  }
  return found
}

async function openPayroll(url: string): Promise<Payroll> {
  const bank = await openBank(url, CREDITORS + 1, 'payroll@example.com')
  const ibans = new Map<string, string>()
  await atOnce(bank.accounts, async (account) => {
    const response = await fetch(`${url}/api/v2/accounts/${account}/identifiers`, {
      headers: { Authorization: `Bearer ${bank.token}` },
    })
    const { data } = (await response.json()) as { data: { iban: string } }
    ibans.set(account, data.iban)
  })
  return { ...bank, ibans }
}

const creditorOf = ({ accounts }: Bank, number: number): string =>
  accounts[1 + (number % CREDITORS)]!

/** Counts the payments over the time until the last is answered. */
async function timed(work: () => Promise<void>): Promise<Sample> {
  const start = performance.now()
  await work()
  return { perSecond: (PAYMENTS / (performance.now() - start)) * 1000, units: PAYMENTS }
}

const measureBulk = (payroll: Payroll, connections: number): Promise<Sample> =>
  timed(() =>
    sendBulks(
      payroll,
      Array.from({ length: PAYMENTS / BULK_SIZE }, (_, part) => part),
      connections,
    ),
  )

async function sendBulks(
  payroll: Payroll,
  parts: readonly number[],
  connections: number,
): Promise<void> {
  const rest = parts.values()
  const send = async (): Promise<void> => {
    for (const part of rest) {
      const request = writeBulk(payroll, part)
      const { data } = await post<{ data: { completed: number } }>(
        payroll.url,
        '/api/v2/transfers/bulk',
        request,
        payroll.token,
      )
      if (data.completed !== BULK_SIZE)
        throw new Error(`${BULK}: ${data.completed} of ${BULK_SIZE} transfers were made`)
    }
  }
  await Promise.all(Array.from({ length: connections }, send))
}

const writeBulk = (payroll: Payroll, part: number) => ({
  mode: 'each',
  transfers: Array.from({ length: BULK_SIZE }, (_, index) => ({
    from_account: payroll.accounts[0],
    to_account: creditorOf(payroll, part * BULK_SIZE + index),
    amount: '0.01',
    asset_code: 'USD',
    reference: `Salary ${part * BULK_SIZE + index}`,
    workflow_enabled: false,
  })),
})

async function measureFile(payroll: Payroll, file: number): Promise<Sample> {
  const xml = writeFile(payroll, file)
  return timed(async () => {
    const response = await fetch(`${payroll.url}/api/v1/iso20022/execute`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/xml',
        Authorization: `Bearer ${payroll.token}`,
      },
      body: xml,
    })
    const report = await response.text()
    const settled = report.split('<TxSts>ACSC</TxSts>').length - 1
    if (settled !== PAYMENTS)
      throw new Error(`payments-file was answered ${response.status}: ${report.slice(0, 1_000)}`)
  })
}

function writeFile(payroll: Payroll, file: number): string {
  const account = (uuid: string): string => `<Id><IBAN>${payroll.ibans.get(uuid)}</IBAN></Id>`
  const payment = (_: unknown, number: number): string =>
    `<CdtTrfTxInf><PmtId><InstrId>I${file}-${number}</InstrId><EndToEndId>E${file}-${number}</EndToEndId></PmtId><Amt><InstdAmt Ccy="USD">0.01</InstdAmt></Amt><Cdtr><Nm>Employee ${number % CREDITORS}</Nm></Cdtr><CdtrAcct>${account(creditorOf(payroll, number))}</CdtrAcct><RmtInf><Ustrd>Salary ${number}</Ustrd></RmtInf></CdtTrfTxInf>\n`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>PAYROLL-${file}</MsgId><CreDtTm>2026-01-31T08:00:00Z</CreDtTm><NbOfTxs>${PAYMENTS}</NbOfTxs><CtrlSum>${PAYMENTS / 100}.00</CtrlSum><InitgPty><Nm>Bench</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>SALARIES</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-01-31</Dt></ReqdExctnDt><Dbtr><Nm>Bench</Nm></Dbtr><DbtrAcct>${account(payroll.accounts[0]!)}</DbtrAcct><DbtrAgt><FinInstnId><BICFI>FLORLT21XXX</BICFI></FinInstnId></DbtrAgt>
${Array.from({ length: PAYMENTS }, payment).join('')}</PmtInf></CstmrCdtTrfInitn></Document>`
}
