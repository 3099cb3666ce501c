// Tests the chart of accounts, the journal, reconciliation, and who may keep the books.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import {
  type Holder,
  type LineInput,
  ok,
  openAccount,
  openBooks,
  type TestBooks,
} from './test-support.ts'

let bank: Bank
let books: TestBooks
let ada: Person
let player: Holder

beforeAll(async () => {
  bank = await startBank()
  books = openBooks(bank)
  ada = await bank.person()
  player = await bank.sandboxKey(ada)
})
afterAll(() => bank.stop())

const line = (
  account_code: string,
  debit: string,
  credit: string,
  more: object = {},
): LineInput => ({
  account_code,
  debit,
  credit,
  ...more,
})

function expectRefused(answer: Answer, status: number, code: string): void {
  expect([answer.status, answer.body.error?.code], JSON.stringify(answer.body)).toEqual([
    status,
    code,
  ])
}

async function lastNumber(environment = 'live'): Promise<number> {
  const [row] = await bank.sql<{ last_number: string }>(
    'select last_number from general_ledger.journals where environment = $1',
    [environment],
  )
  return Number(row!.last_number)
}

/** A new account of the chart, so that other tests do not interfere. */
let made = 0
async function newAccount(type = 'expense', more: object = {}): Promise<string> {
  const code = `T${++made}`
  await ok(books.send('/accounts', { code, name: `Test ${made}`, type, ...more }, ada))
  return code
}

describe('the chart', () => {
  it('starts with the accounts of the specification, by code, and their parents', async () => {
    const { data, meta } = await ok(books.get('/accounts', ada))
    expect(meta).toMatchObject({ per_page: 100, current_page: 1 })
    const names = new Map<string, { name: string; type: string; parent_code: string | null }>(
      data.map((row: { code: string }) => [row.code, row]),
    )
    expect(names.get('1110')).toMatchObject({ name: 'Operating Account', parent_code: '1100' })
    expect(names.get('2100')).toMatchObject({ name: 'Customer Deposits', type: 'liability' })
    expect(names.get('3100')).toMatchObject({ name: 'Retained Earnings', type: 'equity' })
    expect(names.get('4100')).toMatchObject({ name: 'Transaction Fees', type: 'revenue' })
    expect(names.get('5400')).toMatchObject({ name: 'Loan Loss Provisions', type: 'expense' })
    expect(names.get('1290')).toMatchObject({ name: 'Loan Loss Allowance', type: 'asset' })
    const codes = data.map((row: { code: string }) => row.code)
    expect(codes).toEqual(codes.toSorted())
  })

  it('shows customers’ money the moment it is there, in its own environment only', async () => {
    const [before, played] = [await books.account('2100', ada), await books.account('2100', player)]
    await openAccount(bank, ada, 12_345)
    const after = await books.account('2100', ada)
    expect(Number(after.balance) - Number(before.balance)).toBeCloseTo(123.45)
    expect(after).toMatchObject({
      feed: 'customers',
      normal_side: 'credit',
      journal_balance: '0.0000',
    })
    expect(await books.account('2100', player)).toEqual(played)
    const above = await books.account('2000', ada)
    expect(above.balance).toBe('0.0000')
    expect(Number(above.total_balance)).toBeGreaterThanOrEqual(123.45)
    await openAccount(bank, player, 500)
    expect((await books.account('2100', player)).balance).toBe('5.0000')
    expect((await books.account('2100', ada)).balance).toBe(after.balance)
  })

  it.each([
    [{ code: '2100' }, 409, 'LEDGER_ACCOUNT_EXISTS'],
    [{ parent_code: '9999' }, 422, 'VALIDATION_ERROR'],
    [{ parent_code: '2000' }, 422, 'VALIDATION_ERROR'],
    [{ currency: 'XQZ' }, 422, 'VALIDATION_ERROR'],
    [{ type: 'income' }, 422, 'VALIDATION_ERROR'],
    [{ code: 'a b' }, 422, 'VALIDATION_ERROR'],
    [{ code: 'x'.repeat(21) }, 422, 'VALIDATION_ERROR'],
  ])('refuses a new account with %j', async (wrong, status, code) => {
    const good = { code: 'N1', name: 'New', type: 'asset', parent_code: '1000' }
    expectRefused(await books.send('/accounts', { ...good, ...wrong }, ada), status, code)
    expect((await books.get('/accounts/N1', ada)).status).toBe(404)
  })

  it('accepts accounts up to its limit, and no more', async () => {
    await bank.sql(
      `insert into general_ledger.accounts (environment, code, name, type, currency, created_at, updated_at)
       select 'sandbox', 'F' || n, 'Full', 'asset', 'USD', now(), now()
       from generate_series(1, 500 - (select count(*)::int from general_ledger.accounts
         where environment = 'sandbox')) n`,
    )
    const one = { code: 'more', name: 'More', type: 'asset' }
    expectRefused(await books.send('/accounts', one, player), 422, 'ACCOUNT_LIMIT_EXCEEDED')
    await bank.sql(
      `delete from general_ledger.accounts where environment = 'sandbox' and code like 'F%'`,
    )
  })

  it('gives a code to one of several concurrent requests', async () => {
    const body = { code: 'RACE', name: 'Race', type: 'asset' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => books.send('/accounts', body, ada)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409])
  })

  it('has a parent’s total that grows with the accounts below it', async () => {
    const parent = await newAccount('expense')
    const child = await newAccount('expense', { parent_code: parent })
    await ok(books.move(child, '1110', '7.50', ada))
    expect(await books.account(parent, ada)).toMatchObject({
      balance: '0.0000',
      total_balance: '7.5000',
    })
    expect(await books.account(child, ada)).toMatchObject({
      balance: '7.5000',
      ledger_balance: '0.0000',
      journal_balance: '7.5000',
    })
  })

  it('accepts no lines on an inactive account, until it is activated again', async () => {
    const code = await newAccount()
    const set = (is_active: boolean) =>
      bank.call(`PATCH /api/v1/ledger/accounts/${code}`, { is_active }, ada)
    await ok(set(false))
    const refused = await books.move(code, '1110', '1.00', ada)
    expectRefused(refused, 422, 'VALIDATION_ERROR')
    expect(refused.body.errors).toEqual({
      'lines.0.account_code': [`The account ${code} is not active.`],
    })
    await ok(set(true))
    await ok(books.move(code, '1110', '1.00', ada))
  })
})

