// Agents over HTTP: their records, how they authenticate, and what is rejected.
import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import fc from 'fast-check'
import { base58btc } from 'multiformats/bases/base58'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { makeSealer } from '../../../platform/key-ring.ts'
import { issueChallenge, readChallenge } from './challenge.ts'
import { isSignedBy, readPublicKey, toMultibase } from './ed25519.ts'
import { defaultScopes, expandScopes, scopes } from './scopes.ts'
import { answerChallenge, registerAgent, signIn, type TestAgent } from './test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank()
})
afterAll(() => bank.stop())

const at = '/api/agent-protocol'
const logIn = (body: object) => bank.call(`POST ${at}/auth/did`, body)

/** An agent with an API key of these scopes. */
async function withKey(agent: TestAgent, given?: readonly string[]) {
  const { body } = await bank.call(
    `POST ${at}/agents/${agent.did}/api-keys`,
    { name: 'Key', ...(given && { scopes: given }) },
    agent.owner,
  )
  return body.data as { api_key: string; key_id: string }
}

async function sessionByKey(api_key: string): Promise<Record<string, string>> {
  const { body } = await bank.call(`POST ${at}/auth/api-key`, { api_key })
  return { 'X-Agent-Session': body.data.session_token }
}

describe('a public key', () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const jwk = publicKey.export({ format: 'jwk' })
  const bytes = Buffer.from(jwk.x!, 'base64url')
  const writings: Record<string, unknown> = {
    multibase: base58btc.encode(Uint8Array.from([0xed, 0x01, ...bytes])),
    hex: bytes.toString('hex'),
    'upper-case hex': bytes.toString('hex').toUpperCase(),
    base64: bytes.toString('base64'),
    base64url: bytes.toString('base64url'),
    JWK: jwk,
    PEM: publicKey.export({ format: 'pem', type: 'spki' }),
  }
  it.each(Object.entries(writings))('is read from %s', async (_name, public_key) => {
    const person = await bank.person()
    const { did } = await registerAgent(bank, person, { public_key })
    const { body } = await bank.call(`GET ${at}/agents/${did}`)
    expect(body.data.public_key).toBe(writings.multibase)
  })

  it('may be in the metadata', async () => {
    const fields = { public_key: undefined, metadata: { public_key: writings.hex } }
    const { did } = await registerAgent(bank, await bank.person(), fields)
    const { body } = await bank.call(`GET ${at}/agents/${did}`)
    expect(body.data.public_key).toBe(writings.multibase)
  })

  it.each([
    ['of 31 bytes', bytes.subarray(1).toString('hex')],
    ['of another curve', generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })],
    [
      'as the PEM of P-256',
      generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({
        format: 'pem',
        type: 'spki',
      }),
    ],
    [
      'as a private PEM',
      generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
    ],
    ['as multibase of a secp256k1 key', base58btc.encode(Uint8Array.from([0xe7, 0x01, ...bytes]))],
    ['as words', 'my public key'],
  ])('is refused %s', async (_name, public_key) => {
    const input = { name: 'Agent', type: 'service', public_key }
    const answer = await bank.call(`POST ${at}/agents/register`, input, await bank.person())
    expect(answer.status).toBe(422)
    expect(answer.body.errors.public_key).toBeDefined()
  })

  it('reads back from its own multibase, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (raw) => {
        const key = Buffer.from(raw)
        for (const text of [toMultibase(key), key.toString('base64'), key.toString('base64url')])
          expect(readPublicKey(text)?.toString('hex')).toBe(key.toString('hex'))
      }),
    )
  })
})

