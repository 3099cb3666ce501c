// Balances of the past, their explanation, and the older shapes, through HTTP against PostgreSQL.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { type Teller, tellerOf } from '../test-support.ts'

let bank: Bank
let teller: Teller
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  ada = await teller.person()
  bob = await teller.person()
})
afterAll(() => bank.stop())

const now = () => bank.clock.now().toISOString()

async function balancesAt(person: Person, account: string, instant: string) {
  const path = `/api/v2/accounts/${account}/balances/at?instant=${instant}`
  const { status, body } = await teller.get(person, path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

describe('account.balances_at', () => {
  it('is the balance at that instant, to the millisecond', async () => {
    const account = await teller.open(ada)
    const before = now()
    bank.clock.advance(10)
    await teller.deposit(ada, account, '10.00')
    const first = now()
    bank.clock.advance(86_400)
    await teller.deposit(ada, account, '0.5', 'ETH')
    await teller.withdraw(ada, account, '4.00')
    expect(await balancesAt(ada, account, before)).toMatchObject({ balances: [] })
    const almost = new Date(new Date(first).getTime() - 1).toISOString()
    expect((await balancesAt(ada, account, almost)).balances).toEqual([])
    expect(await balancesAt(ada, account, first)).toEqual({
      account_uuid: account,
      instant: first,
      balances: [
        {
          asset_code: 'USD',
          balance: 1000,
          total_balance: '10.00',
          formatted: '10.00 USD',
          sequence: 1,
        },
      ],
    })
    // A day without a time means its end.
    expect((await balancesAt(ada, account, first.slice(0, 10))).balances).toHaveLength(1)
    expect((await balancesAt(ada, account, now())).balances).toMatchObject([
      { asset_code: 'ETH', total_balance: '0.500000000000000000' },
      { asset_code: 'USD', balance: 600, sequence: 2 },
    ])
    const path = `/api/v2/accounts/${account}/balances/at`
    expect((await teller.get(ada, path)).status).toBe(422)
    expect((await teller.get(ada, `${path}?instant=soon`)).status).toBe(422)
    expect((await teller.get(bob, `${path}?instant=2026-01-01`)).status).toBe(403)
    expect((await balancesAt(ada, account, '0000-01-01T00:00:00Z')).balances).toEqual([])
  })

  it('agrees with a plain sum of the moves at every instant', async () => {
    const step = fc.record({
      what: fc.constantFrom('deposit', 'withdraw', 'send', 'receive'),
      cents: fc.integer({ min: 1, max: 500 }),
      // Often none: several moves in one millisecond.
      seconds: fc.constantFrom(0, 0, 0, 1, 60, 100_000),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const account = await teller.open(ada)
        const other = await teller.open(ada, 1_000_000)
        const moves: { at: number; cents: number }[] = []
        let balance = 0
        for (const { what, cents, seconds } of steps) {
          bank.clock.advance(seconds)
          const amount = (cents / 100).toFixed(2)
          const at = bank.clock.now().getTime()
          const isOut = what === 'withdraw' || what === 'send'
          if (isOut && balance < cents * 2) continue
          if (what === 'deposit') await teller.deposit(ada, account, amount)
          if (what === 'withdraw') await teller.withdraw(ada, account, amount)
          if (what === 'receive') await teller.transfer(ada, other, account, amount)
          if (what === 'send') {
            await teller.transfer(ada, account, other, amount)
            // A hundredth, rounded up.
            const charged = Math.ceil(cents / 100)
            moves.push({ at, cents: -charged })
            balance -= charged
          }
          moves.push({ at, cents: isOut ? -cents : cents })
          balance += isOut ? -cents : cents
        }
        const instants = new Set(moves.flatMap(({ at }) => [at - 1, at, at + 1]))
        for (const instant of instants) {
          const sum = moves
            .filter(({ at }) => at <= instant)
            .reduce((all, { cents }) => all + cents, 0)
          const { balances } = await balancesAt(ada, account, new Date(instant).toISOString())
          expect(balances[0]?.balance ?? 0).toBe(sum)
        }
        bank.clock.advance(1)
      }),
      { numRuns: rounds(4, 12) },
    )
  })

  it('reads few of many moves', async () => {
    const account = await teller.open(ada)
    const start = bank.clock.now()
    // Ten in each millisecond, as a busy account has.
    await bank.sql(
      `with balances as (
         insert into ledger.balances (account_id, asset, units, seq, moved_at, overdraft)
         select id::uuid, 'XAU', units, 100000, $2::timestamptz + interval '10 s', overdraft
         from (values ($1, 100000, 0), ('00000000-0000-4000-8000-000000000001', -100000, null))
           as side (id, units, overdraft))
       insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset,
         units, from_seq, from_after, to_seq, to_after, created_at)
       select gen_random_uuid(), 0, 'live', 'deposit', '00000000-0000-4000-8000-000000000001', $1::uuid,
         'XAU', 1, n, -n, n, n, $2::timestamptz + (n / 10) * interval '1 ms'
       from generate_series(1, 100000) n`,
      [account, start],
    )
    for (const ms of [0, 1, 17, 4_999, 9_998, 9_999, 10_000, 20_000]) {
      const { balances } = await balancesAt(
        ada,
        account,
        new Date(start.getTime() + ms).toISOString(),
      )
      const expected = Math.min(ms * 10 + 9, 100_000)
      expect(balances).toMatchObject([{ balance: expected, sequence: expected }])
    }
    const plan = await bank.sql<{ 'QUERY PLAN': string }>(
      `explain (analyze, buffers, timing off)
       select ledger.seq_at($1, 'XAU', $2::timestamptz + interval '5 s')`,
      [account, start],
    )
    const buffers = /shared hit=(\d+)/.exec(plan.map((row) => row['QUERY PLAN']).join('\n'))
    expect(Number(buffers![1])).toBeLessThan(1_000)
  })
})

interface Explained {
  readonly transaction_uuid: string
  readonly sequence: number
  readonly kind: string
  readonly change: string
}

async function explain(person: Person, account: string, query = '', asset = 'USD') {
  const path = `/api/v2/accounts/${account}/balances/${asset}/explain${query}`
  const { status, body } = await teller.get(person, path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

/** Independent of the code: decimal text to cents. */
const cents = (text: string): number => Math.round(Number(text) * 100)

describe('balance.explain', () => {
  it('explains the way from one balance to the other, names who requested it, and proves it', async () => {
    const account = await teller.open(ada, 10_000)
    const other = await teller.open(bob, 5_000)
    bank.clock.advance(60)
    const from = now()
    const deposit = await teller.deposit(ada, account, '20.00')
    bank.clock.advance(1)
    await teller.withdraw(ada, account, '5.00')
    bank.clock.advance(1)
    await teller.transfer(ada, account, other, '30.00', { reference: 'Rent' })
    bank.clock.advance(1)
    await teller.transfer(bob, other, account, '7.00')
    bank.clock.advance(1)
    await bank.call(
      'POST /api/transactions/reverse',
      { transaction_id: deposit.uuid, reason: 'Wrong', amount: '2.00' },
      ada,
    )
    const to = now()
    bank.clock.advance(60)
    await teller.deposit(ada, account, '1.00')
    const data = await explain(ada, account, `?from=${from}&to=${to}`)
    expect(data.from).toEqual({ instant: from, balance: '100.00', sequence: 1 })
    expect(data.to).toEqual({ instant: to, balance: '89.70', sequence: 7 })
    const entries = data.entries.data as Explained[]
    expect(entries.map((entry) => [entry.kind, entry.change])).toEqual([
      ['deposits', '20.00'],
      ['withdrawals', '-5.00'],
      ['transfers_out', '-30.00'],
      ['fees', '-0.30'],
      ['transfers_in', '7.00'],
      ['reversals', '-2.00'],
    ])
    expect(entries.map((entry) => entry.sequence)).toEqual([2, 3, 4, 5, 6, 7])
    expect(entries[0]).toMatchObject({
      counterparty: { name: null, account_uuid: null, bank_account: 'external:deposits' },
      asked_by: {
        user_uuid: ada.uuid,
        credential_id: expect.any(String),
        agent: null,
        request_id: expect.any(String),
      },
      balance_after: '120.00',
      at: from,
    })
    expect(entries[2]).toMatchObject({
      counterparty: { account_uuid: other, bank_account: null },
      reference: 'Rent',
    })
    // The sender is named; the sender's key is not.
    expect(entries[4]).toMatchObject({
      asked_by: { user_uuid: bob.uuid, credential_id: null, request_id: null },
    })
    expect(entries[5]).toMatchObject({ parent_transaction_id: deposit.uuid })
    const asOperator = await explain(await teller.operator(), account, `?from=${from}&to=${to}`)
    expect(asOperator.entries.data[4].asked_by.credential_id).not.toBeNull()
    expect(data.sums).toMatchObject({
      deposits: { count: 1, in: '20.00', out: '0.00', net: '20.00' },
      transfers_out: { count: 1, in: '0.00', out: '30.00', net: '-30.00' },
      transfers_in: { count: 1, net: '7.00' },
      fees: { count: 1, net: '-0.30' },
      reversals: { count: 1, net: '-2.00' },
      conversions: { count: 0, net: '0.00' },
      interest: { count: 0, net: '0.00' },
      other: { count: 0, net: '0.00' },
    })
    expect(data.proof).toEqual({
      opening_balance: '100.00',
      sum_of_entries: '-10.30',
      expected_closing_balance: '89.70',
      closing_balance: '89.70',
      entries: 6,
      first_sequence: 2,
      last_sequence: 7,
      claims: {
        opening_plus_entries_is_closing: true,
        kinds_sum_to_entries: true,
        every_balance_follows_from_the_one_before: true,
        sequence_without_gap: true,
        closing_is_balance_now: null,
        held_is_sum_of_open_holds: true,
      },
      proven: true,
    })
    // Summed again, from what is shown.
    const shown = entries.reduce((sum, entry) => sum + cents(entry.change), 0)
    expect(cents(data.from.balance) + shown).toBe(cents(data.to.balance))
    const perKind = Object.values(data.sums as Record<string, { net: string }>)
    expect(perKind.reduce((sum, kind) => sum + cents(kind.net), 0)).toBe(shown)
    expect((await explain(ada, account, `?from=${from}`)).proof.claims).toMatchObject({
      closing_is_balance_now: true,
    })
  })

  it('shows a page and sums everything', async () => {
    const account = await teller.open(ada)
    for (let i = 1; i <= 7; i++) await teller.deposit(ada, account, `${i}.00`)
    const data = await explain(ada, account, '?per_page=3&page=3')
    expect(data.entries.data.map((entry: Explained) => entry.change)).toEqual(['7.00'])
    expect(data.entries.meta).toMatchObject({ total: 7, last_page: 3, from: 7, to: 7 })
    expect(data.sums.deposits).toMatchObject({ count: 7, net: '28.00' })
    expect((await explain(ada, account, '?page=9')).entries.data).toEqual([])
  })

  it('follows reservations', async () => {
    const account = await teller.open(ada, 10_000)
    const to = await teller.open(bob)
    bank.clock.advance(10)
    const from = now()
    const { body } = await bank.call(
      'POST /api/v2/transfers',
      { from_account: account, to_account: to, amount: '10.00', asset_code: 'USD' },
      ada,
    )
    await expect
      .poll(
        async () => (await teller.get(ada, `/api/transfers/${body.data.uuid}`)).body.data.status,
      )
      .toBe('completed')
    // One released, one still open: as the ledger would write them.
    await bank.sql(
      `with held as (
         update ledger.balances set held = held + 700, version = version + 1 where account_id = $1)
       insert into ledger.holds (id, environment, purpose, account_id, asset, units, captured, status,
         reason, created_at, closed_at)
       values (gen_random_uuid(), 'live', 'order', $1, 'USD', 400, 100, 'released', 'No.', $2, $2),
         (gen_random_uuid(), 'live', 'order', $1, 'USD', 700, 0, 'open', null, $2, null)`,
      [account, bank.clock.now()],
    )
    const data = await explain(ada, account, `?from=${from}`)
    expect(data.holds).toMatchObject({
      opened: { count: 3, amount: '21.10' },
      captured: { count: 1, amount: '10.10' },
      released: { count: 1, amount: '3.00' },
      held_now: { count: 1, amount: '7.00' },
    })
    expect(data.holds.items).toHaveLength(3)
    expect(data.holds.items).toContainEqual(
      expect.objectContaining({
        id: body.data.uuid,
        purpose: 'transfer',
        status: 'captured',
        amount: '10.10',
        captured: '10.10',
        to_account: to,
      }),
    )
    expect(data.proof.proven).toBe(true)
    await bank.sql(`update ledger.balances set held = held - 1 where account_id = $1`, [account])
    const broken = await explain(ada, account, `?from=${from}`)
    expect(broken.proof).toMatchObject({
      claims: { held_is_sum_of_open_holds: false },
      proven: false,
    })
  })

  it('does not prove a balance that is wrong', async () => {
    const account = await teller.open(ada, 1_000)
    for (const amount of ['1.00', '2.00', '3.00']) await teller.deposit(ada, account, amount)
    const damage = async (statement: string) => {
      await bank.sql('alter table ledger.moves disable trigger moves_append_only')
      await bank.sql(statement, [account])
      await bank.sql('alter table ledger.moves enable trigger moves_append_only')
      return (await explain(ada, account)).proof
    }
    const where = `where to_account = $1 and to_seq = 3`
    await bank.withoutProver(async () => {
      expect(await damage(`update ledger.moves set units = units + 1 ${where}`)).toMatchObject({
        claims: {
          opening_plus_entries_is_closing: false,
          every_balance_follows_from_the_one_before: false,
        },
        proven: false,
      })
      expect(
        await damage(`update ledger.moves set units = units - 1, to_seq = 9 ${where}`),
      ).toMatchObject({ claims: { sequence_without_gap: false }, proven: false })
      expect(
        await damage(`update ledger.moves set to_seq = 3 where to_account = $1 and to_seq = 9`),
      ).toMatchObject({ proven: true })
      await bank.sql('update ledger.balances set units = units + 5 where account_id = $1', [
        account,
      ])
      expect((await explain(ada, account)).proof).toMatchObject({
        claims: { closing_is_balance_now: false },
        proven: false,
      })
      await bank.sql('update ledger.balances set units = units - 5 where account_id = $1', [
        account,
      ])
    })
  })

  it('is empty and proven for an asset that the account never held', async () => {
    const account = await teller.open(ada)
    const data = await explain(ada, account, '', 'eur')
    expect(data).toMatchObject({
      asset_code: 'EUR',
      from: { balance: '0.00', sequence: 0 },
      proof: { entries: 0, first_sequence: null, proven: true },
    })
    const path = `/api/v2/accounts/${account}/balances`
    expect((await teller.get(ada, `${path}/XYZ/explain`)).status).toBe(404)
    expect((await teller.get(bob, `${path}/USD/explain`)).status).toBe(403)
    expect(
      (await teller.get(ada, `${path}/USD/explain?from=2026-03-02&to=2026-03-01`)).status,
    ).toBe(422)
  })
})

describe('the older balance routes', () => {
  it('show the dollars and the turnover of this month', async () => {
    const account = await teller.open(ada)
    const opened = now()
    const path = `/api/accounts/${account}/balance`
    expect((await teller.get(ada, path)).body.data).toEqual({
      account_uuid: account,
      balance: 0,
      frozen: false,
      last_updated: opened,
      turnover: null,
    })
    bank.clock.advance(60)
    await teller.deposit(ada, account, '30.00')
    await teller.withdraw(ada, account, '10.00')
    await teller.deposit(ada, account, '5.00', 'EUR')
    const { body } = await teller.get(ada, path)
    const start = `${now().slice(0, 7)}-01T00:00:00.000Z`
    expect(body.data).toMatchObject({
      balance: 2000,
      last_updated: now(),
      turnover: { debit: 1000, credit: 3000, period_start: start },
    })
    expect(body.data.turnover.period_end).toMatch(/T23:59:59\.999Z$/)
    expect((await teller.get(bob, path)).status).toBe(403)
  })

  it('sum up twelve months', async () => {
    const account = await teller.open(ada)
    await teller.deposit(ada, account, '99.00')
    const old = now().slice(0, 7)
    // Thirteen months on, the first is too old to count.
    bank.clock.advance(86_400 * 31 * 12)
    await teller.deposit(ada, account, '30.00')
    const first = now().slice(0, 7)
    bank.clock.advance(86_400 * 31)
    await teller.withdraw(ada, account, '10.01')
    const second = now().slice(0, 7)
    expect(new Set([old, first, second]).size).toBe(3)
    const { body } = await teller.get(ada, `/api/accounts/${account}/balance/summary`)
    expect(body.data).toEqual({
      account_uuid: account,
      current_balance: 11_899,
      frozen: false,
      statistics: {
        total_debit_12_months: 1001,
        total_credit_12_months: 3000,
        // 500.5, half to even.
        average_monthly_debit: 500,
        average_monthly_credit: 1500,
        months_analyzed: 2,
      },
      monthly_turnovers: [
        { month: first, debit: 0, credit: 3000, net: 3000 },
        { month: second, debit: 1001, credit: 0, net: -1001 },
      ],
    })
  })
})

describe('balance.history', () => {
  interface Point {
    readonly date: string
    readonly total_usd: string
    readonly is_estimated: boolean
  }
  const history = async (person: Person, period: string) => {
    const { status, body } = await teller.get(person, `/api/v2/balances/history?period=${period}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.data
  }
  const setRate = async (from_asset: string, rate: string) => {
    const operator = await teller.operator()
    const answer = await bank.call('POST /api/v2/exchange-rates', { from_asset, rate }, operator)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  }
  const addDays = (days: number) => bank.clock.advance(days * 86_400)

  it('is the sum of all accounts at the end of each day, at the rate of the day', async () => {
    const eve = await teller.person()
    const [first, second] = [await teller.open(eve), await teller.open(eve)]
    await setRate('EUR', '1.10')
    await teller.deposit(eve, first, '100.00')
    await teller.deposit(eve, first, '50.00', 'EUR')
    await teller.withdraw(eve, first, '40.00')
    addDays(1)
    await setRate('EUR', '1.20')
    addDays(2)
    await teller.deposit(eve, second, '7.00')
    await teller.withdraw(eve, first, '20.00', 'EUR')
    addDays(1)
    const { points, at_todays_rate, without_rate } = await history(eve, 'week')
    expect(points).toHaveLength(8)
    expect(points.slice(-5).map((point: Point) => point.total_usd)).toEqual([
      '115.00',
      '120.00',
      '120.00',
      '103.00',
      '103.00',
    ])
    expect(points.slice(0, 3).map((point: Point) => point.total_usd)).toEqual([
      '0.00',
      '0.00',
      '0.00',
    ])
    expect(points.at(-1).date).toBe(now().slice(0, 10))
    expect([at_todays_rate, without_rate]).toEqual([[], []])
  })

  it('agrees with the past balances of every day of a month', async () => {
    const eve = await teller.person()
    const account = await teller.open(eve)
    for (let day = 0; day < 12; day++) {
      for (const amount of ['5.00', '1.50', `${day + 1}.00`].slice(day % 3))
        await teller.deposit(eve, account, amount)
      if (day % 4 === 3) await teller.withdraw(eve, account, '3.25')
      addDays(day % 5 === 0 ? 3 : 1)
    }
    const { points } = await history(eve, 'month')
    expect(points).toHaveLength(31)
    for (const { date, total_usd } of points as Point[]) {
      const { balances } = await balancesAt(eve, account, date)
      expect([date, total_usd]).toEqual([date, balances[0]?.total_balance ?? '0.00'])
    }
  })

  it('names the assets that use today’s rate, and those without a rate', async () => {
    const operator = await teller.operator()
    for (const code of ['LATE', 'NEVER'])
      await bank.call(
        'POST /api/v2/assets',
        { name: code, type: 'custom', precision: 2, code },
        operator,
      )
    const eve = await teller.person()
    const account = await teller.open(eve)
    await teller.deposit(eve, account, '10.00', 'LATE')
    await teller.deposit(eve, account, '10.00', 'NEVER')
    addDays(2)
    await setRate('LATE', '3')
    const answer = await history(eve, 'week')
    expect(answer).toMatchObject({ at_todays_rate: ['LATE'], without_rate: ['NEVER'] })
    expect(answer.points.slice(-4)).toEqual(
      [
        ['0.00', false],
        ['30.00', true],
        ['30.00', true],
        ['30.00', false],
      ].map(([total_usd, is_estimated]) => ({ date: expect.any(String), total_usd, is_estimated })),
    )
  })

  it('covers a year with a point for each day, and only the caller’s own accounts', async () => {
    const rich = await teller.person()
    await teller.deposit(rich, await teller.open(rich), '999.00')
    const { points } = await history(await teller.person(), 'year')
    expect(points).toHaveLength(366)
    expect(new Set(points.map((point: Point) => point.total_usd))).toEqual(new Set(['0.00']))
  })

  it('does not include the sandbox', async () => {
    const eve = await bank.person()
    const login = { token: eve.token }
    await teller.deposit(eve, await teller.open(eve), '12.00')
    const key = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Key', permissions: ['read'], environment: 'sandbox' },
      login,
    )
    const sandbox = { ...eve, token: key.body.data.api_key }
    expect((await history(sandbox, 'week')).points.at(-1).total_usd).toBe('0.00')
    expect((await history(eve, 'week')).points.at(-1).total_usd).toBe('12.00')
  })
})
