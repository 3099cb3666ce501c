// The demo data: its table without a bank, then loaded into a real one whose past three months it becomes.
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentsOn } from '../../demo/activity.ts'
import { listDays } from '../../demo/calendar.ts'
import { flowsOn, openingOf, toUnits } from '../../demo/opening.ts'
import { people } from '../../demo/people.ts'
import { readDemoCommand, runDemoCommand } from '../../src/demo.ts'
import { addDays } from '../../src/kernel/days.ts'
import { type Bank, startBank, TestClock } from '../harness/bank.ts'

const NOW = '2026-11-19T09:30:00.000Z'
const DAYS = 90

/** The days of a bank that loads the data on this day. */
const daysBefore = (until: string) => listDays(addDays(until, -DAYS), until)

describe('the table', () => {
  it('lets nobody run out of money, whatever the day of the load', () => {
    for (let index = 0; index < 366; index++) {
      const days = daysBefore(addDays('2027-01-01', index))
      const held = new Map<string, bigint>()
      for (const person of people)
        for (const { asset, amount } of openingOf(person, days)) {
          expect(Number(amount)).toBeGreaterThan(0)
          held.set(`${person.id} ${asset}`, toUnits(amount, asset))
        }
      for (const { who, asset, units } of days.flatMap(flowsOn)) {
        const left = held.get(`${who} ${asset}`)! + units
        if (left < 0n) throw new Error(`${who} has no ${asset} left in the days before ${index}`)
        held.set(`${who} ${asset}`, left)
      }
    }
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

  it('gives no user two payments with one reference on a day', () => {
    for (const day of daysBefore('2026-11-19')) {
      const names = paymentsOn(day).map(({ from, reference }) => `${from} ${reference}`)
      expect(new Set(names).size).toBe(names.length)
    }
  })
})

describe('loading', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank({ clock: new TestClock(NOW) })
  })
  afterAll(() => bank.stop())

  const state = async () => (await bank.call('GET /api/v2/demo')).body.data
  const load = () => bank.call('POST /api/v2/demo')
  const tokenOf = async ({ email, password }: (typeof people)[number]) => {
    const { body } = await bank.call('POST /api/auth/login', { email, password })
    return { token: body.access_token as string }
  }

  /** What each user owns, over all accounts, in the shape of `owns`. */
  async function addUp(): Promise<Record<string, Record<string, string>>> {
    const rows = await bank.sql<{ email: string; asset: string; units: string }>(
      `select u.email, b.asset, sum(b.units)::text as units from ledger.balances b
         join ledger.accounts a on a.id = b.account_id join identity.users u on u.uuid = a.user_uuid
        where u.email like '%@demo.example' and b.units <> 0 group by 1, 2`,
    )
    const sums: Record<string, Record<string, string>> = {}
    for (const { email, asset, units } of rows) (sums[email] ??= {})[asset] = units
    return sums
  }

  it('stops when another load has taken over, and is continued where it stopped', async () => {
    expect(await state()).toMatchObject({ status: 'available', step: 0 })
    const { status, body } = await load()
    expect([status, body.data.status]).toEqual([202, 'loading'])
    // A second call starts nothing.
    const [{ token }] = (await bank.sql('select token from demo.loads')) as [{ token: string }]
    expect((await load()).body.data.status).toBe('loading')
    expect(await bank.sql('select token from demo.loads')).toEqual([{ token }])
    await expect.poll(async () => (await state()).step, { timeout: 60_000 }).toBeGreaterThan(30)
    // Nothing was reported for some time, as after a crash. The first load is still there, and must end.
    await bank.sql(`update demo.loads set status = 'interrupted'`)
    const { step } = await state()
    await bank.sql('delete from platform.replies')
    await expect
      .poll(
        async () => {
          const { body: again } = await load()
          return again.data.status === 'loading' && again.data.step >= step
        },
        { timeout: 60_000 },
      )
      .toBe(true)
    await expect.poll(async () => (await state()).status, { timeout: 120_000 }).toBe('loaded')
    expect(await addUp()).toEqual(
      Object.fromEntries(
        people.map(({ email, owns }) => [
          email,
          Object.fromEntries(
            Object.entries(owns).map(([asset, amount]) => [
              asset,
              toUnits(amount, asset).toString(),
            ]),
          ),
        ]),
      ),
    )
    const before = await bank.sql('select count(*) from ledger.moves')
    expect((await load()).body.data.status).toBe('loaded')
    expect(await bank.sql('select count(*) from ledger.moves')).toEqual(before)
  }, 200_000)

  it('posts every payment of the table once, on its day', async () => {
    const expected = daysBefore('2026-11-19').flatMap((day) =>
      paymentsOn(day).map(({ reference, asset, amount }) => [
        day.date,
        reference,
        asset,
        toUnits(amount, asset).toString(),
      ]),
    )
    const rows = await bank.sql<{ row: string[] }>(
      `select array[to_char(e.at at time zone 'UTC', 'YYYY-MM-DD'), e.reference, e.asset, e.units::text] as row
         from (select m.created_at as at, m.reference, m.asset, m.units from ledger.moves m
               where m.type = 'transfer' and m.subtype is null) e`,
    )
    const made = rows.map(({ row }) => row.join(' ')).filter((text) => !text.includes('Flowers'))
    expect(made.toSorted()).toEqual(expected.map((row) => row.join(' ')).toSorted())
  })

  it('leaves books that the prover accepts, and balances that follow from each other in time', async () => {
    await bank.runJob('ledger.prove')
    expect(await bank.sql('select 1 from ledger.accounts where quarantine is not null')).toEqual([])
    const rosa = await tokenOf(people.find(({ id }) => id === 'rosa')!)
    const accounts = (await bank.call('GET /api/v2/accounts', undefined, rosa)).body.data
    const main = accounts.at(-1).uuid
    const listed = await bank.call(
      `GET /api/accounts/${main}/transactions?asset_code=USD&per_page=100&sort=created_at`,
      undefined,
      rosa,
    )
    let balance = 0
    for (const { direction, amount, balance_after } of listed.body.data) {
      balance += direction === 'incoming' ? Math.round(amount * 100) : -Math.round(amount * 100)
      expect(Math.round(balance_after * 100)).toBe(balance)
    }
    expect(listed.body.data.length).toBeGreaterThan(50)
  })

  it('leaves a returned collection, failed webhooks, interest, trades, an escrow and a frozen account', async () => {
    const [, noah, amara, , rosa] = people
    const as = await tokenOf(amara!)
    const list = async (path: string, who = as): Promise<Record<string, unknown>[]> =>
      (await bank.call(`GET ${path}`, undefined, who)).body.data
    const rails = await list('/api/v1/payment-rails/payments?status=returned')
    expect(rails[0]).toMatchObject({ type: 'direct_debit', code: 'AM04' })
    const [webhook] = await list('/api/v2/webhooks')
    expect(webhook).toMatchObject({ name: 'Order desk', is_active: false })
    const deliveries = await bank.sql<{ status: string; count: number }>(
      'select status, count(*)::int from webhooks.deliveries group by 1',
    )
    const counts = Object.fromEntries(deliveries.map(({ status, count }) => [status, count]))
    expect(counts.delivered).toBeGreaterThan(100)
    expect(counts.failed).toBeGreaterThan(0)
    const orders = await list('/api/exchange/orders?status=all')
    expect(orders.map(({ status }) => status).toSorted()).toEqual([
      ...Array<string>(5).fill('filled'),
      'open',
    ])
    const escrows = await list('/api/agent-protocol/escrow')
    expect(escrows.map(({ status }) => status).toSorted()).toEqual(['funded', 'released'])
    expect(await list('/api/v2/api-keys')).toHaveLength(4)
    const hers = await tokenOf(rosa!)
    expect(await list('/api/v2/transactions?search=Interest', hers)).not.toEqual([])
    const { body } = await bank.call('GET /api/v2/spending/recurring', undefined, hers)
    expect(JSON.stringify(body.data)).toContain('"interval":"monthly"')
    const his = await tokenOf(noah!)
    expect(await list('/api/v2/accounts', his)).toMatchObject([{ frozen: true }, {}])
    expect(await list('/api/v2/gcu/voting/my-votes', his)).not.toEqual([])
    expect(await list('/api/v2/disputes', his)).toMatchObject([{ status: 'rejected' }])
    expect(await list('/api/v2/disputes', hers)).toMatchObject([{ status: 'awaiting_payer' }])
    const lucia = await tokenOf(people[0]!)
    expect(await list('/api/v2/disputes', lucia)).toMatchObject([{ status: 'open' }])
    expect(await list('/api/v2/standing-orders?status=active', hers)).toHaveLength(2)
  })
})

