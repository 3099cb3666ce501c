// Changes of which other nodes are notified after the transaction, and what a listening node receives.
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { DeferredNotifications } from './deferred-notifications.ts'
import { NODES_CHANNEL } from './store.ts'

let home: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let node: pg.Client
const heard: (string | undefined)[] = []

beforeAll(async () => {
  home = await createDatabase()
  database = openDatabase(home.address, { connectionsMax: 1, onError: () => {} })
  node = new pg.Client(home.address)
  node.on('error', () => {})
  node.on('notification', ({ payload }) => heard.push(payload))
  await node.connect()
  await node.query(`listen ${NODES_CHANNEL}`)
})
afterAll(async () => {
  await node.end()
  await database.close()
  await home.drop()
})

it('notifies other nodes of each change once, and of the last ones before it is closed', async () => {
  const notices = new DeferredNotifications(database.write, pino({ level: 'silent' }))
  const of = (key: string) => ({ topic: 'ledger.account', key })
  notices.add([of('a'), of('b')])
  notices.add([of('a')])
  notices.add([])
  await expect.poll(() => heard).toEqual(['ledger.account a', 'ledger.account b'])
  notices.add([of('c')])
  await notices.close()
  notices.add([of('d')])
  await expect.poll(() => heard.at(-1)).toBe('ledger.account c')
})
