// The demo data, loaded into a real bank over HTTP: exact balances, nothing twice, and loads that break off anywhere.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentsOf } from '../../demo/activity.ts'
import { loadDemo } from '../../demo/load.ts'
import { openingOf, toUnits } from '../../demo/opening.ts'
import { people } from '../../demo/people.ts'
import { DemoError, explain } from '../../demo/person.ts'
import { readDemoCommand } from '../../src/demo.ts'
import { type Bank, startBank } from '../harness/bank.ts'

/** More than there are writes to break off at. */
const BREAKS_MAX = 20

/** Breaks off at a write that is not a sign-in: it still happens, but its answer is lost. */
function breakOffAfter(writes: number) {
  const breaking = new AbortController()
  let made = 0
  const counting: typeof fetch = async (input, init) => {
    if (breaking.signal.aborted) throw breaking.signal.reason
    const answer = await fetch(input, { ...init, signal: null })
    const { method, url } = new Request(input, { ...init, signal: null })
    const isWrite = method !== 'GET' && !url.includes('/auth/')
    if (!isWrite || ++made < writes) return answer
    breaking.abort(new DemoError('broken off'))
    throw breaking.signal.reason
  }
  return { fetch: counting, signal: breaking.signal }
}

async function tokenOf(bank: Bank, { email, password }: (typeof people)[number]) {
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return { token: body.access_token as string }
}

/** What each user owns, over all accounts, in the shape of `owns`. */
async function addUp(bank: Bank): Promise<Record<string, Record<string, string>>> {
  const rows = await bank.sql<{ email: string; asset: string; units: string }>(
    `select u.email, b.asset, sum(b.units)::text as units from ledger.balances b
       join ledger.accounts a on a.id = b.account_id join identity.users u on u.uuid = a.user_uuid
      where u.email like '%@demo.example' and b.units <> 0 group by 1, 2`,
  )
  const sums: Record<string, Record<string, string>> = {}
  for (const { email, asset, units } of rows) (sums[email] ??= {})[asset] = units
  return sums
}

const promised = Object.fromEntries(
  people.map(({ email, owns }) => [
    email,
    Object.fromEntries(
      Object.entries(owns).map(([asset, amount]) => [asset, toUnits(amount, asset).toString()]),
    ),
  ]),
)

