// Token exchange through HTTP: what a client may pass on, to whom, for how long, and what ends it.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import { callTool, send } from '../../assistant/agent-tools/test-support.ts'
import { callAs, onboard } from '../partners/test-support.ts'
import {
  ACCESS_TOKEN_TYPE,
  askForTokens,
  authorize,
  type Client,
  exchange,
  introspect,
  openVerifier,
  registerClient,
  registerService,
  type Tokens,
} from './test-support.ts'

let bank: Bank
let verifier: ReturnType<typeof openVerifier>
/** What the user connects. */
let planner: Client
/** What it works with, which the user never connected. */
let mailer: Client
beforeAll(async () => {
  bank = await startBank()
  verifier = openVerifier(bank)
  planner = await registerService(bank, { client_name: 'Planner' })
  mailer = await registerService(bank, { client_name: 'Mailer' })
})
afterAll(async () => {
  await verifier.close()
  await bank.stop()
})

let person: Person
let first: Tokens
const scopes = ['accounts:read', 'payments:write', 'transactions:read']
beforeEach(async () => {
  person = await bank.person()
  first = await authorize(bank, person, { client: planner, scopes, limit: '5000' })
})

const isGood = async (token: string) => (await verifier.verify(token)) !== undefined

/** A token from a request that must succeed. */
async function get(client: Client, subject: string, fields = {}): Promise<string> {
  const { status, body } = await exchange(bank, client, subject, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.access_token
}

/** Planner passes its token on to Mailer, which exchanges it for one that MCP accepts. */
async function delegate(fields = {}) {
  const passed = await get(planner, first.access_token, { audience: mailer.client_id, ...fields })
  return { passed, used: await get(mailer, passed) }
}

async function refused(
  client: Client,
  subject: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<[string, string]> {
  const { status, headers, body } = await exchange(bank, client, subject, fields)
  expect(status, JSON.stringify(body)).toBe(400)
  expect(headers.get('cache-control')).toContain('no-store')
  expect(Object.keys(body).toSorted()).toEqual(['error', 'error_description'])
  return [body.error, body.error_description]
}

const errorOf = async (...given: Parameters<typeof refused>) => (await refused(...given))[0]

const grantOf = async (token: string) => (await verifier.verify(token))!.grant_id!

const delegationsOf = async (who: Person): Promise<object[]> => {
  const { body } = await bank.call('GET /api/v2/events?types=grant.delegated', undefined, who)
  return body.data.map((event: { data: object }) => event.data)
}

describe('a client that the user connected', () => {
  it('gets a narrower token for itself, under the same grant', async () => {
    const fields = { scope: 'accounts:read', requested_token_type: ACCESS_TOKEN_TYPE }
    const { status, headers, body } = await exchange(bank, planner, first.access_token, fields)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(body).toEqual({
      access_token: expect.any(String),
      issued_token_type: ACCESS_TOKEN_TYPE,
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'accounts:read',
    })
    expect(await verifier.verify(body.access_token)).toMatchObject({
      client_id: planner.client_id,
      grant_id: await grantOf(first.access_token),
      user_uuid: person.uuid,
      scopes: ['accounts:read'],
      environment: 'live',
    })
  })

  it('passes access on to another client, which acts for the user', async () => {
    const { passed, used } = await delegate({ scope: 'accounts:read' })
    expect(await isGood(passed)).toBe(false)
    const seen = await introspect(bank, mailer, used)
    expect(seen.body).toMatchObject({
      active: true,
      client_id: mailer.client_id,
      sub: person.uuid,
      aud: `${bank.url}/mcp`,
      scope: 'accounts:read',
      act: { sub: mailer.client_id, act: { sub: planner.client_id } },
    })
    expect(await verifier.verify(used)).toMatchObject({
      client_name: 'Mailer',
      connected_name: 'Planner',
      grant_id: await grantOf(first.access_token),
      user_uuid: person.uuid,
    })
  })

  it('may confirm itself as the actor by a token of its own, which bounds the new one', async () => {
    bank.clock.advance(-1_800)
    const own = await askForTokens(bank, planner, { grant_type: 'client_credentials' })
    bank.clock.advance(1_800)
    const actor = { actor_token: own.body.access_token, actor_token_type: ACCESS_TOKEN_TYPE }
    const { body } = await exchange(bank, planner, first.access_token, actor)
    expect(body.expires_in).toBe(1_800)
  })

  it('gets no refresh token, and a refreshed token can be exchanged as well', async () => {
    const { body } = await askForTokens(bank, planner, {
      grant_type: 'refresh_token',
      refresh_token: first.refresh_token,
    })
    const answer = await exchange(bank, planner, body.access_token)
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('refresh_token')
    const kinds = await bank.sql<{ kind: string }>(
      `select kind from oauth.artifacts where subject_id is not null group by kind`,
    )
    expect(kinds).toEqual([{ kind: 'AccessToken' }])
  })
})

describe('scope', () => {
  it('is never widened, neither by the request nor by a later exchange', async () => {
    expect(await errorOf(planner, first.access_token, { scope: 'sms:send' })).toBe('invalid_scope')
    for (const scope of [
      'accounts:read sms:send',
      'everything',
      '*',
      'accounts:read offline_access',
    ])
      expect(await errorOf(planner, first.access_token, { scope })).toBe('invalid_scope')
    const { passed, used } = await delegate({ scope: 'accounts:read' })
    for (const token of [passed, used])
      expect(await errorOf(mailer, token, { scope: 'payments:write' })).toBe('invalid_scope')
    expect((await verifier.verify(used))!.scopes).toEqual(['accounts:read'])
  })

  it('is at most what the client registered for', async () => {
    const reader = await registerService(bank, { scope: 'transactions:read ramp:read' })
    const passed = await get(planner, first.access_token, { audience: reader.client_id })
    const used = await get(reader, passed)
    expect((await verifier.verify(used))!.scopes).toEqual(['transactions:read'])
    expect(await errorOf(reader, passed, { scope: 'accounts:read' })).toBe('invalid_scope')
    const other = await registerService(bank, { scope: 'sms:send' })
    const useless = await get(planner, first.access_token, { audience: other.client_id })
    expect(await errorOf(other, useless)).toBe('invalid_scope')
  })
})

describe('an exchanged token', () => {
  it('never lives longer than the one it came of', async () => {
    const grant_id = await grantOf(first.access_token)
    bank.clock.advance(3_000)
    const { body } = await exchange(bank, planner, first.access_token)
    expect(body.expires_in).toBe(600)
    const { passed, used } = await delegate()
    bank.clock.advance(599)
    expect(await isGood(used)).toBe(true)
    // Exchanging again and again prolongs nothing.
    const last = await exchange(bank, mailer, used)
    expect(last.body.expires_in).toBe(1)
    bank.clock.advance(1)
    for (const token of [used, last.body.access_token]) expect(await isGood(token)).toBe(false)
    expect(await errorOf(mailer, passed)).toBe('invalid_request')
    bank.clock.advance(86_400)
    await deleteOldRows(bank)
    const left = await bank.sql<{ kind: string }>(
      'select kind from oauth.artifacts where grant_uuid = $1',
      [grant_id],
    )
    expect(left).toEqual([{ kind: 'RefreshToken' }])
  })

  it('does not prolong its grant', async () => {
    const single = await registerService(bank, {
      grant_types: ['authorization_code', 'urn:ietf:params:oauth:grant-type:token-exchange'],
    })
    const ada = await bank.person()
    const { access_token } = await authorize(bank, ada, { client: single, scopes })
    const endOf = async () =>
      (await bank.call('GET /api/v1/grants', undefined, ada)).body.data[0].expires_at
    const before = await endOf()
    bank.clock.advance(1_800)
    await get(single, access_token)
    expect(await endOf()).toBe(before)
  })

  it('is not accepted by the REST API, nor refreshed', async () => {
    const { used } = await delegate()
    const { status } = await bank.call('GET /api/auth/user', undefined, { token: used })
    expect(status).toBe(401)
    const { body } = await askForTokens(bank, mailer, {
      grant_type: 'refresh_token',
      refresh_token: used,
    })
    expect(body.error).toBe('invalid_grant')
  })

  it('is kept as a hash, and its claims sealed', async () => {
    const { passed, used } = await delegate()
    const rows = await bank.sql<{ row: string }>(
      `select concat_ws(' ', row_to_json(a)::text, encode(payload, 'escape')) as row
       from oauth.artifacts a where subject_id is not null`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(2)
    for (const { row } of rows)
      for (const secret of [passed, used, '"accountId"']) expect(row).not.toContain(secret)
  })
})

describe('chains', () => {
  it('end after four exchanges', async () => {
    let token = first.access_token
    for (let i = 0; i < 4; i++) token = await get(planner, token)
    const [error, description] = await refused(planner, token)
    expect([error, description]).toEqual([
      'invalid_request',
      expect.stringContaining('4 exchanges'),
    ])
    const { body } = await introspect(bank, planner, token)
    const own = { sub: planner.client_id }
    expect(body.act).toEqual({ ...own, act: { ...own, act: { ...own, act: own } } })
  })

  it('reach at most twenty clients', async () => {
    for (let i = 0; i < 20; i++) {
      const { client_id } = await registerService(bank)
      await get(planner, first.access_token, { audience: client_id })
    }
    const { client_id } = await registerService(bank)
    const [error, description] = await refused(planner, first.access_token, { audience: client_id })
    expect([error, description]).toEqual(['invalid_target', expect.stringContaining('20 clients')])
    // It can still narrow its own token, and those that were reached stay.
    await get(planner, first.access_token)
    expect(await delegationsOf(person)).toHaveLength(20)
  })
})

describe('ends with', () => {
  const ways: readonly [string, () => Promise<unknown>][] = [
    [
      'the grant, revoked by the user',
      async () => {
        const { body } = await bank.call('GET /api/v1/grants', undefined, person)
        return bank.call(`DELETE /api/v1/grants/${body.data[0].uuid}`, undefined, person)
      },
    ],
    [
      'the grant, revoked by an operator',
      async () =>
        bank.call(
          `DELETE /api/v2/users/${person.uuid}/grants/${await grantOf(first.access_token)}`,
          undefined,
          await bank.operator(),
        ),
    ],
    [
      'all access of the user, which lists no entry for it',
      async () => {
        const operator = await bank.operator()
        const { body } = await bank.call(`GET /api/v2/users/${person.uuid}`, undefined, operator)
        expect(body.data.access.connected_programs).toBe(1)
        return bank.call('POST /api/auth/logout-all', { end_everything: true }, person)
      },
    ],
    [
      'the user, suspended',
      async () =>
        bank.call(
          `POST /api/v2/users/${person.uuid}/suspend`,
          { reason: 'Checks.' },
          await bank.operator(),
        ),
    ],
    ['the first token, revoked', () => revoke(planner, first.access_token)],
    ['the refresh token, revoked', () => revoke(planner, first.refresh_token)],
    [
      'a refresh token that was used twice',
      async () => {
        const fields = { grant_type: 'refresh_token', refresh_token: first.refresh_token }
        await askForTokens(bank, planner, fields)
        return askForTokens(bank, planner, fields)
      },
    ],
  ]

  const revoke = (client: Client, token: string) =>
    askForTokens(bank, client, { token }, '/oauth/revoke')

  it.each(ways)('%s', async (_name, end) => {
    const { passed, used } = await delegate()
    const again = await get(mailer, used)
    expect(await isGood(again)).toBe(true)
    await end()
    for (const token of [passed, used, again]) {
      expect(await isGood(token)).toBe(false)
      for (const client of [planner, mailer])
        expect((await introspect(bank, client, token)).body).toEqual({ active: false })
      expect(await errorOf(mailer, token)).toBe('invalid_request')
    }
    expect(await errorOf(planner, first.access_token)).toBe('invalid_request')
  })

  it('the token that was passed on, and nothing else does', async () => {
    const { passed, used } = await delegate()
    const own = await get(planner, first.access_token)
    await revoke(planner, passed)
    expect(await isGood(used)).toBe(false)
    expect((await introspect(bank, mailer, passed)).body).toEqual({ active: false })
    for (const token of [first.access_token, own]) expect(await isGood(token)).toBe(true)
  })

  it('its own revocation by the client that holds it, which ends no access of others', async () => {
    const { passed, used } = await delegate()
    const again = await get(mailer, used)
    expect((await revoke(planner, used)).status).toBe(200)
    expect(await isGood(used)).toBe(true)
    expect((await revoke(mailer, passed)).status).toBe(200)
    expect((await revoke(mailer, used)).status).toBe(200)
    for (const token of [used, again]) expect(await isGood(token)).toBe(false)
    expect(await isGood(first.access_token)).toBe(true)
    const later = await get(mailer, passed)
    expect(await isGood(later)).toBe(true)
    const { status } = await askForTokens(bank, planner, {
      grant_type: 'refresh_token',
      refresh_token: first.refresh_token,
    })
    expect(status).toBe(200)
  })

  it('a revocation at the same time', async () => {
    const { body } = await bank.call('GET /api/v1/grants', undefined, person)
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => exchange(bank, planner, first.access_token)),
      bank.call(`DELETE /api/v1/grants/${body.data[0].uuid}`, undefined, person),
      ...Array.from({ length: 6 }, () => exchange(bank, planner, first.access_token)),
    ])
    for (const { body: answer } of answers) {
      if (answer.access_token) expect(await isGood(answer.access_token)).toBe(false)
      expect(answer.error).toSatisfy((error) => [undefined, 'invalid_request'].includes(error))
    }
  })

  it('a revocation of the token itself at the same time', async () => {
    const passed = await get(planner, first.access_token, { audience: mailer.client_id })
    const answers = await Promise.all([
      ...Array.from({ length: 6 }, () => exchange(bank, mailer, passed)),
      revoke(planner, passed),
      ...Array.from({ length: 6 }, () => exchange(bank, mailer, passed)),
    ])
    for (const { body } of answers)
      if (body?.access_token) expect(await isGood(body.access_token)).toBe(false)
    expect(await isGood(first.access_token)).toBe(true)
  })
})

