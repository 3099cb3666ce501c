// Tests accounting periods: the balances and refusals of a closed one, the order of closing and reopening, and
// the closing of a year.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, startBank, TestClock } from '../../../../../test/harness/bank.ts'
import { systemAccount } from '../../ledger/index.ts'
import { openWorkbench, type Fixture } from '../../ledger/test-support.ts'
import { type Holder, ok, openAccount, openBooks, type TestBooks } from '../test-support.ts'

let bank: Bank
let bench: Fixture
let books: TestBooks
let ada: Holder

beforeAll(async () => {
  bank = await startBank({ clock: new TestClock('2026-01-10T12:00:00.000Z') })
  bench = openWorkbench(bank)
  books = openBooks(bank)
  // A key does not expire when a test moves the clock by days.
  ada = await bank.apiKey(await bank.person())
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

const goTo = (time: string): void =>
  bank.clock.advance((Date.parse(time) - bank.clock.now().getTime()) / 1000)

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
}

const openPeriod = async (name: string, starts_on: string, ends_on: string): Promise<string> =>
  (await ok(books.send('/periods', { name, starts_on, ends_on }, ada))).data.id

const close = (id: string, more: object = {}) => books.send(`/periods/${id}/close`, more, ada)

const reopen = async (id: string) =>
  books.send(`/periods/${id}/reopen`, { reason: 'A late invoice' }, await bank.operator())

/** A fee that a customer pays, straight in the core. */
async function takeFee(account: string, units: bigint): Promise<void> {
  const to = systemAccount('live', 'fees')
  await bench.decide({
    books: [account, to].map((of) => ({ account: of, asset: 'USD' })),
    decide: (ledger) =>
      ledger.post({
        type: 'transfer',
        credits: 'returned',
        moves: [{ from: account, to, asset: 'USD', units }],
      }),
  })
}

// The tests of this file depend on each other: January, February, and the year 2026.
describe('periods', () => {
  let january: string
  let february: string
  let account: string

  it('have different names and share no day', async () => {
    january = await openPeriod('January', '2026-01-01', '2026-01-31')
    february = await openPeriod('February', '2026-02-01', '2026-02-28')
    for (const [name, starts_on, ends_on] of [
      ['January', '2027-01-01', '2027-01-31'],
      ['Inside', '2026-01-10', '2026-01-10'],
      ['Across', '2026-01-31', '2026-02-01'],
      ['Around', '2025-01-01', '2026-12-31'],
    ])
      expectRefused(
        await books.send('/periods', { name, starts_on, ends_on }, ada),
        409,
        'PERIOD_EXISTS',
      )
    const wrong = { name: 'Wrong', starts_on: '2026-04-02', ends_on: '2026-04-01' }
    expectRefused(await books.send('/periods', wrong, ada), 422, 'VALIDATION_ERROR')
    const races = await Promise.all(
      [1, 2, 3].map((n) =>
        books.send(
          '/periods',
          { name: `Race ${n}`, starts_on: '2026-03-01', ends_on: `2026-03-0${n}` },
          ada,
        ),
      ),
    )
    expect(races.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409])
    await bank.sql(`delete from general_ledger.periods where name like 'Race%'`)
  })

  it('are closed in their order, a minute after they end', async () => {
    account = await openAccount(bank, ada, 100_000)
    await takeFee(account, 1_500n)
    await ok(books.move('5300', '1110', '100.00', ada))
    goTo('2026-02-01T00:00:30.000Z')
    expectRefused(await close(january), 409, 'PERIOD_NOT_OVER')
    expectRefused(await close(february), 409, 'PERIOD_NOT_OVER')
    goTo('2026-03-01T00:05:00.000Z')
    expectRefused(await close(february), 409, 'EARLIER_PERIOD_OPEN')
    expect((await ok(close(january))).data).toMatchObject({ status: 'closed' })
    expectRefused(await close(january), 409, 'PERIOD_STATE_CONFLICT')
  })

  it('accept no entry once closed, nor does any earlier day', async () => {
    for (const posted_at of ['2026-01-31T23:59:59.999Z', '2026-01-01', '2025-06-01']) {
      const answer = await books.move('5300', '1110', '1.00', ada, { posted_at })
      expectRefused(answer, 422, 'PERIOD_CLOSED')
      expect(answer.body.message).toContain('"January" (2026-01-01 to 2026-01-31)')
    }
    await ok(books.move('5300', '1110', '7.00', ada, { posted_at: '2026-02-01T00:00:00.000Z' }))
  })

  it('keep the balances of their closing, whatever the core reports later', async () => {
    const rowOf = (trial: { data: { account_code: string }[] }, code: string) =>
      trial.data.find((row) => row.account_code === code)
    const ofJanuary = () => books.trialBalance(ada, '?from=2026-01-01&to=2026-01-31')
    const said = await ofJanuary()
    expect(rowOf(said, '2100')).toMatchObject({ balance: '985.0000' })
    expect(rowOf(said, '4100')).toMatchObject({ balance: '15.0000' })
    expect(rowOf(said, '1110')).toMatchObject({ balance: '900.0000' })
    // As if three dollars had been posted to the core later, dated in January.
    const keep = (units: number) =>
      bank.sql(
        `update general_ledger.period_balances set core = core + case account_code when '4100' then $1::numeric else -$1::numeric end
         where period_id = $2 and currency = 'USD' and account_code in ('4100', '2100')`,
        [units, january],
      )
    await keep(30_000)
    const changed = await ofJanuary()
    expect(rowOf(changed, '4100')).toMatchObject({ balance: '12.0000' })
    expect(changed.totals.balanced).toBe(true)
    const next = await books.trialBalance(ada, '?from=2026-02-01')
    expect(rowOf(next, '4100')).toMatchObject({ balance: '3.0000', opening_balance: '12.0000' })
    expect(next.totals.balanced).toBe(true)
    await keep(-30_000)
    expect(await ofJanuary()).toEqual(said)
  })

  it('are reopened from the last one back, by an operator', async () => {
    await ok(close(february))
    expectRefused(
      await books.send(`/periods/${february}/reopen`, { reason: 'No' }, ada),
      403,
      'INSUFFICIENT_SCOPE',
    )
    expectRefused(await reopen(january), 409, 'LATER_PERIOD_CLOSED')
    const { data } = await ok(reopen(february))
    expect(data).toMatchObject({ status: 'open', closed_at: null, reopen_reason: 'A late invoice' })
    expectRefused(await reopen(february), 409, 'PERIOD_STATE_CONFLICT')
    await ok(books.move('5300', '1110', '2.00', ada, { posted_at: '2026-02-10' }))
    await ok(close(february))
  })

  it('accept an entry before they close or not at all', async () => {
    goTo('2026-04-02T00:00:00.000Z')
    const march = await openPeriod('March', '2026-03-01', '2026-03-31')
    const posted_at = '2026-03-15'
    const [closing, ...entries] = await Promise.all([
      close(march),
      ...Array.from({ length: 8 }, () => books.move('5200', '1110', '1.00', ada, { posted_at })),
    ])
    expect(closing.status).toBe(200)
    const taken = entries.filter((answer) => answer.status === 201).length
    for (const answer of entries.filter((one) => one.status !== 201))
      expectRefused(answer, 422, 'PERIOD_CLOSED')
    const { data } = await books.trialBalance(ada, '?from=2026-03-01&to=2026-03-31')
    const row = data.find((one: { account_code: string }) => one.account_code === '5200')
    expect(row?.balance ?? '0.0000').toBe(`${taken}.0000`)
  })

  it('carry the result of a year to retained earnings, and back when reopened', async () => {
    const year = await openPeriod('Rest of 2026', '2026-04-01', '2026-12-31')
    await takeFee(account, 5_000n)
    await ok(
      books.post(
        [
          { account_code: '1120', debit: '30', currency: 'EUR' },
          { account_code: '4300', credit: '30', currency: 'EUR' },
        ],
        ada,
      ),
    )
    goTo('2027-01-02T00:00:00.000Z')
    const income = await ok(books.get('/income-statement?from=2026-01-01&to=2026-12-31', ada))
    await ok(close(year, { close_result: true }))
    for (const code of ['4100', '4300', '5200', '5300'])
      for (const one of (await books.account(code, ada)).balances)
        expect(Number(one.balance), `${code} ${one.currency}`).toBe(0)
    const retained = await books.account('3100', ada)
    expect(retained.balance).toBe(income.data.net_income)
    expect(retained.balances).toContainEqual(
      expect.objectContaining({ currency: 'EUR', balance: '30.0000' }),
    )
    expect((await books.trialBalance(ada)).totals.balanced).toBe(true)
    // Income that was moved to equity still counts as earned.
    const after = await ok(books.get('/income-statement?from=2026-01-01&to=2026-12-31', ada))
    expect(after).toEqual(income)
    // A closing is no variance from the core.
    const fees = await books.reconciliation('fees', ada)
    expect(fees).toMatchObject({ variance: '0.0000', status: 'matched' })
    expect(Number(fees.closed_to_equity)).toBe(-Number(fees.gl_balance))
    const { data: sheet } = await ok(books.get('/balance-sheet?date=2026-12-31', ada))
    expect(sheet).toMatchObject({ balanced: true, current_earnings: '0.0000' })
    const { data: entries } = await ok(books.get('/entries?account_code=3100', ada))
    expect(entries.map((entry: { kind: string }) => entry.kind)).toEqual(['closing', 'closing'])
    const reverse = await books.send(`/entries/${entries[0].id}/reverse`, { reason: 'No' }, ada)
    expectRefused(reverse, 409, 'CLOSING_ENTRY')
    await ok(reopen(year))
    expect((await books.account('3100', ada)).balance).toBe('0.0000')
    expect(Number((await books.account('4100', ada)).balance)).toBeGreaterThan(50)
    await ok(close(year, { close_result: true }))
    expect((await books.account('3100', ada)).balance).toBe(income.data.net_income)
  })

  it('are compared with the core once they are closed', async () => {
    const reportOf = async (id: string) => {
      const { data } = await ok(books.get(`/reconciliation/cash?period_id=${id}`, ada))
      return data.find((row: { currency: string }) => row.currency === 'USD')
    }
    expect(await reportOf(january)).toMatchObject({
      period: 'January',
      gl_balance: '900.0000',
      domain_balance: '1000.0000',
      variance: '-100.0000',
      status: 'discrepancy',
    })
    const open = await openPeriod('January 2027', '2027-01-01', '2027-01-31')
    expect(await reportOf(open)).toMatchObject({ status: 'pending' })
  })

  it('emit events for themselves and for entries', async () => {
    const types = async (): Promise<string[]> => {
      const rows = await bank.sql<{ type: string }>(
        `select distinct type from platform.events where type like 'ledger_%' or type like 'journal_%' order by 1`,
      )
      return rows.map((row) => row.type)
    }
    expect(await types()).toEqual([
      'journal_entry.posted',
      'journal_entry.reversed',
      'ledger_period.closed',
      'ledger_period.opened',
      'ledger_period.reopened',
    ])
  })
})