describe('an entry', () => {
  it('is posted with the next number, and its lines are kept as they were given', async () => {
    const before = await lastNumber()
    const { data } = await ok(
      books.post(
        [line('5300', '4200.5', '0', { narrative: 'Office' }), line('1110', '0', '4200.50')],
        ada,
        { source_domain: 'facilities' },
      ),
    )
    expect(data).toMatchObject({
      entry_number: `JE-${String(before + 1).padStart(8, '0')}`,
      status: 'posted',
      kind: 'manual',
      source_domain: 'facilities',
      posted_at: bank.clock.now().toISOString(),
      totals: [{ currency: 'USD', amount: '4200.5000' }],
      posted_by: ada.uuid,
      lines: [
        { account_code: '5300', debit: '4200.5000', credit: '0.0000', narrative: 'Office' },
        { account_code: '1110', debit: '0.0000', credit: '4200.5000', narrative: null },
      ],
    })
    expect((await ok(books.get(`/entries/${data.id}`, ada))).data).toEqual(data)
    const other = await ok(books.get(`/entries/${data.id}`, await bank.person()))
    expect(other.data.posted_by).toBeNull()
    const list = await ok(books.get('/entries?source_domain=facilities', ada))
    expect(list.data[0].id).toBe(data.id)
    expect((await books.get(`/entries/${data.id}`, player)).status).toBe(404)
  })

  it.each<[string, LineInput[], Record<string, string[]>]>([
    [
      'is not balanced',
      [line('5300', '100', '0'), line('1110', '0', '90.01')],
      {
        lines: ['Debits and credits differ in USD: 100.0000 debit, 90.0100 credit, 9.9900 apart.'],
      },
    ],
    [
      'is balanced only across currencies',
      [line('5300', '100', '0'), line('1110', '0', '100', { currency: 'EUR' })],
      {
        lines: [
          'Debits and credits differ in USD: 100.0000 debit, 0.0000 credit, 100.0000 apart.',
          'Debits and credits differ in EUR: 0.0000 debit, 100.0000 credit, 100.0000 apart.',
        ],
      },
    ],
    [
      'names an unknown account',
      [line('9999', '1', '0'), line('1110', '0', '1')],
      { 'lines.0.account_code': ['There is no account 9999 in the chart.'] },
    ],
    [
      'has a line with both sides and one with neither',
      [line('5300', '1', '1'), line('1110', '0', '0.00')],
      {
        'lines.0': ['A line has a debit or a credit; this one has both.'],
        'lines.1': ['A line has a debit or a credit; this one has neither.'],
      },
    ],
    [
      'has too many decimal places',
      [line('5300', '0.00001', '0'), line('1110', '0', '0.00001')],
      {
        'lines.0.debit': ['The amount may have at most 4 decimal places for USD.'],
        'lines.1.credit': ['The amount may have at most 4 decimal places for USD.'],
      },
    ],
    [
      'is negative',
      [line('5300', '-1', '0'), line('1110', '0', '-1')],
      {
        'lines.0.debit': ['The amount must not be below zero.'],
        'lines.1.credit': ['The amount must not be below zero.'],
      },
    ],
    [
      'is in an unknown asset',
      [line('5300', '1', '0', { currency: 'XQZ' }), line('1110', '0', '1', { currency: 'XQZ' })],
      {
        'lines.0.currency': ['There is no asset XQZ.'],
        'lines.1.currency': ['There is no asset XQZ.'],
      },
    ],
  ])('is refused when it %s, and takes no number', async (_what, lines, errors) => {
    const before = await lastNumber()
    const answer = await books.post(lines, ada)
    expectRefused(answer, 422, 'VALIDATION_ERROR')
    expect(answer.body.errors).toEqual(errors)
    expect(await lastNumber()).toBe(before)
  })

  it.each(['1e3', 'NaN', '1,000', ' 1', '0x10', '9'.repeat(40), '1000000000000001'])(
    'is refused with the amount %j',
    async (amount) => {
      expectRefused(await books.move('5300', '1110', amount, ada), 422, 'VALIDATION_ERROR')
    },
  )

  it('is refused with one line, and with more than a hundred', async () => {
    const many = Array.from({ length: 101 }, () => line('5300', '1', '0'))
    for (const lines of [[line('5300', '1', '0')], many])
      expectRefused(await books.post(lines, ada), 422, 'VALIDATION_ERROR')
  })

  it('counts in four decimal places, or in more where the asset has more', async () => {
    const code = await newAccount('asset')
    const both = (amount: string, currency: string) => [
      line(code, amount, '0', { currency }),
      line('1110', '0', amount, { currency }),
    ]
    await ok(books.post([...both('0.0001', 'USD'), ...both('0.000000000000000001', 'ETH')], ada))
    await ok(books.post(both('1.5', 'JPY'), ada))
    const { balances, balance } = await books.account(code, ada)
    expect(balance).toBe('0.0001')
    expect(
      balances.map((one: { currency: string; balance: string }) => [one.currency, one.balance]),
    ).toEqual([
      ['ETH', '0.000000000000000001'],
      ['JPY', '1.5000'],
      ['USD', '0.0001'],
    ])
  })

  it('may be dated back, but never into the future', async () => {
    const day = (shift: number): string =>
      new Date(bank.clock.now().getTime() + shift * 86_400_000).toISOString()
    for (const posted_at of [day(-3), day(-3).slice(0, 10), day(0).slice(0, 10)]) {
      const { data } = await ok(books.move('5300', '1110', '1.00', ada, { posted_at }))
      expect(data.posted_at.slice(0, 10)).toBe(posted_at.slice(0, 10))
    }
    const later = new Date(bank.clock.now().getTime() + 1).toISOString()
    for (const posted_at of [later, day(1).slice(0, 10), '0000-01-01', '1969-12-31', 'soon']) {
      const answer = await books.move('5300', '1110', '1.00', ada, { posted_at })
      expectRefused(answer, 422, 'VALIDATION_ERROR')
      expect(answer.body.errors).toHaveProperty('posted_at')
    }
  })

  it('is posted once with one Idempotency-Key, however often it is sent at once', async () => {
    const before = await lastNumber()
    const entry = {
      description: 'Once',
      lines: [line('5300', '1', '0'), line('1110', '0', '1')],
    }
    const answers = await Promise.all(
      [1, 2, 3].map(() => books.send('/entries', entry, ada, 'one and the same key')),
    )
    expect(answers.some((answer) => answer.status === 201)).toBe(true)
    expect(await lastNumber()).toBe(before + 1)
  })

  it('has a number of its own without a gap when many are posted at once', async () => {
    const before = await lastNumber()
    const [one, two] = [await newAccount(), await newAccount()]
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        // Every third is refused, and leaves no gap.
        n % 3 === 0
          ? books.post([line(one, '1', '0'), line(two, '0', '2')], ada)
          : books.move(n % 2 === 0 ? one : two, n % 2 === 0 ? two : one, '1.25', ada),
      ),
    )
    const numbers = answers
      .filter((answer) => answer.status === 201)
      .map((answer) => Number(answer.body.data.entry_number.slice(3)))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 16 }, (_, n) => before + 1 + n),
    )
    expect((await books.account(one, ada)).balance).toBe('0.0000')
  })

  it('is accepted exactly when it balances in every currency', async () => {
    const accounts = [await newAccount(), await newAccount('asset'), await newAccount('liability')]
    const anyLine = fc.record({
      account: fc.nat(2),
      isDebit: fc.boolean(),
      tenThousandths: fc.integer({ min: 1, max: 30 }),
      currency: fc.constantFrom('USD', 'EUR'),
    })
    let accepted = 0
    const balanced = fc
      .array(anyLine, { minLength: 1, maxLength: 4 })
      .map((half) => [
        ...half,
        ...half.map((one) => ({ ...one, account: (one.account + 1) % 3, isDebit: !one.isDebit })),
      ])
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(balanced, fc.array(anyLine, { minLength: 2, maxLength: 6 })),
        async (lines) => {
          const sums = new Map<string, number>()
          for (const one of lines)
            sums.set(
              one.currency,
              (sums.get(one.currency) ?? 0) + (one.isDebit ? 1 : -1) * one.tenThousandths,
            )
          const isBalanced = [...sums.values()].every((sum) => sum === 0)
          const { status } = await books.post(
            lines.map(({ account, isDebit, tenThousandths, currency }) => {
              const amount = (tenThousandths / 10_000).toFixed(4)
              return line(accounts[account]!, isDebit ? amount : '0', isDebit ? '0' : amount, {
                currency,
              })
            }),
            ada,
          )
          expect(status).toBe(isBalanced ? 201 : 422)
          if (isBalanced) accepted++
          expect((await books.trialBalance(ada)).totals.balanced).toBe(true)
        },
      ),
      { numRuns: rounds(12, 40) },
    )
    expect(accepted).toBeGreaterThan(rounds(1, 5))
  })
})

