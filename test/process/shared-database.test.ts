// Several Florins on one external PostgreSQL: they start together, they know at once what one of them revoked, they
// answer a repeated request alike; and when the database goes away, they report it, keep running, and reconnect.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkMigrated } from '../../src/platform/migrations.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/postgres/embedded-postgres.ts'
import { StartError } from '../../src/platform/start-error.ts'
import { newPerson } from './calls.ts'
import { readPostmasterPid } from './database.ts'
import { type Florin, run, start, stop } from './florin.ts'
import { atCleanUp, checkout, cleanUp, makeFolder, pinnedNode, waitFor } from './support.ts'

let folder: string
/** The data folder of a bank that had no room in it at first. */
let roomless: string
let server: EmbeddedPostgres
const nodes: Florin[] = []

const startServer = async (): Promise<void> => {
  // Nothing here is meant to outlast the test.
  const settings = { fsync: 'off', synchronous_commit: 'off' }
  server = await startEmbeddedPostgres({ dataDir: join(folder, 'server'), settings })
}

const urlOf = (database: string): string =>
  `postgres:///${database}?host=${server.socketDir}&port=${server.port}&user=${server.user}`

async function query<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

interface Logins {
  /** What they were answered from the beginning to the end. */
  end(): Promise<number[]>
}

/** Logs in again and again, several at a time. */
function keepLoggingIn(node: Florin, credentials: { email: string; password: string }): Logins {
  const statuses = new Set<number>()
  const over = new AbortController()
  const logIn = async (): Promise<void> => {
    while (!over.signal.aborted) {
      statuses.add((await node.call('POST /api/auth/login', credentials)).status)
    }
  }
  const all = Promise.all(Array.from({ length: 3 }, logIn))
  // Reported when the end is requested, which may be much later.
  all.catch(() => {})
  return {
    end: async () => {
      over.abort()
      await all
      return [...statuses].toSorted()
    },
  }
}

/** A password is checked while the connection waits: a moment in which breaking it is worst. */
const waitForOpenTransactions = (database: string): Promise<unknown> =>
  waitFor('transactions in progress', async () => {
    const [row] = await query<{ open: number }>(
      database,
      `select count(*)::int as open from pg_stat_activity where state = 'idle in transaction'`,
    )
    return row!.open >= 2
  })

const envOf = (database: string) => ({
  DATABASE_URL: urlOf(database),
  FLORIN_SECRET: 'one secret for all nodes of this database',
  RATE_LIMIT_PER_MINUTE: '0',
})

beforeAll(async () => {
  folder = await makeFolder()
  roomless = join(folder, 'roomless')
  await startServer()
  atCleanUp(() => server.stop())
  await query('postgres', 'create database bank')
})
afterAll(cleanUp)

