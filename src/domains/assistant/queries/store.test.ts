// The daily sums against the moves themselves: for random histories, rules and questions, however far the sums have
// come, also after a crash in the middle of folding.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { anonymousCaller } from '../../../operation/caller.ts'
import { type Database, type Db, openDatabase } from '../../../platform/database.ts'
import { AssetCatalogue } from '../../core/assets/index.ts'
import { type Teller, tellerOf } from '../../core/transactions/test-support.ts'
import { aggregateBooks } from '../spending/sums/store.ts'
import { findView } from '../spending/rules/store.ts'
import { readQuestion } from './question.ts'
import { breakDown, type MatchingRow, type Search, searchMatching, sumSpent } from './store.ts'

let bank: Bank
let database: Database
let assets: AssetCatalogue
let teller: Teller
let ada: Person
let accounts: string[]
let shop: string

const DAY = 86_400
const references = [
  'Lidl 4711',
  'REWE Markt Berlin',
  'Netflix',
  'Salary March',
  'Rent flat 3',
  '__proto__',
  'Coffee & cake',
  undefined,
] as const
const metadata = [
  undefined,
  { category: 'Restaurants' },
  { merchant: 'Kiosk' },
  { category: 'kids' },
] as const

beforeAll(async () => {
  bank = await startBank()
  database = openDatabase(bank.address, { connectionsMax: 4, onError: () => undefined })
  teller = tellerOf(bank)
  ada = await teller.person()
  accounts = [await teller.open(ada, 500_000), await teller.open(ada, 200_000)]
  const bob = await teller.person()
  shop = await teller.open(bob, 300_000)
  await teller.deposit(ada, accounts[0]!, '5000.00', 'EUR')
  // A fixed seed: the history is odd but the same each time; rules, places and questions are random.
  let state = 7
  const pick = <T>(list: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return list[Math.floor(state / 65_536) % list.length]!
  }
  for (let number = 0; number < 110; number++) {
    if (number % 14 === 13) bank.clock.advance(pick([1, 3, 20]) * DAY)
    const [payer, from] = pick([
      [ada, accounts[0]!],
      [ada, accounts[1]!],
      [bob, shop],
    ] as const)
    const to = pick([...accounts, shop].filter((account) => account !== from))
    const description = pick(references)
    const noted = pick(metadata)
    await teller.transfer(payer, from, to, `${1 + ((number * 37) % 101)}.50`, {
      ...(description !== undefined && { description }),
      ...(noted && { metadata: noted }),
      ...(payer === ada &&
        from === accounts[0] &&
        pick([0, 0, 0, 1]) === 1 && { asset_code: 'EUR' }),
    })
    if (number % 9 === 0) await teller.withdraw(ada, accounts[0]!, '20.00')
    if (number % 11 === 0) await teller.deposit(ada, accounts[1]!, '300.00')
    if (number % 13 === 0)
      await bank.call(
        'POST /api/exchange/convert',
        { account_uuid: accounts[0], from_currency: 'USD', to_currency: 'EUR', amount: '2.00' },
        ada,
      )
  }
  assets = new AssetCatalogue()
  await assets.load(database.read, bank.clock.now())
})
afterAll(async () => {
  await database.close()
  await bank.stop()
})

const ruleOf = fc.record(
  {
    reference: fc.constantFrom('lidl', 'MARKT rewe', 'coffee', '__proto__', 'nowhere'),
    counterparty_account: fc.constantFrom('shop', 'own', 'unknown'),
    category: fc.constantFrom('household', 'groceries', 'kids'),
    merchant: fc.constantFrom('Corner shop', 'Netflix'),
    priority: fc.integer({ min: 1, max: 3 }),
  },
  { requiredKeys: ['priority'] },
)

const questionOf = fc.record(
  {
    date_from: fc.constantFrom('2026-03-01', '2026-03-10', '2026-04-05'),
    date_to: fc.constantFrom('2026-04-10', '2026-05-20', '2026-12-31'),
    category: fc.constantFrom(
      'groceries',
      'kids',
      'household',
      'uncategorized',
      'own_transfers',
      'dining',
      'exchange',
    ),
    asset_code: fc.constantFrom('USD', 'EUR'),
    account_uuid: fc.constantFrom(0, 1),
    amount_min: fc.constantFrom(2, 7.5),
    query: fc.constantFrom(
      'everything except groceries since january',
      'money spent since january',
      'five largest since january',
      'three smallest received since january',
      'oldest 4 since january',
      'at lidl since january',
      'five largest payments since january',
      'three smallest payments received since january',
      'payments only, oldest first, since january',
    ),
  },
  { requiredKeys: [] },
)

/** It is asked each time, because few of the random questions leave out something. */
const LARGEST_PAYMENTS: typeof questionOf extends fc.Arbitrary<infer Q> ? Q : never = {
  query: 'five largest payments since january',
}

