// The log of one user is read by index, or by a scan when they have many accounts. Both must find exactly what reading
// every row would, from any position, in parts of any length.
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import fc from 'fast-check'
import { sql } from 'kysely'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { endOf, isAfter, maySee, type Place } from '../../../operation/event-log.ts'
import { startEpoch } from '../../../operation/epochs.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { AssetCatalogue } from '../../core/assets/index.ts'
import { BankLog } from './log.ts'
import { openAccount } from './test-support.ts'

let bank: Bank
let database: Database
let people: Person[]
let assets: AssetCatalogue
let newest: number

beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  database = openDatabase(bank.address, { connectionsMax: 2, onError: () => {} })
  people = [await bank.person(), await bank.person(), await bank.person()]
  const [ada, bob, eve] = people as [Person, Person, Person]
  const owned = [
    { owner: ada, account: await openAccount(bank, ada) },
    { owner: ada, account: await openAccount(bank, ada) },
    { owner: bob, account: await openAccount(bank, bob) },
    { owner: eve, account: await openAccount(bank, eve) },
  ]
  for (const { owner, account } of owned)
    for (const asset_code of ['USD', 'EUR']) {
      const cash = { amount: '500.00', asset_code }
      await bank.call(`POST /api/v2/accounts/${account}/deposit`, cash, owner)
    }
  for (let number = 0; number < 40; number++) {
    if (number === 20) await startEpoch(database.write, 'a gap of billions of positions')
    const from = owned[(number * 7) % 4]!
    const to = owned[(number * 7 + 1 + (number % 3)) % 4]!
    const transfer = {
      from_account: from.account,
      to_account: to.account,
      amount: `${1 + (number % 5)}.00`,
      asset_code: number % 4 === 0 ? 'EUR' : 'USD',
      workflow_enabled: number % 3 === 0,
    }
    const { status } = await bank.call('POST /api/v2/transfers', transfer, from.owner)
    expect(status).toBe(201)
  }
  await vi.waitUntil(
    async () => (await bank.sql(`select id from ledger.holds where status = 'open'`)).length === 0,
    { timeout: 120_000 },
  )
  assets = new AssetCatalogue()
  await assets.load(database.read, bank.clock.now())
  const [last] = await bank.sql<{ position: string }>(
    'select platform.newest_position() as position',
  )
  newest = Number(last!.position)
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

/** By a scan, by a scan of what comes next and then by index, and by index. */
const WAYS = [
  { few: 0, fewest: 0 },
  { few: 64, fewest: 0 },
  { few: 64, fewest: 64 },
]
type Way = (typeof WAYS)[number]

async function readAll(way: Way, users: string[] | undefined, after: Place, rows: number) {
  const log = new BankLog(assets, way)
  const ids: string[] = []
  for (let place = after; isAfter(endOf(newest), place); ) {
    const part = await log.read(database.read, { after: place, until: newest, rows }, users)
    const who = { environment: 'live', user: users?.[0] ?? '', isOperator: !users } as const
    ids.push(...part.events.filter((event) => maySee(event, who)).map((event) => event.id))
    place = part.place
  }
  return ids
}

it('is the same by index, by scan, and by reading every row', async () => {
  const everything = new BankLog(assets)
  const { events } = await everything.read(database.read, {
    after: { position: 0, slot: 0 },
    until: newest,
    rows: 10_000,
  })
  expect(events.length).toBeGreaterThan(200)
  const [gap] = await bank.sql<{ from: string; to: string }>(
    'select previous_position as from, base_position as to from platform.epochs where number > 1',
  )
  const [from, to] = [Number(gap!.from), Number(gap!.to)]
  const start = fc
    .oneof(
      fc.nat(from),
      fc.nat(1_000).map((inside) => from + inside * 2 ** 20),
      fc.nat(newest - to + 10).map((later) => to - 10 + later),
    )
    .map((position) => ({ position, slot: 1 }))
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 2 }),
      start,
      fc.constantFrom(5, 20, 500),
      fc.constantFrom(...WAYS),
      async (person, after, rows, way) => {
        const { uuid } = people[person]!
        const expected = events
          .filter((event) => maySee(event, { environment: 'live', user: uuid }))
          .filter(
            ({ position, slot }) =>
              position > after.position || (position === after.position && slot > after.slot),
          )
          .map((event) => event.id)
        expect(await readAll(way, [uuid], after, rows)).toEqual(expected)
      },
    ),
    { numRuns: 18 },
  )
})

