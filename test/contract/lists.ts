// What tests of lists share: how one is asked for, where its rows are, and how it comes to have some.
import { expect } from 'vitest'
import { type AnyOperation, parseRoute } from '../../src/operation/operation.ts'
import type { Answer, Bank, Person } from '../harness/bank.ts'

export type Input = Readonly<Record<string, unknown>>

/** Lists are asked for by GET; one by POST, in its body. */
export function ask(
  bank: Bank,
  op: AnyOperation,
  input: Input,
  { token }: Pick<Person, 'token'>,
): Promise<Answer> {
  const { method, path, params } = parseRoute(op.rest[0]!.route)
  const address = params.reduce(
    (text, name) => text.replace(`:${name}`, encodeURIComponent(String(input[name]))),
    path,
  )
  const rest = Object.entries(input).filter(([name]) => !params.includes(name))
  if (method !== 'GET')
    return bank.call(`${method} ${address}`, Object.fromEntries(rest), { token })
  const query = new URLSearchParams(
    rest.map(([name, value]): [string, string] => [name, String(value)]),
  )
  return bank.call(`GET ${address}?${query.toString()}`, undefined, { token })
}

/** The rows of an answer, wherever they stand in it. */
export function rowsIn(body: { readonly data: unknown }): unknown[] {
  if (Array.isArray(body.data)) return body.data
  const data = body.data as Readonly<Record<string, unknown>>
  const rows =
    data.transactions ?? data.items ?? (data.entries as { data: unknown } | undefined)?.data
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
