// One PostgreSQL for the whole run, with one migrated database that every test file copies. Speed
// over durability here, and only here: a test database does not survive anything.
import { mkdtemp, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import type { DatabaseAddress } from '../../src/platform/database.ts'
import { makeJobs } from '../../src/platform/jobs.ts'
import { migrate } from '../../src/platform/migrations.ts'
import { Pause } from '../../src/platform/pause.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded-postgres.ts'
import { RELEASED, RELEASED_TEMPLATE, STARTED_TEMPLATE } from './databases.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the server; the database name is the template's. */
    server: { host: string; port: number; user: string; password: string; template: string }
  }
}

const TEMPLATE = 'florin_template'

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startServer()
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  for (const left of [TEMPLATE, RELEASED_TEMPLATE, STARTED_TEMPLATE])
    await admin.query(`drop database if exists ${left}`)
  await admin.query(`create database ${TEMPLATE}`)
  const address = { ...server, database: TEMPLATE }
  await migrate(address, { until: RELEASED })
  await admin.query(`create database ${RELEASED_TEMPLATE} template ${TEMPLATE} strategy file_copy`)
  await admin.end()
  await migrate(address)
  await createJobSchema(address)
  project.provide('server', { ...server, template: TEMPLATE })
  return stop
}

/** A server of one's own choice, such as an older version, can be named by TEST_DATABASE_URL. */
async function startServer() {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined) {
    const { hostname, port, username, password } = new URL(given)
    const server = { host: hostname, port: Number(port || 5432), user: username, password }
    return { server, stop: async () => {} }
  }
  const dataDir = await mkdtemp(join(await chooseFolder(), 'florin-test-'))
  const postgres = await startEmbeddedPostgres({
    dataDir,
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      // A database is dropped before it would gain from it.
      autovacuum: 'off',
      max_connections: '300',
      // Hundreds of small databases, in memory as they are, gain nothing from more.
      shared_buffers: '256MB',
    },
  })
  const server = {
    host: postgres.socketDir,
    port: postgres.port,
    user: postgres.user,
    password: '',
  }
  return {
    server,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const MEMORY_FOLDER = '/dev/shm'
/** A whole run of the tests needs less than a quarter of it. */
const MEMORY_NEEDED = 4 * 1024 ** 3

/** Copying the template takes a tenth of the time in memory, and every test file does it. */
async function chooseFolder(): Promise<string> {
  const memory = await statfs(MEMORY_FOLDER).catch(() => undefined)
  return memory && memory.bavail * memory.bsize > MEMORY_NEEDED ? MEMORY_FOLDER : tmpdir()
}

/** Otherwise every test file would wait for the job library to make its tables. */
async function createJobSchema(address: DatabaseAddress): Promise<void> {
  const jobs = makeJobs(address, {
    log: pino({ level: 'silent' }),
    pause: new Pause(),
  })
  await jobs.start([], undefined as never)
  await jobs.stop()
}
