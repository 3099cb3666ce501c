// Tests that the general ledger equals the ledger core at every moment, and that the trial balance is zero in every
// asset: after each of many random operations, with real rows.
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { parseDecimal } from '../../../kernel/money.ts'
import { systemAccount, type SystemCode } from '../ledger/index.ts'
import { openWorkbench, type Fixture } from '../ledger/test-support.ts'
import { defaultChart, feedNames, ledgerSources, getFeed } from './chart.ts'
import { type Holder, ok, openAccount, openBooks, type TestBooks } from './test-support.ts'

let bank: Bank
let bench: Fixture
let books: TestBooks
let ada: Holder
let accounts: string[]

beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '25' } })
  bench = openWorkbench(bank)
  books = openBooks(bank)
  // A key does not expire when a test moves the clock by days.
  ada = await bank.apiKey(await bank.person())
  const rows = await bank.sql<{ code: string; precision: number }>(
    'select code, precision from assets.assets',
  )
  precisions = Object.fromEntries(rows.map((row) => [row.code, row.precision]))
  accounts = []
  for (let n = 0; n < 3; n++) accounts.push(await openAccount(bank, ada, 1_000_000))
  for (const asset_code of ['EUR', 'ETH', 'JPY'])
    await ok(
      bank.call(
        `POST /api/v2/accounts/${accounts[0]!}/deposit`,
        { amount: '1000', asset_code },
        ada,
      ),
    )
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

/** The home of each account of the core, derived independently from its name. */
function homeOf(code: string | null): string {
  if (code === null) return '2100'
  if (code.startsWith('clearing:')) return '2300'
  if (code.startsWith('pool:')) return '1400'
  const homes: Readonly<Record<string, string>> = {
    'external:deposits': '1110',
    'external:withdrawals': '1110',
    'external:settlement': '1120',
    'cash:tellers': '1130',
    loans: '1200',
    'loan-allowance': '1290',
    'treasury:gcu': '1500',
    'market-maker': '1600',
    conversions: '1700',
    escrow: '2400',
    'member-shares': '3200',
    fees: '4100',
    'loan-interest': '4200',
    'loan-losses': '5400',
    interest: '5500',
    'chains:fees': '4100',
    'chains:gas': '5200',
    'chains:wrapped': '1400',
    'defi:market': '1400',
    'defi:lending': '1400',
    'defi:staking': '1400',
    'dispute-losses': '5600',
  }
  return homes[code]!
}

let precisions: Readonly<Record<string, number>>
const placesOf = (asset: string): number => Math.max(4, precisions[asset]!)

const units = (decimal: string, asset: string): bigint =>
  parseDecimal(decimal, { code: asset, precision: placesOf(asset) })!.units

/** The core by home and asset, added up from every balance. */
async function readCore(): Promise<Map<string, bigint>> {
  const rows = await bank.sql<{ code: string | null; asset: string; units: string }>(
    `select a.code, b.asset, b.units from ledger.balances b join ledger.accounts a on a.id = b.account_id
     where a.environment = 'live'`,
  )
  const sums = new Map<string, bigint>()
  for (const { code, asset, units: held } of rows) {
    const key = `${homeOf(code)} ${asset}`
    const debit = -BigInt(held) * 10n ** BigInt(placesOf(asset) - precisions[asset]!)
    sums.set(key, (sums.get(key) ?? 0n) + debit)
  }
  return sums
}

const debitTypes = new Set(['asset', 'expense'])

/** A pending transfer may complete while the two are read; then they are read again. */
async function readBoth() {
  for (;;) {
    const before = await readCore()
    const chart = await ok(books.get('/accounts', ada))
    const core = await readCore()
    if (isDeepStrictEqual(before, core)) return { core, chart: chart.data }
  }
}

async function checkAgreement(): Promise<void> {
  const trial = await books.trialBalance(ada)
  expect(trial.totals.balanced).toBe(true)
  const zero = new Map<string, bigint>()
  for (const row of trial.data) {
    const net = units(row.debit, row.currency) - units(row.credit, row.currency)
    zero.set(row.currency, (zero.get(row.currency) ?? 0n) + net)
  }
  for (const [currency, sum] of zero) expect(sum, currency).toBe(0n)
  const { core, chart } = await readBoth()
  const shown = new Map<string, bigint>()
  for (const account of chart)
    for (const of of account.balances) {
      const sign = debitTypes.has(account.type) ? 1n : -1n
      const part = units(of.ledger_balance, of.currency)
      if (part !== 0n) shown.set(`${account.code} ${of.currency}`, sign * part)
      expect(units(of.balance, of.currency)).toBe(part + units(of.journal_balance, of.currency))
    }
  expect(shown).toEqual(new Map([...core].filter(([, sum]) => sum !== 0n)))
}

