// Messages at a real address: what arrives and in which order, retries at a failing address, and
// how other nodes take over from one that stops.
import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, createDatabase, type Person, startBank } from '../../../../test/harness/bank.ts'
import { registerAgent, type TestAgent } from '../agents/test-support.ts'
import { type Receiver, startReceiver } from '../../operations/webhooks/test-support.ts'
import { messageLife } from './life-cycle.ts'
import { eventsAbout, makeCalls } from './test-support.ts'

const env = { WEBHOOK_ALLOW_PRIVATE: 'true' }

let bank: Bank
let calls: ReturnType<typeof makeCalls>
let alice: Person
let bob: Person
let buyer: TestAgent
const receivers: Receiver[] = []

beforeAll(async () => {
  bank = await startBank({ env })
  calls = makeCalls(bank)
  ;[alice, bob] = await Promise.all([bank.person(), bank.person()])
  buyer = await registerAgent(bank, alice)
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

const agentAt = ({ url }: Pick<Receiver, 'url'>, on = bank, owner = bob): Promise<TestAgent> =>
  registerAgent(on, owner, { endpoints: { message: url } })

const poll = <T>(look: () => T | Promise<T>) => expect.poll(look, { interval: 20 })

async function sent(to: TestAgent, more: object = {}): Promise<string> {
  const { status, body } = await calls.send(buyer, to, more)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.message_id
}

/** As the sender sees it, which does not deliver it. */
const look = async (id: string) => (await calls.show(buyer, id)).body.data
const statusOf = async (id: string) => (await look(id)).status

/** Runs the job that is due by the test's clock. */
const wake = (agent: TestAgent) => bank.runJob('agent_messages.push', { agent: agent.agent_id })

const leaseOf = async (agent: TestAgent) =>
  (
    await bank.sql<{ lease: string | null }>(
      'select lease from agent_messages.mailboxes where agent_uuid = $1',
      [agent.agent_id],
    )
  )[0]!.lease

const numbersAt = (receiver: Receiver) =>
  receiver.received.map((one) => [one.body.payload.n, one.answered])

describe('a push', () => {
  it('sends the message with its id and marks it as delivered', async () => {
    const receiver = await receive()
    const agent = await agentAt(receiver)
    const sentAt = bank.clock.now().toISOString()
    const id = await sent(agent, {
      payload: { n: 1, z: { a: 'é' } },
      requires_acknowledgment: true,
    })
    await poll(() => statusOf(id)).toBe('delivered')
    const [one] = receiver.received
    expect(one!.body).toEqual({
      messageId: id,
      payload: { n: 1, z: { a: 'é' } },
      timestamp: sentAt,
    })
    expect(one!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-message-id': id,
      'x-protocol': 'A2A',
      'x-protocol-version': '1.0.0',
      'x-timestamp': sentAt,
      'x-idempotency-key': id,
    })
    expect(await look(id)).toMatchObject({
      delivered_at: sentAt,
      acknowledge_by: new Date(Date.parse(sentAt) + 60_000).toISOString(),
      retry_count: 0,
      next_retry_at: null,
    })
    expect(await eventsAbout(bank, id)).toEqual([
      { type: 'agent_message.received', user_uuid: bob.uuid },
      { type: 'agent_message.delivered', user_uuid: alice.uuid },
    ])
  })

  it('is not made to an agent without an address', async () => {
    const agent = await registerAgent(bank, bob)
    const id = await sent(agent)
    expect(await statusOf(id)).toBe('sent')
    const jobs = await bank.sql(`select 1 from jobs.job where data->>'agent' = $1`, [
      agent.agent_id,
    ])
    expect(jobs).toEqual([])
  })
})

describe('an address that does not accept it', () => {
  it('is retried by priority, then the message fails; reading it still delivers it', async () => {
    const receiver = await receive(() => 503)
    const agent = await agentAt(receiver)
    const start = bank.clock.now().getTime()
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
    const id = await sent(agent, { priority: 'low' })
    await poll(() => look(id)).toMatchObject({
      status: 'sent',
      retry_count: 1,
      next_retry_at: at(20),
    })
    // Before the retry is due nothing happens.
    bank.clock.advance(19)
    await wake(agent)
    bank.clock.advance(1)
    await poll(async () => {
      await wake(agent)
      return look(id)
    }).toMatchObject({ status: 'sent', retry_count: 2, next_retry_at: at(60) })
    bank.clock.advance(40)
    await poll(async () => {
      await wake(agent)
      return look(id)
    }).toMatchObject({
      status: 'failed',
      retry_count: 2,
      next_retry_at: null,
      failed_at: at(60),
      delivered_at: null,
      metadata: { last_error: null },
    })
    expect(receiver.received.map((one) => one.headers['x-timestamp'])).toEqual([0, 20, 60].map(at))
    expect(new Set(receiver.received.map((one) => one.headers['x-idempotency-key']))).toEqual(
      new Set([id]),
    )
    expect((await eventsAbout(bank, id)).at(-1)).toEqual({
      type: 'agent_message.failed',
      user_uuid: alice.uuid,
    })
    const found = await calls.show(agent, id)
    expect(found.body.data).toMatchObject({
      status: 'delivered',
      failed_at: at(60),
      metadata: { last_error: 'The address answered 503.' },
    })
    expect((await calls.acknowledge(agent, id)).status).toBe(200)
  })

  it('schedules one job for the next retry', async () => {
    const receiver = await receive(() => 500)
    const agent = await agentAt(receiver)
    const id = await sent(agent)
    await poll(async () => (await look(id)).retry_count).toBe(1)
    const timers = () =>
      bank.sql<{ delay: number }>(
        `select round(extract(epoch from start_after - created_on))::int as delay from jobs.job
         where name = 'agent_messages.push' and data->>'agent' = $1 and start_after > now()`,
        [agent.agent_id],
      )
    await poll(timers).toEqual([{ delay: 20 }])
    await Promise.all([sent(agent), sent(agent)])
    await wake(agent)
    await poll(() => leaseOf(agent)).toBeNull()
    expect(await timers()).toEqual([{ delay: 20 }])
    expect(receiver.received).toHaveLength(1)
  })

  const bad: [what: string, answer: Parameters<typeof startReceiver>[0], fault: string][] = [
    [
      'redirects',
      (_one, response) => void response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
      'The address answered 302.',
    ],
    ['hangs up', (_one, response) => void response.socket!.destroy(), 'socket hang up'],
  ]
  it.each(bad)('because it %s counts as failed', async (_what, answer, fault) => {
    const receiver = await receive(answer)
    const agent = await agentAt(receiver)
    const id = await sent(agent)
    await poll(async () => (await look(id)).retry_count).toBe(1)
    expect(receiver.received).toHaveLength(1)
    expect((await calls.show(agent, id)).body.data.metadata.last_error).toBe(fault)
  })

  it('gets no messages that were read meanwhile', async () => {
    const receiver = await receive(() => 500)
    const agent = await agentAt(receiver)
    const [first, second] = [
      await sent(agent, { payload: { n: 1 } }),
      await sent(agent, { payload: { n: 2 } }),
    ]
    await poll(async () => (await look(first)).retry_count).toBe(1)
    expect((await calls.list(agent, '?type=inbox')).body.data).toHaveLength(2)
    receiver.answer = () => 200
    bank.clock.advance(21)
    const third = await sent(agent, { payload: { n: 3 } })
    await poll(() => statusOf(third)).toBe('delivered')
    expect(numbersAt(receiver)).toEqual([
      [1, 500],
      [3, 200],
    ])
    expect(await look(first)).toMatchObject({ status: 'delivered', next_retry_at: null })
    expect(await statusOf(second)).toBe('delivered')
  })

  it.each(['list', 'acknowledge'] as const)(
    'leaves a message unchanged after a concurrent %s',
    async (way) => {
      const open: ServerResponse[] = []
      const receiver = await receive((_one, response) => void open.push(response))
      const agent = await agentAt(receiver)
      const id = await sent(agent)
      await poll(() => open.length).toBe(1)
      await (way === 'list' ? calls.list(agent) : calls.acknowledge(agent, id))
      const before = await look(id)
      expect(before.status).toBe(way === 'list' ? 'delivered' : 'acknowledged')
      if (way === 'list') open[0]!.destroy()
      else open[0]!.writeHead(200).end()
      await poll(() => leaseOf(agent)).toBeNull()
      expect(await look(id)).toEqual(before)
      expect(await eventsAbout(bank, id)).toHaveLength(2)
    },
  )

  it.each(['sent', 'delivered', 'acknowledged', 'expired'] as const)(
    'at the last retry fails a message that is %s only if the table allows it',
    async (status) => {
      const open: ServerResponse[] = []
      const receiver = await receive(() => 500)
      const agent = await agentAt(receiver)
      const id = await sent(agent, { priority: 'low', requires_acknowledgment: true })
      await poll(async () => (await look(id)).retry_count).toBe(1)
      bank.clock.advance(20)
      await poll(async () => {
        await wake(agent)
        return (await look(id)).retry_count
      }).toBe(2)
      receiver.answer = (_one, response) => void open.push(response)
      bank.clock.advance(40)
      await poll(async () => {
        await wake(agent)
        return open.length
      }).toBe(1)
      if (status === 'acknowledged') await calls.acknowledge(agent, id)
      else if (status !== 'sent') await calls.show(agent, id)
      if (status === 'expired') {
        bank.clock.advance(61)
        await bank.runJob('agent_messages.expire')
      }
      expect(await statusOf(id)).toBe(status)
      open[0]!.destroy()
      await poll(() => leaseOf(agent)).toBeNull()
      expect(await statusOf(id)).toBe(messageLife.next(status, 'fail') ?? status)
    },
  )

  it('and is removed leaves pending messages in the inbox', async () => {
    const receiver = await receive(() => 500)
    const agent = await agentAt(receiver)
    const id = await sent(agent)
    await poll(async () => (await look(id)).retry_count).toBe(1)
    const path = `/api/agent-protocol/agents/${agent.did}/endpoints`
    expect((await bank.call(`PUT ${path}`, { endpoints: {} }, bob)).status).toBe(200)
    bank.clock.advance(21)
    await poll(async () => {
      await wake(agent)
      return (await look(id)).next_retry_at
    }).toBeNull()
    expect(await statusOf(id)).toBe('sent')
    expect(receiver.received).toHaveLength(1)
  })
})

describe('order', () => {
  it('is kept: no message overtakes one that was not accepted', async () => {
    let fails = 1
    const receiver = await receive(() => (fails-- > 0 ? 500 : 200))
    const agent = await agentAt(receiver)
    const ids: string[] = []
    for (const n of [1, 2, 3]) ids.push(await sent(agent, { payload: { n } }))
    await poll(async () => (await look(ids[0]!)).retry_count).toBe(1)
    await wake(agent)
    bank.clock.advance(20)
    await poll(async () => {
      await wake(agent)
      return Promise.all(ids.map(statusOf))
    }).toEqual(['delivered', 'delivered', 'delivered'])
    expect(numbersAt(receiver)).toEqual([
      [1, 500],
      [1, 200],
      [2, 200],
      [3, 200],
    ])
  })

  it('of one recipient does not block another', async () => {
    const [stuck, good] = [await receive(() => undefined), await receive()]
    const [slow, quick] = [await agentAt(stuck), await agentAt(good)]
    const waiting = [await sent(slow), await sent(slow)]
    await poll(() => stuck.received.length).toBe(1)
    const ids = await Promise.all(Array.from({ length: 5 }, () => sent(quick)))
    await poll(() => Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'delivered'))
    expect(await Promise.all(waiting.map(statusOf))).toEqual(['sent', 'sent'])
    expect(stuck.received).toHaveLength(1)
  })

  it('is kept while an agent is inactive, and pushing resumes when it is active', async () => {
    const receiver = await receive()
    const agent = await agentAt(receiver)
    const path = `/api/agent-protocol/agents/${agent.did}/status`
    await bank.call(`PUT ${path}`, { status: 'inactive' }, bob)
    const first = await sent(agent, { payload: { n: 1 } })
    await poll(async () => {
      const [box] = await bank.sql<{ is_set: boolean }>(
        `select timer_at > now() + interval '290 s' as is_set from agent_messages.mailboxes
         where agent_uuid = $1`,
        [agent.agent_id],
      )
      return box!.is_set
    }).toBe(true)
    expect([receiver.received.length, await statusOf(first)]).toEqual([0, 'sent'])
    await bank.call(`PUT ${path}`, { status: 'active' }, bob)
    const second = await sent(agent, { payload: { n: 2 } })
    await poll(() => statusOf(second)).toBe('delivered')
    expect(numbersAt(receiver)).toEqual([
      [1, 200],
      [2, 200],
    ])
  })
})

