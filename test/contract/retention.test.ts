// Every declared retention is of a table that its domain owns, and can be read, by an index, from the column that it
// names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { domains } from '../../src/domains/index.ts'
import { platformRetention } from '../../src/operation/retention.ts'
import { deleteOldBatch } from '../../src/operation/retention-store.ts'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { createDatabase, openTestPool, TestClock } from '../harness/bank.ts'
import { describeForTests } from '../harness/describe.ts'

const registry = describeForTests()

it('is of a table of the domain itself', () => {
  const strangers = registry.domains.flatMap(({ name, retention }) => {
    const { schemas = [name.replaceAll('-', '_')] } = domains.find((one) => one.name === name)!
    return retention.filter(({ table }) => !schemas.includes(table.split('.')[0]!))
  })
  expect(strangers).toEqual([])
  expect(platformRetention.filter(({ table }) => !table.startsWith('platform.'))).toEqual([])
})

it('has a reason in a sentence', () => {
  expect(registry.retention.filter(({ reason }) => !/^[A-Z][^|]*\.$/.test(reason))).toEqual([])
})

describe('in the database', () => {
  let home: Awaited<ReturnType<typeof createDatabase>>
  let database: Database
  let pool: ReturnType<typeof openTestPool>
  beforeAll(async () => {
    home = await createDatabase()
    database = openDatabase(home.address, { connectionsMax: 1, onError: () => {} })
    pool = openTestPool(home.address)
  })
  afterAll(async () => {
    await pool.end()
    await database.close()
    await home.drop()
  })

  it('names a table and a column that tells its age, and its condition is valid', async () => {
    const { rows } = await pool.query<{ name: string; type: string }>(
      `select table_schema || '.' || table_name || '.' || column_name as name, data_type as type
       from information_schema.columns`,
    )
    const types = new Map(rows.map(({ name, type }) => [name, type]))
    const wrong = registry.retention.filter(({ table, column }) => {
      const type = types.get(`${table}.${column}`)
      return column === 'id'
        ? type !== 'uuid'
        : !['timestamp with time zone', 'date'].includes(type!)
    })
    expect(wrong).toEqual([])
    for (const retention of registry.retention)
      expect(await deleteOldBatch(database.write, retention, new TestClock().now(), 1)).toBe(0)
  })

  it('has an index on its column, so that the job never reads a whole table', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `select indrelid::regclass || '.' || attname as name
       from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]`,
    )
    const indexed = new Set(rows.map(({ name }) => name))
    const slow = registry.retention.filter(
      ({ table, column }) => !indexed.has(`${table}.${column}`),
    )
    expect(slow.map(({ table }) => table)).toEqual([])
  })
})
