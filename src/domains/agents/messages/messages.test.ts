// Messages through HTTP: who may write to whom, what each side sees, and every step of a message's life.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { registerAgent, signIn, type TestAgent } from '../agents/test-support.ts'
import { type MessageAction, type MessageStatus, messageLife } from './life-cycle.ts'
import { planRetry, priorities, secondsBeforeRetry } from './retry-schedule.ts'
import { codeOf, eventsAbout, makeCalls } from './test-support.ts'

let bank: Bank
let calls: ReturnType<typeof makeCalls>
let alice: Person
let bob: Person
let buyer: TestAgent
let seller: TestAgent
let third: TestAgent

beforeAll(async () => {
  bank = await startBank()
  calls = makeCalls(bank)
  ;[alice, bob] = await Promise.all([bank.person(), bank.person()])
  ;[buyer, seller, third] = await Promise.all([
    registerAgent(bank, alice),
    registerAgent(bank, bob),
    registerAgent(bank, await bank.person()),
  ])
})
afterAll(() => bank.stop())

const sent = async (from: TestAgent, to: TestAgent, more: object = {}): Promise<string> => {
  const { status, body } = await calls.send(from, to, more)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data.message_id
}

const setStatus = async (agent: TestAgent, status: string, as: Person = agent.owner) => {
  const path = `/api/agent-protocol/agents/${agent.did}/status`
  expect((await bank.call(`PUT ${path}`, { status }, as)).status).toBe(200)
}