describe('registering', () => {
  it('makes a key pair if none is given, and shows the private half once', async () => {
    const person = await bank.person()
    const input = { name: 'Buyer', type: 'user', capabilities: ['payments', 'payments'] }
    const { status, body } = await bank.call(`POST ${at}/agents/register`, input, person)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      did: expect.stringMatching(/^did:florin:agent:[0-9a-f]{32}$/),
      name: 'Buyer',
      type: 'user',
      status: 'active',
      capabilities: ['payments'],
      warning: expect.stringContaining('only once'),
    })
    // The seed signs for the public key that the record shows.
    const { did, private_key, public_key_multibase } = body.data
    const pkcs8 = Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.from(private_key, 'base64'),
    ])
    const key = { key: pkcs8, format: 'der', type: 'pkcs8' } as const
    const { body: asked } = await bank.call(`POST ${at}/auth/challenge`, { did })
    const { challenge } = asked.data
    const signature = sign(null, Buffer.from(challenge), key).toString('hex')
    expect((await logIn({ did, challenge, signature })).status).toBe(200)
    const record = await bank.call(`GET ${at}/agents/${did}`)
    expect(record.body.data.public_key).toBe(public_key_multibase)
    expect(JSON.stringify(record.body)).not.toContain(private_key)
    const rows = await bank.sql<{ all: string }>(
      'select a::text as all from agents.agents a where did = $1',
      [did],
    )
    expect(rows[0]!.all).not.toContain(private_key)
  })

  it('names the account its money is in, which must be the owner’s', async () => {
    const [ada, bob] = [await bank.person(), await bank.person()]
    const accounts = await bank.call('GET /api/accounts', undefined, bob)
    const account_uuid = accounts.body.data[0].uuid
    const input = { name: 'Agent', type: 'service', metadata: { account_uuid } }
    const refused = await bank.call(`POST ${at}/agents/register`, input, ada)
    expect(refused.status).toBe(422)
    const mine = await bank.call(`POST ${at}/agents/register`, input, bob)
    expect(mine.status).toBe(201)
  })

  it('refuses an address for messages that is not public', async () => {
    const person = await bank.person()
    for (const message of ['https://127.0.0.1/x', 'http://example.com/x', 'https://10.1.2.3/']) {
      const input = { name: 'Agent', type: 'service', endpoints: { message } }
      const { status, body } = await bank.call(`POST ${at}/agents/register`, input, person)
      expect(status).toBe(422)
      expect(body.errors['endpoints.message']).toBeDefined()
    }
  })
})

describe('a record', () => {
  it('has a DID document whose key verifies what the agent signs', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const { body } = await bank.call(`GET ${at}/agents/${agent.did}`)
    const { did_document } = body.data
    const [method] = did_document.verificationMethod
    expect(did_document).toMatchObject({ id: agent.did, authentication: [method.id] })
    const bytes = Buffer.from(base58btc.decode(method.publicKeyMultibase)).subarray(2)
    const jwk = { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const signature = sign(null, Buffer.from('hello'), agent.privateKey)
    expect(verify(null, Buffer.from('hello'), key, signature)).toBe(true)
  })

  it('shows private notes and the account to its owner only', async () => {
    const owner = await bank.person()
    const accounts = await bank.call('GET /api/accounts', undefined, owner)
    const metadata = { _note: 'mine', account_uuid: accounts.body.data[0].uuid, model: 'x' }
    const { did } = await registerAgent(bank, owner, { metadata })
    const anonymous = await bank.call(`GET ${at}/agents/${did}`)
    expect(anonymous.body.data.metadata).toEqual({ model: 'x' })
    expect(JSON.stringify(anonymous.body)).not.toContain(owner.uuid)
    const own = await bank.call(`GET ${at}/agents/${did}`, undefined, owner)
    expect(own.body.data.metadata).toEqual(metadata)
  })

  it('is found by capability, type and status, newest first', async () => {
    const person = await bank.person()
    const first = await registerAgent(bank, person, { capabilities: ['tea'] })
    bank.clock.advance(1)
    const second = await registerAgent(bank, person, { type: 'user' })
    const capabilities = [{ name: 'tea', version: '2.0' }]
    const { status } = await bank.call(
      `PUT ${at}/agents/${second.did}/capabilities`,
      { capabilities },
      person,
    )
    expect(status).toBe(200)
    const find = async (query: string) => {
      const { body } = await bank.call(`GET ${at}/agents/discover?${query}`)
      return body.data.map((one: { did: string }) => one.did)
    }
    expect(await find('capability=tea')).toEqual([second.did, first.did])
    expect(await find('capability=tea&limit=1')).toEqual([second.did])
    expect(await find('capability=tea&type=service')).toEqual([first.did])
    expect(await find('capability=te')).toEqual([])
    await bank.call(`PUT ${at}/agents/${first.did}/status`, { status: 'inactive' }, person)
    expect(await find('capability=tea')).toEqual([second.did])
    expect(await find('capability=tea&status=inactive')).toEqual([first.did])
  })

  it('does not exist in the other environment', async () => {
    const person = await bank.person()
    const sandbox = await bank.sandboxKey(person)
    const agent = await registerAgent(bank, { ...person, token: sandbox.token })
    expect((await bank.call(`GET ${at}/agents/${agent.did}`)).status).toBe(404)
    expect((await bank.call(`GET ${at}/agents/${agent.did}`, undefined, sandbox)).status).toBe(200)
    // A session belongs to its agent's environment, so it is invalid together with a live bearer.
    const headers = await signIn(bank, agent)
    const path = `GET ${at}/agents/${agent.did}/sessions`
    expect((await bank.call(path, undefined, { headers })).status).toBe(200)
    expect((await bank.call(path, undefined, { headers, token: person.token })).status).toBe(401)
  })
})