describe('refused', () => {
  it('is a public client, and one that did not register for it', async () => {
    const pub = await registerClient(bank)
    const { access_token } = await authorize(bank, person, { client: pub })
    const code = await registerService(bank, { grant_types: ['authorization_code'] })
    for (const client of [pub, code]) {
      const [error, description] = await refused(client, access_token)
      expect([error, description]).toEqual([
        'invalid_request',
        'requested grant type is not allowed for this client',
      ])
    }
    const guess = await exchange(bank, { ...planner, client_secret: 'x' }, first.access_token)
    expect([guess.status, guess.body.error]).toEqual([401, 'invalid_client'])
  })

  it('is every subject but a live token of a user that is the client’s own or meant for it', async () => {
    const ada = await bank.person()
    const foreign = await authorize(bank, ada, { client: await registerService(bank) })
    const robot = await askForTokens(bank, planner, { grant_type: 'client_credentials' })
    const sandbox = await bank.call(
      'POST /api/v2/api-keys',
      { name: 'Key', permissions: ['*'], environment: 'sandbox' },
      person,
    )
    const key: string = sandbox.body.data.api_key
    expect(key).toMatch(/sandbox/)
    const passed = await get(planner, first.access_token, { audience: mailer.client_id })
    const stranger = await registerService(bank)
    const refusals = new Set<string>()
    for (const [client, token] of [
      [planner, foreign.access_token],
      [planner, robot.body.access_token],
      [planner, first.refresh_token],
      [planner, person.token],
      [planner, key],
      [planner, 'nonsense'],
      [stranger, passed],
      [mailer, first.access_token],
    ] as const)
      refusals.add((await refused(client, token)).join(': '))
    expect([...refusals]).toEqual([
      expect.stringMatching(/^invalid_request: subject_token must be/),
    ])
  })

  it('is every type of token but access tokens', async () => {
    const types = ['id_token', 'refresh_token', 'jwt', 'saml2', 'access_token ', 'nonsense']
    for (const type of types)
      for (const field of ['subject_token_type', 'requested_token_type', 'actor_token_type']) {
        const value = `urn:ietf:params:oauth:token-type:${type}`
        const actor = field === 'actor_token_type' ? { actor_token: 'x' } : {}
        const fields = { ...actor, [field]: value }
        expect(await errorOf(planner, first.access_token, fields)).toBe('invalid_request')
      }
    const { body } = await askForTokens(bank, planner, {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: first.access_token,
    })
    expect(body.error).toBe('invalid_request')
    expect(await errorOf(planner, '')).toBe('invalid_request')
  })

  it('is an actor other than the client itself', async () => {
    const other = await askForTokens(bank, mailer, { grant_type: 'client_credentials' })
    const own = await askForTokens(bank, planner, { grant_type: 'client_credentials' })
    const actor_token_type = ACCESS_TOKEN_TYPE
    for (const actor_token of [other.body.access_token, first.access_token, 'nonsense'])
      expect(await errorOf(planner, first.access_token, { actor_token, actor_token_type })).toBe(
        'invalid_request',
      )
    const { access_token: actor_token } = own.body
    expect(await errorOf(planner, first.access_token, { actor_token })).toBe('invalid_request')
    expect(await errorOf(planner, first.access_token, { actor_token_type })).toBe('invalid_request')
  })

  it('is a target that this bank does not serve, and more than one', async () => {
    const pub = await registerClient(bank)
    const targets: readonly Record<string, string>[] = [
      { resource: 'https://elsewhere.example/mcp' },
      { resource: bank.url },
      { resource: `${bank.url}/api` },
      { resource: `${bank.url}/mcp/` },
      { resource: mailer.client_id },
      { audience: 'nonsense' },
      { audience: 'fcl_nobody' },
      { audience: pub.client_id },
      { audience: mailer.client_id, resource: `${bank.url}/mcp` },
    ]
    for (const target of targets)
      expect(await errorOf(planner, first.access_token, target)).toBe('invalid_target')
    const response = await fetch(`${bank.url}/oauth/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${planner.client_id}:${planner.client_secret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams([
        ['grant_type', 'urn:ietf:params:oauth:grant-type:token-exchange'],
        ['subject_token', first.access_token],
        ['subject_token_type', ACCESS_TOKEN_TYPE],
        ['audience', mailer.client_id],
        ['audience', planner.client_id],
      ]).toString(),
    })
    expect(await response.json()).toMatchObject({ error: 'invalid_target' })
    await get(planner, first.access_token, {
      resource: `${bank.url}/mcp`,
      audience: `${bank.url}/mcp`,
    })
  })

  it('is everything while the tenant of the user is closed, as the bearer is', async () => {
    const { passed, used } = await delegate()
    const partner = await onboard(bank, { tier: 'enterprise' })
    const shop = { name: 'Shop', plan: 'enterprise' }
    const made = await callAs(bank, partner, 'POST /api/v2/partner/tenants', shop)
    const tenant: string = made.body.data.tenant_id
    await bank.sql('update identity.users set tenant_uuid = $2 where uuid = $1', [
      person.uuid,
      tenant,
    ])
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { 'X-Tenant-ID': tenant }
    const standing = async () => [
      (await send(bank, list, { token: used, headers })).status,
      (await introspect(bank, mailer, used)).body.active,
      (await exchange(bank, mailer, passed)).status,
    ]
    expect(await standing()).toEqual([200, true, 200])
    await callAs(bank, partner, `POST /api/v2/partner/tenants/${tenant}/suspend`)
    expect(await standing()).toEqual([403, false, 400])
  })

  it('is a proof of a key, which MCP would not ask for: the token stays a bearer', async () => {
    const response = await fetch(`${bank.url}/oauth/token`, {
      method: 'POST',
      headers: {
        Authorization: `Basic ${Buffer.from(`${planner.client_id}:${planner.client_secret}`).toString('base64')}`,
        'Content-Type': 'application/x-www-form-urlencoded',
        DPoP: 'eyJhbGciOiJub25lIn0.e30.',
      },
      body: 'grant_type=client_credentials',
    })
    expect(await response.json()).toMatchObject({ token_type: 'Bearer' })
  })
})

describe('limits', () => {
  const pay = (token: string, from: string, to: string, amount: string) =>
    callTool(bank, token, 'payment.transfer', {
      from_account_uuid: from,
      to_account_uuid: to,
      amount,
      currency: 'USD',
      idempotency_key: randomUUID(),
    })

  it('of the grant are shared by all clients that act under it, also at once', async () => {
    const { used } = await delegate()
    const own = await get(planner, first.access_token, { scope: 'payments:write' })
    const open = async (amount: string) => {
      const { body } = await bank.call('POST /api/v2/accounts', { name: 'Account' }, person)
      const money = { amount, asset_code: 'USD' }
      if (amount !== '0')
        await bank.call(`POST /api/v2/accounts/${body.data.uuid}/deposit`, money, person)
      return body.data.uuid as string
    }
    const [from, to] = [await open('1000.00'), await open('0')]
    const tokens = [first.access_token, own, used]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => pay(tokens[i % 3]!, from, to, '10.00')),
    )
    const done = answers.filter(({ body }) => body.result?.isError === false)
    const stopped = answers.filter(({ body }) => body.error?.code === -32003)
    expect([done.length, stopped.length]).toEqual([5, 7])
    const { body } = await bank.call('GET /api/v1/mcp/calls', undefined, person)
    const names = new Set(body.data.map((call: { client_name: string }) => call.client_name))
    expect(names).toEqual(new Set(['Planner', 'Mailer (through Planner)']))
  })

  it('of the scope hold for the client that acts', async () => {
    const { used } = await delegate({ scope: 'accounts:read' })
    const { status } = await pay(used, randomUUID(), randomUUID(), '1.00')
    expect(status).toBe(403)
  })
})

describe('the user', () => {
  it('is notified once of each client that access was passed on to', async () => {
    await get(planner, first.access_token)
    expect(await delegationsOf(person)).toEqual([])
    const grant_id = await grantOf(first.access_token)
    await delegate({ scope: 'accounts:read' })
    await delegate()
    expect(await delegationsOf(person)).toEqual([
      {
        grant_id,
        client_id: planner.client_id,
        client_name: 'Planner',
        delegate_id: mailer.client_id,
        delegate_name: 'Mailer',
        scopes: ['accounts:read'],
      },
    ])
  })

  it('sees the use of the grant', async () => {
    bank.clock.advance(600)
    await delegate()
    const { body } = await bank.call('GET /api/v1/grants', undefined, person)
    expect(body.data).toHaveLength(1)
    expect(body.data[0].last_used_at).toBe(bank.clock.now().toISOString())
  })
})