it('of several users is the same by index, by scan, and by reading every row', async () => {
  const users = people.slice(0, 2).map(({ uuid }) => uuid)
  const { events } = await new BankLog(assets).read(database.read, {
    after: { position: 0, slot: 0 },
    until: newest,
    rows: 10_000,
  })
  const expected = events
    .filter((event) => event.is_public || event.users.some((user) => users.includes(user)))
    .map((event) => event.id)
  for (const way of WAYS) {
    const log = new BankLog(assets, way)
    const found: string[] = []
    for (let place: Place = { position: 0, slot: 0 }; isAfter(endOf(newest), place); ) {
      const part = await log.read(database.read, { after: place, until: newest, rows: 20 }, users)
      found.push(
        ...part.events
          .filter((event) => event.is_public || event.users.some((user) => users.includes(user)))
          .map((event) => event.id),
      )
      place = part.place
    }
    expect(found).toEqual(expected)
  }
})

it('is the same under concurrent reads', async () => {
  const log = new BankLog(assets)
  const asked = Array.from({ length: 60 }, (_, number) => ({
    stretch: {
      after: { position: (number * 13) % newest, slot: 0 },
      until: newest,
      rows: 1 + (number % 30),
    },
    users: [people[number % 3]!.uuid],
  }))
  const together = await Promise.all(
    asked.map(({ stretch, users }) => log.read(database.read, stretch, users)),
  )
  for (const [index, { stretch, users }] of asked.entries()) {
    const alone = await log.read(database.read, stretch, users)
    const ids = (part: typeof alone) => part.events.map(({ id }) => id)
    expect(ids(together[index]!)).toEqual(ids(alone))
    expect(together[index]!.place).toEqual(alone.place)
  }
})

it('is read row by row', async () => {
  const after = { position: newest - 20, slot: 0 }
  const { uuid } = people[0]!
  const whole = await readAll(WAYS[0]!, [uuid], after, 500)
  for (const way of WAYS) expect(await readAll(way, [uuid], after, 1)).toEqual(whole)
})

it('costs what it shows, however much follows', async () => {
  const person = await bank.person()
  const accounts = [await openAccount(bank, person), await openAccount(bank, person)] as const
  const cash = { amount: '500.00', asset_code: 'USD' }
  await bank.call(`POST /api/v2/accounts/${accounts[0]}/deposit`, cash, person)
  const [last] = await bank.sql<{ position: string }>(
    'select platform.newest_position() as position',
  )
  const [from_account, to_account] = accounts
  const transfer = { from_account, to_account, amount: '0.01', asset_code: 'USD' }
  const bulk = { transfers: Array.from({ length: 1_000 }, () => transfer) }
  expect((await bank.call('POST /api/v2/transfers/bulk', bulk, person)).status).toBe(201)
  const stretch = { after: { position: 0, slot: 0 }, until: Number(last!.position), rows: 20 }
  const log = new BankLog(assets)
  const read = await database.write.transaction().execute(async (tx) => {
    const { events } = await log.read(tx, stretch, [person.uuid])
    expect(events.some(({ event }) => event.type === 'transaction.created')).toBe(true)
    const { rows } = await sql<{ n: number }>`
      select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as n
      from pg_stat_xact_user_tables where schemaname = 'ledger' and relname = 'moves'`.execute(tx)
    return rows[0]!.n
  })
  expect(read).toBeLessThan(100)
})