describe('signing in by DID', () => {
  it('opens a session that acts as this agent only', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const { status, body } = await logIn(await answerChallenge(bank, agent))
    expect(status).toBe(200)
    expect(body.data.agent).toEqual({
      agent_id: agent.agent_id,
      did: agent.did,
      name: 'Agent',
      status: 'active',
    })
    const token = body.data.session_token
    expect(token).toMatch(/^[A-Za-z0-9]{64}$/)
    for (const headers of [{ 'X-Agent-Session': token }, { Authorization: `Bearer ${token}` }]) {
      const own = await bank.call(`GET ${at}/agents/${agent.did}/api-keys`, undefined, { headers })
      expect(own.status).toBe(200)
      const person = await bank.call('GET /api/auth/user', undefined, { headers })
      expect(person.status).toBe(401)
    }
    const other = await registerAgent(bank, agent.owner)
    const headers = { 'X-Agent-Session': token }
    const foreign = await bank.call(`GET ${at}/agents/${other.did}/api-keys`, undefined, {
      headers,
    })
    expect(foreign.status).toBe(403)
  })

  it('requires both credentials to be valid if a bearer is sent too', async () => {
    const [ada, bob] = [await bank.person(), await bank.person()]
    const agent = await registerAgent(bank, ada)
    const headers = await signIn(bank, agent)
    const path = `GET ${at}/agents/${agent.did}/sessions`
    const call = (options: object) => bank.call(path, undefined, options)
    expect((await call({ headers, token: ada.token })).status).toBe(200)
    expect((await call({ headers, token: bob.token })).status).toBe(403)
    expect((await call({ headers, token: 'fat_nothing' })).status).toBe(401)
    const spoilt = { 'X-Agent-Session': 'x'.repeat(64) }
    expect((await call({ headers: spoilt, token: ada.token })).status).toBe(401)
    // Two agents at once are rejected, whichever header each is in.
    const second = await signIn(bank, await registerAgent(bank, ada))
    expect((await call({ headers, token: second['X-Agent-Session'] })).status).toBe(401)
    // A user's token is no agent's session.
    expect((await call({ headers: { 'X-Agent-Session': ada.token } })).status).toBe(401)
  })

  it('takes the signature in base64url and hex, and the nonce from the challenge', async () => {
    const agent = await registerAgent(bank, await bank.person())
    for (const encoding of ['base64url', 'hex'] as const) {
      const { signature, nonce: _nonce, ...rest } = await answerChallenge(bank, agent)
      const again = Buffer.from(signature, 'base64').toString(encoding)
      expect((await logIn({ ...rest, signature: again })).status).toBe(200)
    }
  })

  it('rejects every wrong login with the same answer', async () => {
    const person = await bank.person()
    const [agent, other] = [await registerAgent(bank, person), await registerAgent(bank, person)]
    const good = () => answerChallenge(bank, agent)
    const seen = await good()
    expect((await logIn(seen)).status).toBe(200)
    const late = await good()
    bank.clock.advance(301)
    const elsewhere = await answerChallenge(bank, other)
    const forged = makeSealer('another secret').digest('x').toString('hex')
    const body = JSON.stringify({
      did: agent.did,
      nonce: `abcdefghij${forged.slice(0, 22)}`,
      timestamp: bank.clock.now().toISOString(),
      action: 'authenticate',
    })
    const challenge = Buffer.from(body).toString('base64')
    const tries: Record<string, object> = {
      reused: seen,
      expired: late,
      'another agent’s challenge': { ...elsewhere, did: agent.did },
      'another agent’s signature': { ...(await good()), signature: elsewhere.signature },
      'another nonce': { ...(await good()), nonce: 'x'.repeat(32) },
      'a made-up challenge': {
        did: agent.did,
        challenge,
        signature: sign(null, Buffer.from(challenge), agent.privateKey).toString('base64'),
      },
      'no challenge at all': { ...(await good()), challenge: 'bm90aGluZw==' },
      'no signature at all': { ...(await good()), signature: '!!' },
      'an unknown agent': { ...seen, did: 'did:florin:agent:nobody' },
      'no DID': { ...seen, did: 'nobody' },
    }
    for (const [name, input] of Object.entries(tries)) {
      const answer = await logIn(input)
      expect({ name, status: answer.status }).toEqual({ name, status: 401 })
      expect(answer.body.error).toEqual({
        code: 'UNAUTHORIZED',
        message: 'The agent could not be authenticated.',
      })
    }
  })

  it('uses a challenge up by a wrong signature', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const good = await answerChallenge(bank, agent)
    const wrong = { ...good, signature: Buffer.alloc(64).toString('base64') }
    expect((await logIn(wrong)).status).toBe(401)
    expect((await logIn(good)).status).toBe(401)
  })

  it('accepts one of many concurrent logins with one challenge', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const good = await answerChallenge(bank, agent)
    const answers = await Promise.all(Array.from({ length: 8 }, () => logIn(good)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, ...Array(7).fill(401)])
  })

  it('issues a challenge for any well-formed DID and stores nothing', async () => {
    const before = await bank.sql('select * from agents.used_challenges')
    const { status, body } = await bank.call(`POST ${at}/auth/challenge`, {
      did: 'did:florin:agent:unknown',
    })
    expect(status).toBe(200)
    expect(JSON.parse(Buffer.from(body.data.challenge, 'base64').toString())).toEqual({
      did: 'did:florin:agent:unknown',
      nonce: body.data.nonce,
      timestamp: bank.clock.now().toISOString(),
      action: 'authenticate',
    })
    expect(body.data.nonce).toMatch(/^[A-Za-z0-9]{32}$/)
    expect(await bank.sql('select * from agents.used_challenges')).toEqual(before)
    expect((await bank.call(`POST ${at}/auth/challenge`, { did: 'nobody' })).status).toBe(400)
  })

  it('stores no token in plain text, and records where it was used', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const login = { ...(await answerChallenge(bank, agent)), user_agent: 'forged' }
    const { body } = await bank.call(`POST ${at}/auth/did`, login, {
      headers: { 'User-Agent': 'robot/1.0' },
    })
    const token = body.data.session_token
    const stored = await bank.sql<{ row: string }>(
      `select c::text as row from identity.credentials c
       where agent_uuid = $1 and kind = 'agent_session'`,
      [agent.agent_id],
    )
    expect(stored).toHaveLength(1)
    expect(stored[0]!.row).not.toContain(token)
    const headers = { 'X-Agent-Session': token }
    const list = () => bank.call(`GET ${at}/agents/${agent.did}/sessions`, undefined, { headers })
    expect((await list()).body.data).toEqual([
      {
        session_id: expect.stringMatching(/^ses_[0-9a-f]{16}$/),
        created_at: bank.clock.now().toISOString(),
        expires_at: new Date(bank.clock.now().getTime() + 86_400_000).toISOString(),
        last_activity: null,
        ip_address: '127.0.0.1',
        user_agent: 'robot/1.0',
        scopes: Object.keys(scopes),
      },
    ])
    await expect
      .poll(async () => (await list()).body.data[0].last_activity)
      .toBe(bank.clock.now().toISOString())
  })

  it('ends after 24 hours', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const headers = await signIn(bank, agent)
    const path = `GET ${at}/agents/${agent.did}/sessions`
    bank.clock.advance(86_399)
    expect((await bank.call(path, undefined, { headers })).status).toBe(200)
    bank.clock.advance(1)
    expect((await bank.call(path, undefined, { headers })).status).toBe(401)
  })
})

