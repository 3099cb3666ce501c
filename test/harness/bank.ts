// A whole bank for one test file: its own database, real HTTP, a clock that the test moves.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hash, verify } from '@node-rs/argon2'
import pg from 'pg'
import { pino } from 'pino'
import { type App, makeApp } from '../../src/app.ts'
import { PROVER_LOCK } from '../../src/domains/core/ledger/integrity/store.ts'
import type { Clock } from '../../src/kernel/clock.ts'
import { type DatabaseAddress, openDatabase } from '../../src/platform/database.ts'
import type { Hasher } from '../../src/platform/hasher.ts'
import type { JobDef, JobsRun } from '../../src/platform/jobs.ts'
import { Workers } from '../../src/platform/workers.ts'
import { createDatabase, createStartedDatabase, type TestDatabase } from './databases.ts'
import { readAllSettings } from './settings.ts'

export { createDatabase } from './databases.ts'

export class TestClock implements Clock {
  private time: number
  constructor(start = '2026-03-01T12:00:00.000Z') {
    this.time = new Date(start).getTime()
  }
  now(): Date {
    return new Date(this.time)
  }
  advance(seconds: number): void {
    this.time += seconds * 1000
  }
}

/** What every bank of the tests seals with. */
export const TEST_SECRET = 'a secret that is only for tests, always the same'

/** The real hash with a thousandth of its cost: most tests only need a signed-in user. */
const cheapHasher: Hasher = {
  hash: (password) => hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  verify,
}

/** The made-up sanctions list of the documentation. */
const sampleList = fileURLToPath(new URL('../../docs/samples/sanctions.csv', import.meta.url))

/** Connections for a test to look at the database. */
export function openTestPool(address: DatabaseAddress): pg.Pool {
  const pool = new pg.Pool({ ...address, max: 2 })
  // A pool says it has ended while its connections still end; one that is cut off then, because the database is dropped,
  // is no fault.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export interface BankOptions {
  readonly env?: Readonly<Record<string, string>>
  readonly address?: DatabaseAddress
  /** FLORIN_SECRET; that of all tests unless the test is about it. */
  readonly secret?: string
  readonly clock?: TestClock
  readonly strict?: boolean
  /** Where the built console is; most tests have none. */
  readonly consoleFolder?: string
  readonly hasher?: Hasher
  /** Whether other banks on the same database forward to this one, or it to them. */
  readonly isNode?: boolean
  /** The build that it reports. */
  readonly build?: string
  /** How long a call waits for a connection; a minute unless the test is about it. */
  readonly connectionMs?: number
  /** None where no answer may depend on how far a job has come. */
  readonly jobs?: JobsRun
  readonly timeouts?: { readonly requestMs: number; readonly checkEveryMs: number }
  /** The pause between two rounds of the prover. */
  readonly proverPauseMs?: number
}

/** A round per second, as outside of tests, would be half of the CPU time of a bank that waits for its test. */
const PROVER_PAUSE_MS = 5_000

/** What a first start leaves behind depends on these. */
const SETTINGS_OF_FIRST_START = ['FLORIN_MODE', 'FLORIN_SECRET', 'ADMIN_EMAIL', 'ADMIN_PASSWORD']

/** A test about a first start makes its own database by `createDatabase`. */
function createDatabaseFor({ env = {}, clock }: BankOptions): Promise<TestDatabase> {
  const isUsual = !clock && !SETTINGS_OF_FIRST_START.some((name) => name in env)
  if (!isUsual) return createDatabase()
  return createStartedDatabase(async (address) => (await startBank({ address })).stop())
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- bodies are asserted on, field by field
  readonly body: any
}

export interface CallOptions {
  readonly token?: string | undefined
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
  /** The body is text to send unchanged, because it is signed. */
  readonly raw?: boolean
}

export interface Bank {
  readonly app: App
  readonly url: string
  readonly clock: TestClock
  /** The settings it was started with. */
  readonly env: Readonly<Record<string, string>>
  readonly address: DatabaseAddress
  readonly dataDir: string
  call(route: string, body?: unknown, options?: CallOptions): Promise<Answer>
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  getJob(name: string): JobDef
  /** Runs a job now: the queue goes by the clock of the database, tests by their own, and schedules are off. */
  runJob(name: string, payload?: object): Promise<void>
  /** Pauses the prover, which would find the rows that a test falsifies and quarantine their accounts. */
  withoutProver<Result>(work: () => Promise<Result>): Promise<Result>
  /** Registers a new user, signed in. */
  person(overrides?: Readonly<Record<string, unknown>>): Promise<Person>
  /** An API key of the caller's user; with all permissions and for live, unless the change says otherwise. */
  apiKey(caller: CallOptions, change?: object): Promise<{ readonly token: string }>
  /** An API key of the caller's user for the sandbox, with all permissions. */
  sandboxKey(caller: CallOptions): Promise<{ readonly token: string }>
  /** The bank's operator, signed in anew. */
  operator(): Promise<Person>
  stop(): Promise<void>
}

export interface Person {
  readonly uuid: string
  readonly email: string
  readonly password: string
  readonly token: string
  readonly refreshToken: string
}

let people = 0

