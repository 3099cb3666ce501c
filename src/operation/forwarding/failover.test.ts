// The writer loses the election again and again, also while the other nodes connect to it: in the end all others are
// linked to the current writer. Two nodes that are linked to each other would leave no candidate.
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase, openTestPool, TEST_SECRET } from '../../../test/harness/bank.ts'
import { rounds } from '../../../test/harness/rounds.ts'
import { type Database, openDatabase } from '../../platform/database.ts'
import { makeSealer } from '../../platform/key-ring.ts'
import type { Registry } from '../registry.ts'
import { Forwarding } from './forwarding.ts'

const NODES = 5
const ROUNDS = rounds(5, 20)

let database: Awaited<ReturnType<typeof createDatabase>>
let pool: Database
let sql: ReturnType<typeof openTestPool>
const nodes: Forwarding[] = []

beforeAll(async () => {
  database = await createDatabase()
  pool = openDatabase(database.address, { connectionsMax: 4, onError: () => {} })
  sql = openTestPool(database.address)
  for (let i = 0; i < NODES; i++) {
    const node = new Forwarding({
      address: database.address,
      db: pool.write,
      log: pino({ level: 'silent' }),
      keys: makeSealer(TEST_SECRET),
      node: `node ${i}`,
      listenAt: { host: '127.0.0.1', port: 0 },
      registry: { operations: [] } as unknown as Registry,
      run: () => Promise.reject(new Error('nothing is forwarded here')),
    })
    nodes.push(node)
    await node.start()
  }
})
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.stop()))
  await sql.end()
  await pool.close()
  await database.drop()
})

/** The nodes with a link to the elected one, and the nodes that forward at all. */
async function countFollowers() {
  const { rows } = await sql.query<{ linked: number }>(
    `select count(distinct l.door)::int as linked
     from platform.links l join platform.writer w on w.node = l.writer`,
  )
  return { ...rows[0], forwarding: nodes.filter(({ isForwarding }) => isForwarding).length }
}

const endElection = () =>
  sql.query(
    `select pg_terminate_backend(l.pid) from pg_locks l join pg_stat_activity a using (pid)
     where l.locktype = 'advisory' and a.application_name = 'florin election' and a.datname = current_database()`,
  )

it('leaves no node without a writer, whenever the writer loses the election', async () => {
  for (let round = 1; round <= ROUNDS; round++) {
    for (let cuts = randomInt(1, 6); cuts > 0; cuts--) {
      await endElection()
      await delay(randomInt(0, 30))
    }
    await expect
      .poll(countFollowers, { message: `round ${round}`, interval: 20 })
      .toEqual({ linked: NODES - 1, forwarding: NODES - 1 })
  }
})
