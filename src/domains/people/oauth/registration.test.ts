// Registration of clients (RFC 7591) and the metadata they read first, through HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { toolScopes } from './scopes.ts'

let bank: Bank
/** It counts registrations by address, and runs behind a proxy that terminates https. */
let limited: Bank
beforeAll(async () => {
  bank = await startBank()
  limited = await startBank({
    env: {
      OAUTH_REGISTRATIONS_PER_HOUR: '5',
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_URL: 'https://bank.example/',
    },
  })
})
afterAll(async () => {
  await limited.stop()
  await bank.stop()
})

const scopes = toolScopes.map((scope) => scope.name)
const good = { client_name: 'Agent', redirect_uris: ['https://agent.example/done'] }
const register = (fields: object) => bank.call('POST /oauth/register', { ...good, ...fields })

describe('metadata', () => {
  it('of the authorization server (RFC 8414)', async () => {
    const { status, headers, body } = await bank.call('GET /.well-known/oauth-authorization-server')
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
    expect(body).toEqual({
      issuer: bank.url,
      authorization_endpoint: `${bank.url}/oauth/authorize`,
      token_endpoint: `${bank.url}/oauth/token`,
      registration_endpoint: `${bank.url}/oauth/register`,
      revocation_endpoint: `${bank.url}/oauth/revoke`,
      introspection_endpoint: `${bank.url}/oauth/introspect`,
      scopes_supported: scopes,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: [
        'authorization_code',
        'client_credentials',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:token-exchange',
      ],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      revocation_endpoint_auth_methods_supported: [
        'client_secret_basic',
        'client_secret_post',
        'none',
      ],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(scopes).toEqual([
      'accounts:read',
      'accounts:write',
      'payments:read',
      'payments:write',
      'transactions:read',
      'exchange:read',
      'exchange:write',
      'ramp:read',
      'ramp:write',
      'sms:send',
    ])
  })

  it.each(['', '/mcp'])('of the protected resource (RFC 9728)%s', async (suffix) => {
    const path = `/.well-known/oauth-protected-resource${suffix}`
    // The resource has the name by which the client knows it; the issuer has one name only.
    for (const name of ['localhost', '127.0.0.1']) {
      const address = bank.url.replace('localhost', name)
      const answer = await fetch(address + path)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
      expect(await answer.json()).toEqual({
        resource: `${address}/mcp`,
        authorization_servers: [bank.url],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_documentation: `${bank.url}/api/docs`,
      })
    }
  })

  it('has the public address, also behind a proxy that terminates https', async () => {
    const { body } = await limited.call('GET /.well-known/oauth-authorization-server')
    expect(body.issuer).toBe('https://bank.example')
  })

  it('serves no other endpoint of the library', async () => {
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/me', '/session/end'])
      expect((await bank.call(`GET ${path}`)).status, path).toBe(404)
  })
})

describe('anonymous registration', () => {
  const from = (address: string) =>
    limited.call('POST /oauth/register', good, { headers: { 'X-Forwarded-For': address } })

  it('is counted by address, also for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => from('198.51.100.1')))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(5).fill(201), ...Array(7).fill(429)])
    limited.clock.advance(600)
    const refused = await from('198.51.100.1')
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3000')
    expect(refused.body).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(/^5 clients .*address.* in 3000 seconds\.$/),
    })
    expect((await from('198.51.100.2')).status).toBe(201)
    limited.clock.advance(3_000)
    expect((await from('198.51.100.1')).status).toBe(201)
  })

  it('is counted by network for IPv6', async () => {
    for (let i = 1; i <= 5; i++) expect((await from(`2001:db8:1:2::${i}`)).status).toBe(201)
    expect((await from('2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await from('2001:db8:1:3::1')).status).toBe(201)
  })

  it('is bounded: clients that no user connected are evicted, the oldest first', async () => {
    const count = async (where = 'true') =>
      (
        await limited.sql<{ n: number }>(
          `select count(*)::int as n from oauth.clients where ${where}`,
        )
      )[0]!.n
    const kept = (await from('198.51.100.9')).body.client_id
    await limited.sql('update oauth.clients set authorized_at = created_at')
    const connected = await count()
    await limited.sql(
      `insert into oauth.clients (client_id, name, registration, created_at)
       select 'old_' || i, 'Old', '', $1::timestamptz + i * interval '1 ms'
       from generate_series(1, 10000) i`,
      [limited.clock.now()],
    )
    const refused = await from('198.51.100.9')
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect(refused.body.error).toBe('temporarily_unavailable')
    limited.clock.advance(3_700)
    expect((await from('198.51.100.9')).status).toBe(201)
    expect(await count()).toBe(10_000 + connected - 100 + 1)
    expect(await count(`client_id in ('old_1', 'old_100')`)).toBe(0)
    expect(await count(`client_id in ('old_101', 'old_10000', '${kept}')`)).toBe(3)
  })

  it('limits the size of the request and the number of redirect URIs', async () => {
    const long = { ...good, extra: 'x'.repeat(17_000) }
    const { status, body } = await bank.call('POST /oauth/register', long)
    expect(status).toBe(413)
    expect(body.error).toBe('invalid_request')
    const uris = Array.from({ length: 21 }, (_, i) => `https://agent.example/${i}`)
    expect((await register({ redirect_uris: uris })).body.error).toBe('invalid_redirect_uri')
  })
})

describe('POST /oauth/register', () => {
  it('answers a confidential client with a secret that does not expire', async () => {
    const links = {
      logo_uri: 'https://agent.example/logo.png',
      tos_uri: 'https://agent.example/terms',
      policy_uri: 'https://agent.example/privacy',
      client_uri: 'https://agent.example',
    }
    const answer = await register({ ...links, scope: 'accounts:read sms:send', extra: 'ignored' })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/)
    expect(answer.body).toEqual({
      ...good,
      ...links,
      client_id: expect.stringMatching(/^fcl_\w{24}$/),
      client_secret: expect.stringMatching(/^fcs_\w{43}$/),
      client_secret_expires_at: 0,
      client_id_issued_at: bank.clock.now().getTime() / 1000,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
      scope: 'accounts:read sms:send',
    })
  })

  it('gives a public client no secret, and a nameless one a name', async () => {
    const { redirect_uris } = good
    const { body } = await bank.call('POST /oauth/register', {
      redirect_uris,
      token_endpoint_auth_method: 'none',
      client_secret: 'mine',
    })
    expect(body.client_name).toBe('Unnamed MCP Client')
    expect(body).not.toHaveProperty('client_secret')
    expect(body.scope).toBe(scopes.join(' '))
  })

  it.each([
    'https://agent.example/done?x=1',
    'http://127.0.0.1:43210/done',
    'http://[::1]:43210/done',
    'http://localhost/done',
    'com.example.agent:/done',
  ])('takes the redirect URI %s', async (uri) => {
    const { status, body } = await register({ redirect_uris: [uri] })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.redirect_uris).toEqual([uri])
  })

  it.each([
    [['http://agent.example/done']],
    [['http://127.0.0.1.evil.example/']],
    [['javascript:alert(1)']],
    [['data:text/html,x']],
    [['file:///etc/passwd']],
    [['agent:/done']],
    [['https://agent.example/done#x']],
    [['https://user:secret@agent.example/']],
    [['https://agent.example/done', 'nonsense']],
    [[17]],
    [[]],
    ['https://agent.example/done'],
    [undefined],
  ])('refuses the redirect URIs %j', async (redirect_uris) => {
    const { status, body } = await register({ redirect_uris })
    expect(status).toBe(400)
    expect(body).toEqual({
      error: 'invalid_redirect_uri',
      error_description: expect.stringMatching(/^redirect_uris/),
    })
  })

  it.each<[string, object]>([
    ['an unknown grant type', { grant_types: ['authorization_code', 'implicit'] }],
    ['no grant type', { grant_types: [] }],
    ['a refresh token without a code', { grant_types: ['refresh_token'] }],
    ['an unknown way to authenticate', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['another response type', { response_types: ['token'] }],
    [
      'client_credentials without a secret',
      { grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' },
    ],
    [
      'token exchange without a secret',
      {
        grant_types: ['urn:ietf:params:oauth:grant-type:token-exchange'],
        token_endpoint_auth_method: 'none',
      },
    ],
    ['a name like ours', { client_name: 'FlorinBank' }],
    ['an official name', { client_name: 'Official agent' }],
    ['the name of an operator', { client_name: 'the ADMIN' }],
    ['the name of a machine', { client_name: 'System' }],
    ['a name that looks like the bank’s', { client_name: 'FIor1n' }],
    ['a name like ours in another alphabet', { client_name: 'Flоrіn' }],
    ['a rank in another alphabet', { client_name: 'Оfficial agent' }],
    ['an invisible name', { client_name: '\u202e' }],
    ['a name with an invisible character', { client_name: 'Ag\u00adent' }],
    ['a name with a letter that joins', { client_name: 'Ag\u200dent' }],
    ['a text without end', { scope: ' '.repeat(2_001) }],
    ['a list without end', { grant_types: Array(21).fill('authorization_code') }],
    ['a name without end', { client_name: 'x'.repeat(101) }],
    ['a name that is no text', { client_name: 7 }],
    ['an unknown scope', { scope: 'accounts:read everything' }],
    ['a logo in clear', { logo_uri: 'http://agent.example/logo.png' }],
    ['terms in clear', { tos_uri: 'http://agent.example/terms' }],
    ['a policy that is a script', { policy_uri: 'javascript:alert(1)' }],
    ['a home page that is none', { client_uri: 'agent' }],
  ])('refuses %s', async (_what, fields) => {
    const { status, body } = await register(fields)
    expect(status, JSON.stringify(body)).toBe(400)
    expect(body).toEqual({
      error: 'invalid_client_metadata',
      error_description: expect.any(String),
    })
  })

  it('accepts names that only slightly resemble reserved words', async () => {
    const { status } = await register({ client_name: 'Systematic administration helper' })
    expect(status).toBe(201)
  })

  it('needs no redirect URI for a client that acts for itself', async () => {
    const { status, body } = await bank.call('POST /oauth/register', {
      client_name: 'Robot',
      grant_types: ['client_credentials'],
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ redirect_uris: [], response_types: [] })
  })

  it.each([
    ['{"client_name":', 'application/json', 400],
    ['[]', 'application/json', 400],
    ['null', 'application/json', 400],
    ['a=b', 'application/x-www-form-urlencoded', 415],
  ])('refuses the body %s in the form of the standard', async (text, type, status) => {
    const response = await fetch(`${bank.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: text,
    })
    expect(response.status).toBe(status)
    expect(await response.json()).toEqual({
      error: expect.stringMatching(/^invalid_/),
      error_description: expect.any(String),
    })
    expect(response.headers.get('x-request-id')).toBeTruthy()
  })

  it('can be called from a page in a browser', async () => {
    for (const path of ['register', 'token', 'revoke', 'introspect'].map(
      (one) => `/oauth/${one}`,
    )) {
      const response = await fetch(bank.url + path, {
        method: 'OPTIONS',
        headers: {
          Origin: 'https://agent.example',
          'Access-Control-Request-Method': 'POST',
          'Access-Control-Request-Headers': 'content-type',
        },
      })
      expect(response.status, path).toBe(204)
      expect(response.headers.get('access-control-allow-origin')).toMatch(
        /^(\*|https:\/\/agent\.example)$/,
      )
      expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    }
  })

  it('keeps the secret sealed', async () => {
    const { body } = await register({})
    const rows = await bank.sql<{ row: string }>(
      `select encode(registration, 'escape') as row from oauth.clients where client_id = $1`,
      [body.client_id],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.row).not.toContain(body.client_secret.slice(0, 12))
    expect(rows[0]!.row).not.toContain('redirect_uris')
  })
})
