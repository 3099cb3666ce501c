// Notifications of tasks at real addresses: what arrives, retries, what is refused, and when they end.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type CallOptions, startBank } from '../../../../../test/harness/bank.ts'
import { retentionJob } from '../../../../operation/retention.ts'
import { type Receiver, startReceiver } from '../../../operations/webhooks/test-support.ts'
import { makeRpc, makeTrader, messageOf, type Trader } from '../test-support.ts'

let bank: Bank
let trader: Trader
let rpc: ReturnType<typeof makeRpc>
const receivers: Receiver[] = []

beforeAll(async () => {
  bank = await startBank({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
  rpc = makeRpc(bank)
  trader = await makeTrader(bank)
})
afterAll(() => bank.stop())
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()))
})

async function receive(answer?: Parameters<typeof startReceiver>[0]): Promise<Receiver> {
  const receiver = await startReceiver(answer)
  receivers.push(receiver)
  return receiver
}

/** A task that waits for input. */
async function ask(by: CallOptions = trader.person): Promise<string> {
  const { body } = await rpc('message/send', { message: messageOf({}) }, by)
  expect(body.result?.status.state, JSON.stringify(body)).toBe('input-required')
  return body.result.id
}

const set = (taskId: string, config: object, by: CallOptions = trader.person) =>
  rpc('tasks/pushNotificationConfig/set', { taskId, pushNotificationConfig: config }, by)
const cancel = (id: string) => rpc('tasks/cancel', { id }, trader.person)
const statesAt = ({ received }: Receiver) => received.map(({ body }) => body.status.state)
const poll = <T>(look: () => T | Promise<T>) => expect.poll(look, { interval: 20 })
const wake = () => bank.runJob('a2a.push', { owner: trader.person.uuid })
const rowOf = async (task: string) =>
  (
    await bank.sql<{ notified: number; changes: number; tries: number; last_error: string | null }>(
      'select notified, changes, tries, last_error from a2a.push_configs where task_id = $1',
      [task],
    )
  )[0]

