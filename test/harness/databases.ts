// Databases for tests: copies of one that is migrated, or of one in which a bank has started once.
import pg from 'pg'
import { inject } from 'vitest'
import type { DatabaseAddress } from '../../src/platform/database.ts'

export interface TestDatabase {
  readonly address: DatabaseAddress
  drop(): Promise<void>
}

/** The newest migration of the last release. A release moves it on. */
export const RELEASED = '0169_oauth_exchanges.sql'

export const RELEASED_TEMPLATE = 'florin_released'
export const STARTED_TEMPLATE = 'florin_started'
const DRAFT = 'florin_starting'
// An arbitrary lock number, the same in all workers.
const LOCK = 7_160_002

let databases = 0

/** A migrated database, as a bank finds it at its first start. */
export const createDatabase = (): Promise<TestDatabase> => copy(inject('server').template)

/** A database without a schema, for tests of migrations themselves. */
export const createEmptyDatabase = (): Promise<TestDatabase> => copy('template0')

/** A database with the schema of the last release. */
export const createReleasedDatabase = (): Promise<TestDatabase> => copy(RELEASED_TEMPLATE)

/**
 * A database in which a bank has started once and stopped. A bank starts in it in half the time: what only a first start
 * does, such as creating the queues of jobs and the history of rates, is done.
 */
export async function createStartedDatabase(
  startOnce: (address: DatabaseAddress) => Promise<void>,
): Promise<TestDatabase> {
  started ??= prepareStarted(startOnce)
  await started
  return copy(STARTED_TEMPLATE)
}

let started: Promise<void> | undefined

/** The first worker that needs the template makes it; the others wait for it. */
const prepareStarted = (startOnce: (address: DatabaseAddress) => Promise<void>): Promise<void> =>
  asAdmin(async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [LOCK])
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [
      STARTED_TEMPLATE,
    ])
    if (rowCount !== 0) return
    const { template, ...server } = inject('server')
    await admin.query(`drop database if exists ${DRAFT} with (force)`)
    await admin.query(`create database ${DRAFT} template ${template}`)
    await startOnce({ ...server, database: DRAFT })
    await admin.query(`alter database ${DRAFT} rename to ${STARTED_TEMPLATE}`)
  })

async function copy(template: string): Promise<TestDatabase> {
  const { template: _template, ...server } = inject('server')
  const database = `test_${process.pid}_${++databases}`
  // Files are copied as they are, in half the time that it takes to log each of their pages.
  await asAdmin((admin) =>
    admin.query(`create database ${database} template ${template} strategy file_copy`),
  )
  return {
    address: { ...server, database },
    async drop() {
      await asAdmin((admin) => admin.query(`drop database if exists ${database} with (force)`))
    },
  }
}

async function asAdmin<Result>(work: (admin: pg.Client) => Promise<Result>): Promise<Result> {
  const { template: _template, ...server } = inject('server')
  const admin = new pg.Client({ ...server, database: 'postgres' })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}