type Step =
  | { readonly do: 'deposit' | 'withdraw'; readonly account: number; readonly cents: number }
  | {
      readonly do: 'transfer'
      readonly from: number
      readonly cents: number
      readonly waits: boolean
    }
  | { readonly do: 'convert'; readonly account: number; readonly cents: number }
  | { readonly do: 'reverse'; readonly account: number }
  | {
      readonly do: 'core'
      readonly from: SystemCode
      readonly to: SystemCode | number
      readonly asset: string
      readonly units: bigint
    }
  | {
      readonly do: 'journal'
      readonly debit: string
      readonly credit: string
      readonly cents: number
    }
  | { readonly do: 'wait' }

const codes: SystemCode[] = [
  'external:deposits',
  'fees',
  'interest',
  'treasury:gcu',
  'market-maker',
  'escrow',
  'conversions',
  'clearing:ach',
  'clearing:sepa',
  'clearing:interledger',
  'external:settlement',
  'loans',
  'loan-allowance',
  'loan-losses',
  'loan-interest',
  'member-shares',
  'cash:tellers',
  'clearing:chains',
  'chains:gas',
  'defi:market',
  'dispute-losses',
]
const account = fc.nat(2)
const cents = fc.integer({ min: 1, max: 50_000 })
const code = fc.constantFrom(...codes)
const chartCode = fc.constantFrom(...defaultChart.map((one) => one.code))

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('deposit' as const, 'withdraw' as const), account, cents }),
  fc.record({ do: fc.constant('transfer' as const), from: account, cents, waits: fc.boolean() }),
  fc.record({ do: fc.constant('convert' as const), account, cents }),
  fc.record({ do: fc.constant('reverse' as const), account }),
  fc.record({
    do: fc.constant('core' as const),
    from: code,
    to: fc.oneof(code, account),
    asset: fc.constantFrom('USD', 'EUR', 'JPY', 'ETH'),
    units: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  }),
  fc.record({ do: fc.constant('journal' as const), debit: chartCode, credit: chartCode, cents }),
  fc.constant({ do: 'wait' as const }),
)

const dollars = (amount: number): string => (amount / 100).toFixed(2)

async function perform(one: Step): Promise<number> {
  const of = (n: number): string => accounts[n]!
  switch (one.do) {
    case 'deposit':
    case 'withdraw': {
      const cash = { amount: dollars(one.cents), asset_code: 'USD' }
      return (await bank.call(`POST /api/v2/accounts/${of(one.account)}/${one.do}`, cash, ada))
        .status
    }
    case 'transfer': {
      const transfer = {
        from_account: of(one.from),
        to_account: of((one.from + 1) % 3),
        amount: dollars(one.cents),
        asset_code: 'USD',
        workflow_enabled: one.waits,
      }
      return (await bank.call('POST /api/v2/transfers', transfer, ada)).status
    }
    case 'convert': {
      const conversion = {
        account_uuid: of(one.account),
        from_currency: 'USD',
        to_currency: 'EUR',
        amount: dollars(one.cents),
      }
      return (await bank.call('POST /api/exchange/convert', conversion, ada)).status
    }
    case 'reverse': {
      const route = `GET /api/v2/accounts/${of(one.account)}/transactions?per_page=1`
      const { body } = await bank.call(route, undefined, ada)
      const reversal = { transaction_id: body.data[0]?.uuid ?? '', reason: 'A test' }
      return (await bank.call('POST /api/v2/transactions/reverse', reversal, ada)).status
    }
    case 'core': {
      const from = systemAccount('live', one.from)
      const to = typeof one.to === 'number' ? of(one.to) : systemAccount('live', one.to)
      if (from === to) return 422
      const { asset } = one
      await bench.decide({
        books: [
          { account: from, asset },
          { account: to, asset },
        ],
        decide: (ledger) =>
          ledger.post({
            type: 'transfer',
            credits: 'returned',
            moves: [{ from, to, asset, units: one.units }],
          }),
      })
      return 201
    }
    case 'journal':
      return (await books.move(one.debit, one.credit, dollars(one.cents), ada)).status
    case 'wait':
      bank.clock.advance(600)
      return 200
  }
}

