// What tests of lists share: how one is asked for, and where its rows are.
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
