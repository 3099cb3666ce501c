// Introspection through HTTP, beside the bearer check of MCP: the two must never differ.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import {
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
let service: Client
beforeAll(async () => {
  bank = await startBank()
  verifier = openVerifier(bank)
  service = await registerService(bank)
})
afterAll(async () => {
  await verifier.close()
  await bank.stop()
})

let person: Person
beforeEach(async () => {
  person = await bank.person()
})

const INACTIVE = { active: false }
const scopes = ['accounts:read', 'payments:write']

/** What introspection says, after checking that the bearer check says the same. */
async function look(token: string, client = service) {
  const { status, body } = await introspect(bank, client, token)
  expect(status, JSON.stringify(body)).toBe(200)
  const found = await verifier.verify(token)
  expect(body.active).toBe(found !== undefined)
  if (!found) expect(body).toEqual(INACTIVE)
  else
    expect(body).toMatchObject({
      client_id: found.client_id,
      scope: found.scopes.join(' '),
      aud: found.audience,
      exp: found.expires_at.getTime() / 1000,
    })
  return body
}

const connect = (wish = {}): Promise<Tokens> =>
  authorize(bank, person, { client: service, scopes, ...wish })

const refresh = (tokens: Tokens, fields = {}) =>
  askForTokens(bank, service, {
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
    ...fields,
  })

describe('a client with a secret', () => {
  it('learns about a token that was issued to it', async () => {
    const { access_token } = await connect()
    const now = bank.clock.now().getTime() / 1000
    bank.clock.advance(60)
    expect(await look(access_token)).toEqual({
      active: true,
      scope: scopes.join(' '),
      client_id: service.client_id,
      sub: person.uuid,
      aud: `${bank.url}/mcp`,
      iss: bank.url,
      iat: now,
      exp: now + 3_600,
      token_type: 'Bearer',
    })
  })

  it('learns about its token without a user', async () => {
    const { body } = await askForTokens(bank, service, {
      grant_type: 'client_credentials',
      scope: 'accounts:read',
    })
    const found = await look(body.access_token)
    expect(found).toMatchObject({ active: true, scope: 'accounts:read' })
    expect(found).not.toHaveProperty('sub')
  })

  it('learns about a token that is meant for it, and that MCP refuses', async () => {
    const { access_token } = await connect()
    const other = await registerService(bank)
    const { body } = await exchange(bank, service, access_token, { audience: other.client_id })
    for (const client of [service, other]) {
      const seen = await introspect(bank, client, body.access_token)
      expect(seen.body).toMatchObject({ active: true, aud: other.client_id, sub: person.uuid })
    }
    expect(await verifier.verify(body.access_token)).toBeUndefined()
    const stranger = await registerService(bank)
    expect((await introspect(bank, stranger, body.access_token)).body).toEqual(INACTIVE)
  })

  it('gets one answer for everything else, whatever the hint', async () => {
    const { access_token, refresh_token } = await connect()
    const foreign = await authorize(bank, person)
    const inactive = [
      refresh_token,
      foreign.access_token,
      foreign.refresh_token,
      person.token,
      'nonsense',
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.',
      'x'.repeat(10_000),
    ]
    const seen = new Set<string>()
    for (const token of inactive)
      for (const token_type_hint of ['access_token', 'refresh_token', 'other']) {
        const { status, body, headers } = await introspect(bank, service, token, {
          token_type_hint,
        })
        seen.add(
          JSON.stringify([status, body, headers.get('cache-control'), headers.get('content-type')]),
        )
      }
    expect([...seen]).toEqual([
      JSON.stringify([200, INACTIVE, 'no-store', 'application/json; charset=utf-8']),
    ])
    const hinted = await introspect(bank, service, access_token, { token_type_hint: 'nonsense' })
    expect(hinted.body.active).toBe(true)
  })
})