describe('addresses inside the bank’s own network', () => {
  it('are refused, and not called when a name resolves there later', async () => {
    const strict = await startBank()
    try {
      const owner = await strict.person()
      const registration = { name: 'Agent', type: 'service' }
      const { status, body } = await strict.call(
        'POST /api/agent-protocol/agents/register',
        { ...registration, endpoints: { message: 'https://127.0.0.1/messages' } },
        owner,
      )
      expect([status, Object.keys(body.errors)]).toEqual([422, ['endpoints.message']])
      const sender = await registerAgent(strict, owner)
      const there = { url: 'https://93.184.216.34/messages' }
      const strictCalls = makeCalls(strict)
      const addresses: [string, RegExp][] = [
        ['https://localhost:1/', /^localhost leads to an address that is not public$/],
        ['https://10.0.0.1/', /^It leads to an address that is not public\.$/],
        ['http://93.184.216.34/', /^It must start with https:/],
      ]
      for (const [message, fault] of addresses) {
        const agent = await agentAt(there, strict, owner)
        // As if the name resolved to another address after it was accepted.
        await strict.sql('update agents.agents set endpoints = $2 where uuid = $1', [
          agent.agent_id,
          { message },
        ])
        const { message_id } = (await strictCalls.send(sender, agent)).body.data
        const seen = async () => (await strictCalls.show(sender, message_id)).body.data
        await poll(async () => (await seen()).retry_count).toBe(1)
        const { data } = (await strictCalls.show(agent, message_id)).body
        expect(data.metadata.last_error).toMatch(fault)
      }
    } finally {
      await strict.stop()
    }
  })
})

