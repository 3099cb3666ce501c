// A newer version may change a table while this one runs: what was prepared before is prepared again.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/bank.ts'
import {
  type Database,
  type DatabaseAddress,
  isRetryable,
  openDatabase,
  retrying,
} from './database.ts'
import { openPipelinedConnection } from './pipelined-connection.ts'

let address: DatabaseAddress
let created: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let migrator: Database
beforeAll(async () => {
  created = await createDatabase()
  address = created.address
  const open = () => openDatabase(address, { connectionsMax: 1, onError: () => {} })
  database = open()
  migrator = open()
  await sql`create table public.things (id integer)`.execute(migrator.write)
  await sql`insert into public.things values (1)`.execute(migrator.write)
})
afterAll(async () => {
  await Promise.all([database.close(), migrator.close()])
  await created.drop()
})

const statement = 'select * from public.things where id = $1'
const addColumn = (name: string) =>
  sql`alter table public.things add column ${sql.ref(name)} text`.execute(migrator.write)
const things = sql<Record<string, unknown>>`select * from public.things where id = ${1}`

describe('a statement that was prepared before a migration', () => {
  it('answers by itself', async () => {
    expect((await things.execute(database.write)).rows).toEqual([{ id: 1 }])
    await addColumn('colour')
    expect((await things.execute(database.write)).rows).toEqual([{ id: 1, colour: null }])
  })

  it('lets its transaction begin again, and what that did before is not done twice', async () => {
    await things.execute(database.write)
    await addColumn('size')
    let begun = 0
    const rows = await retrying(() =>
      database.write.transaction().execute(async (tx) => {
        begun++
        await sql`insert into public.things values (${2})`.execute(tx)
        return (await things.execute(tx)).rows
      }),
    )
    expect(rows).toEqual([{ id: 1, colour: null, size: null }])
    expect(begun).toBe(2)
    const twos = await sql`select id from public.things where id = 2`.execute(database.write)
    expect(twos.rows).toHaveLength(1)
  })

  it('gives the ledger’s connection up, and the next has none of it', async () => {
    const lane = openPipelinedConnection(address, { name: 'test', onError: () => {} })
    expect(await lane.query(statement, [1], 'things')).toHaveLength(1)
    await addColumn('weight')
    const refused: unknown = await lane.query(statement, [1], 'things').catch((error) => error)
    expect(isRetryable(refused)).toBe(true)
    expect(await lane.query(statement, [1], 'things')).toMatchObject([{ weight: null }])
    await lane.close()
  })
})

describe('reconnect', () => {
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.read)).rows[0]!.pid

  it('replaces an idle connection without an error for the next statement', async () => {
    const before = await pidOf()
    database.reconnect()
    expect(await pidOf()).not.toBe(before)
  })

  it('lets a transaction finish on its connection', async () => {
    const before = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(
      database.write,
    )
    const pids = await database.write.transaction().execute(async (tx) => {
      const ask = async () =>
        (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)).rows[0]!.pid
      const first = await ask()
      database.reconnect()
      return [first, await ask()]
    })
    expect(pids).toEqual([before.rows[0]!.pid, before.rows[0]!.pid])
    const after = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.write)
    expect(after.rows[0]!.pid).not.toBe(pids[0])
  })
})