describe('sessions', () => {
  const validate = (session_token: string) =>
    bank.call(`POST ${at}/auth/session/validate`, { session_token })

  it('are validated without a credential, and never answered with an error', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const token = (await signIn(bank, agent))['X-Agent-Session']!
    expect((await validate(token)).body).toMatchObject({
      success: true,
      valid: true,
      data: { did: agent.did, agent_id: agent.agent_id },
    })
    const unknown = await validate('nothing')
    expect(unknown.status).toBe(200)
    expect(unknown.body).toEqual({ success: true, valid: false, data: null })
    const { api_key } = await withKey(agent)
    expect((await validate(api_key)).body.valid).toBe(false)
  })

  it('end one by one or all at once', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const [one, two, three] = [
      await signIn(bank, agent),
      await signIn(bank, agent),
      await signIn(bank, agent),
    ]
    const path = `GET ${at}/agents/${agent.did}/sessions`
    const session_token = one['X-Agent-Session']
    const revoked = await bank.call(
      `POST ${at}/auth/session/revoke`,
      { session_token },
      { headers: one },
    )
    expect(revoked.status).toBe(200)
    expect((await bank.call(path, undefined, { headers: one })).status).toBe(401)
    expect((await bank.call(path, undefined, { headers: two })).body.data).toHaveLength(2)
    const unknown = await bank.call(
      `POST ${at}/auth/session/revoke`,
      { session_token: 'nothing' },
      { headers: two },
    )
    expect(unknown.status).toBe(200)
    const all = await bank.call(`DELETE ${at}/agents/${agent.did}/sessions`, undefined, agent.owner)
    expect(all.body).toMatchObject({ success: true, revoked_count: 2 })
    for (const headers of [two, three])
      expect((await bank.call(path, undefined, { headers })).status).toBe(401)
  })

  it('end on the other node as well, without a query there', async () => {
    const twin = await startBank({ address: bank.address, clock: bank.clock })
    try {
      const agent = await registerAgent(bank, await bank.person())
      const headers = await signIn(bank, agent)
      const path = `GET ${at}/agents/${agent.did}/sessions`
      expect((await twin.call(path, undefined, { headers })).status).toBe(200)
      await bank.call(`DELETE ${at}/agents/${agent.did}/sessions`, undefined, agent.owner)
      await expect
        .poll(async () => (await twin.call(path, undefined, { headers })).status)
        .toBe(401)
    } finally {
      await twin.stop()
    }
  })
})