describe('a token becomes inactive at once', () => {
  it('when it expires', async () => {
    const { access_token } = await connect()
    bank.clock.advance(3_599)
    expect(await look(access_token)).toMatchObject({ active: true })
    bank.clock.advance(1)
    expect(await look(access_token)).toEqual(INACTIVE)
  })

  it('when its grant is revoked, by its user or an operator', async () => {
    for (const byOperator of [false, true]) {
      const { access_token } = await connect()
      const { grant_id } = (await verifier.verify(access_token))!
      const path = byOperator
        ? `/api/v2/users/${person.uuid}/grants/${grant_id}`
        : `/api/v1/grants/${grant_id}`
      const who = byOperator ? await bank.operator() : person
      expect((await bank.call(`DELETE ${path}`, undefined, who)).status).toBe(200)
      expect(await look(access_token)).toEqual(INACTIVE)
    }
  })

  it('when the client revokes it, or uses a refresh token twice', async () => {
    const first = await connect()
    await askForTokens(bank, service, { token: first.access_token }, '/oauth/revoke')
    expect(await look(first.access_token)).toEqual(INACTIVE)
    const second = await connect()
    const renewed = await refresh(second)
    expect(await look(renewed.body.access_token)).toMatchObject({ active: true })
    await refresh(second)
    expect(await look(renewed.body.access_token)).toEqual(INACTIVE)
  })

  it('while its user is suspended', async () => {
    const { access_token } = await connect()
    const operator = await bank.operator()
    const act = (action: string) =>
      bank.call(`POST /api/v2/users/${person.uuid}/${action}`, { reason: 'Checks.' }, operator)
    expect((await act('suspend')).status).toBe(200)
    expect(await look(access_token)).toEqual(INACTIVE)
    expect((await act('reinstate')).status).toBe(200)
    expect(await look(access_token)).toMatchObject({ active: true })
  })

  it('and shows what is left of its scope after a refresh', async () => {
    const tokens = await connect()
    const { body } = await refresh(tokens, { scope: 'accounts:read' })
    expect(await look(body.access_token)).toMatchObject({ scope: 'accounts:read' })
    expect(await look(tokens.access_token)).toMatchObject({ scope: scopes.join(' ') })
  })
})

describe('the endpoint', () => {
  it('refuses callers that do not prove who they are', async () => {
    const { access_token, client } = await authorize(bank, person)
    const none = await introspect(bank, { client_id: '' }, access_token)
    expect([none.status, none.body.error]).toEqual([400, 'invalid_request'])
    const wrong = { ...service, client_secret: 'fcs_guess' }
    const unknown = { client_id: 'fcl_nobody', client_secret: 'fcs_guess' }
    // A public client may not even ask about its own tokens: its id is no secret.
    for (const caller of [wrong, unknown, client])
      for (const token of [access_token, 'nonsense']) {
        const { status, body } = await introspect(bank, caller, token)
        expect([status, body.error]).toEqual([401, 'invalid_client'])
        expect(body).not.toHaveProperty('active')
      }
    const bearer = await fetch(`${bank.url}/oauth/introspect`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${access_token}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: `token=${access_token}`,
    })
    expect(bearer.status).toBe(400)
  })

  it('needs one token in a form, by POST', async () => {
    const { status, body } = await askForTokens(bank, service, {}, '/oauth/introspect')
    expect([status, body.error]).toEqual([400, 'invalid_request'])
    expect((await bank.call('GET /oauth/introspect?token=x')).status).toBe(405)
    const { headers } = await introspect(bank, service, 'x')
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    expect(headers.get('x-request-id')).toBeTruthy()
  })

  it('is limited by address, like all endpoints without a bearer', async () => {
    const strict = await startBank({ env: { RATE_LIMIT_PER_MINUTE: '3' } })
    const client = await registerService(strict)
    const ask = async () => {
      const { headers } = await introspect(strict, client, 'x')
      return [headers.get('x-ratelimit-limit'), Number(headers.get('x-ratelimit-remaining'))]
    }
    const [limit, left] = (await ask()) as [string, number]
    expect(limit).toBe('1000')
    expect(await ask()).toEqual([limit, left - 1])
    await strict.stop()
  })

  it('counts as a use of the client, which is therefore kept', async () => {
    const robot = await registerClient(bank, {
      grant_types: ['client_credentials'],
      redirect_uris: undefined,
      token_endpoint_auth_method: 'client_secret_basic',
    })
    bank.clock.advance(6 * 86_400)
    await introspect(bank, robot, 'x')
    bank.clock.advance(2 * 86_400)
    await bank.runJob('oauth.delete_expired')
    expect((await introspect(bank, robot, 'x')).status).toBe(200)
    bank.clock.advance(8 * 86_400)
    await bank.runJob('oauth.delete_expired')
    expect((await introspect(bank, robot, 'x')).status).toBe(401)
  })
})