describe('agent_message.send', () => {
  it('returns the message, and notifies the owner of the recipient', async () => {
    const { status, body } = await calls.send(buyer, seller, {
      message_type: 'transaction',
      priority: 'critical',
      requires_acknowledgment: true,
      correlation_id: 'order-1',
    })
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      data: {
        message_id: expect.stringMatching(/^msg-[0-9a-f-]{36}$/),
        from_agent_did: buyer.did,
        to_agent_did: seller.did,
        message_type: 'transaction',
        priority: 'critical',
        status: 'sent',
        requires_acknowledgment: true,
        correlation_id: 'order-1',
        sent_at: bank.clock.now().toISOString(),
      },
    })
    expect(await eventsAbout(bank, body.data.message_id)).toEqual([
      { type: 'agent_message.received', user_uuid: bob.uuid },
    ])
  })

  it('keeps the payload unchanged, and has defaults', async () => {
    const payload = { z: 1, a: { é: [null, true, 1.5] }, empty: {} }
    const id = await sent(buyer, seller, { payload, headers: { 'x-note': 'fine' } })
    const { body } = await calls.show(buyer, id)
    expect(body.data).toEqual({
      message_id: id,
      from_agent_did: buyer.did,
      to_agent_did: seller.did,
      from_agent_id: buyer.agent_id,
      to_agent_id: seller.agent_id,
      message_type: 'direct',
      payload,
      headers: { 'x-note': 'fine' },
      priority: 'normal',
      status: 'sent',
      requires_acknowledgment: false,
      correlation_id: null,
      reply_to: null,
      acknowledgment_timeout: 60,
      acknowledge_by: null,
      sent_at: bank.clock.now().toISOString(),
      delivered_at: null,
      acknowledged_at: null,
      failed_at: null,
      retry_count: 0,
      next_retry_at: null,
      metadata: { sequence: expect.any(Number), last_error: null },
    })
    expect(Object.keys(body.data.payload)).toEqual(['z', 'a', 'empty'])
  })

  it.each([
    ['itself', () => buyer.did, 400, 'SELF_MESSAGE'],
    ['a malformed DID', () => 'seller', 400, 'INVALID_DID'],
    ['an unknown agent', () => `did:florin:agent:${'0'.repeat(32)}`, 404, 'NOT_FOUND'],
  ])('refuses a message to %s', async (_what, to_agent_did, status, code) => {
    const answer = await calls.send(buyer, seller, { to_agent_did: to_agent_did() })
    expect(codeOf(answer)).toEqual([status, code])
  })

  it.each([
    ['a list as payload', { payload: [1] }, 'payload'],
    ['too large a payload', { payload: { x: 'é'.repeat(32_800) } }, 'payload'],
    ['headers that are no texts', { headers: { n: 1 } }, 'headers.n'],
    ['another type', { message_type: 'gossip' }, 'message_type'],
    ['another priority', { priority: 'urgent' }, 'priority'],
    ['no time to acknowledge', { acknowledgment_timeout: 0 }, 'acknowledgment_timeout'],
  ])('refuses %s', async (_what, wrong, field) => {
    const { status, body } = await calls.send(buyer, seller, wrong)
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]])
  })

  it('takes an empty payload, and one of exactly 64 KB', async () => {
    const empty = await calls.send(buyer, seller, { payload: {} })
    expect(empty.status).toBe(201)
    const payload = { x: 'a'.repeat(65_536 - '{"x":""}'.length) }
    expect((await calls.send(buyer, seller, { payload })).status).toBe(201)
  })

  it('is not for inactive agents, but they receive messages', async () => {
    const sleeper = await registerAgent(bank, alice)
    await setStatus(sleeper, 'inactive')
    expect(codeOf(await calls.send(sleeper, seller))).toEqual([400, 'AGENT_NOT_ACTIVE'])
    await sent(seller, sleeper)
    await setStatus(sleeper, 'suspended', await bank.operator())
    await sent(seller, sleeper)
    expect((await calls.list(sleeper)).body.data).toHaveLength(2)
  })

  it('numbers the messages of a recipient without gaps, under concurrency too', async () => {
    const crowd = await registerAgent(bank, bob)
    const ids = await Promise.all(Array.from({ length: 12 }, () => sent(buyer, crowd)))
    const { body } = await calls.list(crowd, '?limit=100')
    const numbers = body.data.map(
      (one: { metadata: { sequence: number } }) => one.metadata.sequence,
    )
    expect(numbers.toSorted((a: number, b: number) => a - b)).toEqual(
      ids.map((_, index) => index + 1),
    )
  })

  it('lists the inbox from a number on, oldest first, and the outbox not', async () => {
    const reader = await registerAgent(bank, bob)
    for (let count = 0; count < 4; count++) await sent(buyer, reader)
    const { body } = await calls.list(reader, '?type=inbox&after_sequence=1&limit=2')
    expect(
      body.data.map((one: { metadata: { sequence: number } }) => one.metadata.sequence),
    ).toEqual([2, 3])
    const rest = await calls.list(reader, '?type=inbox&after_sequence=3')
    expect(rest.body.data).toHaveLength(1)
    for (const type of ['outbox', 'all']) {
      const refused = await calls.list(reader, `?type=${type}&after_sequence=0`)
      expect(refused.status).toBe(422)
      expect(refused.body.errors).toHaveProperty('after_sequence')
    }
  })

  it('gives no number again that a restore of the bank may have lost', async () => {
    const numbersAfter = async (agent: TestAgent, after: number): Promise<number[]> => {
      const { body } = await calls.list(agent, `?type=inbox&after_sequence=${after}`)
      return body.data.map(({ metadata }: { metadata: { sequence: number } }) => metadata.sequence)
    }
    const [known, fresh] = [await registerAgent(bank, bob), await registerAgent(bank, bob)]
    await sent(buyer, known)
    await bank.sql(`select platform.start_epoch('test')`)
    for (const agent of [known, known, fresh]) await sent(buyer, agent)
    // A follower that has seen a thousand messages more than there are misses none of those that come.
    const [first, second] = await numbersAfter(known, 1_001)
    expect(second).toBe(first! + 1)
    expect(await numbersAfter(fresh, 1_000)).toEqual([first])
  })

  it('is sent once under one Idempotency-Key', async () => {
    const key = 'one-message'
    const first = await calls.send(buyer, seller, {}, { ...alice, key })
    const again = await calls.send(buyer, seller, {}, { ...alice, key })
    expect(again.body).toEqual(first.body)
    const { body } = await calls.list(buyer, '?type=outbox&limit=100')
    const same = body.data.filter(
      (one: { message_id: string }) => one.message_id === first.body.data.message_id,
    )
    expect(same).toHaveLength(1)
  })
})

