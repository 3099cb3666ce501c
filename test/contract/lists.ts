// What tests of lists share: how one is asked for, where its rows are, and how it comes to have some.
import { expect } from 'vitest'
import type { AnyOperation } from '../../src/operation/operation.ts'
import type { Answer, Bank, Person } from '../harness/bank.ts'
import { sendTo } from './send.ts'

export type Input = Readonly<Record<string, unknown>>

/** Each field is sent where the first route of the list carries it. */
export const ask = (
  bank: Bank,
  op: AnyOperation,
  input: Input,
  { token }: Pick<Person, 'token'>,
): Promise<Answer> => sendTo(bank, op, op.rest[0]!, input, { token })

/** The rows of an answer, wherever they are in it. */
export function rowsIn(body: unknown[] | { readonly data: unknown }): unknown[] {
  if (Array.isArray(body)) return body
  if (Array.isArray(body.data)) return body.data
  const data = body.data as Readonly<Record<string, unknown>>
  const rows =
    data.transactions ??
    data.accounts ??
    data.booked ??
    data.items ??
    data.trades ??
    (data.entries as { data: unknown } | undefined)?.data
  expect(Array.isArray(rows), JSON.stringify(body)).toBe(true)
  return rows as unknown[]
}

const make = async (bank: Bank, route: string, body: object, { token }: Person): Promise<void> => {
  const { status, body: answer } = await bank.call(`POST ${route}`, body, { token })
  expect(status, JSON.stringify(answer)).toBe(201)
}

const openAccount = (bank: Bank, person: Person) =>
  make(bank, '/api/v2/accounts', { name: 'One of many', initial_balance: 100 }, person)

let prices = 0
const putPrice = (bank: Bank, person: Person) =>
  make(bank, '/api/v2/x402/endpoints', { path: `/paged/${++prices}`, price_usd_cents: 5 }, person)

/** One more row, where the example of a list makes none. */
export const makers: Readonly<
  Record<string, (bank: Bank, person: Person, input: Input, time: number) => Promise<void>>
> = {
  'account.list': openAccount,
  'transaction.list': openAccount,
  'agent_key.list': (bank, person, { did }) =>
    make(
      bank,
      `/api/agent-protocol/agents/${encodeURIComponent(String(did))}/api-keys`,
      { name: 'One of many' },
      person,
    ),
  'x402_endpoint.list': putPrice,
  'mpp.resources': putPrice,
  'x402_limit.list': (bank, person, _input, time) =>
    make(bank, '/api/v2/x402/spending-limits', { agent_id: `robot-${time}` }, person),
  'mpp_limit.list': (bank, person, _input, time) =>
    make(bank, '/api/v1/mpp/spending-limits', { agent_id: `robot-${time}` }, person),
  'wallet.addresses': (bank, person, _input, time) =>
    make(
      bank,
      '/api/v1/wallet/addresses',
      { chain: 'base', address: `0x${String(time + 1).padStart(40, '0')}` },
      person,
    ),
}