/** A thread takes seconds to load what it runs, so the banks of a process share one, which ends with the process. */
const workers = new Workers({ onError: () => {} })

export async function startBank(options: BankOptions = {}): Promise<Bank> {
  const database = options.address ? undefined : await createDatabaseFor(options)
  const address = options.address ?? database!.address
  const dataDir = await mkdtemp(join(tmpdir(), 'florin-bank-'))
  const clock = options.clock ?? new TestClock()
  // Limits are off unless a test is about them.
  const env: Record<string, string> = {
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    GRAPHQL_RATE_LIMIT_USER: '0',
    GRAPHQL_RATE_LIMIT_GUEST: '0',
    OAUTH_REGISTRATIONS_PER_HOUR: '0',
    DATABASE_CONNECTIONS: '4',
    ADMIN_EMAIL: 'operator@example.com',
    ADMIN_PASSWORD: 'Wanderer-7-Kupferdach',
    // Which database is said by its address; production wants it said here as well.
    DATABASE: 'embedded',
    RAMP_WEBHOOK_SECRET: 'a ramp secret that is only for tests',
    INTERLEDGER_INCOMING_TOKEN: 'a peer token that is only for tests',
    SANCTIONS_LIST: sampleList,
    ...options.env,
  }
  const app = makeApp({
    ...readAllSettings(env),
    address,
    secret: options.secret ?? TEST_SECRET,
    firstRoot: () => TEST_SECRET,
    clock,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    strict: options.strict ?? true,
    hasher: options.hasher ?? cheapHasher,
    consoleFolder: options.consoleFolder,
    peerAddress: options.isNode ? { host: '127.0.0.1', port: 0 } : undefined,
    build: options.build,
    jobs: options.jobs ?? 'sent',
    workers,
    connectionMs: options.connectionMs ?? 60_000,
    proverPauseMs: options.proverPauseMs ?? PROVER_PAUSE_MS,
    ...(options.timeouts && { timeouts: options.timeouts }),
  })
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  await app.prepare().catch(async (error: unknown) => {
    await app.close()
    throw error
  })
  const { port } = app.server.server.address() as { port: number }
  const url = `http://localhost:${port}`
  const pool = openTestPool(address)
  const forJobs = openDatabase(address, { connectionsMax: 4, connectionMs: 60_000, onError() {} })
  const bank: Bank = {
    app,
    url,
    clock,
    env,
    address,
    dataDir,
    call: (route, body, callOptions) => call(url, route, body, callOptions),
    sql: async (text, values) => (await pool.query(text, values)).rows,
    getJob(name) {
      const jobs = app.registry.domains.flatMap((domain) => domain.jobs)
      const job = jobs.find((one) => one.name === name)
      if (!job) throw new Error(`the bank has no job ${name}`)
      return job
    },
    runJob: (name, payload = {}) => bank.getJob(name).run(payload, forJobs.write),
    async withoutProver(work) {
      const client = await pool.connect()
      try {
        await client.query('select pg_advisory_lock($1)', [PROVER_LOCK])
        return await work()
      } finally {
        // The lock ends with the connection.
        client.release(true)
      }
    },
    async person(overrides = {}) {
      const email = `person${++people}@example.com`
      const password = 'Corr3ct-horse'
      const person = { name: 'Ada Lovelace', email, password, ...overrides }
      const { status, body } = await bank.call('POST /api/auth/register', person)
      if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
      // In production only a mail or an operator confirms an address; tests of other things take it as done.
      if (env.FLORIN_MODE === 'production')
        await bank.sql('update identity.users set email_verified_at = created_at where uuid = $1', [
          body.data.user.uuid,
        ])
      return {
        uuid: body.data.user.uuid,
        email: person.email,
        password: person.password,
        token: body.data.access_token,
        refreshToken: body.data.refresh_token,
      }
    },
    async apiKey(caller, change = {}) {
      const key = { name: 'Key', permissions: ['*'], ...change }
      const { status, body } = await bank.call('POST /api/v2/api-keys', key, caller)
      if (status !== 201) throw new Error(`the key was refused, ${status}: ${JSON.stringify(body)}`)
      return { token: body.data.api_key }
    },
    sandboxKey: (caller) => bank.apiKey(caller, { environment: 'sandbox' }),
    async operator() {
      const login = { email: env.ADMIN_EMAIL!, password: env.ADMIN_PASSWORD! }
      const { status, body } = await bank.call('POST /api/auth/login', login)
      if (status !== 200) throw new Error(`login answered ${status}: ${JSON.stringify(body)}`)
      const { user, access_token, refresh_token } = body.data
      return { ...login, uuid: user.uuid, token: access_token, refreshToken: refresh_token }
    },
    async stop() {
      await Promise.all([pool.end(), forJobs.close()])
      await app.close()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return bank
}

/** 'POST /api/x' with a JSON body; `key` is the Idempotency-Key. */
export async function call(
  url: string,
  route: string,
  body?: unknown,
  { token, key, headers = {}, raw = false }: CallOptions = {},
): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string]
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return {
    status: response.status,
    headers: response.headers,
    body: isJson ? JSON.parse(text) : text,
  }
}
