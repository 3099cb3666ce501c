// The A2A protocol over HTTP: how requests are read and refused, what messages become, who may see a task, and that what
// is sent twice is done once.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Bank,
  type CallOptions,
  startBank,
} from '../../../../../test/harness/bank.ts'
import { registerAgent, signIn } from '../../agents/test-support.ts'
import { makeRpc, makeTrader, messageOf, RPC, type Trader } from '../test-support.ts'

let bank: Bank
let trader: Trader
let rpc: ReturnType<typeof makeRpc>

beforeAll(async () => {
  bank = await startBank()
  rpc = makeRpc(bank)
  trader = await makeTrader(bank)
})
afterAll(() => bank.stop())

const send = (message: object, more: object = {}, by: CallOptions = trader.person) =>
  rpc('message/send', { message, ...more }, by)
const codeOf = ({ body }: Answer): number | undefined => body.error?.code
const ordersOf = async (): Promise<number> =>
  (await bank.sql('select id from exchange.orders where account_id = $1', [trader.account])).length
const countTasks = async (): Promise<number> =>
  (await bank.sql<{ n: number }>('select count(*)::int as n from a2a.tasks'))[0]!.n

/** A task that waits for input, because it lacks everything. */
async function ask(by: CallOptions = trader.person): Promise<string> {
  const { body } = await send(messageOf({}), {}, by)
  expect(body.result?.status.state, JSON.stringify(body)).toBe('input-required')
  return body.result.id
}

