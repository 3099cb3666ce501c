// Pages that are read by fixed statements, several at once, must equal those computed from all rows.
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { timeOf } from '../../../../kernel/uuid.ts'
import { type Database, openDatabase } from '../../../../platform/database.ts'
import { type Teller, tellerOf } from '../../transactions/test-support.ts'
import { readNewestPage } from './page-store.ts'
import { BANK_IDS_END, toTransactionId } from '../ids.ts'
import { openWorkbench } from '../test-support.ts'
import { listTransferRows } from './transfer-store.ts'

let bank: Bank
let teller: Teller
let database: Database
let ada: Person
let accounts: string[]

beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
  teller = tellerOf(bank)
  database = openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })
  ada = await teller.person()
  accounts = []
  for (let number = 0; number < 3; number++) accounts.push(await teller.open(ada, 50_000))
  for (const account of accounts) await teller.deposit(ada, account, '400.00', 'EUR')
  const [one, two, three] = accounts as [string, string, string]
  const pairs = [
    [one, two],
    [two, one],
    [one, three],
  ] as const
  for (let number = 0; number < 36; number++) {
    const [from, to] = pairs[number % 3]!
    if (number % 5 === 0) bank.clock.advance(1)
    await teller.transfer(ada, from, to, `${1 + (number % 4)}.00`, {
      workflow_enabled: number % 4 === 0,
      asset_code: number % 3 === 0 ? 'EUR' : 'USD',
    })
    if (number % 6 === 0) await teller.withdraw(ada, one, '0.50')
  }
  await vi.waitUntil(
    async () => (await bank.sql(`select id from ledger.holds where status = 'open'`)).length === 0,
    { timeout: 120_000 },
  )
  await completeLate(one, two)
  // Transfers that failed, one of them long after it was requested.
  for (let number = 0; number < 12; number++) {
    const now = bank.clock.now()
    const { uuid } = await teller.transfer(ada, one, two, '0.10')
    await bank.sql(
      `insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee,
         created_at, status, reason, closed_at)
       values ($1, 'live', $2, $3, $4, 'USD', 100, $5, $6, 'released', 'No.', $7)`,
      [
        `${uuid.slice(0, 24)}feedfeed0000`,
        number % 4 === 3 ? 'order' : 'transfer',
        number % 2 ? one : two,
        number % 2 ? two : one,
        number % 3 ? 1 : 0,
        now,
        new Date(now.getTime() + (number === 5 ? 1_500 : 0)),
      ],
    )
    if (number % 3 === 0) bank.clock.advance(1)
  }
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

/** Requested before another transfer of the same millisecond, and completed after it: the older id comes later. */
async function completeLate(from: string, to: string): Promise<void> {
  const bench = openWorkbench(bank)
  const books = [from, to].map((account) => ({ account, asset: 'USD' }))
  const hold = await bench.decide({
    books,
    decide: (ledger) =>
      ledger.reserve({ purpose: 'transfer', account: from, to, asset: 'USD', units: 700n }).id,
  })
  await teller.transfer(ada, from, to, '0.30')
  await bench.decide({
    books,
    holds: [hold],
    decide: (ledger) =>
      ledger.capture({
        hold,
        id: hold,
        type: 'transfer',
        credits: 'returned',
        moves: [{ to, units: 700n }],
      }),
  })
  await bench.database.close()
}

interface Seen {
  readonly uuid: string
  readonly entry: string
  readonly at: number
  readonly position: number
  readonly asset: string
  readonly line: number
  readonly side: string
}

/** Every side of every move and of every pending or failed transfer, sorted here. */
async function lookAtAll(account: string): Promise<Seen[]> {
  const rows = await bank.sql<{
    id: string
    line: number
    side: 'from' | 'to'
    asset: string
    position: string
  }>(
    `select entry_id as id, line, 'from' as side, asset, position from ledger.moves where from_account = $1
     union all select entry_id, line, 'to', asset, position from ledger.moves where to_account = $1
     union all select id, 0, 'from', asset, position from ledger.holds
       where account_id = $1 and purpose = 'transfer' and status <> 'captured'
     union all select id, 1, 'from', asset, position from ledger.holds
       where account_id = $1 and purpose = 'transfer' and status <> 'captured' and fee > 0
     union all select id, 0, 'to', asset, position from ledger.holds
       where to_account = $1 and purpose = 'transfer' and status <> 'captured'`,
    [account],
  )
  return rows
    .map(({ id, line, side, asset, position }) => ({
      uuid: toTransactionId({ entry_id: id, line, side }),
      entry: id,
      at: timeOf(id).getTime(),
      position: Number(position),
      asset,
      line,
      side,
    }))
    .toSorted(
      (a, b) =>
        b.at - a.at ||
        b.position - a.position ||
        b.line - a.line ||
        (a.side === b.side ? 0 : a.side < b.side ? 1 : -1),
    )
}

