// Migrations of two versions on one database: what an older version works with and what it refuses; and locks that are
// not granted.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEmptyDatabase, type TestDatabase } from '../../test/harness/databases.ts'
import { refusalOf } from '../../test/harness/start-refusal.ts'
import { LEDGER_REWRITE_LOCK } from './advisory-locks.ts'
import { backoffMs } from './migration-locks.ts'
import { checkMigrated, describeNewer, migrate } from './migrations.ts'

let database: TestDatabase
/** A session of the bank beside the migrations. */
let session: pg.Client
const folders: string[] = []

beforeAll(async () => {
  database = await createEmptyDatabase()
  session = new pg.Client({ ...database.address, application_name: 'a long report' })
  await session.connect()
})
afterAll(async () => {
  await session.end()
  await database.drop()
})
beforeEach(async () => {
  await session.query('drop schema if exists platform, zoo cascade')
})
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** The migrations of one version. */
async function makeVersion(migrations: Readonly<Record<string, string>>): Promise<URL> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-migrations-'))
  folders.push(folder)
  for (const [name, sql] of Object.entries(migrations))
    await writeFile(join(folder, `${name}.sql`), sql)
  return pathToFileURL(`${folder}/`)
}

const first = { '1_zoo': 'create schema zoo; create table zoo.animals (name text)' }
const expanded = { ...first, '2_age': 'alter table zoo.animals add column age integer' }
const CONTRACT = '-- contract: drops zoo.animals.name,\n--   which nothing uses since 1.10.0\n'
const contracted = { ...expanded, '3_name': `${CONTRACT}alter table zoo.animals drop column name` }

describe('a database that a newer version has migrated', () => {
  it('works with the version before, which starts, migrates nothing and says so', async () => {
    await migrate(database.address, { folder: await makeVersion(expanded) })
    const folder = await makeVersion(first)
    const { applied, newer } = await migrate(database.address, { folder })
    expect(applied).toEqual([])
    expect(describeNewer(newer)).toBe(
      'the database was migrated by a newer Florin: 2_age.sql; this version works with it',
    )
    expect(await checkMigrated(database.address, { folder })).toEqual(['2_age.sql'])
  })

  it('is refused by versions that use what was removed, and by no later one', async () => {
    await migrate(database.address, { folder: await makeVersion(contracted) })
    const folder = await makeVersion(first)
    const refusal =
      'The database was migrated by a newer Florin, and 3_name.sql removed what version 1.9.3 uses' +
      ' (drops zoo.animals.name, which nothing uses since 1.10.0); start 1.10.0 or a later one.'
    const old = { folder, version: '1.9.3' }
    expect(await refusalOf(migrate(database.address, old))).toBe(refusal)
    expect(await refusalOf(checkMigrated(database.address, old))).toBe(refusal)
    const { newer } = await migrate(database.address, { folder, version: '1.10.0' })
    expect(newer).toEqual(['2_age.sql', '3_name.sql'])
  })

  it('is refused by every older version if the contraction names no version', async () => {
    const folder = await makeVersion({ ...first, '2_age': '-- contract: the names\nselect 1' })
    await migrate(database.address, { folder })
    const old = { folder: await makeVersion(first), version: '9.0.0' }
    expect(await refusalOf(migrate(database.address, old))).toContain(
      '2_age.sql removed what version 9.0.0 uses (the names); start that version or a later one',
    )
  })

  it('is refused by a version that has migrations of its own', async () => {
    await migrate(database.address, { folder: await makeVersion(expanded) })
    const folder = await makeVersion({ ...first, '2_legs': 'select 1' })
    expect(await refusalOf(migrate(database.address, { folder }))).toMatch(
      /has 2_age\.sql of another Florin and lacks 2_legs\.sql of this one/,
    )
  })

  it('is refused if a migration of both versions was changed', async () => {
    await migrate(database.address, { folder: await makeVersion(expanded) })
    const folder = await makeVersion({ '1_zoo': `${first['1_zoo']};` })
    expect(await refusalOf(migrate(database.address, { folder }))).toContain(
      '1_zoo.sql was changed',
    )
  })
})

