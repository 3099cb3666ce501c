// Statements in all their formats, through HTTP against PostgreSQL.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { PROVER_LOCK } from '../../ledger/integrity/store.ts'
import { readPdf } from './pdf-test-support.ts'
import { addManyMoves, type Teller, tellerOf } from '../test-support.ts'

// Applies to this thread only, not to workers.
vi.mock('pdfkit', () => {
  throw new Error('a file was made on the serving thread')
})

let bank: Bank
let teller: Teller
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank()
  teller = tellerOf(bank)
  ada = await teller.person({ name: 'Zoë Müller' })
  bob = await teller.person({ name: 'Bob' })
})
afterAll(() => bank.stop())

const pathOf = (account: string, query = '') => `/api/v2/accounts/${account}/statement${query}`

async function statementOf(person: Person, account: string, query = '') {
  const { status, body } = await teller.get(person, pathOf(account, query))
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

async function fileOf(person: Person, account: string, query: string) {
  const response = await fetch(bank.url + pathOf(account, query), {
    headers: { Authorization: `Bearer ${person.token}` },
  })
  expect(response.status).toBe(200)
  return {
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition'),
    body: Buffer.from(await response.arrayBuffer()),
  }
}

const deposit = (person: Person, account: string, amount: string, reference: string) =>
  bank.call(
    `POST /api/v2/accounts/${account}/deposit`,
    { amount, asset_code: 'USD', reference },
    person,
  )

/** RFC 4180, read character by character: independent of how it is written. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text[i]!
    if (quoted && char === '"' && text[i + 1] === '"') cell += text[++i]!
    else if (char === '"') quoted = !quoted
    else if (!quoted && char === ',') {
      rows.at(-1)!.push(cell)
      cell = ''
    } else if (!quoted && char === '\r' && text[i + 1] === '\n') {
      rows.at(-1)!.push(cell)
      cell = ''
      rows.push([])
      i++
    } else cell += char
  }
  expect(rows.pop()).toEqual([])
  return rows
}

const cents = (text: string): number => Math.round(Number(text) * 100)

describe('account.statement', () => {
  it('leads from the opening to the closing balance, for each asset', async () => {
    const account = await teller.open(ada, 10_000)
    const other = await teller.open(bob)
    await teller.deposit(ada, account, '3.00', 'EUR')
    bank.clock.advance(86_400)
    const day = bank.clock.now().toISOString().slice(0, 10)
    await deposit(ada, account, '20.00', 'Wages')
    bank.clock.advance(1)
    const { uuid } = await teller.transfer(ada, account, other, '70.55')
    const booked = bank.clock.now().toISOString()
    bank.clock.advance(86_400)
    await teller.deposit(ada, account, '1.00')
    const data = await statementOf(ada, account, `?from=${day}&to=${day}`)
    expect(data).toMatchObject({
      account: {
        uuid: account,
        name: 'Test',
        type: 'personal',
        holder: 'Zoë Müller',
        iban: expect.any(String),
      },
      period: { from: `${day}T00:00:00.000Z`, to: `${day}T23:59:59.999Z` },
      generated_at: bank.clock.now().toISOString(),
    })
    expect(data.assets).toMatchObject([
      {
        asset_code: 'EUR',
        opening_balance: '3.00',
        closing_balance: '3.00',
        total_in: '0.00',
        transactions: [],
      },
      {
        asset_code: 'USD',
        opening_balance: '100.00',
        total_in: '20.00',
        total_out: '70.55',
        closing_balance: '49.45',
        transactions: [
          { description: 'Wages', amount: '20.00', balance_after: '120.00', direction: 'incoming' },
          {
            uuid: `${uuid.slice(0, -2)}01`,
            booked_at: booked,
            type: 'transfer',
            subtype: null,
            direction: 'outgoing',
            description: null,
            related_account_uuid: other,
            counterparty_name: 'Bob',
            amount: '-70.55',
            balance_after: '49.45',
          },
        ],
      },
    ])
    // Without a period, the current month so far.
    const month = await statementOf(ada, account)
    expect(month.period.from).toBe(`${day.slice(0, 7)}-01T00:00:00.000Z`)
    expect(month.assets[1]).toMatchObject({ opening_balance: '0.00', closing_balance: '50.45' })
    const early = await statementOf(ada, account, '?from=2020-01-01&to=2020-02-01')
    expect(early.assets).toEqual([])
    for (const query of ['?from=2026-05-02&to=2026-05-01', '?format=xml', '?from=then'])
      expect((await teller.get(ada, pathOf(account, query))).status, query).toBe(422)
    expect((await teller.get(bob, pathOf(account, '?format=pdf'))).status).toBe(403)
  })

  it('as CSV has every line, quoted, and no formula', async () => {
    const account = await teller.open(ada, 1_000)
    const references = [
      'Plain',
      'He said "yes", then no',
      '=1+1',
      '+49 30',
      '-5',
      '@SUM(A1)',
      ' =2',
    ]
    for (const reference of references) await deposit(ada, account, '1.00', reference)
    await teller.withdraw(ada, account, '0.50')
    const { type, disposition, body } = await fileOf(ada, account, '?format=csv')
    expect(type).toBe('text/csv; charset=utf-8')
    expect(disposition).toMatch(/^attachment; filename="statement-[\w-]+\.csv"$/)
    const [head, ...rows] = parseCsv(body.toString('utf8'))
    expect(head).toEqual([
      'asset',
      'date',
      'transaction_id',
      'type',
      'subtype',
      'direction',
      'description',
      'related_account',
      'amount',
      'balance',
      'counterparty',
    ])
    expect(rows.every((row) => row.length === 11)).toBe(true)
    expect(rows.map((row) => row[6])).toEqual([
      '',
      'Initial balance',
      'Plain',
      'He said "yes", then no',
      "'=1+1",
      "'+49 30",
      "'-5",
      "'@SUM(A1)",
      "' =2",
      'withdraw 0.50',
      '',
    ])
    expect(rows[0]!.slice(3, 4)).toEqual(['opening_balance'])
    expect(rows.at(-1)!.slice(3, 4)).toEqual(['closing_balance'])
    // Each balance is the one before and the amount together; numbers stay numbers.
    const balances = rows.map((row) => cents(row[9]!))
    rows.slice(1, -1).forEach((row, index) => {
      expect(balances[index]! + cents(row[8]!)).toBe(balances[index + 1])
    })
    expect(rows.at(-2)![8]).toBe('-0.50')
    expect(balances.at(-1)).toBe(cents(await teller.balance(ada, account)))
  })

  it('as PDF names the holder, the account and the period, and numbers its pages', async () => {
    const account = await teller.open(ada, 100_000)
    await bank.sql(
      `with balances as (
         insert into ledger.balances (account_id, asset, units, seq, moved_at, overdraft)
         select id::uuid, 'ETH', units * 500000000000000000000, 500, $2, overdraft
         from (values ($1, 1, 0), ('00000000-0000-4000-8000-000000000001', -1, null))
           as side (id, units, overdraft))
       insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset,
         units, from_seq, from_after, to_seq, to_after, created_at, reference)
       select gen_random_uuid(), 0, 'live', 'deposit', '00000000-0000-4000-8000-000000000001', $1::uuid,
         'ETH', 1000000000000000000, n, -n * 1000000000000000000::numeric, n,
         n * 1000000000000000000::numeric, $2, 'Line ' || n
       from generate_series(1, 500) n`,
      [account, bank.clock.now()],
    )
    const { type, disposition, body } = await fileOf(ada, account, '?format=pdf')
    expect(type).toBe('application/pdf')
    expect(disposition).toMatch(/\.pdf"$/)
    expect(body.subarray(0, 5).toString()).toBe('%PDF-')
    const pages = readPdf(body)
    expect(pages.length).toBeGreaterThan(8)
    pages.forEach((page, index) => {
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(page.match(/Date \(UTC\)/g)!.length).toBeGreaterThan(0)
    })
    const [first] = pages
    expect(first).toContain('Zoë Müller')
    expect(first).toContain(account)
    expect(first).toContain('Account statement')
    const all = pages.join('\n')
    for (let n = 1; n <= 500; n++) expect(all).toContain(`\nLine ${n} (deposit)\n`)
    expect(all).toContain('500.000000000000000000')
    const usd = all.slice(all.indexOf('USD ('))
    expect(usd).toMatch(/Opening balance\n+0\.00\n[\s\S]*1000\.00[\s\S]*Closing balance\n+1000\.00/)
    expect(all).not.toContain('shown as ?')
  })

  it.each([
    ['Latin, Greek and Cyrillic', 'Łukasz Δημήτρης Ждановић', 'Zażółć gęślą jaźń'],
    ['Vietnamese, Armenian and Georgian', 'Nguyễn Հայկ ნინო', 'Đặng Thị → ✓'],
    ['Japanese', '山田 太郎', '給料 €5 カード'],
    ['Chinese and Korean beside each other', '张伟 김민준', '工资 급여 Łódź'],
  ])('as PDF prints %s', async (_name, name, reference) => {
    const person = await teller.person({ name })
    const account = await teller.open(person)
    await deposit(person, account, '1.00', reference)
    await deposit(person, account, '2.00', `${reference} `.repeat(12).trim())
    const { body } = await fileOf(person, account, '?format=pdf')
    // A text of several faces is set in pieces, and a long one in lines.
    const text = readPdf(body).join('\n').replaceAll('\n', '')
    expect(text).toContain(`Name: ${name}`)
    expect(text).toContain(`${reference} (deposit)`)
    expect(text.replaceAll(' ', '')).toContain(reference.replaceAll(' ', '').repeat(12))
    expect(text).toContain('Closing balance3.00')
    expect(text).not.toContain('shown as ?')
    expect(body.length).toBeLessThan(40_000)
  })

  it('as PDF shows letters without a face, and right-to-left scripts, as question marks with a note', async () => {
    const account = await teller.open(bob)
    await deposit(bob, account, '1.00', `محمد 👩‍🚀 €5 ${'wide'.repeat(50)}`)
    const [page] = readPdf((await fileOf(bob, account, '?format=pdf')).body)
    expect(page).toContain('Name: Bob')
    expect(page).toContain('???? ? €5 wide')
    expect(page).toContain('shown as ?')
  })

  it('refuses a period with more lines than fit', async () => {
    const account = await teller.open(ada)
    await bank.sql(
      `insert into ledger.balances (account_id, asset, units, seq, moved_at)
       values ($1, 'XAU', 10001, 10001, $2)`,
      [account, bank.clock.now()],
    )
    const { status, body } = await teller.get(ada, pathOf(account))
    expect(status).toBe(422)
    expect(body.errors.from[0]).toContain('10001')
  })
})

describe('a long statement', () => {
  it('is not typeset on the serving thread', async () => {
    const account = await teller.open(ada, 500)
    // The library cannot be loaded here, so the statement was typeset in a worker.
    await expect(import('pdfkit')).rejects.toThrow()
    expect(readPdf((await fileOf(ada, account, '?format=pdf')).body).join()).toContain('5.00')
  })

  it('of more lines than are read at once has them all, in order', async () => {
    // The prover would find the made-up moves.
    const prover = new pg.Client({ ...bank.address })
    await prover.connect()
    try {
      await prover.query('select pg_advisory_lock($1)', [PROVER_LOCK])
      const account = await teller.open(ada)
      await addManyMoves(bank, account, 2_501)
      bank.clock.advance(60)
      const rows = parseCsv((await fileOf(ada, account, '?format=csv')).body.toString())
      const lines = rows.filter((row) => row[3] === 'deposit')
      expect(lines.map((row) => row[9])).toEqual(
        Array.from({ length: 2_501 }, (_, index) => ((index + 1) / 1e6).toFixed(6)),
      )
      // As JSON it would pass through the serving thread.
      const { status, body } = await teller.get(ada, pathOf(account))
      expect(status).toBe(422)
      expect(body.errors.from).toEqual([
        'The period has 2501 transactions; ask for one with at most 2500, or for it as a file (format=csv or pdf).',
      ])
    } finally {
      await prover.end()
    }
  })

  it('does not block other callers, and one caller has at most three in progress', async () => {
    const own = await teller.open(ada, 500)
    const other = await teller.open(bob, 500)
    const ask = async (person: Person, account: string) =>
      bank.call(`GET ${pathOf(account, '?format=csv')}`, undefined, person)
    // A worker reads the assets first, and waits there until the lock is released.
    const gate = new pg.Client({ ...bank.address })
    await gate.connect()
    try {
      await gate.query('begin; lock table assets.assets in access exclusive mode')
      const asked = [1, 2, 3, 4].map(() => ask(ada, own))
      const refused = await Promise.race(asked)
      expect(refused.status).toBe(429)
      expect(refused.body.error).toMatchObject({
        code: 'TOO_MANY_CONCURRENT_REQUESTS',
        message:
          'You have 3 long requests in progress, the limit for one caller; wait for one to finish, or retry in 2 s.',
      })
      expect(refused.headers.get('retry-after')).toBe('2')
      // All long requests of a caller share the limit.
      const query = await bank.call('POST /api/ai/query/transactions', { query: 'all' }, ada)
      expect(query.status).toBe(429)
      const others = ask(bob, other)
      expect((await teller.deposit(bob, other, '1.00')).balance_after).toBe('6.00')
      await gate.query('commit')
      expect((await others).status).toBe(200)
      const statuses = (await Promise.all(asked)).map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 200, 200, 429])
      expect((await ask(ada, own)).status).toBe(200)
    } finally {
      await gate.end()
    }
  })
})