/** The events of a stream, as far as the server sends them. */
async function readStream(method: string, params: unknown, by: CallOptions = trader.person) {
  const response = await fetch(`${bank.url}${RPC.split(' ')[1]}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      ...(by.token !== undefined && { Authorization: `Bearer ${by.token}` }),
      ...by.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 's', method, params }),
  })
  const text = await response.text()
  const type = response.headers.get('content-type')!
  const events = text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: '))
    .map((frame) => JSON.parse(frame.slice('data: '.length)))
  return { status: response.status, type, events, text }
}

describe('a request', () => {
  it.each([
    ['no JSON', '{', -32700],
    ['too deep', `{"id":1,"x":${'['.repeat(100)}${']'.repeat(100)}}`, -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"tasks/get"}]', -32600],
    ['of another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tasks/get"}', -32600],
    ['without a method', '{"jsonrpc":"2.0","id":1}', -32600],
    ['without an id', '{"jsonrpc":"2.0","method":"tasks/get"}', -32600],
    ['with an object as id', '{"jsonrpc":"2.0","id":{},"method":"tasks/get"}', -32600],
    ['with NUL', '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"id":"\\u0000"}}', -32600],
    ['of an unknown method', '{"jsonrpc":"2.0","id":1,"method":"tasks/steal"}', -32601],
    ['of an inherited name', '{"jsonrpc":"2.0","id":1,"method":"constructor"}', -32601],
    ['without params', '{"jsonrpc":"2.0","id":1,"method":"tasks/get"}', -32602],
    ['with a list of params', '{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":[1]}', -32602],
  ])('that is %s is refused by its code', async (_what, raw, code) => {
    const answer = await bank.call(RPC, raw, { ...trader.person, raw: true })
    expect([answer.status, codeOf(answer)], JSON.stringify(answer.body)).toEqual([200, code])
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })

  it('is answered with its id', async () => {
    const call = { jsonrpc: '2.0', id: 'mine', method: 'tasks/get', params: { id: 'none' } }
    expect((await bank.call(RPC, call, trader.person)).body.id).toBe('mine')
  })

  it('needs a credential, and says so by HTTP', async () => {
    const answer = await rpc('tasks/get', { id: 'none' })
    expect([answer.status, answer.body.id, codeOf(answer)]).toEqual([401, 7, -32000])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    const wrong = await rpc('tasks/get', { id: 'none' }, { token: 'nonsense' })
    expect([wrong.status, codeOf(wrong)]).toEqual([401, -32000])
    const streamed = await readStream('message/stream', { message: messageOf({}) }, {})
    expect([streamed.status, streamed.type]).toEqual([401, 'application/json; charset=utf-8'])
  })

  it('is refused in JSON-RPC when it is too large or no JSON at all', async () => {
    const large = await send(messageOf({ text: 'x'.repeat(140_000) }))
    expect([large.status, large.body.jsonrpc, codeOf(large)]).toEqual([413, '2.0', -32000])
    const headers = { 'Content-Type': 'text/plain' }
    const plain = await bank.call(RPC, 'x', { ...trader.person, raw: true, headers })
    expect([plain.status, plain.body.jsonrpc]).toEqual([415, '2.0'])
  })

  it('by GET is told the method', async () => {
    const answer = await bank.call('GET /api/agent-protocol/a2a', undefined, trader.person)
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('may name a version that the bank speaks', async () => {
    const by = (version: string) => ({ ...trader.person, headers: { 'A2A-Version': version } })
    const get = async (version: string) => codeOf(await rpc('tasks/get', { id: 'x' }, by(version)))
    for (const version of ['', '0.3', '0.3.0', '1.0', '1.0.1'])
      expect(await get(version)).toBe(-32001)
    for (const version of ['0.2', '2.0', '10', 'x']) expect(await get(version)).toBe(-32009)
  })

  it('counts against the limits of its caller, as any other call', async () => {
    const strict = await startBank({ env: { RATE_LIMIT_PER_MINUTE: '5' } })
    try {
      const person = await strict.person()
      const get = () => makeRpc(strict)('tasks/get', { id: 'x' }, person)
      const codes: unknown[] = []
      for (let n = 0; n < 4; n++) codes.push(codeOf(await get()))
      await strict.call('GET /api/agent-protocol/tasks', undefined, person)
      expect(codes).toEqual([-32001, -32001, -32001, -32001])
      const refused = await get()
      expect([refused.status, codeOf(refused)]).toEqual([429, -32000])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(refused.body.error.data[0].reason).toBe('RATE_LIMIT_EXCEEDED')
    } finally {
      await strict.stop()
    }
  })

  it('needs the permissions of the operation', async () => {
    const reader = await bank.apiKey(trader.person, { permissions: ['read'] })
    const refused = await send(messageOf(trader.order()), {}, reader)
    expect([refused.status, codeOf(refused)]).toEqual([403, -32000])
    expect(refused.body.error.data[0].reason).toBe('INSUFFICIENT_SCOPE')
    const writer = await bank.apiKey(trader.person, { permissions: ['write'] })
    const id = await ask()
    expect((await rpc('tasks/get', { id }, writer)).status).toBe(403)
    expect((await rpc('tasks/get', { id }, reader)).body.result.id).toBe(id)
  })

  it('for another card is refused: there is none', async () => {
    for (const method of ['agent/getAuthenticatedExtendedCard', 'GetExtendedAgentCard'])
      expect(codeOf(await rpc(method, {}, trader.person))).toBe(-32007)
  })
})

describe('a message', () => {
  it('that names a skill in a data part is a task, too', async () => {
    const part = { skill_id: 'trading', sender_did: trader.agent.did, input: trader.order() }
    const { body } = await send(messageOf(part, { metadata: undefined }))
    expect(body.result).toMatchObject({
      kind: 'task',
      status: { state: 'completed' },
      metadata: { skill_id: 'trading', sender_did: trader.agent.did },
    })
    const { result } = (await rpc('tasks/get', { id: body.result.id }, trader.person)).body
    expect(result.history[0].parts[0].data).toEqual(part)
  })

  it('becomes the same task as by the specified route, and each sees the other’s', async () => {
    const sent = await send(messageOf(trader.order(), { contextId: 'both' }), {
      metadata: { note: 'mine' },
    })
    const path = 'GET /api/agent-protocol/tasks'
    const shown = await bank.call(`${path}/${sent.body.result.id}`, undefined, trader.person)
    expect(shown.body.data).toMatchObject({
      skill_id: 'trading',
      sender_did: trader.agent.did,
      state: 'completed',
      input: trader.order(),
      output: sent.body.result.artifacts[0].parts[0].data,
      metadata: { note: 'mine' },
    })
    expect(Object.keys(shown.body.data)).not.toContain('context_id')
    const task = { sender_did: trader.agent.did, skill_id: 'trading', input: {} }
    const { body } = await bank.call('POST /api/agent-protocol/tasks/send', task, trader.person)
    const read = await rpc('GetTask', { id: body.data.id }, trader.person)
    expect(read.body.result).toMatchObject({ id: body.data.id, contextId: body.data.id })
  })

  it('that names no skill is answered with the skills, and becomes no task', async () => {
    const before = await countTasks()
    const text = { parts: [{ kind: 'text', text: 'Pay Bob 5 dollars' }], metadata: undefined }
    const { body } = await send(messageOf({}, { ...text, contextId: 'chat' }))
    expect(body.result).toMatchObject({ kind: 'message', role: 'agent', contextId: 'chat' })
    const [said, data] = body.result.parts
    expect(said.text).toContain('- trading: ')
    const trading = data.data.skills.find(({ id }: { id: string }) => id === 'trading')
    expect(trading.required).toContain('order_type')
    const streamed = await readStream('SendStreamingMessage', {
      message: { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }] },
    })
    expect(streamed.events).toMatchObject([
      { id: 's', result: { message: { role: 'ROLE_AGENT' } } },
    ])
    expect(await countTasks()).toBe(before)
  })

  it.each([
    ['an unknown skill', { metadata: { skill_id: 'compliance' } }, -32602],
    ['a skill that is no text', { metadata: { skill_id: 7 } }, -32602],
    ['a file', { parts: [{ kind: 'file', file: { uri: 'https://x.example/a' } }] }, -32005],
    ['bytes', { parts: [{ raw: 'AAAA', mediaType: 'image/png' }] }, -32005],
    ['an address', { parts: [{ url: 'https://x.example/a' }] }, -32005],
    ['data that is no object', { parts: [{ kind: 'data', data: [1] }] }, -32602],
    ['no parts', { parts: [] }, -32602],
    ['an empty part', { parts: [{ kind: 'text' }] }, -32602],
    ['text and data in one part', { parts: [{ text: 'a', data: {} }] }, -32602],
    ['too many parts', { parts: Array.from({ length: 21 }, () => ({ text: 'a' })) }, -32602],
    ['the role of an agent', { role: 'agent' }, -32602],
    ['no id', { messageId: undefined }, -32602],
    ['an id that is too long', { messageId: 'x'.repeat(201) }, -32602],
    ['too much', { metadata: { skill_id: 'trading', x: 'x'.repeat(17_000) } }, -32602],
    ['a wrong DID', { metadata: { skill_id: 'trading', sender_did: 'did:x' } }, -32602],
  ])('with %s is refused and changes nothing', async (_what, change, code) => {
    const before = await countTasks()
    const answer = await send(messageOf(trader.order(), change))
    expect(codeOf(answer), JSON.stringify(answer.body)).toBe(code)
    expect(await countTasks()).toBe(before)
  })

  it('is refused if its sender takes neither JSON nor text', async () => {
    const modes = (...acceptedOutputModes: string[]) =>
      send(messageOf({}), { configuration: { acceptedOutputModes } })
    expect(codeOf(await modes('image/png'))).toBe(-32005)
    expect(codeOf(await modes('image/png', 'application/json'))).toBeUndefined()
    expect(codeOf(await modes('text'))).toBeUndefined()
  })

  it('needs the name of the sender where several agents could be it', async () => {
    const { person, agent } = await makeTrader(bank)
    const other = await registerAgent(bank, person)
    const unclear = await send(messageOf({}), {}, person)
    expect(codeOf(unclear)).toBe(-32602)
    expect(unclear.body.error.message).toContain('sender_did')
    const named = messageOf({}, { metadata: { skill_id: 'trading', sender_did: other.did } })
    expect((await send(named, {}, person)).body.result.metadata.sender_did).toBe(other.did)
    // An agent that signs in is its own sender, and cannot send for another.
    const session = { headers: await signIn(bank, agent) }
    const own = await send(messageOf({}), {}, session)
    expect(own.body.result.metadata.sender_did).toBe(agent.did)
    expect((await send(named, {}, session)).status).toBe(403)
    const none = await send(messageOf({}), {}, await bank.person())
    expect(none.body.error.message).toContain('no active agent')
  })

  it('that is sent again, also at the same time, is one task', async () => {
    const before = await ordersOf()
    const message = messageOf(trader.order())
    const answers = await Promise.all([send(message), send(message), send(message)])
    const done = answers.flatMap(({ body }) => body.result?.id ?? [])
    expect(new Set(done).size).toBe(1)
    const again = await send(message)
    expect(again.body.result).toMatchObject({ id: done[0], status: { state: 'completed' } })
    expect(await ordersOf()).toBe(before + 1)
    const changed = await send({ ...message, parts: [{ kind: 'data', data: { amount: '99' } }] })
    expect(codeOf(changed)).toBe(-32000)
    expect(changed.body.error.data[0].reason).toBe('IDEMPOTENCY_CONFLICT')
    // Another user's message with the same id is another message.
    const other = await makeTrader(bank)
    const theirs = await send({ ...message, parts: messageOf({}).parts }, {}, other.person)
    expect(theirs.body.result.id).not.toBe(done[0])
  })

  it('is answered at once if its sender does not want to wait', async () => {
    for (const [method, configuration, state] of [
      ['message/send', { blocking: false }, /^(submitted|working|completed)$/],
      ['SendMessage', { returnImmediately: true }, /^TASK_STATE_(SUBMITTED|WORKING|COMPLETED)$/],
    ] as const) {
      const params = { message: messageOf(trader.order(), { role: undefined }), configuration }
      const { result } = (await rpc(method, params, trader.person)).body
      expect((result.task ?? result).status.state).toMatch(state)
    }
  })
})

describe('an answer to a task', () => {
  const answer = (taskId: string, more: object = {}, by: CallOptions = trader.person) =>
    send(messageOf(trader.order(), { metadata: undefined, taskId, ...more }), {}, by)

  it('continues it, and the history has the question', async () => {
    const id = await ask()
    const { result } = (await answer(id)).body
    expect(result).toMatchObject({ id, status: { state: 'completed' } })
    expect(result.status).not.toHaveProperty('message')
    expect(result.history).toMatchObject([
      { role: 'user', taskId: id },
      { role: 'agent', messageId: `${id}:1`, parts: [{ kind: 'text' }, { kind: 'data' }] },
      { role: 'user', taskId: id },
    ])
    const short = await rpc('tasks/get', { id, historyLength: 1 }, trader.person)
    expect(short.body.result.history).toEqual(result.history.slice(-1))
    const without = await rpc('tasks/get', { id, historyLength: 0 }, trader.person)
    expect(without.body.result).not.toHaveProperty('history')
  })

  it('is refused if the task has ended, is of another context, or gets only text', async () => {
    const id = await ask()
    expect(codeOf(await answer(id, { contextId: 'another' }))).toBe(-32602)
    expect(codeOf(await answer(id, { parts: [{ kind: 'text', text: '10' }] }))).toBe(-32602)
    expect(codeOf(await answer(randomUUID()))).toBe(-32001)
    await rpc('tasks/cancel', { id }, trader.person)
    expect(codeOf(await answer(id))).toBe(-32004)
  })

  it('is one of the last twenty messages that are kept', async () => {
    const id = await ask()
    for (let round = 0; round < 11; round++)
      await send(messageOf({ amount: '-1' }, { metadata: undefined, taskId: id }))
    const { result } = (await rpc('tasks/get', { id }, trader.person)).body
    expect(result.history).toHaveLength(20)
    expect(result.history.at(-1).parts[0].data).toEqual({ amount: '-1' })
    const kept = await bank.sql('select 1 from a2a.task_messages where task_id = $1', [id])
    expect(kept).toHaveLength(20)
  })
})

describe('a task', () => {
  it('is nowhere for other users, other agents, and the other environment', async () => {
    const id = await ask()
    const second = await registerAgent(bank, trader.person)
    const sandbox = await bank.sandboxKey(trader.person)
    const push = { taskId: id, pushNotificationConfig: { url: 'https://example.com/' } }
    const callers = [
      await bank.person(),
      { headers: await signIn(bank, second) },
      sandbox,
      (await makeTrader(bank)).person,
    ]
    for (const by of callers) {
      expect(codeOf(await rpc('tasks/get', { id }, by))).toBe(-32001)
      expect(codeOf(await rpc('tasks/cancel', { id }, by))).toBe(-32001)
      const message = messageOf({ amount: '1' }, { taskId: id })
      expect(codeOf(await rpc('message/send', { message }, by))).toBe(-32001)
      expect(codeOf(await rpc('tasks/pushNotificationConfig/set', push, by))).toBe(-32001)
      expect(codeOf(await rpc('tasks/pushNotificationConfig/list', { id }, by))).toBe(-32001)
      expect((await rpc('ListTasks', {}, by)).body.result.tasks).toEqual([])
      const [refused] = (await readStream('tasks/resubscribe', { id }, by)).events
      expect(refused.error.code).toBe(-32001)
    }
    expect((await rpc('tasks/get', { id }, trader.person)).body.result.id).toBe(id)
    await bank.call(
      `PUT /api/agent-protocol/agents/${second.did}/status`,
      { status: 'inactive' },
      trader.person,
    )
  })

  it('is listed by its last change, in pages', async () => {
    const own = await makeTrader(bank)
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      bank.clock.advance(1)
      ids.unshift(await ask(own.person))
    }
    bank.clock.advance(1)
    await rpc('tasks/cancel', { id: ids[2] }, own.person)
    const list = async (params: object) => (await rpc('ListTasks', params, own.person)).body
    const first = (await list({ pageSize: 2 })).result
    expect(first).toMatchObject({ pageSize: 2, totalSize: 3 })
    const { nextPageToken } = first
    const next = (await list({ pageSize: 2, pageToken: nextPageToken })).result
    expect(next.nextPageToken).toBe('')
    const all = [...first.tasks, ...next.tasks]
    expect(all.map(({ id }: { id: string }) => id)).toEqual([ids[2], ids[0], ids[1]])
    expect(all[0]).not.toHaveProperty('history')
    const some = async (params: object) =>
      (await list(params)).result.tasks.map(({ id }: { id: string }) => id)
    expect(await some({ status: 'TASK_STATE_CANCELED' })).toEqual([ids[2]])
    expect(await some({ status: 'TASK_STATE_REJECTED' })).toEqual([])
    expect(await some({ contextId: ids[0] })).toEqual([ids[0]])
    expect(await some({ statusTimestampAfter: all[0].status.timestamp })).toEqual([ids[2]])
    expect((await list({ historyLength: 5 })).result.tasks[0].history).toHaveLength(1)
    for (const params of [
      { pageToken: 'nonsense' },
      { pageToken: Buffer.from(`2026-01-01 ${ids[0]}'--`).toString('base64url') },
      { pageSize: 0 },
      { pageSize: 101 },
      { status: 'DONE' },
      { statusTimestampAfter: 'yesterday' },
    ])
      expect((await list(params)).error.code, JSON.stringify(params)).toBe(-32602)
  })

  it('shows its output in a list only if that is asked for', async () => {
    const own = await makeTrader(bank)
    await send(messageOf(own.order()), {}, own.person)
    const [plain] = (await rpc('ListTasks', {}, own.person)).body.result.tasks
    expect(plain).not.toHaveProperty('artifacts')
    const whole = await rpc('ListTasks', { includeArtifacts: true }, own.person)
    expect(whole.body.result.tasks[0].artifacts[0].parts[0].data).toHaveProperty('order_id')
  })
})