describe('a reversal', () => {
  const reverse = (id: string, who: Holder = ada) =>
    books.send(`/entries/${id}/reverse`, { reason: 'A mistake' }, who)

  it('mirrors the entry; both count, so the balance is what it was', async () => {
    const code = await newAccount()
    const { data: original } = await ok(books.move(code, '1110', '12.34', ada))
    const { data: mirror } = await ok(reverse(original.id))
    expect(mirror).toMatchObject({
      kind: 'reversal',
      status: 'posted',
      reverses: original.id,
      reason: 'A mistake',
      lines: [
        { account_code: code, debit: '0.0000', credit: '12.3400' },
        { account_code: '1110', debit: '12.3400', credit: '0.0000' },
      ],
    })
    const { data: reversed } = await ok(books.get(`/entries/${original.id}`, ada))
    expect(reversed).toMatchObject({ status: 'reversed', reversed_by: mirror.id })
    expect((await books.account(code, ada)).balance).toBe('0.0000')
    expectRefused(await reverse(original.id), 409, 'ENTRY_NOT_REVERSIBLE')
    await ok(reverse(mirror.id))
    expect((await books.account(code, ada)).balance).toBe('12.3400')
  })

  it('happens once, however many callers try concurrently', async () => {
    const code = await newAccount()
    const { data } = await ok(books.move(code, '1110', '1.00', ada))
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => reverse(data.id)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([201, 409, 409, 409, 409])
    expect((await books.account(code, ada)).balance).toBe('0.0000')
  })

  it('is not found in the other environment', async () => {
    const { data } = await ok(books.move('5300', '1110', '1.00', ada))
    expectRefused(await reverse(data.id, player), 404, 'NOT_FOUND')
    expect((await ok(books.get(`/entries/${data.id}`, ada))).data.status).toBe('posted')
  })

  it('works on an account that is no longer active', async () => {
    const code = await newAccount()
    const { data } = await ok(books.move(code, '1110', '1.00', ada))
    await ok(bank.call(`PATCH /api/v1/ledger/accounts/${code}`, { is_active: false }, ada))
    await ok(reverse(data.id))
  })
})