describe('a load that may not happen', () => {
  it('is refused in production, and by a bank that has entries', async () => {
    const production = await startBank({
      env: { FLORIN_MODE: 'production', FLORIN_SECRET: 'x'.repeat(32) },
    })
    const refused = await production.call('POST /api/v2/demo')
    expect([refused.status, refused.body.error.code]).toEqual([409, 'DEMO_NOT_POSSIBLE'])
    expect((await production.call('GET /api/v2/demo')).body.data.status).toBe('unavailable')
    await production.stop()

    const used = await startBank()
    const ada = await used.person()
    const { uuid } = (await used.call('GET /api/v2/accounts', undefined, ada)).body.data[0]
    const deposit = { amount: '1.00', asset_code: 'USD' }
    await used.call(`POST /api/v2/accounts/${uuid}/deposit`, deposit, ada)
    const said: string[] = []
    const command = runDemoCommand(used.url, (text) => said.push(text))
    await expect(command).rejects.toThrow(/only a bank without entries takes it/)
    expect(said).toEqual([])
    await used.stop()
  })

  it('says what prevents it: the rule for funding, or a user with another password', async () => {
    const bank = await startBank({ env: { FUNDING: 'operators' } })
    const load = async () => {
      await bank.call('POST /api/v2/demo')
      const state = async () => (await bank.call('GET /api/v2/demo')).body.data
      await expect.poll(async () => (await state()).status, { timeout: 60_000 }).toBe('interrupted')
      return (await state()).reason
    }
    expect(await load()).toContain('FUNDING=open')
    const { email, password } = people[2]!
    const { body } = await bank.call('POST /api/auth/login', { email, password })
    const change = { current_password: password, new_password: 'Corr3ct-horse' }
    const as = { token: body.access_token }
    expect((await bank.call('POST /api/v2/auth/change-password', change, as)).status).toBe(200)
    expect(await load()).toContain(`${email} exists with another password`)
    expect(await bank.sql('select 1 from ledger.moves')).toEqual([])
    await bank.stop()
  })
})

it('is reported step by step on the command line, also if there is no bank', async () => {
  const steps = [3, 4, 14, 92].map((step) => ({ status: 'loading', step, title: `Step ${step}` }))
  const answers = [{ status: 'available' }, ...steps, { status: 'loaded' }]
  const fetch: typeof globalThis.fetch = async () =>
    Response.json({ data: { steps: 92, ...answers.shift() } })
  const said: string[] = []
  await runDemoCommand('http://bank.example', (text) => said.push(text), {
    fetch,
    wait: async () => {},
  })
  expect(said.slice(0, 3)).toEqual([
    '   3 of 92  Step 3',
    '  14 of 92  Step 14',
    '  92 of 92  Step 92',
  ])
  expect(said.at(-1)).toContain('rosa@demo.example')
  await expect(
    runDemoCommand('http://127.0.0.1:1', () => {}, { wait: async () => {} }),
  ).rejects.toThrow('There is no bank at http://127.0.0.1:1')
})

describe('the words of florin demo', () => {
  const fallback = 'http://localhost:8080'

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
      expect(() => readDemoCommand(words, fallback)).toThrow(/ http:\/\/localhost:8080\.$/)
    },
  )
})
