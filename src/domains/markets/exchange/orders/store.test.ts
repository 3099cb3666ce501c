// A page of orders is read by a fixed statement, several pages at once. It must equal the result of a plain query, with
// every filter, and count up to its limit.
import fc from 'fast-check'
import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../../../../../test/harness/bank.ts'
import { COUNTED_MAX } from '../../../../kernel/page.ts'
import { type Database, openDatabase } from '../../../../platform/database.ts'
import type { OrderStatus } from '../matching/order-book.ts'
import { listOrders, type OrderFilter } from './store.ts'
import type { OwnerFilter } from '../query-store.ts'

let here: Awaited<ReturnType<typeof createDatabase>>
let database: Database

const run = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.write.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

const uuid = (kind: number, number: number): string =>
  `0197a000-0000-7000-8000-0000000${kind}000${number}`
const user = (number: number) => uuid(1, number)
const account = (number: number) => uuid(2, number)

const ORDERS = 400
const BUSY = 3

interface OrderRow {
  readonly id: string
  readonly environment: string
  readonly pair: string
  readonly account_id: string
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly status: OrderStatus
}

let all: OrderRow[]

/** Orders of three users, of whom one manages another's accounts, and of one user with very many. */
const INSERT = `
  insert into exchange.orders (id, environment, pair, account_id, user_uuid, manager_uuid, side, type, time_in_force,
    amount, price, maker_rate, taker_rate, filled, value, weight, fee, status, seq, book_version, created_at,
    updated_at, closed_at)
  select ('0197a000-0000-7000-9000-' || lpad(to_hex($1::int * 100000 + n), 12, '0'))::uuid,
    case when n % 11 = 0 then 'sandbox' else 'live' end, case when n % 3 = 0 then 'GCU/USD' else 'EUR/USD' end,
    ($2::uuid[])[1 + n % cardinality($2::uuid[])], ($3::uuid[])[1 + n % cardinality($3::uuid[])],
    case when n % 3 = 1 then $4::uuid end, 'buy', 'limit', 'GTC', 10, 5, 0, 0,
    case when status = 'filled' then 10 else 0 end, 0, 0, 0, status, n, 1, at, at,
    case when status in ('pending', 'open', 'partially_filled') then null else at end
  from (
    select n, timestamptz '2026-01-01Z' + (n / 4) * interval '1 s' as at,
      ($6::text[])[1 + (n * 7 + n / 5) % cardinality($6::text[])] as status
    from generate_series(1, $5::int) n) made`

beforeAll(async () => {
  here = await createDatabase()
  database = openDatabase(here.address, { connectionsMax: 4, onError: () => {} })
  const every = [
    'pending',
    'open',
    'partially_filled',
    'filled',
    'cancelled',
    'expired',
    'rejected',
  ]
  const people = [0, 1, 2]
  await run(INSERT, [1, people.map(account), people.map(user), user(0), ORDERS, every])
  await run(INSERT, [
    2,
    [account(BUSY)],
    [user(BUSY)],
    null,
    COUNTED_MAX + 500,
    ['filled', 'cancelled'],
  ])
  await run('analyze exchange.orders')
  all = await run<OrderRow>(
    `select id, environment, pair, account_id, user_uuid, manager_uuid, status from exchange.orders
     order by created_at desc, id desc`,
  )
})
afterAll(async () => {
  await database.close()
  await here.drop()
})

const isOf = (order: OrderRow, whose: OwnerFilter): boolean =>
  'account' in whose
    ? order.account_id === whose.account && order.user_uuid === whose.owner
    : order.user_uuid === whose.user || order.manager_uuid === whose.user

const matches = (order: OrderRow, { environment, whose, pair, statuses }: OrderFilter): boolean =>
  order.environment === environment &&
  isOf(order, whose) &&
  (pair === undefined || order.pair === pair) &&
  (statuses === undefined || statuses.includes(order.status))

const person = fc.integer({ min: 0, max: 2 })
const request = fc.record({
  filter: fc.record({
    environment: fc.constantFrom('live' as const, 'sandbox' as const),
    whose: fc.oneof(
      person.map((number): OwnerFilter => ({ user: user(number) })),
      person.map((number): OwnerFilter => ({ account: account(number), owner: user(number) })),
      fc.constant<OwnerFilter>({ account: account(0), owner: user(1) }),
    ),
    pair: fc.constantFrom(undefined, 'EUR/USD', 'GCU/USD', 'GCU/EUR'),
    statuses: fc.constantFrom<readonly OrderStatus[] | undefined>(
      undefined,
      ['pending', 'open', 'partially_filled'],
      ['filled'],
      ['cancelled', 'expired', 'rejected'],
    ),
  }),
  page: fc.record({ page: fc.integer({ min: 1, max: 12 }), per_page: fc.constantFrom(1, 7, 20) }),
})

it('equals the result of a plain query, with every filter, several pages at once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 40 }), async (requests) => {
      const found = await Promise.all(
        requests.map(({ filter, page }) => listOrders(database.read, filter, page)),
      )
      for (const [index, { filter, page }] of requests.entries()) {
        const wanted = all.filter((order) => matches(order, filter)).map(({ id }) => id)
        const { orders, total } = found[index]!
        expect(total).toBe(wanted.length)
        expect(orders.map(({ id }) => id)).toEqual(
          wanted.slice((page.page - 1) * page.per_page, page.page * page.per_page),
        )
      }
    }),
    { numRuns: 30 },
  )
})

it('counts up to its limit, and pages beyond it', async () => {
  const filter: OrderFilter = {
    environment: 'live',
    whose: { user: user(BUSY) },
    pair: undefined,
    statuses: undefined,
  }
  const mine = all.filter((order) => order.user_uuid === user(BUSY))
  const live = mine.filter(({ environment }) => environment === 'live').map(({ id }) => id)
  expect(mine.length).toBe(COUNTED_MAX + 500)
  // The live ones among them are fewer than the limit.
  expect((await listOrders(database.read, filter, { page: 1, per_page: 20 })).total).toBe(
    live.length,
  )
  await run(`update exchange.orders set environment = 'live' where user_uuid = $1`, [user(BUSY)])
  for (const page of [1, 2]) {
    const { orders, total } = await listOrders(database.read, filter, { page, per_page: 20 })
    expect(total).toBe(COUNTED_MAX)
    expect(orders.map(({ id }) => id)).toEqual(
      mine.map(({ id }) => id).slice((page - 1) * 20, page * 20),
    )
  }
  const last = Math.ceil(mine.length / 100)
  const end = await listOrders(database.read, filter, { page: last, per_page: 100 })
  expect(end.orders.at(-1)!.id).toBe(mine.at(-1)!.id)
  expect(end.total).toBeGreaterThanOrEqual(COUNTED_MAX)
  const beyond = await listOrders(database.read, filter, { page: last + 1, per_page: 100 })
  expect(beyond.orders).toEqual([])
})