describe('replies', () => {
  it('are between the same two agents, either way, and belong to what they reply to', async () => {
    const question = await sent(buyer, seller, { correlation_id: 'talk' })
    const answer = await sent(seller, buyer, { reply_to: question })
    const thanks = await sent(buyer, seller, { reply_to: answer })
    const aside = await sent(buyer, seller, { reply_to: answer, correlation_id: 'aside' })
    await sent(buyer, third, { correlation_id: 'talk' })
    const { body } = await calls.list(seller, '?correlation_id=talk')
    expect(
      body.data.map((one: { message_id: string; reply_to: string }) => [
        one.message_id,
        one.reply_to,
      ]),
    ).toEqual([
      [thanks, answer],
      [answer, question],
      [question, null],
    ])
    expect((await calls.show(seller, aside)).body.data.correlation_id).toBe('aside')
  })

  it.each([
    ['a message between other agents', () => sent(buyer, third)],
    ['an unknown message', async () => 'msg-0197a000-0000-7000-8000-000000000000'],
    ['a malformed id', async () => 'nonsense'],
  ])('are rejected to %s', async (_what, reply_to) => {
    const answer = await calls.send(seller, buyer, { reply_to: await reply_to() })
    expect(codeOf(answer)).toEqual([400, 'NOT_A_REPLY'])
  })
})

describe('agent_message.list', () => {
  it('lists the newest first, filtered by box, status and acknowledgment, and repeats the filter', async () => {
    const [one, other] = [await registerAgent(bank, alice), await registerAgent(bank, bob)]
    const first = await sent(one, other)
    bank.clock.advance(1)
    const second = await sent(other, one, { requires_acknowledgment: true })
    bank.clock.advance(1)
    const last = await sent(one, other, { requires_acknowledgment: true })
    const ids = async (agent: TestAgent, query: string) =>
      (await calls.list(agent, query)).body.data.map(
        (row: { message_id: string }) => row.message_id,
      )
    expect(await ids(one, '')).toEqual([last, second, first])
    expect(await ids(one, '?limit=2')).toEqual([last, second])
    expect(await ids(one, '?type=inbox')).toEqual([second])
    expect(await ids(one, '?type=outbox')).toEqual([last, first])
    expect(await ids(one, '?type=outbox&status=sent')).toEqual([last, first])
    expect(await ids(one, '?status=delivered')).toEqual([second])
    expect(await ids(one, '?unacknowledged_only=true')).toEqual([last, second])
    await calls.acknowledge(other, last)
    expect(await ids(one, '?unacknowledged_only=true')).toEqual([second])
    expect(await ids(one, '?status=acknowledged')).toEqual([last])
    const { body } = await calls.list(one, '?type=outbox&status=acknowledged&limit=7')
    expect(body.success).toBe(true)
    expect(body.meta).toEqual({
      agent_did: one.did,
      count: 1,
      filter: { type: 'outbox', status: 'acknowledged', unacknowledged_only: false, limit: 7 },
    })
  })

  it.each(['?limit=0', '?limit=101', '?type=spam', '?status=lost', '?unacknowledged_only=maybe'])(
    'refuses %s',
    async (query) => {
      expect((await calls.list(buyer, query)).status).toBe(422)
    },
  )

  it('delivers what it shows to the recipient, not what it shows to the sender', async () => {
    const [one, other] = [await registerAgent(bank, alice), await registerAgent(bank, bob)]
    const id = await sent(one, other, { requires_acknowledgment: true })
    expect((await calls.list(one)).body.data[0].status).toBe('sent')
    expect((await calls.list(other, '?type=outbox')).body.data).toEqual([])
    expect((await calls.show(one, id)).body.data.status).toBe('sent')
    bank.clock.advance(5)
    const delivered_at = bank.clock.now().toISOString()
    expect((await calls.list(other, '?type=inbox&status=sent')).body.data).toMatchObject([
      { message_id: id, status: 'delivered', delivered_at },
    ])
    bank.clock.advance(5)
    expect((await calls.list(other, '?type=inbox&status=sent')).body.data).toEqual([])
    expect((await calls.list(other)).body.data).toMatchObject([
      { status: 'delivered', delivered_at },
    ])
    expect((await calls.show(one, id)).body.data).toMatchObject({
      delivered_at,
      acknowledge_by: new Date(Date.parse(delivered_at) + 60_000).toISOString(),
    })
    expect(await eventsAbout(bank, id)).toEqual([
      { type: 'agent_message.received', user_uuid: bob.uuid },
      { type: 'agent_message.delivered', user_uuid: alice.uuid },
    ])
  })

  it('emits a delivery once under concurrent reads', async () => {
    const [one, other] = [await registerAgent(bank, alice), await registerAgent(bank, bob)]
    const ids = [await sent(one, other), await sent(one, other), await sent(one, other)]
    const reads = [
      ...ids.map((id) => calls.show(other, id)),
      ...Array.from({ length: 5 }, () => calls.list(other)),
    ]
    for (const { status } of await Promise.all(reads)) expect(status).toBe(200)
    for (const id of ids) expect(await eventsAbout(bank, id)).toHaveLength(2)
  })
})

