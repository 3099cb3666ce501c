// Credentials have parents: whatever was issued with a key is revoked with the key, however that ends, at
// once and on every node; what a user issued while signed in remains valid when they sign out.
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askAll } from '../../../../../test/contract/ask-all.ts'
import {
  type Bank,
  type CallOptions,
  type Person,
  startBank,
} from '../../../../../test/harness/bank.ts'
import { rounds } from '../../../../../test/harness/rounds.ts'
import { describeForTests } from '../../../../../test/harness/describe.ts'
import { operator } from '../../../../operation/auth.ts'
import { answersSecret } from '../../../../operation/operation.ts'
import {
  answerChallenge,
  registerAgent,
  signIn,
  type TestAgent,
} from '../../../agents/agents/test-support.ts'
import { makeCalls } from '../../../agents/messages/test-support.ts'
import { type Receiver, startReceiver } from '../../../operations/webhooks/test-support.ts'

let bank: Bank
let other: Bank
beforeAll(async () => {
  const env = { WEBHOOK_ALLOW_PRIVATE: 'true' }
  bank = await startBank({ env })
  other = await startBank({ env, address: bank.address, clock: bank.clock })
})
afterAll(async () => {
  await other.stop()
  await bank.stop()
})

const at = '/api/agent-protocol'
const someUrl = 'https://example.com/hook'
const poll = <T>(look: () => Promise<T>) => expect.poll(look, { interval: 20 })

interface Key extends CallOptions {
  readonly uuid: string
  readonly token: string
}

async function makeKey(person: Person, permissions = ['read', 'write', 'delete']): Promise<Key> {
  const { status, body } = await bank.call(
    'POST /api/v2/api-keys',
    { name: 'Key', permissions },
    person,
  )
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { uuid: body.data.uuid, token: body.data.api_key }
}