describe('API keys', () => {
  it('are shown once, open sessions with their scopes, and end these when revoked', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const { api_key, key_id } = await withKey(agent, ['agent:sessions', 'escrow:*'])
    expect(api_key).toMatch(/^[A-Za-z0-9]{64}$/)
    const headers = await sessionByKey(api_key)
    const list = await bank.call(`GET ${at}/agents/${agent.did}/api-keys`, undefined, agent.owner)
    expect(list.body.data).toEqual([
      {
        key_id,
        name: 'Key',
        key_prefix: api_key.slice(0, 8),
        scopes: ['agent:sessions', 'escrow:*'],
        is_active: true,
        last_used_at: bank.clock.now().toISOString(),
        expires_at: null,
        created_at: bank.clock.now().toISOString(),
      },
    ])
    expect(JSON.stringify(list.body)).not.toContain(api_key)
    const mine = `GET ${at}/agents/${agent.did}/sessions`
    const direct = { Authorization: `AgentKey ${api_key}` }
    for (const credential of [headers, direct])
      expect((await bank.call(mine, undefined, { headers: credential })).status).toBe(200)
    const beyond = await bank.call(`GET ${at}/agents/${agent.did}/api-keys`, undefined, { headers })
    expect(beyond.status).toBe(403)
    expect(beyond.body.error.details).toEqual({ required_scope: 'agent:keys' })
    const path = `DELETE ${at}/agents/${agent.did}/api-keys/${key_id}`
    expect((await bank.call(path, undefined, agent.owner)).status).toBe(200)
    for (const credential of [headers, direct])
      expect((await bank.call(mine, undefined, { headers: credential })).status).toBe(401)
    const login = await bank.call(`POST ${at}/auth/api-key`, { api_key })
    expect(login.status).toBe(401)
    expect((await bank.call(path, undefined, agent.owner)).status).toBe(404)
  })

  it('have the default scopes when none are named', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const { api_key } = await withKey(agent)
    const token = (await sessionByKey(api_key))['X-Agent-Session']!
    const { body } = await bank.call(`POST ${at}/auth/session/validate`, { session_token: token })
    expect(body.data.scopes.toSorted()).toEqual([...defaultScopes].toSorted())
  })

  it('stop at their expiry', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const expires_at = new Date(bank.clock.now().getTime() + 60_000).toISOString()
    const create = (input: object) =>
      bank.call(`POST ${at}/agents/${agent.did}/api-keys`, { name: 'Short', ...input }, agent.owner)
    const { body } = await create({ expires_at })
    const { api_key } = body.data
    expect((await bank.call(`POST ${at}/auth/api-key`, { api_key })).status).toBe(200)
    bank.clock.advance(60)
    expect((await bank.call(`POST ${at}/auth/api-key`, { api_key })).status).toBe(401)
    expect((await create({ expires_at })).status).toBe(422)
  })

  it('get no scope that their creator lacks', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const create = (given: string[], options: object) =>
      bank.call(`POST ${at}/agents/${agent.did}/api-keys`, { name: 'Key', scopes: given }, options)
    expect((await create(['payments:fly'], agent.owner)).status).toBe(422)
    expect((await create(['*'], agent.owner)).status).toBe(422)
    expect((await create(['admin:read'], agent.owner)).status).toBe(422)
    const { api_key } = await withKey(agent, ['agent:keys', 'payments:read'])
    const headers = await sessionByKey(api_key)
    expect((await create(['payments:create'], { headers })).status).toBe(422)
    expect((await create(['payments:read'], { headers })).status).toBe(201)
    const boss = await registerAgent(bank, await bank.operator())
    const all = await bank.call(
      `POST ${at}/agents/${boss.did}/api-keys`,
      { name: 'All', scopes: ['*'] },
      boss.owner,
    )
    expect(all.status).toBe(201)
  })

  it('expand to what they cover, never to less than they name', () => {
    fc.assert(
      fc.property(fc.subarray(Object.keys(scopes)), (given) => {
        const expanded = expandScopes(given)
        expect(expanded).toEqual(expect.arrayContaining(given))
        for (const scope of expanded)
          expect(
            given.includes(scope) ||
              given.includes('*') ||
              given.includes(`${scope.split(':')[0]}:*`) ||
              (scope === 'messages:send' && given.includes('messages:write')),
          ).toBe(true)
        expect(expandScopes(expanded)).toEqual(expanded)
      }),
    )
  })
})