describe('agent_message.get', () => {
  it('shows it to its two sides only', async () => {
    const id = await sent(buyer, seller)
    expect((await calls.show(buyer, id)).body.data.message_id).toBe(id)
    expect((await calls.show(seller, id)).body.data.status).toBe('delivered')
    expect(codeOf(await calls.show(third, id))).toEqual([404, 'NOT_FOUND'])
    for (const wrong of ['msg-0197a000-0000-7000-8000-000000000000', id.slice(4), 'nonsense'])
      expect(codeOf(await calls.show(buyer, wrong))).toEqual([404, 'NOT_FOUND'])
  })
})

describe('agent_message.acknowledge', () => {
  it('is for the recipient, required or not, and is idempotent', async () => {
    const id = await sent(buyer, seller)
    bank.clock.advance(3)
    const acknowledged_at = bank.clock.now().toISOString()
    const first = await calls.acknowledge(seller, id)
    expect(first.status).toBe(200)
    expect(first.body.data).toEqual({
      message_id: id,
      status: 'acknowledged',
      acknowledged_at,
      already_acknowledged: false,
    })
    bank.clock.advance(3)
    const again = await calls.acknowledge(seller, id)
    expect(again.status).toBe(200)
    expect(again.body.data).toEqual({ ...first.body.data, already_acknowledged: true })
    expect((await calls.show(buyer, id)).body.data).toMatchObject({
      status: 'acknowledged',
      delivered_at: acknowledged_at,
      acknowledged_at,
    })
    expect((await eventsAbout(bank, id)).map((event) => [event.type, event.user_uuid])).toEqual([
      ['agent_message.received', bob.uuid],
      ['agent_message.acknowledged', alice.uuid],
    ])
  })

  it('is not for the sender, nor for others', async () => {
    const id = await sent(buyer, seller)
    expect(codeOf(await calls.acknowledge(buyer, id))).toEqual([400, 'NOT_THE_RECIPIENT'])
    expect(codeOf(await calls.acknowledge(third, id))).toEqual([404, 'NOT_FOUND'])
    expect(codeOf(await calls.acknowledge(seller, 'msg-1'))).toEqual([404, 'NOT_FOUND'])
    expect((await calls.show(buyer, id)).body.data.status).toBe('sent')
  })

  it('happens once under concurrent requests', async () => {
    const id = await sent(buyer, seller)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => calls.acknowledge(seller, id)),
    )
    expect(answers.map(({ body }) => body.data.already_acknowledged).toSorted()).toEqual([
      false,
      ...Array.from({ length: 5 }, () => true),
    ])
  })
})

describe('a deadline', () => {
  it('runs from the delivery, and shows as soon as it has passed', async () => {
    const id = await sent(buyer, seller, {
      requires_acknowledgment: true,
      acknowledgment_timeout: 90,
    })
    // It is not delivered yet, so the time does not run.
    bank.clock.advance(600)
    await calls.show(seller, id)
    bank.clock.advance(89)
    expect((await calls.show(buyer, id)).body.data.status).toBe('delivered')
    bank.clock.advance(1)
    expect((await calls.show(buyer, id)).body.data.status).toBe('expired')
    expect((await calls.list(seller, '?status=expired')).body.data).toMatchObject([
      { message_id: id, status: 'expired' },
    ])
    const late = await calls.acknowledge(seller, id)
    expect(codeOf(late)).toEqual([400, 'MESSAGE_NOT_ACKNOWLEDGEABLE'])
    expect(late.body.message).toContain('is expired')
    expect((await calls.list(buyer, '?unacknowledged_only=1')).body.data[0].message_id).toBe(id)
    await bank.runJob('agent_messages.expire')
    await bank.runJob('agent_messages.expire')
    expect((await eventsAbout(bank, id)).map((event) => [event.type, event.user_uuid])).toEqual([
      ['agent_message.received', bob.uuid],
      ['agent_message.delivered', alice.uuid],
      ['agent_message.expired', alice.uuid],
    ])
  })

  it('is met in time, and does not exist unless required', async () => {
    const asked = await sent(buyer, seller, { requires_acknowledgment: true })
    const unasked = await sent(buyer, seller)
    await calls.list(seller)
    bank.clock.advance(59)
    expect((await calls.acknowledge(seller, asked)).status).toBe(200)
    bank.clock.advance(600)
    await bank.runJob('agent_messages.expire')
    expect((await calls.show(seller, asked)).body.data.status).toBe('acknowledged')
    expect((await calls.show(seller, unasked)).body.data.status).toBe('delivered')
    expect((await calls.acknowledge(seller, unasked)).status).toBe(200)
  })
})

