// A user with an agent and an account, and calls by JSON-RPC, for the tests of the A2A protocol.
import { randomUUID } from 'node:crypto'
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { registerAgent, type TestAgent } from '../agents/test-support.ts'

export const RPC = 'POST /api/agent-protocol/a2a'

export interface Trader {
  readonly person: Person
  readonly agent: TestAgent
  readonly account: string
  /** The input of an order that is carried out at once. */
  order(): Record<string, unknown>
}

export async function makeTrader(bank: Bank): Promise<Trader> {
  const person = await bank.person()
  const agent = await registerAgent(bank, person)
  const opened = await bank.call(
    'POST /api/accounts',
    { user_uuid: person.uuid, name: 'Trading', initial_balance: 100_000 },
    person,
  )
  const account: string = opened.body.data.uuid
  const order = () => ({
    account_uuid: account,
    type: 'buy',
    order_type: 'limit',
    base_currency: 'EUR',
    quote_currency: 'USD',
    amount: '10',
    price: '1.00',
  })
  return { person, agent, account, order }
}

/** A message of version 0.3 that asks for the skill `trading`. */
export const messageOf = (input: object, more: object = {}) => ({
  kind: 'message',
  messageId: randomUUID(),
  role: 'user',
  parts: [{ kind: 'data', data: input }],
  metadata: { skill_id: 'trading' },
  ...more,
})

export const makeRpc =
  (bank: Bank) =>
  (method: string, params: unknown, by: CallOptions = {}): Promise<Answer> =>
    bank.call(RPC, { jsonrpc: '2.0', id: 7, method, params }, by)
