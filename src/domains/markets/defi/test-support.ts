// Shared by the tests of decentralized finance: users with tokens, swaps over HTTP, and checks of the books.
import { expect } from 'vitest'
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { proveAll } from '../../core/ledger/index.ts'

export const openDb = (bank: Bank): Database =>
  openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })

export interface Holder extends Person {
  readonly account: string
}

/** A user with tokens in an ordinary account. */
export async function makeHolder(
  bank: Bank,
  deposits: Readonly<Record<string, string>>,
): Promise<Holder> {
  const person = await bank.person()
  const opened = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Tokens' },
    person,
  )
  const account = opened.body.data.uuid as string
  for (const [asset_code, amount] of Object.entries(deposits)) {
    const { status, body } = await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount, asset_code },
      person,
    )
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  return { ...person, account }
}

export const quoteOf = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call(
    'POST /api/v1/defi/swap/quote',
    { chain: 'ethereum', token_in: 'USDC', token_out: 'WETH', amount_in: '1000', ...change },
    caller,
  )

const WALLET = '0x00000000000000000000000000000000DeaDBeef'

export const execute = (bank: Bank, caller: CallOptions, quote_id: string, change: object = {}) =>
  bank.call(
    'POST /api/v1/defi/swap/execute',
    { quote_id, wallet_address: WALLET, ...change },
    caller,
  )

export const swapNow = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call(
    'POST /api/v2/defi/swap/execute',
    { from_token: 'USDC', to_token: 'WETH', amount: '1000', chain: 'ethereum', ...change },
    caller,
  )

export const codeOf = ({ status, body }: Answer) => [
  status,
  body.error?.code,
  body.error?.details?.reason,
]

/** Advances the chain by a block, and settles everything that is due. */
export async function settle(bank: Bank, seconds = 13): Promise<void> {
  bank.clock.advance(seconds)
  await bank.runJob('defi.settle')
}

/** Buys ether at one exchange until it is expensive there, so that another one has a different price. */
export async function raisePriceAtOne(bank: Bank, caller: CallOptions, times: number) {
  for (let n = 0; n < times; n++) {
    const quote = await quoteOf(bank, caller, { amount_in: '150000', dex_sources: ['sushiswap'] })
    expect(quote.status, JSON.stringify(quote.body)).toBe(200)
    const swap = await execute(bank, caller, quote.body.data.quote_id)
    expect(swap.status, JSON.stringify(swap.body)).toBe(201)
    await settle(bank)
  }
}

export const readSwap = async (bank: Bank, caller: CallOptions, id: string) =>
  (await bank.call(`GET /api/v2/defi/swaps/${id}`, undefined, caller)).body.data

/** All units of an asset in the open accounts of a user. */
export async function heldBy(bank: Bank, user: string, asset: string): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    `select coalesce(sum(b.units), 0)::text as units from ledger.balances b
     join ledger.accounts a on a.id = b.account_id where a.user_uuid = $1 and b.asset = $2`,
    [user, asset],
  )
  return BigInt(row!.units)
}

export async function systemUnits(bank: Bank, code: string, asset: string): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    `select coalesce(sum(b.units), 0)::text as units from ledger.balances b
     join ledger.accounts a on a.id = b.account_id
     where a.code = $1 and a.environment = 'live' and b.asset = $2`,
    [code, asset],
  )
  return BigInt(row!.units)
}

/** Every pool equals its account in the ledger, nothing is left in clearing, and the books balance. */
export async function checkBooks(bank: Bank, database: Database): Promise<void> {
  const wrong = await bank.sql(
    `select p.number from defi.pools p
     left join ledger.balances a on a.account_id = p.account_id and a.asset = p.asset_a
     left join ledger.balances b on b.account_id = p.account_id and b.asset = p.asset_b
     where p.reserve_a <> coalesce(a.units, 0) or p.reserve_b <> coalesce(b.units, 0)`,
  )
  expect(wrong).toEqual([])
  const stray = await bank.sql(
    `select b.asset, sum(b.units) from ledger.balances b group by b.asset having sum(b.units) <> 0`,
  )
  expect(stray).toEqual([])
  const clearing = await bank.sql(
    `select b.asset, b.units - coalesce(s.units, 0) as left from ledger.balances b
     join ledger.accounts a on a.id = b.account_id
     left join (
       select environment, upper(token_in) as asset, sum(units_in + gas_units) as units from defi.swaps
       where status = 'submitted' group by 1, 2) s on s.environment = a.environment and s.asset = b.asset
     where a.code = 'clearing:chains' and b.units <> coalesce(s.units, 0)`,
  )
  expect(clearing).toEqual([])
  expect((await proveAll(database.read)).findings).toEqual([])
}