describe('what a crash leaves behind', () => {
  /** As if the node that pushes this agent's messages had crashed, and its job were lost. */
  const lease = (agent: TestAgent, until: string) =>
    bank.sql(
      `update agent_messages.mailboxes set lease = gen_random_uuid(), timer_at = null,
         leased_until = now() + $2::interval where agent_uuid = $1`,
      [agent.agent_id, until],
    )

  it('is found by the sweep once the lease has expired', async () => {
    const receiver = await receive(() => 500)
    const agent = await agentAt(receiver)
    const first = await sent(agent)
    await poll(async () => (await look(first)).retry_count).toBe(1)
    await lease(agent, '40 s')
    bank.clock.advance(21)
    receiver.answer = () => 200
    const second = await sent(agent)
    const jobs = async () =>
      (
        await bank.sql(
          `select 1 from jobs.job where data->>'agent' = $1 and start_after <= now()`,
          [agent.agent_id],
        )
      ).length
    const before = await jobs()
    await bank.runJob('agent_messages.sweep')
    expect(await jobs()).toBe(before)
    expect(await Promise.all([first, second].map(statusOf))).toEqual(['sent', 'sent'])
    await lease(agent, '-1 s')
    await bank.runJob('agent_messages.sweep')
    await poll(() => statusOf(second)).toBe('delivered')
    expect(await statusOf(first)).toBe('delivered')
  })

  it('is not overwritten by a node that lost the lease', async () => {
    const receiver = await receive(() => undefined)
    const agent = await agentAt(receiver)
    const id = await sent(agent)
    await poll(() => receiver.received.length).toBe(1)
    await lease(agent, '-1 s')
    // The first node gets no answer, but without the lease it schedules no retry.
    receiver.answer = () => 200
    await receiver.close()
    const again = await receive()
    await bank.sql('update agents.agents set endpoints = $2 where uuid = $1', [
      agent.agent_id,
      { message: again.url },
    ])
    await poll(async () => {
      await wake(agent)
      return statusOf(id)
    }).toBe('delivered')
    expect(await look(id)).toMatchObject({ retry_count: 0 })
    expect(again.received).toHaveLength(1)
  })
})

