// Shared by the tests of Interledger: customers with money, quotes and payments over HTTP, packets as a peer creates
// them, and checks of the ledger.
import { serializeIlpPrepare } from 'ilp-packet'
import { expect } from 'vitest'
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { proveAll, systemAccount } from '../../core/ledger/index.ts'
import { conditionOf, fulfillmentOf, readSecret } from './stream.ts'

export const openDb = (bank: Bank): Database =>
  openDatabase(bank.address, { connectionsMax: 4, onError: () => {} })

export interface Payer extends Person {
  readonly account: string
}

/** A customer with a funded account. */
export async function makePayer(
  bank: Bank,
  deposits: Readonly<Record<string, string>> = { USD: '1000.00' },
  given?: Person,
): Promise<Payer> {
  const person = given ?? (await bank.person())
  const opened = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Interledger' },
    person,
  )
  const account = opened.body.data.uuid as string
  for (const [asset_code, amount] of Object.entries(deposits)) {
    const { status } = await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount, asset_code },
      person,
    )
    expect(status).toBeLessThan(300)
  }
  return { ...person, account }
}

export const quoteOf = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call(
    'POST /api/v1/interledger/quotes',
    {
      send_amount: '100.00',
      send_currency: 'USD',
      receive_currency: 'EUR',
      receiver: '$wallet.example/alice',
      ...change,
    },
    caller,
  )

export async function quoteId(
  bank: Bank,
  caller: CallOptions,
  change: object = {},
): Promise<string> {
  const { status, body } = await quoteOf(bank, caller, change)
  if (status !== 200) throw new Error(`quote answered ${status}: ${JSON.stringify(body)}`)
  return body.data.quote_id
}

export const pay = (bank: Bank, payer: Payer, quote_id: string, change: object = {}) =>
  bank.call(
    'POST /api/v1/interledger/payments',
    { quote_id, wallet_address: payer.account, ...change },
    payer,
  )

export const payTo = async (bank: Bank, payer: Payer, receiver: string, change: object = {}) =>
  payQuote(bank, payer, await quoteId(bank, payer, { receiver, ...change }))

export async function payQuote(bank: Bank, payer: Payer, quote: string) {
  const { status, body } = await pay(bank, payer, quote)
  if (status !== 201) throw new Error(`payment answered ${status}: ${JSON.stringify(body)}`)
  return body.data.payment_id as string
}

export const readPayment = async (bank: Bank, caller: CallOptions, id: string) =>
  (await bank.call(`GET /api/v1/interledger/payments/${id}`, undefined, caller)).body.data

/** Sends a payment until it has ended; advances the clock while it waits. */
export async function finish(bank: Bank, payer: Payer, payment: string) {
  for (let round = 0; round < 200; round++) {
    await bank.runJob('interledger.send', { payment })
    const found = await readPayment(bank, payer, payment)
    if (found.ended_at !== null) return found
    bank.clock.advance(5)
  }
  throw new Error('the payment does not end')
}

export async function unitsOf(bank: Bank, account: string, asset: string): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    'select units::text from ledger.balances where account_id = $1 and asset = $2',
    [account, asset],
  )
  return BigInt(row?.units ?? 0)
}

export const clearing = systemAccount('live', 'clearing:interledger')
export const fees = systemAccount('live', 'fees')
export const outside = systemAccount('live', 'external:settlement')
export const conversions = systemAccount('live', 'conversions')

/** The clearing account is empty, and the ledger balances. */
export async function expectCleared(bank: Bank, database: Database): Promise<void> {
  const rows = await bank.sql<{ asset: string; units: string }>(
    'select asset, units::text from ledger.balances where account_id = $1 and units <> 0',
    [clearing],
  )
  expect(rows).toEqual([])
  expect((await proveAll(database.read)).findings).toEqual([])
}

export interface PacketOptions {
  readonly destination: string
  readonly secret: string
  readonly units: bigint
  readonly data?: Buffer
  readonly expiresAt?: Date
  readonly condition?: Buffer
}

/** A packet from a sender who knows the secret. */
export function makePacket(bank: Bank, options: PacketOptions): string {
  const data = options.data ?? Buffer.from('a packet')
  const fulfillment = fulfillmentOf(readSecret(options.secret), data)
  return serializeIlpPrepare({
    amount: String(options.units),
    destination: options.destination,
    executionCondition: options.condition ?? conditionOf(fulfillment),
    expiresAt: options.expiresAt ?? new Date(bank.clock.now().getTime() + 20_000),
    data,
  }).toString('base64')
}

export const sendPacket = (
  bank: Bank,
  packet: string,
  change: object = {},
  headers: Record<string, string> = {},
): Promise<Answer> =>
  bank.call(
    'POST /api/v1/interledger/packets',
    { packet, ...change },
    { headers: { Authorization: `Bearer ${bank.env.INTERLEDGER_INCOMING_TOKEN}`, ...headers } },
  )

export const eventsOf = async (bank: Bank, field: string, id: string): Promise<string[]> =>
  (
    await bank.sql<{ type: string }>(
      'select type from platform.events where data->>$1 = $2 order by position',
      [field, id],
    )
  ).map((row) => row.type)