it('a database of before there were contractions is read, and gets the column for them', async () => {
  const folder = await makeVersion(first)
  await migrate(database.address, { folder })
  await session.query('alter table platform.migrations drop column contract')
  expect(await checkMigrated(database.address, { folder })).toEqual([])
  await migrate(database.address, { folder: await makeVersion(contracted) })
  const { rows } = await session.query('select name, contract from platform.migrations order by 1')
  expect(rows).toEqual([
    { name: '1_zoo.sql', contract: null },
    { name: '2_age.sql', contract: null },
    { name: '3_name.sql', contract: 'drops zoo.animals.name, which nothing uses since 1.10.0' },
  ])
})

describe('a lock that is not granted in time', () => {
  const quick = { timeoutMs: 100, triesMax: 1_000, random: () => 0 }

  it('ends the attempt, so that calls go on, and the migration is repeated', async () => {
    await migrate(database.address, { folder: await makeVersion(first) })
    const caller = new pg.Client(database.address)
    await caller.connect()
    await session.query('begin; lock table zoo.animals in access share mode')
    const reports: string[] = []
    const { applied } = await migrate(database.address, {
      ...quick,
      folder: await makeVersion(expanded),
      report: (sentence) => reports.push(sentence),
      pause: async () => {
        // It would wait for ever behind a migration that still waits for the session.
        await caller.query('select from zoo.animals')
        // On a busy machine an attempt may end before the blocker was looked up.
        if (reports.at(-1)!.includes('"a long report"')) await session.query('commit')
      },
    })
    await caller.end()
    expect(applied).toEqual(['2_age.sql'])
    const { rows } = await session.query<{ pid: number }>('select pg_backend_pid() as pid')
    expect(reports.find((sentence) => sentence.includes('report'))).toMatch(
      new RegExp(
        `^the migration 2_age.sql got no lock within 0.1 s because of "a long report" \\(process ${rows[0]!.pid}, idle in transaction, since \\S+Z\\); attempt \\d+ of 1000 follows in \\d+\\.\\d s$`,
      ),
    )
  })

  it('stops the start after the last attempt, with nothing done', async () => {
    await migrate(database.address, { folder: await makeVersion(first) })
    await session.query('begin; lock table zoo.animals in access share mode')
    const pauses: number[] = []
    const refusal = await refusalOf(
      migrate(database.address, {
        ...quick,
        triesMax: 3,
        folder: await makeVersion(expanded),
        pause: async (ms) => void pauses.push(ms),
      }),
    )
    expect(refusal).toMatch(/2_age\.sql did not get a lock in 3 attempts because of .+; end that/)
    expect(pauses).toEqual([250, 500])
    await session.query('commit')
    const { rows } = await session.query('select name from platform.migrations')
    expect(rows).toEqual([{ name: '1_zoo.sql' }])
  })

  it('is waited for longer and longer, with jitter, and no longer than 15 s', () => {
    expect([1, 2, 3, 9].map((tries) => backoffMs(tries, 0))).toEqual([250, 500, 1_000, 7_500])
    expect([1, 2, 3, 9].map((tries) => backoffMs(tries, 1))).toEqual([500, 1_000, 2_000, 15_000])
  })
})

it('a migration that rewrites a table runs while no prover does', async () => {
  const isExclusive = `select count(*) from pg_locks where locktype = 'advisory'
    and objid = ${LEDGER_REWRITE_LOCK} and mode = 'ExclusiveLock' and granted`
  const rewriting = {
    ...first,
    '2_id': `-- rewrites: zoo.animals: each gets a number
      alter table zoo.animals add column id bigserial;
      create table zoo.seen as ${isExclusive}`,
  }
  await session.query('select pg_advisory_lock_shared($1)', [LEDGER_REWRITE_LOCK])
  const plain = await migrate(database.address, { folder: await makeVersion(first) })
  expect(plain.applied).toEqual(['1_zoo.sql'])
  let attempts = 0
  const { applied } = await migrate(database.address, {
    timeoutMs: 5,
    triesMax: 1_000,
    folder: await makeVersion(rewriting),
    pause: async () => {
      if (++attempts === 1)
        await session.query('select pg_advisory_unlock_shared($1)', [LEDGER_REWRITE_LOCK])
    },
  })
  expect(applied).toEqual(['2_id.sql'])
  expect(attempts).toBeGreaterThan(0)
  expect((await session.query('select count from zoo.seen')).rows).toEqual([{ count: '1' }])
})
