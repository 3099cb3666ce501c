// Shared by the tests of bridges: users with tokens, quotes and bridges over HTTP, and checks of the books.
import { expect } from 'vitest'
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { proveAll, systemAccount } from '../../core/ledger/index.ts'

export const openDb = (bank: Bank): Database =>
  openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })

export const SENDER = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
export const OUTSIDE = '0x742d35Cc6634C0532925a3b844Bc454e4438f44e'
const padded = (end: string): string => `0x${end.padStart(40, '0')}`
export const FAILS = padded('dead')
export const STALLS = padded('cafe')
export const LOSES = padded('beef')

export interface Holder extends Person {
  readonly account: string
}

/** A user with an account that holds tokens. */
export async function makeHolder(
  bank: Bank,
  deposits: Readonly<Record<string, string>> = { USDC: '10000' },
): Promise<Holder> {
  const person = await bank.person()
  return { ...person, account: await fund(bank, person, person.uuid, deposits) }
}

/** A new account of the caller with these deposits. */
export async function fund(
  bank: Bank,
  caller: CallOptions,
  user_uuid: string,
  deposits: Readonly<Record<string, string>>,
): Promise<string> {
  const opened = await bank.call('POST /api/accounts', { user_uuid, name: 'Tokens' }, caller)
  const account = opened.body.data.uuid as string
  for (const [asset_code, amount] of Object.entries(deposits)) {
    const { status, body } = await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount, asset_code },
      caller,
    )
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  return account
}

export const route = {
  source_chain: 'ethereum',
  destination_chain: 'polygon',
  token: 'USDC',
  amount: '1000',
}

export const quote = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/v1/crosschain/bridge/quote', { ...route, ...change }, caller)

export async function quoteId(bank: Bank, caller: CallOptions, change: object = {}) {
  const { status, body } = await quote(bank, caller, change)
  if (status !== 200) throw new Error(`quote answered ${status}: ${JSON.stringify(body)}`)
  return body.data.quote_id as string
}

export const initiate = (
  bank: Bank,
  caller: CallOptions,
  quote_id: string,
  change: object = {},
): Promise<Answer> =>
  bank.call(
    'POST /api/v1/crosschain/bridge/initiate',
    { quote_id, sender_address: SENDER, recipient_address: OUTSIDE, ...change },
    caller,
  )

export const bridge = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/v2/crosschain/bridge', { ...route, ...change }, caller)

export async function bridgeId(bank: Bank, caller: CallOptions, change: object = {}) {
  const { status, body } = await bridge(bank, caller, change)
  if (status !== 201) throw new Error(`bridge answered ${status}: ${JSON.stringify(body)}`)
  return body.data.bridge_tx_id as string
}

export const readStatus = (bank: Bank, caller: CallOptions, id: string): Promise<Answer> =>
  bank.call(`GET /api/v1/crosschain/bridge/${id}/status`, undefined, caller)

export const read = async (bank: Bank, caller: CallOptions, id: string) =>
  (await readStatus(bank, caller, id)).body.data

export const sweep = (bank: Bank) => bank.runJob('cross_chain.sweep')

export async function unitsOf(bank: Bank, account: string, asset = 'USDC'): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    'select units::text from ledger.balances where account_id = $1 and asset = $2',
    [account, asset],
  )
  return BigInt(row?.units ?? 0)
}

export const clearing = systemAccount('live', 'clearing:chains')
export const fees = systemAccount('live', 'chains:fees')
const outside = systemAccount('live', 'external:withdrawals')

/**
 * What bridges and transactions of a chain have sent to addresses outside, by asset. The balance of that account says
 * less: a job of the bank may complete bridges of other tests at any moment.
 */
export async function sentOutside(
  bank: Bank,
  ...ids: readonly string[]
): Promise<Record<string, bigint>> {
  const rows = await bank.sql<{ asset: string; units: string }>(
    `select asset, sum(units)::text as units from ledger.moves
     where to_account = $1 and (metadata->>'bridge_tx_id' = any($2) or metadata->>'tx_hash' = any($2))
     group by asset`,
    [outside, ids],
  )
  return Object.fromEntries(rows.map(({ asset, units }) => [asset, BigInt(units)]))
}

/** Nothing is left on the clearing account, and the books add up. */
export async function expectCleared(bank: Bank, database: Database): Promise<void> {
  const rows = await bank.sql<{ asset: string; units: string }>(
    'select asset, units::text from ledger.balances where account_id = $1 and units <> 0',
    [clearing],
  )
  expect(rows).toEqual([])
  expect((await proveAll(database.read)).findings).toEqual([])
}

/** The types of the events about a bridge or a swap, in their order. */
export const eventsOf = async (bank: Bank, field: string, id: string): Promise<string[]> =>
  (
    await bank.sql<{ type: string }>(
      'select type from platform.events where data->>$1 = $2 order by position',
      [field, id],
    )
  ).map((row) => row.type)