describe('two nodes', () => {
  it('start at the same time on an empty database, which is migrated once', async () => {
    const names = ['one', 'two']
    nodes.push(
      ...(await Promise.all(
        names.map((name) => start({ dataDir: join(folder, name), env: envOf('bank') })),
      )),
    )
    const screens = await Promise.all(nodes.map((node) => node.showScreen()))
    const applied = screens.map((screen) => Number(/(\d+) migrations applied/.exec(screen)?.[1]))
    const migrations = (await readdir(join(checkout, 'migrations'))).toSorted()
    expect(applied.filter((count) => count > 0)).toEqual([migrations.length])
    const rows = await query<{ name: string }>('bank', 'select name from platform.migrations')
    expect(rows.map((row) => row.name).toSorted()).toEqual(migrations)
    for (const screen of screens) expect(screen).toMatch(/^ {4}Database +DATABASE_URL$/m)
    // There is one operator, whose password one of them shows.
    const operators = screens.flatMap((screen) => /Operator +(\S+) +(\S+)/.exec(screen) ?? [])
    expect(operators).toHaveLength(3)
    for (const node of nodes) {
      const credentials = { email: operators[1], password: operators[2] }
      expect((await node.call('POST /api/auth/login', credentials)).status).toBe(200)
    }
  })

  it('stop taking a credential as soon as it was revoked at one of them, long before they would look again', async () => {
    const [here, there] = nodes as [Florin, Florin]
    const { body } = await here.call('POST /api/auth/register', newPerson())
    const token = body.data.access_token
    const ask = async (): Promise<number> =>
      (await there.call('GET /api/auth/user', undefined, { token })).status
    // Twice, so that the second time comes from what the node remembers.
    expect([await ask(), await ask()]).toEqual([200, 200])
    expect((await here.call('POST /api/auth/logout', {}, { token })).status).toBe(200)
    await waitFor('the other node to refuse', async () => (await ask()) === 401)
    expect((await here.call('GET /api/auth/user', undefined, { token })).status).toBe(401)
  })

  it('answer a repeated request with what the other one answered', async () => {
    const [here, there] = nodes as [Florin, Florin]
    const person = newPerson()
    const key = `key-${process.pid}`
    const first = await here.call('POST /api/auth/register', person, { key })
    const second = await there.call('POST /api/auth/register', person, { key })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.body).toEqual(first.body)
    expect(first.headers['x-idempotency-replayed']).toBe('false')
    expect(second.headers['x-idempotency-replayed']).toBe('true')
    const other = await there.call('POST /api/auth/register', newPerson(), { key })
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  it('do the work of a request once that reaches both at the same moment', async () => {
    const person = newPerson()
    const key = `twice-${process.pid}`
    const answers = await Promise.all(
      [...nodes, ...nodes].map((node) => node.call('POST /api/auth/register', person, { key })),
    )
    const statuses = answers.map((answer) => answer.status)
    expect(statuses).toContain(201)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    const done = answers.filter((answer) => answer.headers['x-idempotency-replayed'] === 'false')
    expect(done).toHaveLength(1)
  })
})

describe('a database that goes away and comes back', () => {
  const person = newPerson()
  let token: string

  const expectUnavailable = async (node: Florin): Promise<void> => {
    const { email, password } = person
    const stranger = `fat_${'x'.repeat(43)}`
    const answers = {
      login: await node.call('POST /api/auth/login', { email, password }),
      known: await node.call('GET /api/auth/user', undefined, { token }),
      unknown: await node.call('GET /api/auth/user', undefined, { token: stranger }),
    }
    for (const [name, { status, body, headers }] of Object.entries(answers)) {
      expect(status, name).toBe(503)
      expect(body, name).toMatchObject({
        success: false,
        error: { code: 'SERVICE_UNAVAILABLE' },
        request_id: headers['x-request-id'],
      })
      expect(headers['retry-after'], name).toMatch(/^\d+$/)
    }
  }

  it('is reported to every caller, while the process keeps running', async () => {
    const [node] = nodes as [Florin]
    const { email, password } = person
    token = (await node.call('POST /api/auth/register', person)).body.data.access_token
    expect((await node.call('GET /health/ready')).status).toBe(200)
    const logins = keepLoggingIn(node, { email, password })
    await waitForOpenTransactions('bank')
    await server.stop()
    const notReady = await waitFor('the node to say that it is not ready', async () => {
      const answer = await node.call('GET /health/ready')
      return answer.status === 503 && answer
    })
    expect(notReady.body.error.code).toBe('SERVICE_UNAVAILABLE')
    await expectUnavailable(node)
    // No credential is looked up for it.
    const live = await Promise.all(
      nodes.map((one) => one.call('GET /health/live', undefined, { token: 'not seen before' })),
    )
    expect(live.map((answer) => answer.status)).toEqual([200, 200])
    // Every caller gets an answer.
    expect((await logins.end()).filter((status) => status !== 200)).toEqual([503])
  })

  it('is found again by itself, by requests and by jobs', async () => {
    await startServer()
    const { email, password } = person
    for (const node of nodes) {
      await node.becomeReady()
      expect((await node.call('POST /api/auth/login', { email, password })).status).toBe(200)
      expect((await node.call('GET /api/auth/user', undefined, { token })).status).toBe(200)
    }
    // A mail is sent by a job, which any node may take.
    expect((await nodes[0]!.call('POST /api/auth/forgot-password', { email })).status).toBe(200)
    await waitFor('the mail', async () => {
      const found = await Promise.all(
        nodes.map(({ dataDir }) => readdir(join(dataDir, 'outbox')).catch(() => [])),
      )
      return found.flat().length === 1
    })
  })

  it('still notifies every node of what is revoked at another', async () => {
    const [here, there] = nodes as [Florin, Florin]
    const ask = async (): Promise<number> =>
      (await there.call('GET /api/auth/user', undefined, { token })).status
    expect([await ask(), await ask()]).toEqual([200, 200])
    expect((await here.call('POST /api/auth/logout', {}, { token })).status).toBe(200)
    await waitFor('the other node to refuse', async () => (await ask()) === 401)
    expect(await stop(here)).toMatchObject({ code: 0, stderr: '' })
  })

  it('does not keep a node from stopping when it is gone', async () => {
    const [, node] = nodes as [Florin, Florin]
    await server.stop()
    await waitFor('the node to notice', async () => {
      return (await node.call('GET /health/ready')).status === 503
    })
    expect(await stop(node)).toMatchObject({ code: 0, stderr: '' })
    await startServer()
  })
})

describe('the address of the database', () => {
  it('may be a socket folder, as psql and others write it', async () => {
    const { socketDir, port, user } = server
    // The nodes above have the first way of writing it.
    await checkMigrated({
      connectionString: `postgres://${user}@/bank?host=${socketDir}&port=${port}`,
    })
    const url = `postgresql://${user}@${encodeURIComponent(socketDir)}:${port}/bank`
    const verified = await run({
      dataDir: join(folder, 'none'),
      command: ['verify'],
      env: { DATABASE_URL: url },
    })
    expect(verified).toMatchObject({ code: 0, stderr: '' })
  })

  it('may name a database that is not there, and then one sentence says so', async () => {
    const error = await checkMigrated({ connectionString: urlOf('nowhere') }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(StartError)
    expect((error as StartError).message).toMatch(
      /^[^\n]*"nowhere" does not exist[^\n]*DATABASE_URL[^\n]*\.$/,
    )
  })
})

describe('a disk without room', () => {
  it('is reported in one sentence, and nothing is left half-made', async () => {
    const env = { DATABASE_URL: urlOf('bank') }
    const script = 'ulimit -f 0; exec "$0" "$@"'
    const program = ['sh', '-c', script, pinnedNode, 'bin/florin.js']
    const { code, stderr } = await run({ dataDir: roomless, env, program })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^florin: [^\n]*DATA_DIR[^\n]*\.\n$/)
    expect(await readdir(roomless).catch(() => [])).toEqual([])
  })
})

describe('the embedded database', () => {
  const isReplaced = (dataDir: string, pid: number): boolean => {
    try {
      return ![pid, 0].includes(readPostmasterPid(dataDir))
    } catch {
      return false // between the two there is none
    }
  }

  it('is started again when it is killed, and the bank becomes ready by itself', async () => {
    // Once there is room, nothing reminds of the time when there was none.
    const dataDir = roomless
    const florin = await start({ dataDir, env: { RATE_LIMIT_PER_MINUTE: '0' } })
    const { email, password, name } = newPerson()
    const registered = await florin.call('POST /api/auth/register', { email, password, name })
    expect(registered.status).toBe(201)
    const logins = keepLoggingIn(florin, { email, password })
    const pid = readPostmasterPid(dataDir)
    process.kill(pid, 'SIGKILL')
    await waitFor('another server', () => isReplaced(dataDir, pid))
    await waitFor('a sign-in to succeed again', async () => {
      return (await florin.call('POST /api/auth/login', { email, password })).status === 200
    })
    await florin.becomeReady()
    expect((await logins.end()).filter((status) => ![200, 503].includes(status))).toEqual([])
    expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
  })
})