describe('the history of an account', () => {
  it('has running sums through all pages, and both ends of the range', async () => {
    const code = await newAccount('liability')
    const day = (shift: number): string =>
      new Date(bank.clock.now().getTime() + shift * 86_400_000).toISOString()
    await ok(books.move('1110', code, '100', ada, { posted_at: day(-40) }))
    await ok(books.move('1110', code, '10', ada, { posted_at: day(-2) }))
    await ok(books.move(code, '1110', '3', ada, { posted_at: day(-1) }))
    await ok(books.move('1110', code, '1', ada))
    const history = await ok(books.get(`/accounts/${code}/history`, ada))
    const sums = (rows: { running_balance: string }[]) => rows.map((row) => row.running_balance)
    expect(sums(history.data)).toEqual(['110.0000', '107.0000', '108.0000'])
    expect(history.data[1]).toMatchObject({ debit_amount: '3.0000', credit_amount: '0.0000' })
    expect(history.currencies).toEqual([
      {
        currency: 'USD',
        opening_balance: '100.0000',
        ledger_movement: '0.0000',
        journal_movement: '8.0000',
        closing_balance: '108.0000',
      },
    ])
    const second = await ok(books.get(`/accounts/${code}/history?per_page=1&page=2`, ada))
    expect(sums(second.data)).toEqual(['107.0000'])
    const old = `from=${day(-41).slice(0, 10)}&to=${day(-2).slice(0, 10)}`
    expect(sums((await ok(books.get(`/accounts/${code}/history?${old}`, ada))).data)).toEqual([
      '100.0000',
      '110.0000',
    ])
    for (const wrong of ['from=2020-01-01', 'from=2026-02-02&to=2026-02-01', 'to=2999-01-01'])
      expectRefused(
        await books.get(`/accounts/${code}/history?${wrong}`, ada),
        422,
        'VALIDATION_ERROR',
      )
  })

  it('shows how the ledger core changed the account', async () => {
    await openAccount(bank, ada, 100)
    const history = await ok(books.get('/accounts/2100/history?currency=USD', ada))
    const [dollars] = history.currencies
    const moved = Number(dollars.ledger_movement) + Number(dollars.journal_movement)
    expect(Number(dollars.closing_balance) - Number(dollars.opening_balance)).toBeCloseTo(moved)
    expect(Number(dollars.ledger_movement)).toBeGreaterThan(0)
  })
})