describe('the table', () => {
  /** Brings a message into each state. */
  const reach: Record<MessageStatus, (id: string) => Promise<unknown>> = {
    sent: async () => {},
    delivered: (id) => calls.show(seller, id),
    acknowledged: (id) => calls.acknowledge(seller, id),
    // Pushing is tested elsewhere; its result is written directly.
    failed: (id) =>
      bank.sql(
        `update agent_messages.messages set status = 'failed', failed_at = $2
         where uuid = $1`,
        [id.slice(4), bank.clock.now()],
      ),
    async expired(id) {
      await calls.show(seller, id)
      bank.clock.advance(61)
      await bank.runJob('agent_messages.expire')
    },
  }
  const act: Record<Exclude<MessageAction, 'fail'>, (id: string) => Promise<unknown>> = {
    deliver: (id) => calls.show(seller, id),
    acknowledge: (id) => calls.acknowledge(seller, id),
    async expire() {
      bank.clock.advance(61)
      await bank.runJob('agent_messages.expire')
    },
  }
  const pairs = messageLife.states.flatMap((status) =>
    (Object.keys(act) as (keyof typeof act)[]).map((action) => ({ status, action })),
  )

  it.each(pairs)('$status: $action', async ({ status, action }) => {
    const id = await sent(buyer, seller, { requires_acknowledgment: true })
    await reach[status](id)
    const storedStatus = async () =>
      (
        await bank.sql<{ status: string }>(
          'select status from agent_messages.messages where uuid = $1',
          [id.slice(4)],
        )
      )[0]!.status
    expect(await storedStatus()).toBe(status)
    const answer = await act[action](id)
    expect(await storedStatus()).toBe(messageLife.next(status, action) ?? status)
    if (action !== 'acknowledge') return
    const isRepeated = status === 'acknowledged'
    const isAllowed = messageLife.next(status, action) !== undefined || isRepeated
    expect((answer as { status: number }).status).toBe(isAllowed ? 200 : 400)
    if (!isAllowed) expect((answer as { body: { message: string } }).body.message).toContain(status)
  })

  it('is what the reference shows, and is consistent', () => {
    expect(messageLife.summarize()).toBe(
      'sent: deliver → delivered, acknowledge → acknowledged, fail → failed; ' +
        'delivered: acknowledge → acknowledged, expire → expired; ' +
        'failed: deliver → delivered, acknowledge → acknowledged; acknowledged: the end; expired: the end',
    )
  })
})

describe('who may call', () => {
  it('is the owner by a bearer, the agent by its session, or both together', async () => {
    const session = { headers: await signIn(bank, seller) }
    const id = await sent(buyer, seller)
    expect((await calls.show(seller, id, session)).body.data.status).toBe('delivered')
    expect((await calls.list(seller, '', session)).status).toBe(200)
    expect((await calls.acknowledge(seller, id, session)).status).toBe(200)
    expect((await calls.send(seller, buyer, {}, session)).status).toBe(201)
    expect((await calls.send(seller, buyer, {}, { ...bob, ...session })).status).toBe(201)
  })

  it('is no other caller', async () => {
    const id = await sent(buyer, seller)
    const foreign = [bob, { headers: await signIn(bank, seller) }]
    for (const as of foreign) {
      expect(codeOf(await calls.send(buyer, third, {}, as))).toEqual([403, 'FORBIDDEN'])
      expect(codeOf(await calls.list(buyer, '', as))).toEqual([403, 'FORBIDDEN'])
      expect(codeOf(await calls.show(buyer, id, as))).toEqual([403, 'FORBIDDEN'])
      expect(codeOf(await calls.acknowledge(buyer, id, as))).toEqual([403, 'FORBIDDEN'])
    }
    expect((await calls.show(buyer, id)).body.data.status).toBe('sent')
  })

  it.each([
    [['messages:read'], 200, 403],
    [['messages:send'], 403, 201],
    [['messages:write'], 403, 201],
    [['messages:*'], 200, 201],
    [['payments:read'], 403, 403],
  ])('with the scopes %j reads with %i and sends with %i', async (scopes, reads, sends) => {
    const path = `/api/agent-protocol/agents/${seller.did}/api-keys`
    const key = await bank.call(`POST ${path}`, { name: 'Key', scopes }, bob)
    const { body } = await bank.call('POST /api/agent-protocol/auth/api-key', {
      api_key: key.body.data.api_key,
    })
    const session = { headers: { 'X-Agent-Session': body.data.session_token } }
    const id = await sent(buyer, seller)
    expect((await calls.list(seller, '', session)).status).toBe(reads)
    expect((await calls.show(seller, id, session)).status).toBe(reads)
    expect((await calls.send(seller, buyer, {}, session)).status).toBe(sends)
    expect((await calls.acknowledge(seller, id, session)).status).toBe(sends === 201 ? 200 : 403)
  })
})

