// A bank whose database goes back to an earlier moment while it runs: a standby made from a copy of the files takes the place
// of the server, and is promoted. What happened after the copy is lost. No later event has an id of a lost one, and every
// receiver either learns of the loss or gets all that follows.
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { connect, follow } from '../../../../test/graphql/support.ts'
import type { DatabaseAddress } from '../../../platform/database.ts'
import { migrate } from '../../../platform/migrations.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../platform/postgres/embedded-postgres.ts'
import { copyFiles, withClient } from '../../../platform/postgres/standby-test-support.ts'
import { fast, makeFolder, cleanUp } from '../../../platform/postgres/test-support.ts'
import { type Receiver, startReceiver } from '../webhooks/test-support.ts'
import { type EventStream, openAccount, openStream, type StreamedEvent } from './test-support.ts'

let dataDir: string
let server: EmbeddedPostgres
let address: DatabaseAddress
let bank: Bank
let person: Person
let account: string
let receiver: Receiver
let webhook: string

const start = () => startEmbeddedPostgres({ dataDir, settings: fast, log: () => {} })

const deposit = (amount: string) =>
  bank.call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code: 'USD' }, person)

const list = (after: string) =>
  bank.call(`GET /api/v2/events?${TYPES}&limit=500&after=${after}`, undefined, person)

const typesOf = (events: readonly StreamedEvent[]) => events.map(({ event_type }) => event_type)
const idsOf = (events: readonly { readonly id: string }[]) => events.map(({ id }) => id)
const DEPOSITED = ['transaction.created', 'transaction.completed']
const TYPES = 'types=transaction.created,transaction.completed,bank.*'

beforeAll(async () => {
  dataDir = join(await makeFolder(), 'bank')
  server = await start()
  address = { host: server.socketDir, port: server.port, user: server.user, database: 'postgres' }
  await migrate(address)
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true', WEBHOOK_DELIVERIES_PER_MINUTE: '0' }
  bank = await startBank({ address, env })
  person = await bank.person()
  account = await openAccount(bank, person, 100)
  receiver = await startReceiver()
  const hook = { url: receiver.url, events: ['account.balance_updated', 'bank.*'] }
  webhook = (await bank.call('POST /api/v2/webhooks', hook, person)).body.data.id
})
afterAll(async () => {
  await bank.stop()
  await receiver.close()
  await server.stop()
  await cleanUp()
})