describe('the statements', () => {
  it('balance: assets equal liabilities, equity and earnings', async () => {
    await openAccount(bank, ada, 5_000)
    await ok(books.move('1120', '4300', '20.00', ada))
    const { data: sheet } = await ok(books.get('/balance-sheet', ada))
    expect(sheet.balanced).toBe(true)
    const sum = Number(sheet.total_liabilities) + Number(sheet.total_equity)
    expect(Number(sheet.total_assets)).toBeCloseTo(sum)
    const { data: income } = await ok(books.get('/income-statement', ada))
    const earned = Number(income.total_revenue) - Number(income.total_expenses)
    expect(Number(income.net_income)).toBeCloseTo(earned)
    expect(income.revenue).toContainEqual(expect.objectContaining({ account_code: '4300' }))
    expect(sheet.current_earnings).toBe(income.net_income)
  })
})

describe('reconciliation', () => {
  it('matches, until a manual adjustment, which can be explained', async () => {
    await openAccount(bank, player, 1_000)
    const before = await books.reconciliation('customers', player)
    expect(before).toMatchObject({ variance: '0.0000', status: 'matched', account_code: '2100' })
    expect(before.gl_balance).toBe(before.domain_balance)
    await ok(books.move('5300', '2100', '2.50', player))
    const report = await books.reconciliation('customers', player)
    expect(report).toMatchObject({
      variance: '2.5000',
      adjustments: '2.5000',
      status: 'discrepancy',
      domain_balance: before.domain_balance,
    })
    const explain = (variance: string) =>
      books.send(
        '/reconciliation/customers/resolve',
        { currency: 'USD', variance, note: 'Goodwill, booked by hand' },
        player,
      )
    expectRefused(await explain('-2.5'), 409, 'VARIANCE_CHANGED')
    expect((await ok(explain('2.5'))).data).toMatchObject({ status: 'resolved' })
    expect(await books.reconciliation('customers', player)).toMatchObject({
      status: 'resolved',
      resolution: { note: 'Goodwill, booked by hand' },
    })
    await ok(books.move('5300', '2100', '0.0001', player))
    expect(await books.reconciliation('customers', player)).toMatchObject({
      status: 'discrepancy',
      variance: '2.5001',
    })
  })

  it('finds a customer’s balance that was changed outside the ledger', async () => {
    const account = await openAccount(bank, player, 1_000)
    const set = (by: number) =>
      bank.sql(
        `set session_replication_role = replica; update ledger.balances set units = units + ${by}
         where account_id = '${account}'; set session_replication_role = default`,
      )
    const before = await books.reconciliation('customers', player)
    await bank.withoutProver(async () => {
      await set(700)
      const report = await books.reconciliation('customers', player)
      expect(Number(before.variance) - Number(report.variance)).toBeCloseTo(7)
      await set(-700)
    })
  })
})

