// Tests the expiry of reservations, through the job and PostgreSQL.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { openWorkbench, type Fixture } from './test-support.ts'

let bank: Bank
let bench: Fixture
let ada: Person
beforeAll(async () => {
  bank = await startBank()
  bench = openWorkbench(bank)
  ada = await bank.person()
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

const reserve = (account: string, seconds: number | null, to?: string): Promise<string> =>
  bench.decide({
    books: [{ account, asset: 'USD' }],
    decide: (ledger) =>
      ledger.reserve({
        purpose: 'test',
        account,
        to: to ?? null,
        asset: 'USD',
        units: 1_000n,
        expires_at: seconds === null ? null : new Date(bank.clock.now().getTime() + seconds * 1000),
      }).id,
  })

const capture = (hold: string, from: string, to: string, units: bigint) =>
  bench.decide({
    books: [from, to].map((account) => ({ account, asset: 'USD' })),
    holds: [hold],
    decide: (ledger) =>
      ledger.capture({ hold, type: 'transfer', credits: 'returned', moves: [{ to, units }] }).id,
  })

const expire = () => bank.runJob('ledger.expire_holds')

const statusOf = async (id: string): Promise<{ status: string; reason: string | null }> => {
  const [row] = await bank.sql<{ status: string; reason: string | null }>(
    'select status, reason from ledger.holds where id = $1',
    [id],
  )
  return row!
}

const heldOf = async (account: string): Promise<number> => {
  const [row] = await bank.sql<{ held: number }>(
    'select held::int as held from ledger.balances where account_id = $1',
    [account],
  )
  return row!.held
}

it('releases the rest of an expired hold, and emits an event for the account', async () => {
  const [from, to] = [await bench.openAccount(ada, 10_000), await bench.openAccount(ada)]
  const due = await reserve(from, 60)
  const later = await reserve(from, 600)
  const never = await reserve(from, null)
  await capture(due, from, to, 300n)
  expect(bank.getJob('ledger.expire_holds').cron).toBe('* * * * *')
  await expire()
  expect(await statusOf(due)).toMatchObject({ status: 'open' })
  expect(await heldOf(from)).toBe(2_700)

  const expiry = new Date(bank.clock.now().getTime() + 60_000).toISOString()
  bank.clock.advance(60)
  await expect(capture(due, from, to, 1n)).rejects.toThrow(/is expired/)
  await expire()
  expect(await statusOf(due)).toEqual({
    status: 'expired',
    reason: `The reservation expired at ${expiry}.`,
  })
  expect(await statusOf(later)).toMatchObject({ status: 'open' })
  expect(await statusOf(never)).toMatchObject({ status: 'open' })
  expect(await heldOf(from)).toBe(2_000)
  const events = await bank.sql(
    `select account_uuid, data from platform.events where type = 'hold.expired'`,
  )
  expect(events).toEqual([
    {
      account_uuid: from,
      data: {
        hold_uuid: due,
        account_uuid: from,
        purpose: 'test',
        asset_code: 'USD',
        units: '700',
        expired_at: expiry,
      },
    },
  ])
  await expire()
  const again = await bank.sql(`select 1 from platform.events where type = 'hold.expired'`)
  expect(again).toHaveLength(1)
  // The bank's cached copy of the account is updated too: all but what is still held can be spent.
  expect((await bench.transfer(ada, from, to, '77.00')).status).toBe(201)
})

it('expires more than one batch, even if an account cannot be written', async () => {
  const [from, ill] = [await bench.openAccount(ada, 1_000_000), await bench.openAccount(ada, 1_000)]
  const stuck = await reserve(ill, 1)
  await bench.decide({
    books: [{ account: from, asset: 'USD' }],
    decide(ledger) {
      const expires_at = new Date(bank.clock.now().getTime() + 2_000)
      for (let n = 0; n < 1_100; n++)
        ledger.reserve({ purpose: 'test', account: from, asset: 'USD', units: 1n, expires_at })
    },
  })
  await bank.sql(`update ledger.accounts set quarantine = 'test' where id = $1`, [ill])
  bank.clock.advance(10)
  await expire()
  expect(await heldOf(from)).toBe(0)
  expect(await statusOf(stuck)).toMatchObject({ status: 'open' })
  await bank.sql('update ledger.accounts set quarantine = null where id = $1', [ill])
  await expire()
  expect(await statusOf(stuck)).toMatchObject({ status: 'expired' })
})
