// Tests of the request log: the caller's own calls with their ids, up to a rate.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import { anonymousCaller } from '../../../operation/caller.ts'
import type { Db } from '../../../platform/database.ts'
import { Recorder } from './recorder.ts'

let bank: Bank
let ada: Person

beforeAll(async () => {
  bank = await startBank()
  ada = await bank.person()
})
afterAll(() => bank.stop())

const list = async (query: string, who: { token: string } = ada) =>
  (await bank.call(`GET /api/v2/requests?${query}`, undefined, who)).body

const listed = (query: string, who?: { token: string }) =>
  expect.poll(async () => (await list(query, who)).data, { timeout: 120_000 })

it('shows the answer of a call by its id, with the reason of a refusal', async () => {
  const refused = await bank.call('POST /api/v2/transfers', { amount: 'much' }, ada)
  const id = refused.headers.get('x-request-id')
  await listed(`request_id=${id}`).toMatchObject([
    {
      request_id: id,
      operation: 'transfer.create',
      method: 'POST',
      path: '/api/v2/transfers',
      status: refused.status,
      error_code: refused.body.error.code,
      credential_kind: 'login',
      omitted: 0,
    },
  ])
  await listed(`failed=true`).toHaveLength(1)
  expect(
    (await list('failed=false')).data.some((row: { status: number }) => row.status >= 400),
  ).toBe(false)
})

it('names the key, and hides the calls of other users and of the other environment', async () => {
  const key = await bank.apiKey(ada, { environment: 'sandbox', permissions: ['read'] })
  const asked = await bank.call('GET /api/v2/accounts', undefined, key)
  const id = asked.headers.get('x-request-id')
  await listed(`request_id=${id}`, key).toMatchObject([{ credential_kind: 'api_key' }])
  expect((await list(`request_id=${id}`)).data).toEqual([])
  expect((await list(`request_id=${id}`, await bank.person())).data).toEqual([])
})

it('shows a key its own calls only, whatever it asks for', async () => {
  const key = await bank.apiKey(ada, { permissions: ['read'] })
  await bank.call('GET /api/v2/accounts', undefined, key)
  await listed('credential_kind=api_key').toHaveLength(1)
  const [own] = (await list('credential_kind=api_key')).data
  const login = (await list('credential_kind=login')).data[0].credential_id
  for (const query of ['', 'credential_kind=login', `credential_id=${login}`]) {
    const { data } = await list(query, key)
    expect(
      data.every((row: { credential_id: string }) => row.credential_id === own.credential_id),
    ).toBe(true)
  }
  expect((await list('', key)).data).toHaveLength(1)
})

it('is read in pages, newest first, and old calls are deleted', async () => {
  const eve = await bank.person()
  for (let n = 0; n < 5; n++) await bank.call('GET /api/v2/accounts', undefined, eve)
  await listed('limit=100', eve).toHaveLength(5)
  expect((await list('credential_kind=api_key', eve)).data).toEqual([])
  const first = await list('limit=3', eve)
  const second = await list(`limit=100&before=${first.next}`, eve)
  const ids = [...first.data, ...second.data].map((row: { id: string }) => row.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids).toEqual(ids.toSorted().toReversed())

  bank.clock.advance(3 * 86_400 - 60)
  await deleteOldRows(bank)
  expect(await countOf(eve)).toBe(5)
  bank.clock.advance(120)
  await deleteOldRows(bank)
  expect(await countOf(eve)).toBe(0)
})

async function countOf({ uuid }: Person): Promise<number> {
  const text = 'select count(*)::int as n from requests.calls where user_uuid = $1'
  const [row] = await bank.sql<{ n: number }>(text, [uuid])
  return row!.n
}

describe('the recorder', () => {
  const kept: { omitted: number }[] = []
  const db = {
    insertInto: () => ({
      values: (rows: { omitted: number }[]) => {
        kept.push(...rows)
        return { onConflict: () => ({ execute: async () => undefined }) }
      },
    }),
  } as unknown as Db
  const call = (user: string | undefined) => ({
    requestId: 'r',
    operation: 'account.list',
    method: 'GET',
    path: '/api/v2/accounts',
    status: 200,
    durationMs: 1,
    caller: { ...anonymousCaller('192.0.2.1'), ...(user !== undefined && { user }) },
    userAgent: 'x'.repeat(5_000),
  })

  it('keeps a burst and then a few a second, counts the others, and keeps no anonymous calls', async () => {
    const recorder = new Recorder({ db, clock: bank.clock })
    for (let n = 0; n < 1_000; n++) recorder.record(call('a'))
    recorder.record(call(undefined))
    bank.clock.advance(1)
    for (let n = 0; n < 10; n++) recorder.record(call('a'))
    recorder.record(call('b'))
    await recorder.flush()
    expect(kept).toHaveLength(100 + 5 + 1)
    expect(kept[100]!.omitted).toBe(900)
    expect(kept.every((row) => JSON.stringify(row).length < 1_000)).toBe(true)
  })
})