describe('who keeps the books of a production bank', () => {
  let production: Bank
  beforeAll(async () => {
    production = await startBank({
      env: { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) },
    })
  })
  afterAll(() => production.stop())

  it('operators do; customers read the chart and use their sandbox keys', async () => {
    const theirs = openBooks(production)
    const customer = await production.person()
    const operator = await production.operator()
    await ok(theirs.get('/accounts', customer))
    await ok(theirs.get('/accounts/2100', customer))
    const { data: entry } = await ok(theirs.move('5300', '1110', '1.00', operator))
    const month = { name: 'May', starts_on: '2025-05-01', ends_on: '2025-05-31' }
    const { data: period } = await ok(theirs.send('/periods', month, operator))
    const refused = [
      theirs.move('5300', '1110', '1.00', customer),
      theirs.send(`/entries/${entry.id}/reverse`, { reason: 'No' }, customer),
      theirs.send('/accounts', { code: 'X', name: 'X', type: 'asset' }, customer),
      theirs.send('/periods', { ...month, name: 'Mine' }, customer),
      theirs.send(`/periods/${period.id}/close`, {}, customer),
      theirs.send(
        '/reconciliation/cash/resolve',
        { currency: 'USD', variance: '1', note: 'No' },
        customer,
      ),
      ...[
        '/accounts/2100/balance',
        '/accounts/2100/history',
        '/entries',
        `/entries/${entry.id}`,
        '/trial-balance',
        '/balance-sheet',
        '/income-statement',
        '/reconciliation/customers',
        '/periods',
        `/periods/${period.id}`,
      ].map((path) => theirs.get(path, customer)),
    ]
    for (const answer of await Promise.all(refused))
      expectRefused(answer, 403, 'JOURNAL_NOT_ALLOWED')
    expectRefused(
      await theirs.send(`/periods/${period.id}/reopen`, { reason: 'No' }, customer),
      403,
      'INSUFFICIENT_SCOPE',
    )
    const key = await production.sandboxKey(customer)
    await ok(theirs.move('5300', '1110', '1.00', key))
    expect((await ok(theirs.get('/entries', key))).meta.total).toBe(1)
    expect((await theirs.get(`/entries/${entry.id}`, key)).status).toBe(404)
    expect((await ok(theirs.get('/entries', operator))).meta.total).toBe(1)
  })

  it('every user does where JOURNAL is open', async () => {
    const open = await startBank({ env: { ...production.env, JOURNAL: 'open' } })
    await ok(openBooks(open).move('5300', '1110', '1.00', await open.person()))
    await open.stop()
  })
})
