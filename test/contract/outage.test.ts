// A database that can be read but not written: the bank says so, and goes on by itself when it accepts writes again.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, createDatabase, type Person, startBank } from '../harness/bank.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let bank: Bank
let person: Person
let account: string
let server: pg.Client
beforeAll(async () => {
  database = await createDatabase()
  bank = await startBank({ address: database.address })
  person = await bank.person()
  const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
  account = body.data[0].uuid
  server = new pg.Client(database.address)
  await server.connect()
})
afterAll(async () => {
  await server.end()
  await bank.stop()
  await database.drop()
})

let keys = 0
const deposit = () =>
  bank.call(
    `POST /api/v2/accounts/${account}/deposit`,
    { amount: 100, asset_code: 'USD' },
    { ...person, key: `deposit-${++keys}` },
  )
const register = () =>
  bank.call('POST /api/auth/register', {
    name: 'Grace Hopper',
    email: `grace${++keys}@example.com`,
    password: 'Corr3ct-horse',
  })

/** Connections that are opened from now on accept writes, or none. */
async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const name = server.escapeIdentifier((server as unknown as { database: string }).database)
  await server.query(
    isReadOnly
      ? `alter database ${name} set default_transaction_read_only = on`
      : `alter database ${name} reset default_transaction_read_only`,
  )
}

describe('a database that became read-only', () => {
  it('is an outage until it accepts writes again, and no connection stays with it', async () => {
    expect((await deposit()).status).toBe(200)
    await setReadOnly(true)
    await server.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await vi.waitFor(async () => expect((await bank.call('GET /health/ready')).status).toBe(503), {
      timeout: 120_000,
    })
    for (const write of [deposit, register]) {
      const answer = await write()
      expect(answer.status).toBe(503)
      expect(answer.headers.get('retry-after')).toBe('1')
      expect(answer.body.error.code).toBe('SERVICE_UNAVAILABLE')
    }
    const metrics = await fetch(`${bank.url}/metrics`)
    expect(await metrics.text()).toContain('\nflorin_database_writable 0\n')
    // What needs no write is answered.
    expect((await bank.call('GET /api/v2/accounts', undefined, person)).status).toBe(200)
    expect((await bank.call('GET /health/live')).status).toBe(200)

    await setReadOnly(false)
    const isBack = async (work: () => Promise<{ status: number }>, status: number) =>
      vi.waitFor(async () => expect((await work()).status).toBe(status), { timeout: 120_000 })
    await isBack(() => bank.call('GET /health/ready'), 200)
    // Questions of load balancers are no failed calls.
    const counted = await (await fetch(`${bank.url}/metrics`)).text()
    expect(counted).toContain('\nflorin_database_writable 1\n')
    expect(counted).not.toMatch(/operation="none",status="503"/)
    await isBack(deposit, 200)
    await isBack(register, 201)
  })
})

describe('a disk that is full', () => {
  it('is an outage with the time to retry, and nothing is changed', async () => {
    const before = await bank.call(`GET /api/v2/accounts/${account}/balances`, undefined, person)
    await server.query(`create function public.refuse() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
    await server.query(
      'create trigger full_disk before insert on ledger.moves for each statement execute function public.refuse()',
    )
    const answer = await deposit()
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(answer.body.error.message).toBe(
      'The database accepts no writes at the moment; retry shortly.',
    )
    await server.query('drop trigger full_disk on ledger.moves')
    const after = await bank.call(`GET /api/v2/accounts/${account}/balances`, undefined, person)
    expect(after.body.data).toEqual(before.body.data)
    expect((await deposit()).status).toBe(200)
  })
})
