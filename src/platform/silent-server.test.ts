// A database that says nothing more on the connections of a bank: each statement ends, and the bank goes on over others.
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Bank, createDatabase, startBank } from '../../test/harness/bank.ts'
import { DatabaseProxy } from '../../test/harness/database-proxy.ts'
import { type Db, isUnavailable, openDatabase } from './database.ts'
import { openPipelinedConnection } from './pipelined-connection.ts'

let test: Awaited<ReturnType<typeof createDatabase>>
let proxy: DatabaseProxy
beforeAll(async () => {
  test = await createDatabase()
  proxy = await DatabaseProxy.open(test.address)
})
afterAll(async () => {
  await proxy.close()
  await test.drop()
})

const pidOf = async (db: Db): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describe('a pool whose server falls silent', () => {
  it('ends the statement as an outage, and the next one has another connection', async () => {
    const database = openDatabase(proxy.address, {
      connectionsMax: 1,
      onError: () => {},
      silenceMs: 100,
    })
    const before = await pidOf(database.write)
    proxy.silence()
    expect(isUnavailable(await errorOf(pidOf(database.write)))).toBe(true)
    // The new one may be slow on a busy machine.
    const after = await vi.waitFor(() => pidOf(database.write), { timeout: 120_000 })
    expect(after).not.toBe(before)
    await database.close()
  })

  it('ends a transaction, too, whose connection is the only one', async () => {
    const database = openDatabase(proxy.address, {
      connectionsMax: 1,
      onError: () => {},
      silenceMs: 100,
    })
    const work = database.write.transaction().execute(async (tx) => {
      await pidOf(tx)
      proxy.silence()
      await pidOf(tx)
    })
    expect(isUnavailable(await errorOf(work))).toBe(true)
    await vi.waitFor(() => pidOf(database.write), { timeout: 120_000 })
    await database.close()
  })

  it('gives up what is in progress when its connections are replaced', async () => {
    const database = openDatabase(proxy.address, { connectionsMax: 1, onError: () => {} })
    await pidOf(database.write)
    proxy.silence()
    const stuck = errorOf(pidOf(database.write))
    await vi.waitFor(() => expect(database.usage()[0]).toMatchObject({ active: 1 }))
    database.reconnect()
    expect(isUnavailable(await stuck)).toBe(true)
    await pidOf(database.write)
    await database.close()
  })
})

describe('a lane whose server falls silent', () => {
  it('has another connection at once when it is replaced, and gives up what is in progress', async () => {
    const errors: Error[] = []
    const lane = openPipelinedConnection(proxy.address, {
      name: 'test',
      onError: (error) => errors.push(error),
    })
    await lane.query('select 1', [])
    proxy.silence()
    const stuck = errorOf(lane.query('select 2', []))
    // It is sent in a later turn.
    await new Promise(setImmediate)
    lane.reconnect()
    expect(await lane.query('select 3 as three', [])).toEqual([{ three: 3 }])
    expect(isUnavailable(await stuck)).toBe(true)
    expect(errors).toEqual([])
    await lane.close()
  })
})

describe('a lane whose server says nothing to a new connection', () => {
  it('fails when that ends, also if it was to be replaced meanwhile', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const address = { host: '127.0.0.1', port, user: 'florin', database: 'florin' }
    const lane = openPipelinedConnection(address, { name: 'test', onError: () => {} })
    const stuck = errorOf(lane.query('select 1', []))
    await vi.waitFor(() => expect(sockets).toHaveLength(1))
    lane.reconnect()
    sockets[0]!.destroy()
    expect(isUnavailable(await stuck)).toBe(true)
    server.close()
  })
})

describe('a bank whose database falls silent', () => {
  let bank: Bank
  beforeAll(async () => {
    bank = await startBank({ address: proxy.address, connectionMs: 2_000, isNode: true })
  })
  afterAll(() => bank.stop())

  it('is ready again, and moves money again, without a restart', async () => {
    const person = await bank.person()
    const { body } = await bank.call('GET /api/v2/accounts', undefined, person)
    const deposit = (key: string) =>
      bank.call(
        `POST /api/v2/accounts/${body.data[0].uuid}/deposit`,
        { amount: 100, asset_code: 'USD' },
        { ...person, key },
      )
    const isReady = async () => (await bank.call('GET /health/ready')).status === 200
    expect((await deposit('before')).status).toBe(200)
    expect(await isReady()).toBe(true)
    proxy.silence()
    const stuck = deposit('within')
    await vi.waitFor(async () => expect(await isReady()).toBe(false), { timeout: 120_000 })
    await vi.waitFor(async () => expect(await isReady()).toBe(true), { timeout: 120_000 })
    expect((await stuck).status).toBe(503)
    const again = () => deposit('within')
    await vi.waitFor(async () => expect((await again()).status).toBe(200), { timeout: 120_000 })
    const balances = `GET /api/v2/accounts/${body.data[0].uuid}/balances`
    const found = await bank.call(balances, undefined, person)
    expect(found.body.data.balances[0].balance).toBe(20_000)
  })
})