async function setRules(
  rules: readonly (typeof ruleOf extends fc.Arbitrary<infer R> ? R : never)[],
) {
  await bank.sql('delete from spending.rules')
  await bank.sql('delete from spending.views')
  for (const { counterparty_account: whom, ...rule } of rules) {
    const known = { shop, own: accounts[1]!, unknown: ada.uuid }
    const body = { ...rule, ...(whom && { counterparty_account: known[whom] }) }
    await bank.call('POST /api/v2/spending/categories/rules', body, ada)
  }
}

/** Folds a share of each balance, as a reader that is behind would have. */
async function foldSome(db: Db, shares: readonly number[], crashes: boolean): Promise<void> {
  await bank.sql('truncate spending.sums, spending.books, spending.payees')
  const view = await findView(db, { environment: 'live', user_uuid: ada.uuid })
  const books = await bank.sql<{ account_id: string; asset: string; seq: string }>(
    'select account_id, asset, seq from ledger.balances where account_id = any($1) order by 1, 2',
    [accounts],
  )
  for (const [index, { account_id, asset, seq }] of books.entries()) {
    const upTo = (BigInt(seq) * BigInt(shares[index % shares.length]!)) / 100n
    const fold = { account_id, asset, owner: ada.uuid, seq: upTo }
    const half = { ...fold, seq: upTo / 2n }
    await db.transaction().execute((tx) => aggregateBooks(tx, view, [half]))
    if (crashes)
      await expect(
        db.transaction().execute(async (tx) => {
          await aggregateBooks(tx, view, [fold])
          throw new Error('the node stopped')
        }),
      ).rejects.toThrow('the node stopped')
    await db.transaction().execute((tx) => aggregateBooks(tx, view, [fold]))
    // Folding again changes nothing.
    await db.transaction().execute((tx) => aggregateBooks(tx, view, [half]))
  }
}

const ask = (db: Db, input: object) =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const caller = { ...anonymousCaller('here'), user: ada.uuid }
      const ctx = { tx, caller, now: bank.clock.now() }
      const { search } = await readQuestion(input, ctx, assets)
      const answer = async (how: Search) => ({
        found: await searchMatching(tx, how, 5),
        parts: sorted(await breakDown(tx, how)),
        spent: await sumSpent(tx, { ...how, side: 'from' }),
      })
      return {
        summed: await answer(search),
        scanned: await answer({ ...search, scans: true }),
        rows: await listAll(tx, search),
        // What the filter leaves out is found by looking at each row without it.
        payments: search.paymentsOnly
          ? await listPayments(await listAll(tx, { ...search, paymentsOnly: false }))
          : undefined,
      }
    })

const listAll = async (tx: Db, search: Search) =>
  (await searchMatching(tx, { ...search, scans: true }, 1_000)).rows

/** Transfers to or from the shop: everything else in this history is Ada's own money. */
async function listPayments(rows: readonly MatchingRow[]): Promise<MatchingRow[]> {
  const plain = await bank.sql<{ entry_id: string }>(
    `select entry_id from ledger.moves where type = 'transfer' and $1 in (from_account, to_account)`,
    [shop],
  )
  const entries = new Set(plain.map(({ entry_id }) => entry_id))
  return rows.filter(({ id }) => entries.has(id))
}

/** Groups come in no order. */
const sorted = ({ first, ...lists }: Awaited<ReturnType<typeof breakDown>>) => ({
  first,
  ...Object.fromEntries(
    Object.entries(lists).map(([name, list]) => [
      name,
      list.map((group) => write(group)).toSorted(),
    ]),
  ),
})

const write = (value: object): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'bigint' ? String(part) : part))

describe('daily sums', () => {
  it('answer as the moves themselves do, whatever the rules, the question and the place of the reader', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(ruleOf, { maxLength: 4 }),
        fc.array(fc.constantFrom(0, 30, 55, 99, 100), { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        fc.array(questionOf, { minLength: 3, maxLength: 6 }),
        async (rules, shares, crashes, questions) => {
          await setRules(rules)
          await foldSome(database.write, shares, crashes)
          for (const { account_uuid, ...question } of [...questions, LARGEST_PAYMENTS]) {
            const input = {
              ...question,
              ...(account_uuid !== undefined && { account_uuid: accounts[account_uuid]! }),
            }
            const { summed, scanned, rows, payments } = await ask(database.read, input)
            expect(summed).toEqual(scanned)
            // The labels of single rows, which are found in memory, agree with those of the sums.
            if (question.category !== undefined)
              for (const row of rows) expect(row.category).toBe(question.category)
            const count = summed.found.sums.reduce((all, sum) => all + sum.count, 0)
            expect(rows).toHaveLength(count)
            if (payments) expect(rows).toEqual(payments)
          }
        },
      ),
      { numRuns: rounds(6, 25) },
    )
  })
})