describe('after a restore to an earlier moment', () => {
  let stream: EventStream
  let subscription: ReturnType<typeof follow>
  let kept: StreamedEvent[]
  let lost: StreamedEvent[]
  let later: StreamedEvent[]
  let reset: StreamedEvent

  const received = () => receiver.received.map(({ body }) => body as StreamedEvent)
  const QUERY =
    'subscription ($id: ID!, $after: String) { transactionCreated(accountId: $id, after: $after) { id } }'
  const subscribe = (after: string) =>
    follow(connect(bank, person.token), QUERY, { id: account, after })

  it('a stream that was open says so, and goes on with what happens afterwards', async () => {
    stream = await openStream(bank, person.token, `?${TYPES}`)
    // From the first event on, because it connects when it can: the opening of the account was a deposit, too.
    subscription = subscribe('evt_0000000000000000')
    await deposit('1.00')
    await expect.poll(() => typesOf(stream.events)).toEqual(DEPOSITED)
    await expect.poll(() => subscription.items.length).toBe(2)
    await expect.poll(received).toHaveLength(1)
    // Recorded too, or the copy would send it again.
    const counted = () =>
      bank.sql(`select successful_deliveries::int as sent from webhooks.webhooks where id = $1`, [
        webhook,
      ])
    await expect.poll(counted).toEqual([{ sent: 1 }])
    kept = [...stream.events]
    const copy = join(await makeFolder(), 'copy')
    await copyFiles(server, dataDir, copy)
    await deposit('2.00')
    await deposit('3.00')
    await expect.poll(() => stream.events.length).toBe(6)
    await expect.poll(received).toHaveLength(3)
    lost = stream.events.slice(2)

    await server.stop()
    await rm(join(dataDir, 'postgres'), { recursive: true })
    await rename(copy, join(dataDir, 'postgres'))
    server = await start()
    // A standby is read, and refuses writes as any database that is not available.
    await expect.poll(async () => (await list(kept[0]!.id)).status).toBe(200)
    expect(await deposit('4.00')).toMatchObject({ status: 503 })
    await withClient(server, (client) => client.query('select pg_promote()'))
    await expect.poll(async () => (await deposit('5.00')).status).toBe(200)

    await expect.poll(() => stream.events.length).toBe(10)
    later = stream.events.slice(7)
    reset = stream.events[6]!
    expect(typesOf([reset, ...later])).toEqual(['stream.reset', 'bank.restored', ...DEPOSITED])
    const epochs = await bank.sql<{ number: number; timeline: number }>(
      'select number, timeline from platform.epochs order by number',
    )
    expect(epochs).toEqual([
      { number: 1, timeline: 1 },
      { number: 2, timeline: 2 },
    ])
  })

  it('no id is given to another event, and later events have greater ids', () => {
    const ids = idsOf([...kept, ...lost, ...later])
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
  })

  it('the stream says from where it goes on, after the last event that is left', () => {
    const { resume_after, restored_at } = reset.data
    expect(reset.id).toBe(resume_after)
    expect(reset.created_at).toBe(restored_at)
    expect(resume_after > kept.at(-1)!.id && resume_after < lost[0]!.id).toBe(true)
    const [announced] = later
    expect(announced!.data).toEqual({
      epoch: 2,
      last_event_id: resume_after,
      first_event_id: expect.stringMatching(/00$/),
      restored_at,
    })
    expect(announced!.data.first_event_id <= announced!.id).toBe(true)
  })

  it('a list refuses to continue after a lost event, and continues after any other', async () => {
    const { resume_after, restored_at } = reset.data
    for (const id of idsOf(lost)) {
      const { status, body } = await list(id)
      expect(status).toBe(410)
      expect(body.error).toMatchObject({
        code: 'EVENT_CURSOR_LOST',
        details: { resume_after, restored_at },
      })
    }
    expect((await list(resume_after)).body.data).toEqual(later)
    expect((await list(kept[0]!.id)).body.data).toEqual([...kept.slice(1), ...later])
    const newest = later.at(-1)!.id
    expect((await list(newest)).body).toMatchObject({ data: [], meta: { has_more: false } })
    // An id that no server has assigned yet.
    const { status, body } = await list('evt_00fffffffffff000')
    expect([status, body.error.details.restored_at]).toEqual([410, null])
    expect(body.error.details.resume_after >= newest).toBe(true)
  })

  it('a stream resumes after a lost event, and after one that is left', async () => {
    const from = async (id: string, count: number): Promise<StreamedEvent[]> => {
      const resumed = await openStream(bank, person.token, `?${TYPES}`, { 'Last-Event-ID': id })
      expect(resumed.status).toBe(200)
      await expect.poll(() => resumed.events.length).toBe(count)
      resumed.close()
      return resumed.events
    }
    expect(await from(lost.at(-1)!.id, 4)).toEqual([reset, ...later])
    expect(await from(reset.id, 3)).toEqual(later)
    expect(await from(kept[0]!.id, 4)).toEqual([...kept.slice(1), ...later])
  })

  it('a subscription ends with the error, and begins again after the place that it names', async () => {
    const { resume_after } = reset.data
    for (const one of [subscription, subscribe(lost[0]!.id)]) {
      await one.ended
      expect(one.items.at(-1).errors).toMatchObject([
        { extensions: { code: 'EVENT_CURSOR_LOST', details: { resume_after } } },
      ])
    }
    const resumed = subscribe(resume_after)
    await expect.poll(() => resumed.items.length).toBe(1)
    resumed.stop()
  })

  it('a webhook gets what happened since, never under an id that it knows', async () => {
    await expect.poll(() => received().length).toBe(5)
    expect(typesOf(received().slice(3)).toSorted()).toEqual([
      'account.balance_updated',
      'bank.restored',
    ])
    const ids = idsOf(received())
    expect(new Set(ids).size).toBe(ids.length)
    const again = { from_event_id: lost[0]!.id }
    const { status, body } = await bank.call(
      `POST /api/v2/webhooks/${webhook}/replay`,
      again,
      person,
    )
    expect([status, body.error.code]).toEqual([410, 'EVENT_CURSOR_LOST'])
  })
})