describe('the table', () => {
  it('lets every user begin with money in every asset', () => {
    for (const person of people)
      for (const { amount } of openingOf(person)) expect(Number(amount)).toBeGreaterThan(0)
  })

  it('is the one that the documentation shows', async () => {
    const page = await readFile(new URL('../../docs/demo.md', import.meta.url), 'utf8')
    for (const { name, email, password, owns } of people) {
      const row = page.split('\n').find((line) => line.startsWith(`| ${name}, who `))
      expect(row).toContain(`\`${email}\` | \`${password}\``)
      const listed = Object.entries(owns).map(([asset, amount]) => `${asset} ${Number(amount)}`)
      expect(row?.replaceAll(/,(?=\d)|\.00/g, '')).toContain(`| ${listed.join(', ')} |`)
    }
  })

  it('gives no user two payments with one reference', () => {
    const names = [0, 1, 2].flatMap((month) =>
      paymentsOf(month).map(({ from, reference }) => `${from} ${reference}`),
    )
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('loading', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank()
  })
  afterAll(() => bank.stop())

  it('is completed by the next load wherever it breaks off, and then does nothing more', async () => {
    let breaks = 0
    for (let isLoaded = false; !isLoaded && breaks < BREAKS_MAX; ) {
      isLoaded = await loadDemo({ baseUrl: bank.url, ...breakOffAfter(13) }).catch(
        (error: unknown) => {
          expect(explain(error)).toBe('broken off')
          return false
        },
      )
      if (!isLoaded) breaks++
      // A day later the bank has forgotten the idempotency keys.
      if (breaks % 2 === 1) await bank.sql('delete from platform.replies')
    }
    // In about a hundred writes.
    expect(breaks).toBeGreaterThan(5)
    expect(breaks).toBeLessThan(BREAKS_MAX)
    expect(await addUp(bank)).toEqual(promised)

    const countRows = () =>
      bank.sql(`select (select count(*) from ledger.moves) as moves,
        (select count(*) from identity.credentials where revoked_at is null) as sessions`)
    const before = await countRows()
    expect(await loadDemo({ baseUrl: bank.url })).toBe(false)
    expect(await countRows()).toEqual(before)
    expect(await addUp(bank)).toEqual(promised)
  })

  it('posts every payment of the table once', async () => {
    const rows = await bank.sql(
      'select reference, count(*)::int as times from ledger.moves group by reference',
    )
    const payments = [0, 1, 2].flatMap(paymentsOf)
    for (const [reference, same = []] of Object.entries(
      Object.groupBy(payments, (payment) => payment.reference),
    ))
      expect(rows).toContainEqual({ reference, times: same.length })
  })

  it('makes trades that match and some that wait, keys, an escrow, votes and a frozen account', async () => {
    const [, noah, amara, , rosa] = people
    const as = await tokenOf(bank, amara!)
    const orders = await bank.call('GET /api/exchange/orders?status=all', undefined, as)
    expect(orders.body.data.map((order: { status: string }) => order.status).toSorted()).toEqual([
      'filled',
      'open',
    ])
    const keys = await bank.call('GET /api/v2/api-keys', undefined, as)
    expect(
      keys.body.data
        .map((key: { permissions: string[]; environment: string }) =>
          [key.environment, ...key.permissions].join(' '),
        )
        .toSorted(),
    ).toEqual(['live read', 'live read write', 'live read write delete', 'sandbox read write'])
    const escrows = await bank.call('GET /api/agent-protocol/escrow', undefined, as)
    expect(escrows.body.data.map(({ status }: { status: string }) => status).toSorted()).toEqual([
      'funded',
      'released',
    ])
    const webhooks = await bank.call('GET /api/v2/webhooks', undefined, as)
    expect(webhooks.body.data).toMatchObject([{ name: 'Order desk', is_active: false }])
    const budgets = await bank.call(
      'GET /api/v2/spending/budgets',
      undefined,
      await tokenOf(bank, rosa!),
    )
    expect(budgets.body.data).toMatchObject([{ category: 'groceries', status: 'warning' }])
    const mine = await tokenOf(bank, noah!)
    const accounts = await bank.call('GET /api/v2/accounts', undefined, mine)
    expect(accounts.body.data).toMatchObject([{ name: 'Travel card', frozen: true }, {}])
    const mandates = await bank.call('GET /api/v1/payment-rails/mandates', undefined, mine)
    expect(mandates.body.data).toMatchObject([{ frequency: 'monthly', status: 'active' }])
    const votes = await bank.call('GET /api/v2/gcu/voting/my-votes', undefined, mine)
    expect(votes.body.data).toHaveLength(1)
  })
})

describe('a load that may not happen', () => {
  it('is refused by a bank in production, in a sentence', async () => {
    const bank = await startBank({
      env: { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) },
    })
    const error = await loadDemo({ baseUrl: bank.url }).catch((problem: unknown) => problem)
    expect(explain(error)).toMatch(/^The bank at \S+ is in production mode; demo data .* only\.$/)
    expect(await addUp(bank)).toEqual({})
    await bank.stop()
  })

  it('says what prevents it: the rule for funding, or a user with another password', async () => {
    const bank = await startBank({ env: { FUNDING: 'operators' } })
    const load = () => loadDemo({ baseUrl: bank.url }).catch((problem: unknown) => problem)
    expect(explain(await load())).toContain('FUNDING=open')
    const { email, password } = people[2]!
    const change = { current_password: password, new_password: 'Corr3ct-horse' }
    const as = await tokenOf(bank, people[2]!)
    expect((await bank.call('POST /api/v2/auth/change-password', change, as)).status).toBe(200)
    expect(explain(await load())).toContain(`${email} exists with another password`)
    expect(await addUp(bank)).toEqual({})
    await bank.stop()
  })
})

it('waits as long as the bank asks for', async () => {
  const waits: number[] = []
  let calls = 0
  const busy: typeof fetch = async () =>
    ++calls < 2
      ? new Response('{}', { status: 429, headers: { 'Retry-After': '7' } })
      : Response.json({ mode: 'production' })
  const wait = async (ms: number) => void waits.push(ms)
  await expect(loadDemo({ baseUrl: 'http://bank.example', fetch: busy, wait })).rejects.toThrow(
    'production mode',
  )
  expect(waits).toEqual([7_000])
})

describe('the words of florin demo', () => {
  const fallback = 'http://127.0.0.1:8080'

  it.each([
    [[], fallback],
    [['--url', 'https://bank.example/'], 'https://bank.example'],
    [['--url=http://127.0.0.1:9000/x?y=z'], 'http://127.0.0.1:9000'],
  ])('%j lead to %s', (words, url) => {
    expect(readDemoCommand(words, fallback)).toBe(url)
  })

  it.each([[['--to']], [['--url']], [['--url', 'nowhere']], [['--url', fallback, 'more']]])(
    '%j are refused in a sentence',
    (words) => {
      expect(() => readDemoCommand(words, fallback)).toThrow(/ http:\/\/127\.0\.0\.1:8080\.$/)
    },
  )
})