describe('a new key', () => {
  it('ends the old one and every session, and counts up in the document', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const headers = await signIn(bank, agent)
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const public_key = publicKey.export({ format: 'jwk' })
    const path = `PUT ${at}/agents/${agent.did}/keys`
    const { status, body } = await bank.call(path, { public_key }, { headers })
    expect(status).toBe(200)
    expect(body.data.key_id).toBe(`${agent.did}#keys-2`)
    expect(body.data.private_key).toBeUndefined()
    expect((await bank.call(path, { public_key }, { headers })).status).toBe(401)
    expect((await logIn(await answerChallenge(bank, agent))).status).toBe(401)
    await signIn(bank, { ...agent, privateKey })
    const record = await bank.call(`GET ${at}/agents/${agent.did}`)
    expect(record.body.data.did_document.authentication).toEqual([`${agent.did}#keys-2`])
  })
})

describe('the status', () => {
  const states = ['active', 'inactive', 'suspended'] as const
  /** Who may make the change; 400 for a pair that is no change. */
  const allowed: Record<string, 'owner' | 'operator'> = {
    'active inactive': 'owner',
    'active suspended': 'operator',
    'inactive active': 'owner',
    'inactive suspended': 'operator',
    'suspended active': 'operator',
  }
  const pairs = states.flatMap((from) => states.map((to) => ({ from, to })))
  it.each(pairs)('from $from to $to', async ({ from, to }) => {
    const [owner, operator] = [await bank.person(), await bank.operator()]
    const agent = await registerAgent(bank, owner)
    const set = (status: string, who: Person) =>
      bank.call(`PUT ${at}/agents/${agent.did}/status`, { status, reason: 'Test' }, who)
    if (from !== 'active') await set(from, operator)
    const who = allowed[`${from} ${to}`]
    const byOwner = await set(to, owner)
    expect(byOwner.status).toBe(who === undefined ? 400 : who === 'owner' ? 200 : 403)
    if (who === undefined) expect(byOwner.body.message).toContain(from)
    if (who !== 'operator') return
    expect((await set(to, operator)).status).toBe(200)
  })

  it('rejects an agent that is not active, its keys included', async () => {
    const agent = await registerAgent(bank, await bank.person())
    const { api_key } = await withKey(agent, ['agent:sessions'])
    const headers = await signIn(bank, agent)
    const answer = await answerChallenge(bank, agent)
    const operator = await bank.operator()
    const set = (status: string) =>
      bank.call(`PUT ${at}/agents/${agent.did}/status`, { status }, operator)
    await set('suspended')
    const path = `GET ${at}/agents/${agent.did}/sessions`
    expect((await bank.call(path, undefined, { headers })).status).toBe(401)
    expect((await logIn(answer)).status).toBe(401)
    expect((await bank.call(`POST ${at}/auth/api-key`, { api_key })).status).toBe(401)
    const direct = { Authorization: `AgentKey ${api_key}` }
    expect((await bank.call(path, undefined, { headers: direct })).status).toBe(400)
    await set('active')
    expect((await bank.call(path, undefined, { headers: direct })).status).toBe(200)
  })
})

