// Lists of transactions and single ones, through HTTP against PostgreSQL.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { anonymousCaller } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import { openDatabase } from '../../../platform/database.ts'
import { AssetCatalogue } from '../assets/index.ts'
import { listTransactions } from './service.ts'
import { addManyMoves, type Teller, tellerOf } from './test-support.ts'

let bank: Bank
/** It charges fees, and has invented moves, which its prover would report. */
let own: Bank
let teller: Teller
let ada: Person
let bob: Person
beforeAll(async () => {
  bank = await startBank()
  own = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  ada = await teller.person()
  bob = await teller.person({ name: 'Bob Byrne' })
})
afterAll(async () => {
  await own.stop()
  await bank.stop()
})

interface Listed {
  readonly uuid: string
  readonly type: string
  readonly status: string
  readonly amount: string
  readonly asset_code: string
  readonly created_at: string
  readonly direction: string
}

async function list(person: Person, path: string, query = ''): Promise<Listed[]> {
  const { status, body } = await teller.get(person, `${path}${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const amounts = (rows: readonly Listed[]) => rows.map((row) => row.amount)

/** A pending transfer: its hold exists, and no node completes it. */
async function holdTransfer(from: string, to: string, cents: number, fee = 0): Promise<string> {
  const id = `${(await teller.transfer(ada, from, to, '0.01')).uuid.slice(0, 24)}feedfeed0000`
  await bank.sql(
    `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee,
       created_at, reference, status, reason, closed_at)
     values ($1, 'live', 'transfer', $2, $3, 'USD', $4, $5, $6, 'Waits', 'released', 'No.', $6)`,
    [id, from, to, cents, fee, bank.clock.now()],
  )
  return id
}

describe('account.transactions', () => {
  it('shows every field of both sides of a transfer', async () => {
    const from = await teller.open(ada, 10_000)
    const to = await teller.open(bob)
    bank.clock.advance(1)
    const made = await teller.transfer(ada, from, to, '30.00', {
      reference: 'Rent',
      metadata: { month: 3 },
    })
    const at = bank.clock.now().toISOString()
    const [sent] = await list(ada, `/api/v2/accounts/${from}/transactions`)
    const [got] = await list(bob, `/api/accounts/${to}/transactions`)
    const common = {
      type: 'transfer',
      subtype: null,
      amount: '30.00',
      asset_code: 'USD',
      status: 'completed',
      reference: 'Rent',
      description: 'Rent',
      metadata: { month: 3 },
      transaction_group_uuid: made.uuid,
      parent_transaction_id: null,
      failure_reason: null,
      created_at: at,
      completed_at: at,
    }
    expect(sent).toEqual({
      ...common,
      uuid: `${made.uuid.slice(0, -2)}01`,
      account_uuid: from,
      related_account_uuid: to,
      counterparty_name: 'Bob Byrne',
      direction: 'outgoing',
      balance_after: '70.00',
    })
    expect(got).toEqual({
      ...common,
      uuid: `${made.uuid.slice(0, -2)}02`,
      account_uuid: to,
      related_account_uuid: from,
      counterparty_name: 'Ada Lovelace',
      direction: 'incoming',
      balance_after: '30.00',
    })
  })

  it('names no account on the other side of money that comes from outside', async () => {
    const account = await teller.open(ada, 100)
    const [row] = await list(ada, `/api/v1/accounts/${account}/transactions`)
    expect(row).toMatchObject({
      type: 'deposit',
      related_account_uuid: null,
      counterparty_name: null,
      balance_after: '1.00',
    })
  })

  it('filters by type, status, asset and time', async () => {
    const account = await teller.open(ada)
    const other = await teller.open(bob)
    const path = `/api/accounts/${account}/transactions`
    await teller.deposit(ada, account, '10.00')
    bank.clock.advance(86_400)
    const day = bank.clock.now().toISOString().slice(0, 10)
    await teller.deposit(ada, account, '20.00', 'EUR')
    await teller.withdraw(ada, account, '3.00')
    const middle = bank.clock.now().toISOString()
    bank.clock.advance(86_400)
    await teller.transfer(ada, account, other, '4.00')
    expect(amounts(await list(ada, path))).toEqual(['4.00', '3.00', '20.00', '10.00'])
    expect(amounts(await list(ada, path, '?type=deposit'))).toEqual(['20.00', '10.00'])
    expect(amounts(await list(ada, path, '?type=withdrawal'))).toEqual(['3.00'])
    expect(amounts(await list(ada, path, '?type=transfer'))).toEqual(['4.00'])
    expect(amounts(await list(ada, path, '?asset_code=eur'))).toEqual(['20.00'])
    expect(amounts(await list(ada, path, '?asset_code=XYZ'))).toEqual([])
    expect(await list(ada, path, '?status=completed')).toHaveLength(4)
    expect(await list(ada, path, '?status=pending')).toEqual([])
    expect(amounts(await list(ada, path, `?start_date=${day}`))).toEqual(['4.00', '3.00', '20.00'])
    expect(amounts(await list(ada, path, `?end_date=${day}`))).toEqual(['3.00', '20.00', '10.00'])
    expect(amounts(await list(ada, path, `?start_date=${day}&end_date=${day}`))).toHaveLength(2)
    expect(amounts(await list(ada, path, `?start_date=${middle}`))).toHaveLength(3)
    expect(amounts(await list(ada, path, `?end_date=${middle}&type=deposit`))).toEqual([
      '20.00',
      '10.00',
    ])
    for (const query of [
      '?start_date=yesterday',
      '?end_date=2026-02-30',
      '?start_date=2026-03-02&end_date=2026-03-01',
      '?type=loan',
      '?status=done',
      '?asset_code=1',
      '?sort=-colour',
      '?limit=0',
      '?limit=101',
      '?page=0',
    ])
      expect((await teller.get(ada, path + query)).status, query).toBe(422)
  })

  it('sorts by time, amount, type and status, both ways', async () => {
    const account = await teller.open(ada)
    const other = await teller.open(bob)
    const path = `/api/v2/accounts/${account}/transactions`
    for (const amount of ['10.00', '2.50']) {
      await teller.deposit(ada, account, amount)
      bank.clock.advance(1)
    }
    // Less than both, although it is more of the smallest unit.
    await teller.deposit(ada, account, '0.5', 'ETH')
    bank.clock.advance(1)
    await holdTransfer(account, other, 300)
    const sorted = async (sort: string) => amounts(await list(ada, path, `?sort=${sort}`))
    expect(await sorted('amount')).toEqual([
      '0.01',
      '0.500000000000000000',
      '2.50',
      '3.00',
      '10.00',
    ])
    expect(await sorted('-amount')).toEqual((await sorted('amount')).toReversed())
    expect(await sorted('created_at')).toEqual([
      '10.00',
      '2.50',
      '0.500000000000000000',
      ...(await sorted('created_at')).slice(3),
    ])
    expect(await sorted('-created_at')).toEqual((await sorted('created_at')).toReversed())
    const types = (await list(ada, path, '?sort=type')).map((row) => row.type)
    expect(types).toEqual(['deposit', 'deposit', 'deposit', 'transfer', 'transfer'])
    const back = (await list(ada, path, '?sort=-type')).map((row) => row.type)
    expect(back).toEqual(types.toReversed())
    const statuses = (await list(ada, path, '?sort=-status')).map((row) => row.status)
    expect(statuses).toEqual(['failed', 'completed', 'completed', 'completed', 'completed'])
    expect((await list(ada, path, '?sort=status')).at(-1)!.status).toBe('failed')
  })

  it('pages through everything once, whatever the order in which it was completed', async () => {
    const account = await teller.open(ada, 100_000)
    const other = await teller.open(ada)
    const path = `/api/accounts/${account}/transactions`
    for (let i = 1; i <= 20; i++)
      await teller.deposit(ada, account, `${i}.50`, i % 2 ? 'EUR' : 'GBP')
    for (let i = 1; i <= 40; i++) {
      if (i % 4 === 0) bank.clock.advance(1)
      await teller.transfer(ada, account, other, `${i}.00`)
    }
    // Requested at the very beginning, completed at the end: the newest numbers have the oldest ids.
    const [first] = await list(ada, path, '?sort=created_at')
    await bank.sql('alter table ledger.moves disable trigger moves_append_only')
    await bank.sql(
      `update ledger.moves set entry_id = (left($1, 23) || '-' ||
           lpad(to_hex(from_seq::int), 10, '0') || '00')::uuid
       where entry_id in (
         select entry_id from ledger.moves where from_account = $2 order by from_seq desc limit 25)`,
      [first!.uuid, account],
    )
    await bank.sql('alter table ledger.moves enable trigger moves_append_only')
    const whole = await list(ada, path, '?per_page=100')
    expect(whole).toHaveLength(61)
    expect(new Set(whole.map((row) => row.uuid)).size).toBe(61)
    const times = whole.map((row) => row.created_at)
    expect(times).toEqual(times.toSorted().toReversed())
    for (const size of [1, 7, 20]) {
      const paged: Listed[] = []
      for (let page = 1; (page - 1) * size < 61; page++)
        paged.push(...(await list(ada, path, `?limit=${size}&page=${page}`)))
      expect(paged).toEqual(whole)
    }
  })

  it('answers with the whole envelope, also for a page that is empty', async () => {
    const account = await teller.open(ada)
    const path = `/api/v2/accounts/${account}/transactions`
    const empty = await teller.get(ada, path)
    expect(empty.body).toMatchObject({
      data: [],
      meta: { current_page: 1, last_page: 1, per_page: 20, total: 0, from: null, to: null },
    })
    for (let i = 0; i < 5; i++) await teller.deposit(ada, account, '1.00')
    const { body } = await teller.get(ada, `${path}?limit=2&page=2`)
    expect(body.meta).toEqual({
      current_page: 2,
      last_page: 3,
      per_page: 2,
      total: 5,
      from: 3,
      to: 4,
    })
    expect(body.links.next).toBe(`${bank.url}${path}?limit=2&page=3`)
    const beyond = await teller.get(ada, `${path}?page=9`)
    expect(beyond.body).toMatchObject({ data: [], meta: { total: 5, from: null, to: null } })
  })

  it('counts with filters as it lists', async () => {
    const account = await teller.open(ada, 100)
    const other = await teller.open(bob)
    await holdTransfer(account, other, 50)
    for (const [query, total] of [
      ['', 3],
      ['?status=failed', 1],
      ['?status=completed', 2],
      ['?status=pending', 0],
      ['?type=transfer', 2],
      ['?type=transfer&status=failed', 1],
      ['?asset_code=EUR', 0],
      ['?start_date=2000-01-01', 3],
      ['?end_date=2000-01-01', 0],
    ] as const) {
      const { body } = await teller.get(ada, `/api/accounts/${account}/transactions${query}`)
      expect([query, body.meta.total, body.data.length]).toEqual([query, total, total])
    }
  })

  it('is for the owner, the manager and operators', async () => {
    const account = await teller.open(ada, 100)
    const path = `/api/v2/accounts/${account}/transactions`
    expect((await teller.get(bob, path)).status).toBe(403)
    expect(await list(await teller.operator(), path)).toHaveLength(1)
    const { body } = await bank.call(
      'POST /api/accounts',
      { user_uuid: '0197a000-0000-7000-8000-0000000000aa', name: 'Client', initial_balance: 5 },
      bob,
    )
    const managed = `/api/v2/accounts/${body.data.uuid}/transactions`
    expect(await list(bob, managed)).toHaveLength(1)
    expect((await teller.get(ada, managed)).status).toBe(403)
  })

  it('reads no more moves than it shows', async () => {
    const desk = tellerOf(own)
    const person = await desk.person()
    const account = await desk.open(person)
    await addManyMoves(own, account, 20_000)
    const path = `/api/accounts/${account}/transactions`
    const { body } = await desk.get(person, `${path}?per_page=10&page=2`)
    expect(body.meta.total).toBe(20_000)
    expect(amounts(body.data)).toHaveLength(10)
    expect(body.data[0].balance_after).toBe('0.019990')
    const page = { page: 2, per_page: 10, sort: '-created_at' }
    const reads = await countReads(own, person, account, page)
    expect(reads).toBeGreaterThan(10)
    expect(reads).toBeLessThan(150)
    // With a filter it counts up to 10,000, and says that there are more.
    const filtered = await countReads(own, person, account, { ...page, type: 'deposit' })
    expect(filtered).toBeGreaterThan(10_000)
    expect(filtered).toBeLessThan(10_150)
    const { body: deposits } = await desk.get(person, `${path}?type=deposit&per_page=10`)
    expect(deposits.meta.total).toBe(10_000)
    const { body: deep } = await desk.get(person, `${path}?type=deposit&per_page=100&page=150`)
    expect(deep.meta).toMatchObject({ total: 15_001, from: 14_901, to: 15_000 })
    expect(deep.data[0].balance_after).toBe('0.005100')
    // A rare type is found without reading the others.
    const rare = await countReads(own, person, account, { ...page, type: 'withdrawal' })
    expect(rare).toBeLessThan(150)
  })
})

/** How many moves a list reads, from the statistics of its own transaction, which exclude all other reads. */
async function countReads(
  { address, clock }: Bank,
  person: Person,
  account: string,
  request: Parameters<typeof listTransactions>[1],
): Promise<number> {
  const database = openDatabase(address, { connectionsMax: 1, onError: () => {} })
  const caller = { ...anonymousCaller('127.0.0.1'), user: person.uuid }
  try {
    return await database.write.transaction().execute(async (tx) => {
      const assets = new AssetCatalogue()
      await assets.load(tx, clock.now())
      const ctx: Partial<Context> = { tx, caller, now: clock.now() }
      await listTransactions(account, request, ctx as Context, assets)
      const { rows } = await sql<{ n: number }>`
        select (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int as n
        from pg_stat_xact_user_tables
        where schemaname = 'ledger' and relname = 'moves'`.execute(tx)
      return rows[0]!.n
    })
  } finally {
    await database.close()
  }
}

describe('a pending transfer', () => {
  it('is pending on both sides, and completed under the same uuids', async () => {
    const from = await teller.open(ada, 10_000)
    const to = await teller.open(bob)
    const path = `/api/v2/accounts/${from}/transactions`
    const { body } = await bank.call(
      'POST /api/v2/transfers',
      { from_account: from, to_account: to, amount: '5.00', asset_code: 'USD', reference: 'Slow' },
      ada,
    )
    const uuid = `${body.data.uuid.slice(0, -2)}01`
    const one = await teller.get(ada, `/api/transactions/${uuid}`)
    expect(one.body.data).toMatchObject({ uuid, account_uuid: from, reference: 'Slow' })
    await expect
      .poll(async () => (await teller.get(ada, `/api/transactions/${uuid}`)).body.data.status)
      .toBe('completed')
    expect((await list(ada, path))[0]!.uuid).toBe(uuid)
  })

  it('is shown with its fee, and as failed once its hold is released', async () => {
    const desk = tellerOf(own)
    const sender = await desk.person()
    const receiver = await desk.person()
    const from = await desk.open(sender, 10_000)
    const to = await desk.open(receiver)
    // A frozen destination lets the reservation pass first and then refuses the money.
    const id = '0197a000-0000-7000-8000-00000000ab00'
    await own.sql(
      `with held as (update ledger.balances set held = 505 where account_id = $2 and asset = 'USD')
       insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee,
         created_at) values ($1, 'live', 'transfer', $2, $3, 'USD', 505, 5, 'infinity')`,
      [id, from, to],
    )
    const rows = async (who: Person, account: string) =>
      (await desk.get(who, `/api/accounts/${account}/transactions?status=pending`)).body.data
    expect(await rows(receiver, to)).toMatchObject([
      {
        uuid: '0197a000-0000-7000-8000-00000000ab02',
        amount: '5.00',
        status: 'pending',
        direction: 'incoming',
        balance_after: null,
        completed_at: null,
        related_account_uuid: from,
      },
    ])
    expect(await rows(sender, from)).toMatchObject([
      { uuid: '0197a000-0000-7000-8000-00000000ab03', amount: '0.05', subtype: 'fee' },
      { uuid: '0197a000-0000-7000-8000-00000000ab01', amount: '5.00', related_account_uuid: to },
    ])
    await own.sql(
      `with held as (update ledger.balances set held = 0 where account_id = $3 and asset = 'USD')
       update ledger.holds set status = 'released', reason = 'Frozen.', closed_at = $2,
         created_at = $2 where id = $1`,
      [id, own.clock.now(), from],
    )
    const { body } = await desk.get(
      sender,
      '/api/v2/transactions/0197a000-0000-7000-8000-00000000ab01',
    )
    expect(body.data).toMatchObject({ status: 'failed', failure_reason: 'Frozen.' })
    const charged = await desk.transfer(sender, from, to, '10.00')
    const { body: history } = await desk.get(sender, `/api/accounts/${from}/transactions?limit=2`)
    expect(history.data).toMatchObject([
      { amount: '0.10', subtype: 'fee', transaction_group_uuid: charged.uuid },
      { amount: '10.00', subtype: null, balance_after: '90.00' },
    ])
    expect(await own.sql('select subject, invariant from ledger.violations')).toEqual([])
  })
})

describe('transaction.list', () => {
  it('covers all accounts of the caller and no others', async () => {
    const carol = await teller.person()
    const one = await teller.open(carol, 100)
    const two = await teller.open(carol, 200)
    const managed = (
      await bank.call(
        'POST /api/accounts',
        { user_uuid: '0197a000-0000-7000-8000-0000000000bb', name: 'C', initial_balance: 300 },
        carol,
      )
    ).body.data.uuid
    bank.clock.advance(1)
    await teller.transfer(carol, one, two, '0.50')
    const all = await list(carol, '/api/transactions')
    expect(amounts(all).toSorted()).toEqual(['0.50', '0.50', '1.00', '2.00', '3.00'])
    expect(all.slice(0, 2).map((row) => row.direction)).toEqual(['incoming', 'outgoing'])
    const query = `?account_uuid=${managed}`
    expect(amounts(await list(carol, '/api/v2/transactions', query))).toEqual(['3.00'])
    expect((await teller.get(ada, `/api/v2/transactions${query}`)).status).toBe(403)
    expect(amounts(await list(carol, '/api/v2/transactions', '?type=transfer'))).toHaveLength(2)
    const { body } = await teller.get(carol, '/api/v2/transactions?per_page=2&page=3')
    expect(body.meta).toMatchObject({ total: 5, last_page: 3, from: 5, to: 5 })
  })

  it('keeps live and sandbox apart', async () => {
    const dora = await bank.person()
    const account = await teller.open(dora, 100)
    const { body } = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Sandbox', permissions: ['read', 'write'], environment: 'sandbox' },
      dora,
    )
    const sandbox = { ...dora, token: body.data.api_key }
    expect(await list(sandbox, '/api/transactions')).toEqual([])
    expect((await teller.get(sandbox, `/api/accounts/${account}/transactions`)).status).toBe(404)
    const [live] = await list(dora, '/api/transactions')
    expect((await teller.get(sandbox, `/api/transactions/${live!.uuid}`)).status).toBe(404)
  })
})

describe('transaction.get', () => {
  it('is one side, for callers who may use the account on that side', async () => {
    const from = await teller.open(ada, 1_000)
    const to = await teller.open(bob)
    const { uuid } = await teller.transfer(ada, from, to, '1.00')
    const side = (digit: number) => `/api/v2/transactions/${uuid.slice(0, -2)}0${digit}`
    expect((await teller.get(ada, side(1))).body.data.account_uuid).toBe(from)
    expect((await teller.get(bob, side(2))).body.data.account_uuid).toBe(to)
    expect((await teller.get(ada, side(2))).status).toBe(403)
    expect((await teller.get(ada, side(0))).status).toBe(404)
    expect((await teller.get(ada, side(3))).status).toBe(404)
    // The side of the outside world belongs to no user.
    const cash = await teller.deposit(ada, from, '1.00')
    const outside = `/api/v2/transactions/${cash.uuid.slice(0, -2)}01`
    expect((await teller.get(ada, outside)).status).toBe(404)
  })
})

describe('transaction.list of a caller with more accounts than one request can cover', () => {
  it('asks for one of them, and lists that one', async () => {
    const person = await teller.person()
    const account = await teller.open(person)
    await bank.sql(
      `with made as (
         insert into ledger.accounts (id, environment, user_uuid, status, created_at)
         select gen_random_uuid(), 'live', $1, 'active', $2 from generate_series(1, 1000)
         returning id)
       insert into accounts.accounts
         (uuid, environment, user_uuid, name, type, metadata, created_at, updated_at)
       select id, 'live', $1, 'One of many', 'personal', '{}', $2, $2 from made`,
      [person.uuid, bank.clock.now()],
    )
    for (const path of ['/api/v2/transactions', '/api/v2/mobile/activity']) {
      const refused = await teller.get(person, path)
      expect(refused.status).toBe(422)
      expect(refused.body.errors.account_uuid[0]).toMatch(
        /^You have 100\d accounts.*name one with account_uuid\.$/,
      )
    }
    expect(await list(person, `/api/v2/transactions?account_uuid=${account}`)).toEqual([])
  })
})