async function ok(route: string, body: unknown, options: CallOptions) {
  const answer = await bank.call(route, body, options)
  if (answer.status >= 300) throw new Error(`${route}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

/** An issued credential: whether it still works on this node. */
type Works = (node: Bank) => Promise<boolean>

const opensByDid =
  (agent: TestAgent): Works =>
  async (node) =>
    (await node.call(`POST ${at}/auth/did`, await answerChallenge(node, agent))).status === 200

const opensByKey =
  (api_key: string): Works =>
  async (node) =>
    (await node.call(`POST ${at}/auth/api-key`, { api_key })).status === 200

const isSession =
  (agent: TestAgent, headers: Record<string, string>): Works =>
  async (node) =>
    (await node.call(`GET ${at}/agents/${agent.did}/sessions`, undefined, { headers })).status ===
    200

const speaks =
  (person: Person, id: string): Works =>
  async () => {
    // After everything was ended, the user has to sign in again to read it.
    const login = await bank.call('POST /api/auth/login', person)
    const { body } = await bank.call(`GET /api/v2/webhooks/${id}`, undefined, {
      token: login.body.access_token,
    })
    expect(body.data.disabled_reason === null).toBe(body.data.is_active)
    return body.data.is_active
  }

const stands =
  (agent: TestAgent): Works =>
  async () => {
    const rows = await bank.sql<{ stands: boolean }>(
      `select revoked_at is null as stands from identity.credentials
       where kind = 'agent_endpoint' and agent_uuid = $1`,
      [agent.agent_id],
    )
    return rows[0]!.stands
  }

const makeWebhook = async (by: CallOptions, url = someUrl): Promise<string> =>
  (await ok('POST /api/v2/webhooks', { url, events: ['*'] }, by)).data.id

async function makeAgentKey(agent: TestAgent, by: CallOptions, scopes = ['agent:*']) {
  const route = `POST ${at}/agents/${agent.did}/api-keys`
  const { data } = await ok(route, { name: 'Agent key', scopes }, by)
  return data as { api_key: string; key_id: string }
}

const openByKey = async (api_key: string): Promise<Record<string, string>> => ({
  'X-Agent-Session': (await ok(`POST ${at}/auth/api-key`, { api_key }, {})).data.session_token,
})

async function rotate(agent: TestAgent, by: CallOptions): Promise<TestAgent> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const public_key = publicKey.export({ format: 'jwk' })
  await ok(`PUT ${at}/agents/${agent.did}/keys`, { public_key }, by)
  return { ...agent, privateKey }
}

const asPerson = (person: Person, { token }: CallOptions): Person => ({ ...person, token: token! })

/** Whether another user can still pay with a grant of this user. */
const pays =
  (account: string, grant_token: string): Works =>
  async (node) => {
    const friend = await node.person()
    const quote = { send_amount: '0.10', send_currency: 'USD', receive_currency: 'USD' }
    const { body } = await node.call(
      'POST /api/v1/interledger/quotes',
      { ...quote, receiver: '$wallet.example.com/bob' },
      friend,
    )
    const payment = { wallet_address: account, quote_id: body.data.quote_id, grant_token }
    return (
      (await node.call('POST /api/v1/interledger/payments/outgoing', payment, friend)).status ===
      201
    )
  }

/** Every way of issuing something with an API key, indirect ways included. */
const waysFromKey: Record<string, (person: Person, key: Key) => Promise<Works>> = {
  // The first, because it advances the clock by a day.
  'agent_key.create by a session that has expired since': async (person, key) => {
    const agent = await registerAgent(bank, asPerson(person, key))
    const { api_key } = await makeAgentKey(agent, { headers: await signIn(bank, agent) })
    bank.clock.advance(86_401)
    await runExpiry()
    return opensByKey(api_key)
  },
  'agent.register': async (person, key) =>
    opensByDid(await registerAgent(bank, asPerson(person, key))),
  'agent.rotate_key': async (person, key) =>
    opensByDid(await rotate(await registerAgent(bank, person), key)),
  'agent.set_endpoints': async (person, key) => {
    const agent = await registerAgent(bank, person)
    await ok(
      `PUT ${at}/agents/${agent.did}/endpoints`,
      { endpoints: { message: 'http://127.0.0.1:9/' } },
      key,
    )
    return stands(agent)
  },
  'agent_key.create': async (person, key) =>
    opensByKey((await makeAgentKey(await registerAgent(bank, person), key)).api_key),
  'agent_auth.log_in_by_key': async (person, key) => {
    const agent = await registerAgent(bank, person)
    return isSession(agent, await openByKey((await makeAgentKey(agent, key)).api_key))
  },
  'agent_auth.log_in_by_did': async (person, key) => {
    const agent = await registerAgent(bank, asPerson(person, key))
    return isSession(agent, await signIn(bank, agent))
  },
  'agent_key.create by a session of the agent': async (person, key) => {
    const agent = await registerAgent(bank, asPerson(person, key))
    const by = { headers: await signIn(bank, agent) }
    return opensByKey((await makeAgentKey(agent, by)).api_key)
  },
  'agent.rotate_key by a session of the agent': async (person, key) => {
    const agent = await registerAgent(bank, asPerson(person, key))
    return opensByDid(await rotate(agent, { headers: await signIn(bank, agent) }))
  },
  'interledger_grant.create': async (person, key) => {
    const account = { user_uuid: person.uuid, name: 'Purse', initial_balance: 1_000 }
    const opened = await bank.call('POST /api/accounts', account, person)
    const { uuid } = opened.body.data
    const grant = { wallet_address: uuid, limit_amount: '5.00', currency: 'USD' }
    const given = await bank.call('POST /api/v1/interledger/grants', grant, key)
    return pays(uuid, given.body.data.grant_token)
  },
  'webhook.create': async (person, key) => speaks(person, await makeWebhook(key)),
  'webhook.update': async (person, key) => {
    const id = await makeWebhook(person)
    await ok(`PUT /api/v2/webhooks/${id}`, { url: 'https://example.org/' }, key)
    return speaks(person, id)
  },
  'webhook.rotate_secret': async (person, key) => {
    const id = await makeWebhook(person)
    await ok(`POST /api/v2/webhooks/${id}/rotate-secret`, {}, key)
    return speaks(person, id)
  },
}

it('ends the Interledger grants that a user gave while signed in, when everything ends', async () => {
  const person = await bank.person()
  const account = { user_uuid: person.uuid, name: 'Purse', initial_balance: 1_000 }
  const { uuid } = (await bank.call('POST /api/accounts', account, person)).body.data
  const grant = { wallet_address: uuid, limit_amount: '5.00', currency: 'USD' }
  const given = await bank.call('POST /api/v1/interledger/grants', grant, person)
  const works = pays(uuid, given.body.data.grant_token)
  const kept = await bank.call('POST /api/auth/logout-all', {}, person)
  expect(kept.body.data.still_active.interledger_grants).toBe(1)
  expect(await works(bank)).toBe(true)
  await ok('POST /api/auth/logout-all', { end_everything: true }, await signedIn(person))
  expect([await works(bank), await works(other)]).toEqual([false, false])
})

/** What the hourly job deletes. */
const runExpiry = () => bank.runJob('identity.delete_expired')

/** Signs in again, because time may have passed since the registration. */
async function signedIn(person: Person): Promise<CallOptions> {
  const { body } = await bank.call('POST /api/auth/login', person)
  return { token: body.access_token }
}

const waysToEnd: Record<string, (person: Person, key: Key) => Promise<unknown>> = {
  'api_key.revoke': async (person, key) =>
    ok(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, await signedIn(person)),
  'api_key.regenerate': async (person, key) =>
    ok(`POST /api/v2/api-keys/${key.uuid}/regenerate`, {}, await signedIn(person)),
  'auth.logout_all with end_everything': async (person) =>
    ok('POST /api/auth/logout-all', { end_everything: true }, await signedIn(person)),
}

describe('everything that was issued by a key', () => {
  it.each(Object.entries(waysToEnd))('ends with %s', async (_how, end) => {
    let person = await bank.person()
    const key = await makeKey(person)
    const issued: { at: string; works: Works }[] = []
    for (const [way, issue] of Object.entries(waysFromKey)) {
      issued.push({ at: way, works: await issue(person, key) })
      if (issued.length === 1) person = asPerson(person, await signedIn(person))
    }
    await askAll(issued, async ({ works }) =>
      expect([await works(bank), await works(other)]).toEqual([true, true]),
    )
    await end(person, key)
    await askAll(issued, async ({ works }) => {
      expect(await works(bank)).toBe(false)
      await poll(() => works(other)).toBe(false)
    })
  })
})

describe('a credential issued within an agent', () => {
  type Made = { agent: TestAgent; works: Works; end: () => Promise<unknown> }
  const ways: Record<string, (person: Person) => Promise<Made>> = {
    'a session by a key, when the key is revoked': async (person) => {
      const agent = await registerAgent(bank, person)
      const key = await makeAgentKey(agent, person)
      const works = isSession(agent, await openByKey(key.api_key))
      const route = `DELETE ${at}/agents/${agent.did}/api-keys/${key.key_id}`
      return { agent, works, end: () => ok(route, undefined, person) }
    },
    'a key by a session by a key, when the first key is revoked': async (person) => {
      const agent = await registerAgent(bank, person)
      const key = await makeAgentKey(agent, person)
      const by = { headers: await openByKey(key.api_key) }
      const works = opensByKey((await makeAgentKey(agent, by)).api_key)
      const route = `DELETE ${at}/agents/${agent.did}/api-keys/${key.key_id}`
      return { agent, works, end: () => ok(route, undefined, person) }
    },
    'a key by a session, when the session ends': async (person) => {
      const agent = await registerAgent(bank, person)
      const headers = await signIn(bank, agent)
      const works = opensByKey((await makeAgentKey(agent, { headers })).api_key)
      const body = { session_token: headers['X-Agent-Session'] }
      return { agent, works, end: () => ok(`POST ${at}/auth/revoke`, body, person) }
    },
    'a key by a session, when all sessions end': async (person) => {
      const agent = await registerAgent(bank, person)
      const by = { headers: await signIn(bank, agent) }
      const works = opensByKey((await makeAgentKey(agent, by)).api_key)
      const route = `DELETE ${at}/agents/${agent.did}/sessions`
      return { agent, works, end: () => ok(route, undefined, person) }
    },
    'the key of a DID by a session by a key, when that key is revoked': async (person) => {
      const agent = await registerAgent(bank, person)
      const key = await makeAgentKey(agent, person)
      const rotated = await rotate(agent, { headers: await openByKey(key.api_key) })
      const route = `DELETE ${at}/agents/${agent.did}/api-keys/${key.key_id}`
      return { agent, works: opensByDid(rotated), end: () => ok(route, undefined, person) }
    },
  }

  it.each(Object.entries(ways))('ends: %s', async (_way, make) => {
    const { works, end } = await make(await bank.person())
    expect([await works(bank), await works(other)]).toEqual([true, true])
    await end()
    expect(await works(bank)).toBe(false)
    await poll(() => works(other)).toBe(false)
  })

  it('is shown as ended, and a valid credential of the owner restores the agent', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const agent = await registerAgent(bank, asPerson(person, key))
    await makeAgentKey(agent, key)
    await ok(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, person)
    const listed = await ok(`GET ${at}/agents/${agent.did}/api-keys`, undefined, person)
    expect(listed.data).toMatchObject([{ is_active: false }])
    expect(await opensByDid(agent)(bank)).toBe(false)
    expect(await opensByDid(await rotate(agent, person))(bank)).toBe(true)
  })

  it('needs the owner’s own bearer to be allowed where it comes beside a session', async () => {
    const person = await bank.person()
    const agent = await registerAgent(bank, person)
    const reader = await makeKey(person, ['read'])
    const headers = await signIn(bank, agent)
    const route = `POST ${at}/agents/${agent.did}/api-keys`
    const answer = await bank.call(route, { name: 'Key' }, { token: reader.token, headers })
    expect([answer.status, answer.body.error.code]).toEqual([403, 'INSUFFICIENT_SCOPE'])
    await makeAgentKey(agent, { token: (await makeKey(person)).token, headers })
  })
})

describe('a credential issued by a signed-in user', () => {
  it('remains valid when they sign out, is counted, and ends on request', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const agent = await registerAgent(bank, person)
    const agentKey = await makeAgentKey(agent, person)
    const headers = await signIn(bank, agent)
    const webhook = await makeWebhook(person)
    const works = [
      async () => (await bank.call('GET /api/auth/user', undefined, key)).status === 200,
      () => opensByKey(agentKey.api_key)(bank),
      () => isSession(agent, headers)(bank),
      () => speaks(person, webhook)(bank),
      () => opensByDid(agent)(bank),
    ]
    const look = () => Promise.all(works.map((one) => one()))
    const out = await ok('POST /api/auth/logout-all', {}, person)
    expect(out.data).toMatchObject({
      revoked_count: 2,
      still_active: { api_keys: 1, agents: 1, agent_keys: 1, agent_sessions: 1, webhooks: 1 },
      to_end_them: expect.stringContaining('end_everything'),
    })
    expect(await look()).toEqual(works.map(() => true))

    const change = { current_password: person.password, new_password: 'An0ther-horse' }
    const route = 'POST /api/auth/change-password'
    const kept = await ok(route, change, await signedIn(person))
    expect(kept.still_active).toMatchObject({ api_keys: 1, agents: 1, agent_keys: 1, webhooks: 1 })
    expect(kept.still_active.agent_sessions).toBeGreaterThan(0)

    const ended = await ok(
      route,
      { current_password: 'An0ther-horse', new_password: person.password, end_everything: true },
      { token: kept.new_token },
    )
    expect(new Set(Object.values(ended.still_active))).toEqual(new Set([0]))
    expect(await look()).toEqual(works.map(() => false))
    const shown = await ok(`GET /api/v2/api-keys/${key.uuid}`, undefined, {
      token: ended.new_token,
    })
    expect(shown.data.is_active).toBe(false)
    const again = await bank.call(
      `PUT /api/v2/api-keys/${key.uuid}`,
      { name: 'Alive?' },
      { token: ended.new_token },
    )
    expect([again.status, again.body.error.code]).toEqual([409, 'API_KEY_REVOKED'])
  })
})

describe('a key that may no longer', () => {
  const narrow = (person: Person, key: Key, permissions: string[]) =>
    ok(`PUT /api/v2/api-keys/${key.uuid}`, { permissions }, person)

  it('read has no webhook that notifies it, and no agent that reads for it', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const works = speaks(person, await makeWebhook(key))
    const agent = opensByDid(await registerAgent(bank, asPerson(person, key)))
    await narrow(person, key, ['write'])
    expect([await works(bank), await agent(bank)]).toEqual([false, false])
    // With its scopes restored, it still has to be switched on.
    await narrow(person, key, ['read', 'write'])
    expect(await works(bank)).toBe(false)
  })

  it('write has no agent that acts for it', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const works = speaks(person, await makeWebhook(key))
    const agent = opensByDid(await registerAgent(bank, asPerson(person, key)))
    await narrow(person, key, ['read'])
    expect([await works(bank), await agent(bank)]).toEqual([true, false])
  })

  const readers: [route: string, body: object][] = [
    ['POST /api/v2/webhooks', { url: someUrl, events: ['*'] }],
    ['PUT /api/v2/webhooks/:id', { url: someUrl }],
    ['POST /api/v2/webhooks/:id/rotate-secret', {}],
    ['POST /api/v2/webhooks/:id/replay', { from_time: '2026-01-01T00:00:00Z' }],
    [
      `POST ${at}/agents/register`,
      { name: 'Agent', type: 'service', endpoints: { message: someUrl } },
    ],
  ]
  it('read cannot issue credentials that read', async () => {
    const person = await bank.person()
    const key = await makeKey(person, ['write', 'delete'])
    const id = await makeWebhook(person)
    const things = readers.map(([route, body]) => ({ at: route, body }))
    await askAll(things, async ({ at: route, body }) => {
      const answer = await bank.call(route.replace(':id', id), body, key)
      expect(answer.status).toBe(403)
      expect(answer.body.error).toMatchObject({
        code: 'INSUFFICIENT_SCOPE',
        details: { required_scope: 'read' },
      })
    })
  })
})

describe('a webhook whose credential has ended', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await startReceiver()
  })
  afterAll(() => receiver.close())

  it('receives no further events until its owner switches it on', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const id = await makeWebhook(key, receiver.url)
    const openAccount = (name: string) => ok('POST /api/v2/accounts', { name }, person)
    const told = () => receiver.received.map((one) => one.body.data.name)
    await openAccount('Before')
    await poll(async () => told()).toContain('Before')
    await ok(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, person)
    await openAccount('After')
    // The next delivery detects this and switches it off.
    await poll(async () => {
      const [row] = await bank.sql<{ is_active: boolean }>(
        'select is_active from webhooks.webhooks where id = $1',
        [id],
      )
      return row!.is_active
    }).toBe(false)

    const renamed = await ok(`PUT /api/v2/webhooks/${id}`, { name: 'Renamed' }, person)
    expect(renamed.data).toMatchObject({ name: 'Renamed', is_active: false })
    expect(renamed.data.disabled_reason).toMatch(/credential/)
    const on = await ok(`PUT /api/v2/webhooks/${id}`, { is_active: true }, person)
    expect(on.data).toMatchObject({ is_active: true, disabled_reason: null })
    await openAccount('Again')
    await poll(async () => told()).toContain('Again')
    expect(told()).not.toContain('After')
    const types = receiver.received.map((one) => one.body.event_type)
    expect(types).not.toContain('api_key.revoked')
  })

  it('works again when its secret is rotated, and nothing is replayed to it before', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const id = await makeWebhook(key, receiver.url)
    await ok(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, person)
    const replay = await bank.call(
      `POST /api/v2/webhooks/${id}/replay`,
      { from_time: '2026-01-01T00:00:00Z' },
      person,
    )
    expect([replay.status, replay.body.error.code]).toEqual([409, 'WEBHOOK_INACTIVE'])
    await ok(`POST /api/v2/webhooks/${id}/rotate-secret`, {}, person)
    expect(await speaks(person, id)(bank)).toBe(true)
  })

  it('is like the address of an agent: messages wait to be fetched', async () => {
    const [person, sender] = await Promise.all([bank.person(), bank.person()])
    const key = await makeKey(person)
    const agent = await registerAgent(bank, person)
    const route = `PUT ${at}/agents/${agent.did}/endpoints`
    await ok(route, { endpoints: { message: receiver.url } }, key)
    const writer = await registerAgent(bank, sender)
    const calls = makeCalls(bank)
    const statusOf = async (id: string) => (await calls.show(writer, id)).body.data.status
    const first = (await calls.send(writer, agent, { payload: { n: 1 } })).body.data.message_id
    await poll(() => statusOf(first)).toBe('delivered')
    await ok(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, person)
    const before = receiver.received.length
    const second = (await calls.send(writer, agent, { payload: { n: 2 } })).body.data.message_id
    await poll(async () => {
      const rows = await bank.sql<{ lease: string | null }>(
        'select lease from agent_messages.mailboxes where agent_uuid = $1',
        [agent.agent_id],
      )
      return rows[0]!.lease
    }).toBeNull()
    expect(await statusOf(second)).not.toBe('delivered')
    expect(receiver.received).toHaveLength(before)
  })
})

describe('a live stream', () => {
  it('ends with the credential that opened it', async () => {
    const person = await bank.person()
    const key = await makeKey(person)
    const abort = new AbortController()
    const response = await fetch(`${other.url}/api/v2/events/stream`, {
      headers: { Authorization: `Bearer ${key.token}` },
      signal: abort.signal,
    })
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    await ok(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, person)
    for (;;) if ((await reader.read()).done) break
    abort.abort()
  })
})

describe('issuing and revoking at the same time', () => {
  it('leaves nothing behind that works', async () => {
    const person = await bank.person()
    const agent = await registerAgent(bank, person)
    for (let round = 0; round < 8; round++) {
      const key = await makeKey(person)
      const early = await registerAgent(bank, asPerson(person, key))
      const nodes = [bank, other]
      const issuing = Array.from({ length: 6 }, async (_, i) => {
        const node = nodes[i % 2]!
        const body = { name: 'Key', scopes: ['agent:*'] }
        const answer = await node.call(`POST ${at}/agents/${agent.did}/api-keys`, body, key)
        return answer.body.data?.api_key as string | undefined
      })
      const sessions = Array.from({ length: 2 }, async () => {
        const answer = await other.call(`POST ${at}/auth/did`, await answerChallenge(other, early))
        return answer.body.data?.session_token as string | undefined
      })
      await bank.call(`DELETE /api/v2/api-keys/${key.uuid}`, undefined, person)
      for (const api_key of await Promise.all(issuing))
        if (api_key !== undefined) expect(await opensByKey(api_key)(bank)).toBe(false)
      for (const token of await Promise.all(sessions))
        if (token !== undefined)
          expect(await isSession(early, { 'X-Agent-Session': token })(bank)).toBe(false)
    }
  })

  it('leaves nothing behind of a login whose user ends everything', async () => {
    for (let round = 0; round < 8; round++) {
      const person = await bank.person()
      const thief = await signedIn(person)
      const issuing = Array.from({ length: 6 }, async (_, i) => {
        const node = i % 2 === 0 ? bank : other
        const answer = await node.call('POST /api/v2/api-keys', { name: 'Key' }, thief)
        return answer.body.data?.api_key as string | undefined
      })
      await ok('POST /api/auth/logout-all', { end_everything: true }, person)
      for (const token of await Promise.all(issuing))
        if (token !== undefined)
          expect((await bank.call('GET /api/auth/user', undefined, { token })).status).toBe(401)
    }
  })

  it('holds for any tree of keys and sessions, wherever it is cut', async () => {
    const person = await bank.person()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        async (parents, cut) => {
          const agent = await registerAgent(bank, person)
          const nodes: { key: { api_key: string; key_id: string }; parent: number }[] = []
          for (const choice of parents) {
            const parent = nodes.length === 0 ? -1 : (choice % (nodes.length + 1)) - 1
            const by =
              parent === -1 ? person : { headers: await openByKey(nodes[parent]!.key.api_key) }
            nodes.push({ key: await makeAgentKey(agent, by), parent })
          }
          const root = cut % nodes.length
          await ok(
            `DELETE ${at}/agents/${agent.did}/api-keys/${nodes[root]!.key.key_id}`,
            undefined,
            person,
          )
          const isUnder = (i: number): boolean =>
            i === root || (nodes[i]!.parent !== -1 && isUnder(nodes[i]!.parent))
          for (const [i, { key }] of nodes.entries())
            expect(await opensByKey(key.api_key)(bank)).toBe(!isUnder(i))
        },
      ),
      { numRuns: rounds(4, 10) },
    )
  })
})

describe('a key that may not read', () => {
  it('creates no agent that could read for it, and loses those it created before', async () => {
    const person = await bank.person()
    const blind = await makeKey(person, ['write'])
    const own = await registerAgent(bank, person)
    const attempts = [
      () => bank.call(`POST ${at}/agents/register`, { name: 'Eyes', type: 'service' }, blind),
      () => bank.call(`POST ${at}/agents/${own.did}/api-keys`, { name: 'Eyes' }, blind),
      () => bank.call(`PUT ${at}/agents/${own.did}/keys`, {}, blind),
    ]
    for (const attempt of attempts) {
      const { status, body } = await attempt()
      expect([status, body.error?.details]).toEqual([403, { required_scope: 'read' }])
    }
    const seeing = await makeKey(person, ['read', 'write'])
    const agent = await registerAgent(bank, asPerson(person, seeing))
    expect(await opensByDid(agent)(bank)).toBe(true)
    await ok(`PUT /api/v2/api-keys/${seeing.uuid}`, { permissions: ['write'] }, person)
    expect(await opensByDid(agent)(bank)).toBe(false)
  })
})

describe('every operation that issues a credential or shows a secret', () => {
  /** By an authentication of the user: there is no credential yet that could be the parent. */
  const byProof = [
    'auth.login',
    'auth.refresh',
    'auth.register',
    'auth.change_password',
    'biometric.verify',
    'passkey.verify',
    'two_factor.verify',
  ]
  /** Only for a signed-in user, and a login is no parent. */
  const byLogin = [
    'api_key.create',
    'api_key.regenerate',
    'partner_key.rotate',
    'partner_webhook_secret.rotate',
    'two_factor.enable',
    'two_factor.recovery_codes',
  ]

  /** No key has the scope of operators, so the caller is signed in. */
  const byOperator = ['partner.onboard', 'partner.reissue']

  /** Secrets of incoming packets: they cannot debit an account. */
  const forReceiving = [
    'interledger_connection.open',
    'interledger_incoming.create',
    'interledger_pointer.ask',
  ]

  /** Who an erased person was: no credential. */
  const forAuthorities = ['erasure.disclose']

  /** Links that show one receipt for a month: they cannot debit an account, and the owner can revoke them. */
  const forShowing = ['receipt.share']

  it('is one of those that are tested here, or needs no parent', () => {
    const { operations } = describeForTests()
    const found = operations.filter(answersSecret).map((op) => op.name)
    const tested = Object.keys(waysFromKey).map((way) => way.split(' ')[0]!)
    const known = [
      ...byProof,
      ...byLogin,
      ...byOperator,
      ...forReceiving,
      ...forShowing,
      ...forAuthorities,
      ...tested,
    ]
    expect(found.filter((name) => !known.includes(name))).toEqual([])
    const authOf = (name: string) => operations.find((op) => op.name === name)!.auth
    for (const name of byOperator) expect(authOf(name)).toEqual(operator)
    for (const name of byLogin) {
      const { auth } = operations.find((op) => op.name === name)!
      expect(auth[0]).toMatchObject({ by: 'user', via: 'login' })
    }
  })
})
