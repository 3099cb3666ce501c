// The overview of the bank and the queues of open work, as operators read them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { type Teller, tellerOf } from '../../core/transactions/test-support.ts'

let bank: Bank
let teller: Teller
let operator: Person
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  operator = await teller.operator()
})
afterAll(() => bank.stop())

const read = async (days: number, caller: Person) => {
  const { status, body } = await bank.call(
    `GET /api/v2/bank/overview?days=${days}`,
    undefined,
    caller,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

const dollars = async (days = 30) =>
  (await read(days, operator)).assets.find(
    ({ asset_code }: { asset_code: string }) => asset_code === 'USD',
  )

describe('bank_overview.get', () => {
  it('adds up what is held and owed, and what moved on each day', async () => {
    const before = (await read(30, operator)).customers
    const [ada, bob] = [await teller.person({ name: 'Ada' }), await teller.person({ name: 'Bob' })]
    const [from, to] = [await teller.open(ada, 100_000), await teller.open(bob)]
    const { uuid } = await teller.transfer(ada, from, to, '30.00')
    await teller.transfer(ada, from, to, '12.00')
    // A reversal takes a payment back and is none itself.
    const reversed = { transaction_id: `${uuid.slice(0, -2)}02`, reason: 'Sent twice' }
    const { status } = await bank.call('POST /api/v2/transactions/reverse', reversed, bob)
    expect(status).toBe(200)
    await expect
      .poll(async () => (await dollars())?.payments)
      .toEqual({ count: 2, amount: '42.00' })
    const today = bank.clock.now().toISOString().slice(0, 10)
    const shown = await dollars()
    expect(shown).toMatchObject({
      deposits: { count: 1, amount: '1000.00' },
      withdrawals: { count: 0, amount: '0.00' },
      held: '1000.00',
      in_transit: '0.00',
      // The fees of both payments.
      own: '0.42',
      customers: '999.58',
      days: [
        {
          day: today,
          deposits: { count: 1, amount: '1000.00' },
          payments: { count: 2, amount: '42.00' },
        },
      ],
    })
    const { customers, from: first, to: last } = await read(30, operator)
    expect(customers).toEqual({ active: before.active + 2, new: before.new + 2 })
    expect(last).toBe(today)
    expect(Date.parse(last) - Date.parse(first)).toBe(29 * 86_400_000)
  })

  it('counts only the days asked for, and a customer as new once', async () => {
    const eve = await teller.person({ name: 'Eve' })
    const account = await teller.open(eve, 5_000)
    await expect.poll(async () => (await bank.sql(seen, [eve.uuid])).length).toBe(1)
    // As if it had been ten days ago.
    await bank.sql(
      `update bank_overview.active_customers set first_on = first_on - 10, last_on = last_on - 10
       where user_uuid = $1`,
      [eve.uuid],
    )
    const old = await read(7, operator)
    await teller.transfer(eve, account, await teller.open(eve), '1.00')
    await expect
      .poll(async () => (await read(7, operator)).customers.active)
      .toBe(old.customers.active + 1)
    expect((await read(7, operator)).customers.new).toBe(old.customers.new)
    expect((await read(30, operator)).customers.new).toBe(old.customers.new + 1)
  })

  it('is for operators only', async () => {
    const eve = await teller.person({ name: 'Eve' })
    const { status } = await bank.call('GET /api/v2/bank/overview', undefined, eve)
    expect(status).toBe(403)
  })
})

const seen = 'select from bank_overview.active_customers where user_uuid = $1'

describe('work_queue.list', () => {
  const count = async (name: string) => {
    const { status, body } = await bank.call('GET /api/v2/bank/work-queues', undefined, operator)
    expect(status, JSON.stringify(body)).toBe(200)
    const queue = body.data.find((one: { name: string }) => one.name === name)
    return [queue.count, queue.has_more]
  }

  it('counts what waits in each domain, up to a thousand', async () => {
    expect(await count('sanctions_matches')).toEqual([0, false])
    await bank.sql(
      `insert into regulatory.sanctions_hits (id, environment, name, name_key, entry_id, entry_name, score,
         list_version, source, status, created_at, last_seen_at)
       select gen_random_uuid(), 'live', 'X', n, 'e', 'X', 1, '1', 'request',
         case when n < 3 then 'cleared' else 'open' end, now(), now()
       from generate_series(1, 1003) n`,
    )
    expect(await count('sanctions_matches')).toEqual([1_000, true])
    await bank.sql(
      `update regulatory.sanctions_hits set status = 'cleared' where name_key <> '1000'`,
    )
    expect(await count('sanctions_matches')).toEqual([1, false])
    await bank.sql(`update regulatory.sanctions_hits set environment = 'sandbox'`)
    expect(await count('sanctions_matches')).toEqual([0, false])
  })

  it('names each queue in words, with a page of the console or none', async () => {
    const { body } = await bank.call('GET /api/v2/bank/work-queues', undefined, operator)
    expect(body.data.map(({ name }: { name: string }) => name).toSorted()).toEqual([
      'failed_jobs',
      'failing_webhooks',
      'open_disputes',
      'overdue_invoices',
      'quarantined_accounts',
      'sanctions_matches',
      'unbalanced_sums',
      'uncovered_returns',
    ])
    for (const { page, count: waiting, has_more } of body.data) {
      expect(page === null || page.startsWith('/')).toBe(true)
      expect([waiting, has_more]).toEqual([expect.any(Number), false])
    }
  })

  it('is for operators only', async () => {
    const eve = await teller.person({ name: 'Eve' })
    const { status } = await bank.call('GET /api/v2/bank/work-queues', undefined, eve)
    expect(status).toBe(403)
  })
})