describe('a stream', () => {
  it('has the task, its changes and its output, each as an answer', async () => {
    const message = messageOf(trader.order())
    const { type, events } = await readStream('message/stream', { message })
    expect(type).toBe('text/event-stream; charset=utf-8')
    expect(events.every(({ jsonrpc, id }) => jsonrpc === '2.0' && id === 's')).toBe(true)
    const results = events.map(({ result }) => result)
    expect(results[0]).toMatchObject({ kind: 'task', history: [{ messageId: message.messageId }] })
    expect(results.at(-2)).toMatchObject({
      kind: 'artifact-update',
      artifact: { parts: [{ data: { order_id: expect.any(String) } }] },
    })
    expect(results.at(-1)).toMatchObject({
      kind: 'status-update',
      taskId: results[0].id,
      contextId: results[0].id,
      status: { state: 'completed' },
      final: true,
    })
    for (const { kind, final } of results.slice(1, -1))
      if (kind === 'status-update') expect(final).toBe(false)
  })

  it('ends where the task needs input, and goes on for those who subscribe', async () => {
    const { events } = await readStream('SendStreamingMessage', {
      message: { ...messageOf({}), role: 'ROLE_USER', parts: [{ data: {} }] },
    })
    const last = events.at(-1).result.statusUpdate
    expect(last.status).toMatchObject({
      state: 'TASK_STATE_INPUT_REQUIRED',
      message: { role: 'ROLE_AGENT', parts: [{ text: expect.any(String) }, { data: {} }] },
    })
    const following = readStream('SubscribeToTask', { id: last.taskId })
    await expect
      .poll(async () => {
        // Whether the subscription is open yet cannot be seen; the answer comes after it either way.
        await send(messageOf(trader.order(), { taskId: last.taskId }))
        return (await rpc('tasks/get', { id: last.taskId }, trader.person)).body.result.status.state
      })
      .toBe('completed')
    const seen = await following
    const states = seen.events.map(
      ({ result }) => (result?.task ?? result?.statusUpdate)?.status.state,
    )
    // It was opened before the answer, or found the task ended.
    if (seen.type.startsWith('text/event-stream')) {
      expect(states.at(-1)).toBe('TASK_STATE_COMPLETED')
    } else expect(JSON.parse(seen.text).error.code).toBe(-32004)
  })

  it('that cannot begin is refused in the way that the version reads', async () => {
    const old = await readStream('tasks/resubscribe', { id: randomUUID() })
    expect(old.type).toContain('text/event-stream')
    expect(old.events).toMatchObject([{ id: 's', error: { code: -32001 } }])
    const current = await readStream('SubscribeToTask', { id: randomUUID() })
    expect(current.type).toContain('application/json')
    expect(JSON.parse(current.text)).toMatchObject({ id: 's', error: { code: -32001 } })
  })

  it('of a task that has ended is the task in 0.3, and refused in 1.0', async () => {
    const { body } = await send(messageOf(trader.order()))
    const { id } = body.result
    const old = await readStream('tasks/resubscribe', { id })
    expect(old.events).toMatchObject([{ result: { kind: 'task', status: { state: 'completed' } } }])
    const current = await readStream('SubscribeToTask', { id })
    expect(JSON.parse(current.text).error.code).toBe(-32004)
  })

  it('is also for the agent itself, and ends when its credential is revoked', async () => {
    const key = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Follower', permissions: ['read', 'write'] },
      trader.person,
    )
    const id = await ask()
    const following = readStream('tasks/resubscribe', { id }, { token: key.body.data.api_key })
    const openCount = async () =>
      (bank.app.bank.streams as unknown as { all: Set<unknown> }).all.size
    await expect.poll(openCount).toBeGreaterThan(0)
    await bank.call(`DELETE /api/v2/api-keys/${key.body.data.uuid}`, undefined, trader.person)
    const cut = await following
    expect(cut.events).toMatchObject([{ result: { status: { state: 'input-required' } } }])
    const session = { headers: await signIn(bank, trader.agent) }
    const own = readStream('tasks/resubscribe', { id }, session)
    await expect.poll(openCount).toBeGreaterThan(0)
    await rpc('tasks/cancel', { id }, trader.person)
    expect((await own).events.at(-1).result).toMatchObject({
      status: { state: 'canceled' },
      final: true,
    })
  })
})
