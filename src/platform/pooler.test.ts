// The check for poolers, against a real PgBouncer, and a bank behind one.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createDatabase, startBank } from '../../test/harness/bank.ts'
import { DatabaseProxy } from '../../test/harness/database-proxy.ts'
import { refusalOf } from '../../test/harness/start-refusal.ts'
import { type DatabaseAddress, openDatabase } from './database.ts'
import { checkSessions } from './pooler.ts'

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0
const isRoot = process.getuid?.() === 0
/** It does not run as root. */
const owner = isRoot ? { uid: 65_534, gid: 65_534 } : {}

let database: Awaited<ReturnType<typeof createDatabase>>
let proxy: DatabaseProxy
beforeAll(async () => {
  database = await createDatabase()
  proxy = await DatabaseProxy.open(database.address)
})
afterAll(async () => {
  await proxy.close()
  await database.drop()
})

it('leaves the address of a server as it is', async () => {
  expect(await checkSessions(proxy.address)).toEqual(proxy.address)
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

describe.skipIf(!hasPooler)('PgBouncer (needs pgbouncer)', () => {
  let pooler: ChildProcess | undefined
  let folder: string | undefined

  async function startPooler(settings: Readonly<Record<string, string>>): Promise<DatabaseAddress> {
    folder = await mkdtemp(join(tmpdir(), 'florin-pooler-'))
    await chmod(folder, 0o755)
    const {
      user,
      database: name,
      port: serverPort,
    } = proxy.address as {
      user: string
      database: string
      port: number
    }
    const port = await findFreePort()
    const all = {
      listen_addr: '127.0.0.1',
      listen_port: String(port),
      auth_type: 'any',
      unix_socket_dir: '',
      default_pool_size: '60',
      ...settings,
    }
    const lines = Object.entries(all).map(([key, value]) => `${key} = ${value}`)
    const target = `${name} = host=127.0.0.1 port=${serverPort} dbname=${name} user=${user}`
    const file = join(folder, 'pgbouncer.ini')
    await writeFile(file, `[databases]\n${target}\n[pgbouncer]\n${lines.join('\n')}\n`)
    pooler = spawn('pgbouncer', ['-q', file], { stdio: 'ignore', ...owner })
    const address = { host: '127.0.0.1', port, user, database: name }
    await vi.waitFor(
      async () => {
        const found = await checkSessions(address).catch((error: unknown) => error)
        expect(found).not.toMatchObject({ code: 'ECONNREFUSED' })
      },
      { timeout: 120_000 },
    )
    return address
  }

  afterEach(async () => {
    const ended = new Promise((resolve) => pooler?.once('exit', resolve))
    pooler?.kill('SIGKILL')
    await ended
    await rm(folder!, { recursive: true, force: true })
  })

  it.each([
    ['transaction', { default_pool_size: '1' }],
    ['transaction', { default_pool_size: '20' }],
    ['transaction', { min_pool_size: '5', server_round_robin: '1' }],
    ['statement', {}],
  ])('with pool_mode = %s is refused (%j)', async (pool_mode, more) => {
    const address = await startPooler({
      pool_mode,
      ignore_startup_parameters: 'options',
      ...more,
    })
    const sentence = await refusalOf(checkSessions(address))
    expect(sentence).toMatch(/another session for each transaction; set pool_mode = session/)
  })

  it('that refuses the settings of a session is named, with what to do', async () => {
    const address = await startPooler({ pool_mode: 'session' })
    const sentence = await refusalOf(checkSessions(address))
    expect(sentence).toMatch(/options.*add "options" to ignore_startup_parameters/)
  })

  it('with pool_mode = session serves two nodes, whose sessions have their settings', async () => {
    const found = await startPooler({
      pool_mode: 'session',
      ignore_startup_parameters: 'options',
    })
    const address = await checkSessions(found)
    expect(address.ignoresStartOptions).toBe(true)
    const pool = openDatabase(address, { connectionsMax: 1, onError: () => {} })
    const changed = pool.read.updateTable('platform.heartbeat').set({ beat_at: '2026-01-01' })
    await expect(changed.execute()).rejects.toThrow('read-only transaction')
    await pool.close()

    const one = await startBank({ address, isNode: true })
    const two = await startBank({ address, isNode: true, clock: one.clock })
    const ada = await two.person()
    const { body } = await two.call('GET /api/v2/accounts', undefined, ada)
    const account = body.data[0].uuid
    const deposit = { amount: 100, asset_code: 'USD' }
    for (const [turn, bank] of [one, two, one].entries()) {
      const { status } = await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, {
        ...ada,
        key: `deposit-${turn}`,
      })
      expect(status).toBe(200)
    }
    // One was elected by an advisory lock, and the other one forwards to it.
    const [links] = await one.sql<{ n: number }>('select count(*)::int as n from platform.links')
    expect(links!.n).toBe(1)
    // What a node remembers is dropped by a notification of the other one.
    expect((await one.call('GET /api/auth/user', undefined, ada)).status).toBe(200)
    expect((await two.call('POST /api/auth/logout', {}, ada)).status).toBe(200)
    await vi.waitFor(
      async () => expect((await one.call('GET /api/auth/user', undefined, ada)).status).toBe(401),
      { timeout: 120_000 },
    )
    await two.stop()
    await one.stop()
  })
})
