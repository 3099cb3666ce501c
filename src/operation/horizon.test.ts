// Tests how far the log can be read: behind transactions of this database that are still open, but not behind
// those of other databases on the same server.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { Horizon } from './horizon.ts'

type Test = Awaited<ReturnType<typeof createDatabase>>

let here: Test
let elsewhere: Test
let database: Database
beforeAll(async () => {
  ;[here, elsewhere] = await Promise.all([createDatabase(), createDatabase()])
  database = openDatabase(here.address, { connectionsMax: 2, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await Promise.all([here.drop(), elsewhere.drop()])
})

/** A transaction that has a number and takes a position, and stays open. */
async function openIn(address: Test['address']): Promise<pg.Client> {
  const client = new pg.Client(address)
  await client.connect()
  await client.query("begin; select pg_current_xact_id(), nextval('ledger.positions')")
  return client
}

async function end(client: pg.Client): Promise<void> {
  await client.query('commit')
  await client.end()
}

const takePosition = async (): Promise<number> => {
  const client = await openIn(here.address)
  const { rows } = await client.query("select currval('ledger.positions') as position")
  await end(client)
  return Number(rows[0].position)
}

const LONG_MS = 10_000

describe('the horizon', () => {
  it('passes what was committed, though another database has a transaction open', async () => {
    const open = await openIn(elsewhere.address)
    const position = await takePosition()
    expect(await new Horizon(database).settle(LONG_MS)).toBeGreaterThanOrEqual(position)
    await end(open)
  })

  it('stops at a transaction of this database until it ends', async () => {
    const open = await openIn(here.address)
    const position = await takePosition()
    const horizon = new Horizon(database)
    expect(await horizon.settle(50)).toBeLessThan(position)
    await end(open)
    expect(await horizon.settle(LONG_MS)).toBeGreaterThanOrEqual(position)
  })
})