describe('the general ledger', () => {
  it('equals the core and is zero in every asset after every step', async () => {
    const outcomes = new Map<string, number>()
    await checkAgreement()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
        for (const one of steps) {
          const status = await perform(one)
          const outcome = `${one.do} ${status < 300}`
          outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
          await checkAgreement()
        }
      }),
      { numRuns: rounds(3, 8), endOnFailure: true },
    )
    // Otherwise the test would prove little.
    for (const done of ['deposit', 'withdraw', 'transfer', 'convert', 'core', 'journal', 'reverse'])
      expect(outcomes.get(`${done} true`) ?? 0, done).toBeGreaterThan(0)
  }, 180_000)

  it('equals it while money moves', async () => {
    const { variance } = await books.reconciliation('customers', ada)
    const pay = async (n: number): Promise<void> => {
      for (let time = 0; time < rounds(8, 25); time++)
        await perform({ do: 'deposit', account: n, cents: 100 + n })
    }
    const look = async (): Promise<void> => {
      for (let time = 0; time < rounds(5, 12); time++) {
        expect((await books.trialBalance(ada)).totals.balanced).toBe(true)
        expect((await books.reconciliation('customers', ada)).variance).toBe(variance)
      }
    }
    await Promise.all([pay(0), pay(1), pay(2), look()])
  })

  it('reports the past unchanged: the balances of each day stay as they were reported then', async () => {
    const said = new Map<string, unknown>()
    const today = (): string => bank.clock.now().toISOString().slice(0, 10)
    for (let n = 0; n < 4; n++) {
      await ok(
        bank.call(
          `POST /api/v2/accounts/${accounts[n % 3]!}/deposit`,
          { amount: `${n + 1}.00`, asset_code: 'USD' },
          ada,
        ),
      )
      await ok(books.move('5300', '1110', '0.1234', ada))
      said.set(today(), (await books.trialBalance(ada, `?to=${today()}`)).data)
      bank.clock.advance(86_400)
    }
    const days = [...said.keys()]
    for (const day of days)
      expect((await books.trialBalance(ada, `?to=${day}`)).data).toEqual(said.get(day))
    const range = await books.trialBalance(ada, `?from=${days[1]}&to=${days[2]}&currency=USD`)
    const deposits = range.data.find((row: { account_code: string }) => row.account_code === '2100')
    expect(deposits).toMatchObject({ debit: '0.0000', credit: '5.0000', balance: '5.0000' })
    const cash = range.data.find((row: { account_code: string }) => row.account_code === '1110')
    expect(cash).toMatchObject({ debit: '4.7532', credit: '0.0000', balance: '4.7532' })
    expect(range.totals).toMatchObject({ currency: 'USD', debit: '5.0000', credit: '5.0000' })
  })

  it('has sums of each day that equal the sums of the lines', async () => {
    const difference = await bank.sql(
      `(select environment, day, account_code, currency, debit, credit from general_ledger.daily_totals)
       except
       (select environment, (posted_at at time zone 'UTC')::date, account_code, currency, sum(debit), sum(credit)
        from general_ledger.lines group by 1, 2, 3, 4)`,
    )
    expect(difference).toEqual([])
    const whole = await bank.sql(
      `(select environment, account_code, currency, is_closing, debit, credit from general_ledger.totals)
       except
       (select environment, account_code, currency, is_closing, sum(debit), sum(credit)
        from general_ledger.daily_totals group by 1, 2, 3, 4)`,
    )
    expect(whole).toEqual([])
  })
})

describe('the chart', () => {
  it('has a home for every account of the bank in the core', async () => {
    const rows = await bank.sql<{ code: SystemCode }>(
      `select distinct code from ledger.accounts where code is not null`,
    )
    expect(rows.length).toBeGreaterThan(20)
    const known = new Set(defaultChart.map((one) => one.code))
    for (const { code: of } of rows) expect(ledgerSources[getFeed(of)]).toBe(homeOf(of))
    for (const feed of feedNames) expect(known.has(ledgerSources[feed])).toBe(true)
    expect(new Set(Object.values(ledgerSources)).size).toBe(feedNames.length)
  })
})