describe('several nodes', () => {
  it('push each message once, and in order', async () => {
    const receiver = await receive()
    const agent = await agentAt(receiver)
    const node = await startBank({ env, address: bank.address, clock: bank.clock })
    try {
      const there = makeCalls(node)
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, n) =>
          (n % 2 === 0 ? calls : there).send(buyer, agent, { payload: { n } }),
        ),
      )
      const ids: string[] = answers.map(({ body }) => body.data.message_id)
      await poll(() => Promise.all(ids.map(statusOf))).toEqual(ids.map(() => 'delivered'))
      expect(receiver.received).toHaveLength(30)
      const sequences = await bank.sql<{ id: string }>(
        `select 'msg-' || uuid as id from agent_messages.messages where to_agent_uuid = $1
         order by sequence`,
        [agent.agent_id],
      )
      expect(receiver.received.map((one) => one.body.messageId)).toEqual(
        sequences.map(({ id }) => id),
      )
    } finally {
      await node.stop()
    }
  })

  it('take over the mailboxes of a node that stops', async () => {
    const database = await createDatabase()
    try {
      const first = await startBank({ env, address: database.address })
      const owner = await first.person()
      const sender = await registerAgent(first, owner)
      const receiver = await receive(() => undefined)
      const agent = await agentAt(receiver, first, owner)
      const { message_id } = (await makeCalls(first).send(sender, agent)).body.data
      await poll(() => receiver.received.length).toBe(1)
      await first.stop()
      receiver.answer = () => 200
      const second = await startBank({ env, address: database.address, clock: first.clock })
      try {
        const seen = makeCalls(second)
        await poll(async () => (await seen.show(sender, message_id)).body.data).toMatchObject({
          status: 'delivered',
          retry_count: 0,
        })
        expect(receiver.received.map((one) => one.body.messageId)).toEqual([message_id, message_id])
      } finally {
        await second.stop()
      }
    } finally {
      await database.drop()
    }
  })
})