describe('a push configuration', () => {
  it('gets the current state, and each later one, as the task itself', async () => {
    const receiver = await receive()
    const id = await ask()
    const { result } = (await set(id, { url: receiver.url, token: 'tok' })).body
    expect(result).toEqual({ taskId: id, pushNotificationConfig: { id, url: receiver.url } })
    await poll(() => statesAt(receiver)).toEqual(['input-required'])
    await cancel(id)
    await poll(() => statesAt(receiver)).toEqual(['input-required', 'canceled'])
    const [first] = receiver.received
    expect(first!.body).toMatchObject({ kind: 'task', id, metadata: { skill_id: 'trading' } })
    expect(first!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-a2a-notification-token': 'tok',
    })
    expect(first!.headers).not.toHaveProperty('authorization')
    await poll(() => rowOf(id)).toMatchObject({ notified: 2, changes: 2, last_error: null })
  })

  it('keeps its secrets sealed, and shows them to no one', async () => {
    const receiver = await receive()
    const id = await ask()
    const authentication = { schemes: ['Basic'], credentials: 'very-secret' }
    const answers = [
      await set(id, { url: receiver.url, token: 'also-secret', authentication }),
      await rpc('tasks/pushNotificationConfig/get', { id }, trader.person),
      await rpc('tasks/pushNotificationConfig/list', { id }, trader.person),
      await rpc('ListTaskPushNotificationConfigs', { taskId: id }, trader.person),
    ]
    for (const { body } of answers) {
      expect(body.error).toBeUndefined()
      expect(JSON.stringify(body)).toContain(receiver.url)
      expect(JSON.stringify(body)).toContain('Basic')
      expect(JSON.stringify(body)).not.toContain('secret')
    }
    const [row] = await bank.sql<{ text: string; secrets: Buffer }>(
      'select c::text as text, c.secrets from a2a.push_configs c where task_id = $1',
      [id],
    )
    expect(row!.secrets.toString('latin1')).not.toContain('very')
    expect(row!.text).not.toContain('very')
    await poll(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]!.headers.authorization).toBe('Basic very-secret')
  })

  it('is replaced by its id, which is that of the task unless it is named', async () => {
    const receiver = await receive()
    const id = await ask()
    await set(id, { url: 'http://127.0.0.1:9/' })
    await set(id, { url: receiver.url })
    await set(id, { url: receiver.url, id: 'second' })
    const { result } = (await rpc('tasks/pushNotificationConfig/list', { id }, trader.person)).body
    expect(
      result.map((one: { pushNotificationConfig: object }) => one.pushNotificationConfig),
    ).toEqual([
      { id, url: receiver.url },
      { id: 'second', url: receiver.url },
    ])
    const params = { id, pushNotificationConfigId: 'second' }
    const deleted = await rpc('tasks/pushNotificationConfig/delete', params, trader.person)
    expect(deleted.body.result).toBeNull()
    const again = await rpc('tasks/pushNotificationConfig/delete', params, trader.person)
    expect(again.body.error.code).toBe(-32001)
    const one = await rpc('tasks/pushNotificationConfig/get', params, trader.person)
    expect(one.body.error.code).toBe(-32001)
  })

  it('is one of at most five', async () => {
    const id = await ask()
    const at = (n: number) => set(id, { url: 'http://127.0.0.1:9/', id: `n${n}` })
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(at))
    const refused = answers.flatMap(({ body }) => body.error?.data[0].reason ?? [])
    expect(refused).toEqual(['TOO_MANY_PUSH_CONFIGS', 'TOO_MANY_PUSH_CONFIGS'])
  })

  it.each([
    ['a file', { url: 'file:///etc/passwd' }],
    ['no address', { url: 'x' }],
    ['a password in the address', { url: 'http://a:b@127.0.0.1/' }],
    ['a header in the token', { url: 'http://127.0.0.1/', token: 'a\r\nHost: b' }],
    [
      'a header in the scheme',
      { url: 'http://127.0.0.1/', authentication: { schemes: ['a: b'], credentials: 'c' } },
    ],
  ])('with %s is refused', async (_what, config) => {
    const id = await ask()
    expect((await set(id, config)).body.error.code).toBe(-32602)
    expect(await rowOf(id)).toBeUndefined()
  })

  it('needs the permission to read', async () => {
    const receiver = await receive()
    const writer = await bank.apiKey(trader.person, { permissions: ['write'] })
    const id = await ask()
    expect((await set(id, { url: receiver.url }, writer)).status).toBe(403)
    const sent = await rpc(
      'message/send',
      {
        message: messageOf({}),
        configuration: { blocking: false, pushNotificationConfig: { url: receiver.url } },
      },
      writer,
    )
    expect(sent.status).toBe(403)
    expect(receiver.received).toEqual([])
  })

  it('that comes with a message is refused before the task is sent', async () => {
    const count = async () => (await bank.sql('select 1 from a2a.tasks')).length
    const before = await count()
    const configuration = { pushNotificationConfig: { url: 'ftp://x.example/' } }
    const params = { message: messageOf(trader.order()), configuration }
    expect((await rpc('message/send', params, trader.person)).body.error.code).toBe(-32602)
    expect(await count()).toBe(before)
  })
})