describe('a challenge', () => {
  const sealer = makeSealer('a secret for this test')
  const now = new Date('2026-03-01T12:00:00.000Z')

  it('is read back for five minutes and not a moment longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 600_000 }), (ms) => {
        const { challenge, nonce } = issueChallenge('did:florin:agent:a', now, sealer)
        const read = readChallenge(challenge, new Date(now.getTime() + ms), sealer)
        expect(read?.nonce).toBe(ms < 300_000 ? nonce : undefined)
      }),
    )
  })

  it('cannot be changed in any field', () => {
    const { challenge } = issueChallenge('did:florin:agent:a', now, sealer)
    const body = JSON.parse(Buffer.from(challenge, 'base64').toString())
    const write = (change: object) =>
      Buffer.from(JSON.stringify({ ...body, ...change })).toString('base64')
    expect(readChallenge(write({}), now, sealer)).toBeDefined()
    for (const change of [
      { did: 'did:florin:agent:b' },
      { timestamp: '2026-03-01T12:00:01.000Z' },
      { nonce: `${body.nonce.slice(0, 31)}${body.nonce.endsWith('0') ? '1' : '0'}` },
      { nonce: `A${body.nonce.slice(1)}`.replace(body.nonce, 'x'.repeat(32)) },
      { action: 'pay' },
      { nonce: 7 },
    ])
      if (JSON.stringify({ ...body, ...change }) !== JSON.stringify(body))
        expect(readChallenge(write(change), now, sealer)).toBeUndefined()
  })

  it('never throws, whatever it is given', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (text, signature) => {
        expect(readChallenge(text, now, sealer)).toBeUndefined()
        expect(await isSignedBy(Buffer.alloc(32, 1), text, signature)).toBe(false)
      }),
    )
  })
})