describe('retries', () => {
  it('depend on the priority, and back off exponentially up to five minutes', () => {
    const now = new Date('2026-03-01T12:00:00.000Z')
    const waits = priorities.map((priority) => {
      const seconds: number[] = []
      for (let retry_count = 0; ; retry_count++) {
        const retry = planRetry({ priority, retry_count }, now)
        if (!retry) return [priority, seconds]
        expect(retry.retry_count).toBe(retry_count + 1)
        seconds.push((retry.next_retry_at.getTime() - now.getTime()) / 1000)
      }
    })
    expect(waits).toEqual([
      ['low', [20, 40]],
      ['normal', [20, 40, 80]],
      ['high', [20, 40, 80, 160]],
      ['critical', [20, 40, 80, 160, 300]],
    ])
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (number) => {
        const seconds = secondsBeforeRetry(number)
        expect(seconds).toBeGreaterThan(0)
        expect(seconds).toBeLessThanOrEqual(300)
        expect(secondsBeforeRetry(number + 1)).toBeGreaterThanOrEqual(seconds)
      }),
    )
  })
})

describe('any interleaving of sending, reading, acknowledging and waiting', () => {
  /** Whether the table leads from one state to the other, in any number of steps. */
  const isReachable = (from: MessageStatus, to: MessageStatus): boolean =>
    messageLife.findWay(from, to) !== undefined

  const step = fc.record({
    what: fc.constantFrom('send', 'list', 'show', 'acknowledge', 'wait', 'expire'),
    who: fc.nat(2),
    which: fc.nat(),
  })

  it('keeps every message within its table, as seen by both sides', async () => {
    const agents = [buyer, seller, third]
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 8 }),
        async (batches) => {
          const messages: { id: string; from: TestAgent; to: TestAgent }[] = []
          const seen = new Map<string, MessageStatus>()
          const run = async ({
            what,
            who,
            which,
          }: {
            what: string
            who: number
            which: number
          }) => {
            const agent = agents[who]!
            const message = messages[which % Math.max(1, messages.length)]
            if (what === 'send') {
              const to = agents[(who + 1 + (which % 2)) % 3]!
              const requires_acknowledgment = which % 3 !== 0
              const id = await sent(agent, to, { requires_acknowledgment })
              messages.push({ id, from: agent, to })
            } else if (what === 'list') await calls.list(agent)
            else if (what === 'wait') bank.clock.advance(25)
            else if (what === 'expire') await bank.runJob('agent_messages.expire')
            else if (message && what === 'show') await calls.show(message.to, message.id)
            else if (message) {
              const { status } = await calls.acknowledge(message.to, message.id)
              expect([200, 400]).toContain(status)
            }
          }
          for (const batch of batches) {
            await Promise.all(batch.map(run))
            for (const { id, from } of messages) {
              const { data } = (await calls.show(from, id)).body
              const before = seen.get(id) ?? 'sent'
              expect(isReachable(before, data.status), `${before} → ${data.status}`).toBe(true)
              expect(data.delivered_at !== null).toBe(!['sent', 'failed'].includes(data.status))
              expect(data.acknowledged_at !== null).toBe(data.status === 'acknowledged')
              if (data.status === 'expired')
                expect(data.acknowledge_by <= bank.clock.now().toISOString()).toBe(true)
              seen.set(id, data.status)
            }
          }
        },
      ),
      { numRuns: rounds(3, 15) },
    )
  })
})