describe('a notification', () => {
  it('is sent again later when it fails, and not forever', async () => {
    const receiver = await receive(() => 500)
    const id = await ask()
    await set(id, { url: receiver.url })
    await poll(() => rowOf(id)).toMatchObject({ tries: 1, last_error: 'The address answered 500.' })
    await wake()
    expect(receiver.received).toHaveLength(1)
    for (let tries = 2; tries <= 7; tries++) {
      bank.clock.advance(600)
      await wake()
      await poll(() => rowOf(id)).toMatchObject({ tries })
    }
    bank.clock.advance(600)
    await wake()
    await poll(() => rowOf(id)).toMatchObject({ tries: 0, notified: 1 })
    expect(receiver.received).toHaveLength(8)
    // The next change is a new reason.
    receiver.answer = () => 200
    await cancel(id)
    await poll(() => rowOf(id)).toMatchObject({ notified: 2, last_error: null })
    expect(statesAt(receiver).at(-1)).toBe('canceled')
  })

  it('does not wait for that of another task, whose address hangs', async () => {
    const hanging = await receive(() => undefined)
    const receiver = await receive()
    const [slow, quick] = [await ask(), await ask()]
    await set(slow, { url: hanging.url })
    await poll(() => hanging.received.length).toBe(1)
    const other = await makeTrader(bank)
    const theirs = await ask(other.person)
    await set(theirs, { url: receiver.url }, other.person)
    await poll(() => receiver.received.map(({ body }) => body.id)).toEqual([theirs])
    await set(quick, { url: receiver.url })
    await hanging.close()
    receivers.splice(receivers.indexOf(hanging), 1)
    await poll(() => receiver.received.map(({ body }) => body.id)).toEqual([theirs, quick])
  })

  it('ends with the credential that named the address', async () => {
    const receiver = await receive()
    const made = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Watcher', permissions: ['read', 'write'] },
      trader.person,
    )
    const { api_key: token, uuid } = made.body.data
    const id = await ask()
    expect((await set(id, { url: receiver.url }, { token })).body.error).toBeUndefined()
    await poll(() => receiver.received.length).toBe(1)
    await bank.call(`DELETE /api/v2/api-keys/${uuid}`, undefined, trader.person)
    await cancel(id)
    await poll(() => rowOf(id)).toBeUndefined()
    expect(receiver.received).toHaveLength(1)
  })

  it('is sent by the sweep if its job was lost', async () => {
    const receiver = await receive()
    const id = await ask()
    await set(id, { url: receiver.url })
    await poll(() => rowOf(id)).toMatchObject({ notified: 1 })
    await bank.sql('update a2a.push_configs set changes = changes + 1 where task_id = $1', [id])
    await bank.runJob('a2a.sweep')
    await poll(() => receiver.received.length).toBe(2)
  })
})

it('goes with its task, as the messages do', async () => {
  const receiver = await receive()
  const id = await ask()
  await set(id, { url: receiver.url })
  await cancel(id)
  await poll(() => rowOf(id)).toMatchObject({ notified: 2 })
  const count = async (table: string) =>
    (await bank.sql(`select 1 from a2a.${table} where task_id = $1`, [id])).length
  const counts = async () => [await count('push_configs'), await count('task_messages')]
  const { clock, log } = bank.app.bank
  const ofTasks = bank.app.registry.retention.filter(({ table }) => table === 'a2a.tasks')
  const clean = () => retentionJob(ofTasks, { clock, log }).run({}, bank.app.bank.database.write)
  await clean()
  expect(await counts()).toEqual([1, 1])
  const open = await ask()
  bank.clock.advance(366 * 86_400)
  await clean()
  expect(await counts()).toEqual([0, 0])
  expect(await bank.sql('select 1 from a2a.tasks where id = $1', [open])).toHaveLength(1)
})

it('sends nothing to addresses that are not public, unless the settings allow it', async () => {
  const strict = await startBank()
  try {
    const { person } = await makeTrader(strict)
    const call = makeRpc(strict)
    const { result } = (await call('message/send', { message: messageOf({}) }, person)).body
    for (const url of [
      'http://example.com/',
      'https://127.0.0.1/',
      'https://localhost/',
      'https://[::1]/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/',
      'https://metadata.google.internal/',
    ]) {
      const { id } = result
      const params = { taskId: id, url }
      const answer = await call('CreateTaskPushNotificationConfig', params, person)
      expect(answer.body.error?.code, url).toBe(-32602)
    }
  } finally {
    await strict.stop()
  }
})