const page = fc.record({
  number: fc.integer({ min: 1, max: 9 }),
  size: fc.constantFrom(1, 3, 7, 20),
  account: fc.integer({ min: 0, max: 2 }),
  asset: fc.constantFrom(undefined, 'USD', 'EUR', 'GBP'),
})

describe('the newest transactions of an account', () => {
  it('equal the pages computed from all rows, several at once', async () => {
    const all = await Promise.all(accounts.map(lookAtAll))
    expect(all[0]!.length).toBeGreaterThan(60)
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 40 }), async (wanted) => {
        const found = await Promise.all(
          wanted.map(({ number, size, account, asset }) =>
            readNewestPage(database.read, {
              account: accounts[account]!,
              asset,
              limit: size,
              offset: (number - 1) * size,
            }),
          ),
        )
        for (const [index, { number, size, account, asset }] of wanted.entries()) {
          const seen = all[account]!.filter((row) => asset === undefined || row.asset === asset)
          const { rows, total } = found[index]!
          expect(total).toBe(seen.length)
          expect(
            rows.map(({ id, line, side }) => toTransactionId({ entry_id: id, line, side })),
          ).toEqual(seen.slice((number - 1) * size, number * size).map(({ uuid }) => uuid))
        }
      }),
      { numRuns: rounds(6, 25) },
    )
  })
})

describe('the transfers of an account', () => {
  it('equal the pages computed from all rows, with counts that grow with them', async () => {
    const look = async (account: string) =>
      (
        await bank.sql<{ id: string }>(
          `select entry_id as id, created_at as at, position from ledger.moves
           where $1 in (from_account, to_account) and type = 'transfer' and subtype is null and line = 0
           union all
           select id, coalesce(closed_at, created_at), position from ledger.holds
           where $1 in (account_id, to_account) and purpose = 'transfer' and status <> 'captured'
           order by at desc, position desc`,
          [account],
        )
      ).map(({ id }) => id)
    const check = async (): Promise<void> => {
      const all = await Promise.all(accounts.map(look))
      await fc.assert(
        fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 20 }), async (wanted) => {
          const found = await Promise.all(
            wanted.map(({ number, size, account }) =>
              listTransferRows(database.read, accounts[account]!, { page: number, per_page: size }),
            ),
          )
          for (const [index, { number, size, account }] of wanted.entries()) {
            expect(found[index]!.total).toBe(all[account]!.length)
            expect(found[index]!.rows.map(({ id }) => id)).toEqual(
              all[account]!.slice((number - 1) * size, number * size),
            )
          }
        }),
        { numRuns: rounds(3, 10) },
      )
    }
    await check()
    const [one, two] = accounts as [string, string]
    bank.clock.advance(1)
    await teller.transfer(ada, one, two, '0.20', { asset_code: 'EUR' })
    await teller.deposit(ada, one, '1.00')
    await check()
  })

  it('that are not committed are not counted for others', async () => {
    const [one] = accounts as [string]
    const before = await listTransferRows(database.read, one, { page: 1, per_page: 5 })
    await expect(
      database.write.transaction().execute(async (tx) => {
        await sql`insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset,
            units, from_seq, from_after, to_seq, to_after, created_at)
          select gen_random_uuid(), 0, 'live', 'transfer', ${one}, ${accounts[1]}, 'USD', 1, b.seq + 1, 0, 999999, 0,
            b.moved_at
          from ledger.balances b where b.account_id = ${one} and b.asset = 'USD'`.execute(tx)
        await sql`update ledger.balances set seq = seq + 1
          where account_id = ${one} and asset = 'USD'`.execute(tx)
        const inside = await listTransferRows(tx, one, { page: 1, per_page: 5 })
        expect(inside.total).toBe(before.total + 1)
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    const { total } = await listTransferRows(database.read, one, { page: 1, per_page: 5 })
    expect(total).toBe(before.total)
  })
})

it('recognizes the bank’s own accounts by their ids', async () => {
  const wrong = await bank.sql(
    `select id from ledger.accounts where (code is not null) <> (id < '${BANK_IDS_END}'::uuid)`,
  )
  expect(wrong).toEqual([])
})
