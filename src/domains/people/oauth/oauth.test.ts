// Codes and tokens through HTTP: what they grant, how often, and when they expire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, createDatabase, type Person, startBank } from '../../../../test/harness/bank.ts'
import { deleteOldRows } from '../../../../test/harness/retention.ts'
import {
  askForTokens,
  authorize,
  authorizeUrl,
  Browser,
  type Client,
  getCode,
  makePkce,
  openVerifier,
  REDIRECT_URI,
  registerClient,
  trade,
} from './test-support.ts'

let bank: Bank
let person: Person
let verifier: ReturnType<typeof openVerifier>
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
  verifier = openVerifier(bank)
})
afterAll(async () => {
  await verifier.close()
  await bank.stop()
})

const refresh = (client: Client, refresh_token: string, fields = {}) =>
  askForTokens(bank, client, { grant_type: 'refresh_token', refresh_token, ...fields })

const isGood = async (token: string) => (await verifier.verify(token)) !== undefined

function expectRefused(
  answer: Awaited<ReturnType<typeof askForTokens>>,
  error: string,
  status = 400,
) {
  expect(answer.body).toEqual(
    expect.objectContaining({ error, error_description: expect.any(String) }),
  )
  expect(answer.status).toBe(status)
  expect(answer.headers.get('cache-control')).toContain('no-store')
}

describe('the whole flow with plain forms', () => {
  it('ends with tokens that the MCP endpoint accepts', async () => {
    const client = await registerClient(bank, { client_name: 'Ledger helper' })
    const pkce = makePkce()
    const scopes = ['accounts:read', 'payments:write']
    const code = await getCode(bank, person, client, pkce, { scopes })
    const { status, headers, body } = await trade(bank, client, pkce, code)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(headers.get('x-ratelimit-remaining')).toMatch(/^\d+$/)
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: scopes.join(' '),
    })
    const token = await verifier.verify(body.access_token)
    const [grant] = await bank.sql<{ uuid: string }>(
      'select uuid from oauth.grants where client_id = $1',
      [client.client_id],
    )
    expect(token).toEqual({
      token_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id: client.client_id,
      client_name: 'Ledger helper',
      grant_id: grant!.uuid,
      connected_id: client.client_id,
      connected_name: 'Ledger helper',
      user_uuid: person.uuid,
      tenant_uuid: null,
      scopes,
      audience: `${bank.url}/mcp`,
      issued_at: bank.clock.now(),
      expires_at: new Date(bank.clock.now().getTime() + 3_600_000),
      environment: 'live',
    })
  })

  it('works with a secret, as Basic and in the body', async () => {
    for (const token_endpoint_auth_method of ['client_secret_basic', 'client_secret_post']) {
      const client = await registerClient(bank, { token_endpoint_auth_method })
      const pkce = makePkce()
      const code = await getCode(bank, person, client, pkce)
      const isBasic = token_endpoint_auth_method === 'client_secret_basic'
      const fields = {
        grant_type: 'authorization_code',
        code,
        redirect_uri: REDIRECT_URI,
        code_verifier: pkce.verifier,
      }
      const wrong = { client_id: client.client_id, client_secret: 'fcs_guess' }
      expectRefused(
        isBasic
          ? await askForTokens(bank, wrong, fields)
          : await askForTokens(bank, { client_id: client.client_id }, { ...wrong, ...fields }),
        'invalid_client',
        401,
      )
      const answer = isBasic
        ? await askForTokens(bank, client, fields)
        : await askForTokens(
            bank,
            { client_id: client.client_id },
            { ...fields, client_secret: client.client_secret! },
          )
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  })

  it('gives no refresh token to a client that did not register for one', async () => {
    const client = await registerClient(bank, { grant_types: ['authorization_code'] })
    expect(await authorize(bank, person, { client })).not.toHaveProperty('refresh_token')
  })

  it('redirects to another port of the same machine', async () => {
    const client = await registerClient(bank)
    const redirect_uri = 'http://127.0.0.1:54321/done'
    const browser = new Browser(bank.url)
    const start = await browser.open(authorizeUrl(bank, client, makePkce(), { redirect_uri }))
    const consent = await browser.submit(start, { ...person })
    const end = await browser.submit(consent, { decision: 'approve' })
    expect(end.url).toMatch(/^http:\/\/127\.0\.0\.1:54321\/done\?code=/)
  })
})

describe('GET /oauth/authorize', () => {
  let client: Client
  beforeAll(async () => {
    client = await registerClient(bank)
  })
  const open = (fields: Record<string, string | undefined>) =>
    new Browser(bank.url).open(authorizeUrl(bank, client, makePkce(), fields))

  it.each([
    ['an unknown client', { client_id: 'fcl_nobody' }],
    ['no client', { client_id: undefined }],
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/' }],
    ['another path of it', { redirect_uri: `${REDIRECT_URI}/more` }],
  ])('shows %s a page and redirects nowhere', async (_what, fields) => {
    const page = await open(fields)
    expect(page.status).toBe(400)
    expect(page.url.startsWith(bank.url)).toBe(true)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(page.headers.get('x-request-id')).toBeTruthy()
    expect(page.text).toContain('cannot be connected')
  })

  it.each([
    ['invalid_request', 'no PKCE', { code_challenge: undefined, code_challenge_method: undefined }],
    ['invalid_request', 'plain PKCE', { code_challenge_method: 'plain' }],
    ['invalid_target', 'another resource', { resource: 'https://elsewhere.example/mcp' }],
    ['invalid_scope', 'an unknown scope', { scope: 'accounts:read openid' }],
    ['unsupported_response_type', 'another response type', { response_type: 'token' }],
    ['unsupported_response_mode', 'another response mode', { response_mode: 'form_post' }],
    ['login_required', 'silence', { prompt: 'none' }],
  ])('sends %s back for %s', async (error, _what, fields) => {
    const page = await open(fields)
    // A client that asked for the fragment gets the answer there, the error included.
    const { origin, searchParams } = new URL(page.url.replace('#', '?'))
    expect(page.url, page.text).toContain(REDIRECT_URI)
    expect(origin).not.toBe(bank.url)
    expect(searchParams.get('error')).toBe(error)
    expect(searchParams.get('state')).toBe('as-it-was')
    expect(searchParams.get('iss')).toBe(bank.url)
    expect(searchParams.has('code')).toBe(false)
  })

  it('refuses a scope that the client did not register for', async () => {
    const narrow = await registerClient(bank, { scope: 'accounts:read' })
    const url = authorizeUrl(bank, narrow, makePkce(), { scope: 'payments:write' })
    const page = await new Browser(bank.url).open(url)
    expect(new URL(page.url).searchParams.get('error')).toBe('invalid_scope')
  })

  it('can be posted to', async () => {
    const [address, query] = authorizeUrl(bank, client, makePkce()).split('?') as [string, string]
    const page = await new Browser(bank.url).open(address, new URLSearchParams(query))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Sign in to Florin')
  })

  it('ignores a trailing slash of the path, but not one in a parameter', async () => {
    const url = authorizeUrl(bank, client, makePkce(), { state: 'x/' })
    const plain = url.replace('/authorize?', '/authorize/?').replace('x%2F', 'x/')
    const browser = new Browser(bank.url)
    const page = await browser.open(plain.replace(/(&state=x\/)(.*)$/, '$2$1'))
    expect(page.text).toContain('Sign in to Florin')
    const end = await browser.submit(page, { decision: 'deny' })
    expect(new URL(end.url).searchParams.get('state')).toBe('x/')
  })

  it('ignores forwarded headers of a client', async () => {
    const response = await fetch(authorizeUrl(bank, client, makePkce()), {
      redirect: 'manual',
      headers: { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
    })
    expect(response.headers.get('location')).toMatch(`${bank.url}/oauth/interaction/`)
  })
})

describe('a code', () => {
  it('needs the verifier of its request', async () => {
    const client = await registerClient(bank)
    const pkce = makePkce()
    const code = await getCode(bank, person, client, pkce)
    expectRefused(await trade(bank, client, makePkce(), code), 'invalid_grant')
    const without = { grant_type: 'authorization_code', code, redirect_uri: REDIRECT_URI }
    expectRefused(await askForTokens(bank, client, without), 'invalid_grant')
    expect((await trade(bank, client, pkce, code)).status).toBe(200)
  })

  it('works once; a second use revokes all tokens issued for it', async () => {
    const client = await registerClient(bank)
    const pkce = makePkce()
    const code = await getCode(bank, person, client, pkce)
    const { body } = await trade(bank, client, pkce, code)
    expect(await isGood(body.access_token)).toBe(true)
    expectRefused(await trade(bank, client, pkce, code), 'invalid_grant')
    expect(await isGood(body.access_token)).toBe(false)
    expectRefused(await refresh(client, body.refresh_token), 'invalid_grant')
  })

  it('works once, also for concurrent requests', async () => {
    const client = await registerClient(bank)
    const pkce = makePkce()
    const code = await getCode(bank, person, client, pkce)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => trade(bank, client, pkce, code)),
    )
    const served = answers.filter(({ status }) => status === 200)
    expect(served.length).toBeLessThanOrEqual(1)
    for (const { body } of served) expect(await isGood(body.access_token)).toBe(false)
  })

  it('lives for ten minutes', async () => {
    const client = await registerClient(bank)
    const pkce = makePkce()
    const early = await getCode(bank, person, client, pkce)
    bank.clock.advance(599)
    expect((await trade(bank, client, pkce, early)).status).toBe(200)
    const late = await getCode(bank, person, client, pkce)
    bank.clock.advance(600)
    expectRefused(await trade(bank, client, pkce, late), 'invalid_grant')
  })

  it('works only for the client that it was issued to, and its redirect URI', async () => {
    const [client, other] = [await registerClient(bank), await registerClient(bank)]
    const pkce = makePkce()
    const code = await getCode(bank, person, client, pkce)
    expectRefused(await trade(bank, other, pkce, code), 'invalid_grant')
    const elsewhere = await askForTokens(bank, client, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: 'http://127.0.0.1:9/other',
      code_verifier: pkce.verifier,
    })
    expectRefused(elsewhere, 'invalid_grant')
  })
})

describe('an access token', () => {
  it('lives for an hour', async () => {
    const { access_token } = await authorize(bank, person)
    bank.clock.advance(3_599)
    expect(await isGood(access_token)).toBe(true)
    bank.clock.advance(1)
    expect(await isGood(access_token)).toBe(false)
  })

  it('is for the MCP endpoint of this bank only, also when no resource was named', async () => {
    const client = await registerClient(bank)
    const pkce = makePkce()
    const browser = new Browser(bank.url)
    const url = authorizeUrl(bank, client, pkce, { resource: undefined })
    const consent = await browser.submit(await browser.open(url), { ...person })
    const end = await browser.submit(consent, { decision: 'approve' })
    const code = new URL(end.url).searchParams.get('code')!
    const elsewhere = { resource: 'https://elsewhere.example/mcp' }
    const { body } = await trade(bank, client, pkce, code)
    expect(await isGood(body.access_token)).toBe(true)
    expectRefused(await refresh(client, body.refresh_token, elsewhere), 'invalid_target')
    const other = openVerifier({ ...bank, url: 'https://other.example' })
    expect(await other.verify(body.access_token)).toBeUndefined()
    await other.close()
  })

  it('is not accepted if it is a refresh token, a code or made up', async () => {
    const { refresh_token } = await authorize(bank, person)
    const client = await registerClient(bank)
    const code = await getCode(bank, person, client, makePkce())
    for (const text of [refresh_token, code, person.token, 'nonsense', ''])
      expect(await isGood(text)).toBe(false)
  })

  it('does not open the REST API', async () => {
    const { access_token } = await authorize(bank, person)
    const { status } = await bank.call('GET /api/auth/user', undefined, { token: access_token })
    expect(status).toBe(401)
  })

  it('and all other secrets are kept as hashes or sealed', async () => {
    const client = await registerClient(bank)
    const pkce = makePkce()
    const browser = new Browser(bank.url)
    const consent = await browser.submit(await browser.open(authorizeUrl(bank, client, pkce)), {
      ...person,
    })
    const end = await browser.submit(consent, { decision: 'approve' })
    const code = new URL(end.url).searchParams.get('code')!
    const { body } = await trade(bank, client, pkce, code)
    const cookies = [...browser.given.join(' ').matchAll(/florin_oauth_\w+=([\w-]{10,})/g)]
    const secrets = [code, body.access_token, body.refresh_token, ...cookies.map((one) => one[1]!)]
    expect(secrets.length).toBeGreaterThan(4)
    const rows = await bank.sql<{ row: string }>(
      `select concat_ws(' ', row_to_json(a)::text, encode(payload, 'escape'), encode(hash, 'escape'))
         as row from oauth.artifacts a
       union all select row_to_json(g)::text from oauth.grants g`,
    )
    expect(rows.length).toBeGreaterThan(3)
    for (const { row } of rows) for (const secret of secrets) expect(row).not.toContain(secret)
    expect(rows.map(({ row }) => row).join()).not.toContain('"accountId"')
  })
})

describe('a refresh token', () => {
  it('is traded for new tokens with the same scopes, under the same grant', async () => {
    const scopes = ['accounts:read', 'sms:send']
    const first = await authorize(bank, person, { scopes })
    const { status, body } = await refresh(first.client, first.refresh_token)
    expect(status).toBe(200)
    expect(body.refresh_token).not.toBe(first.refresh_token)
    expect(body.scope).toBe(scopes.join(' '))
    const [before, after] = [
      await verifier.verify(first.access_token),
      await verifier.verify(body.access_token),
    ]
    expect(after!.grant_id).toBe(before!.grant_id)
    expect(after!.token_id).not.toBe(before!.token_id)
    const narrow = await refresh(first.client, body.refresh_token, { scope: 'accounts:read' })
    expect(narrow.body.scope).toBe('accounts:read')
    const wide = await refresh(first.client, narrow.body.refresh_token, { scope: 'ramp:write' })
    expectRefused(wide, 'invalid_scope')
  })

  it('works once; a second use revokes the whole grant', async () => {
    const first = await authorize(bank, person)
    const { body } = await refresh(first.client, first.refresh_token)
    expectRefused(await refresh(first.client, first.refresh_token), 'invalid_grant')
    expect(await isGood(first.access_token)).toBe(false)
    expect(await isGood(body.access_token)).toBe(false)
    expectRefused(await refresh(first.client, body.refresh_token), 'invalid_grant')
  })

  it('notifies the user once when it is used twice', async () => {
    const ada = await bank.person()
    const first = await authorize(bank, ada)
    await refresh(first.client, first.refresh_token)
    for (let i = 0; i < 3; i++) await refresh(first.client, first.refresh_token)
    const { body } = await bank.call('GET /api/v2/events', undefined, ada)
    const told = JSON.stringify(body).match(/"grant\.revoked"/g)
    expect(told).toHaveLength(1)
  })

  it('works once, also for concurrent requests', async () => {
    const first = await authorize(bank, person)
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => refresh(first.client, first.refresh_token)),
    )
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
    for (const { body } of answers.filter(({ status }) => status === 200))
      expect(await isGood(body.access_token)).toBe(false)
    expect(await isGood(first.access_token)).toBe(false)
  })

  it('lives for thirty days from its last renewal', async () => {
    const first = await authorize(bank, person)
    bank.clock.advance(30 * 86_400 - 1)
    const second = await refresh(first.client, first.refresh_token)
    expect(second.status).toBe(200)
    bank.clock.advance(30 * 86_400)
    expectRefused(await refresh(first.client, second.body.refresh_token), 'invalid_grant')
  })

  it('works for its own client only', async () => {
    const first = await authorize(bank, person)
    const other = await registerClient(bank)
    expectRefused(await refresh(other, first.refresh_token), 'invalid_grant')
    expect(await isGood(first.access_token)).toBe(true)
  })
})

describe('POST /oauth/revoke', () => {
  const revoke = (client: Client, token: string) =>
    askForTokens(bank, client, { token }, '/oauth/revoke')

  it.each(['access_token', 'refresh_token'] as const)('ends the grant by its %s', async (kind) => {
    const tokens = await authorize(bank, person)
    const { status, headers } = await revoke(tokens.client, tokens[kind])
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toContain('no-store')
    expect(await isGood(tokens.access_token)).toBe(false)
    expectRefused(await refresh(tokens.client, tokens.refresh_token), 'invalid_grant')
  })

  it('answers the same for unknown tokens and those of other clients, and does nothing', async () => {
    const tokens = await authorize(bank, person)
    const other = await registerClient(bank)
    expect((await revoke(other, tokens.refresh_token)).status).toBe(200)
    expect((await revoke(other, 'nonsense')).status).toBe(200)
    expect(await isGood(tokens.access_token)).toBe(true)
  })
})

describe('client_credentials', () => {
  const makeRobot = () =>
    registerClient(bank, {
      client_name: 'Robot',
      grant_types: ['client_credentials'],
      redirect_uris: undefined,
      token_endpoint_auth_method: 'client_secret_basic',
    })

  it('issues a token without a user, for an hour, without a refresh token', async () => {
    const robot = await makeRobot()
    const { status, body } = await askForTokens(bank, robot, {
      grant_type: 'client_credentials',
      scope: 'accounts:read',
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'accounts:read',
    })
    expect(await verifier.verify(body.access_token)).toMatchObject({
      client_name: 'Robot',
      user_uuid: null,
      grant_id: null,
      scopes: ['accounts:read'],
    })
    bank.clock.advance(3_600)
    expect(await isGood(body.access_token)).toBe(false)
  })

  it('is refused with a wrong secret, an unknown scope, another resource or another client', async () => {
    const robot = await makeRobot()
    const grant_type = 'client_credentials'
    const wrong = { ...robot, client_secret: 'fcs_wrong' }
    expectRefused(await askForTokens(bank, wrong, { grant_type }), 'invalid_client', 401)
    const scope = 'accounts:read everything'
    expectRefused(await askForTokens(bank, robot, { grant_type, scope }), 'invalid_scope')
    const resource = 'https://elsewhere.example/'
    expectRefused(await askForTokens(bank, robot, { grant_type, resource }), 'invalid_target')
    const other = await registerClient(bank)
    expectRefused(await askForTokens(bank, other, { grant_type }), 'invalid_request')
  })

  it('can be revoked', async () => {
    const robot = await makeRobot()
    const { body } = await askForTokens(bank, robot, { grant_type: 'client_credentials' })
    expect(await isGood(body.access_token)).toBe(true)
    await askForTokens(bank, robot, { token: body.access_token }, '/oauth/revoke')
    expect(await isGood(body.access_token)).toBe(false)
  })
})

describe('oauth.delete_expired', () => {
  it('deletes expired artifacts and unused registrations', async () => {
    const fresh = await startBank()
    const used = await authorize(fresh, await fresh.person())
    const unused = await registerClient(fresh)
    const tidy = async () => {
      await fresh.runJob('oauth.delete_expired')
      await deleteOldRows(fresh)
    }
    const count = async (table: string) =>
      (await fresh.sql<{ n: number }>(`select count(*)::int as n from oauth.${table}`))[0]!.n
    fresh.clock.advance(2 * 86_400)
    await fresh.sql('update oauth.clients set skeleton = null')
    await tidy()
    expect(await count('clients where skeleton is null')).toBe(0)
    expect(await count('clients')).toBe(2)
    // The code and the refresh token: codes expire soon, but the grant of this one is live.
    expect(await count('artifacts')).toBe(1)
    expect((await refreshOn(fresh, used.client, used.refresh_token)).status).toBe(200)
    // A week after its registration no user has authorized it: it is deleted.
    fresh.clock.advance(5 * 86_400 + 1)
    await tidy()
    expect(await count('clients')).toBe(1)
    fresh.clock.advance(90 * 86_400)
    await tidy()
    expect(await count('artifacts')).toBe(0)
    const rows = await fresh.sql<{ client_id: string }>('select client_id from oauth.clients')
    expect(rows.map(({ client_id }) => client_id)).toEqual([used.client.client_id])
    expect(unused.client_id).not.toBe(used.client.client_id)
    await fresh.stop()
  })

  const refreshOn = (other: Bank, client: Client, refresh_token: string) =>
    askForTokens(other, client, { grant_type: 'refresh_token', refresh_token })
})

describe('two nodes on one database', () => {
  it('share cookies, codes and tokens, and a restart changes nothing', async () => {
    const url = 'https://bank.example'
    const env = { PUBLIC_URL: url }
    const database = await createDatabase()
    const { address } = database
    const here = await startBank({ env, address })
    const there = await startBank({ env, address, clock: here.clock })
    const ada = await here.person()
    const client = await registerClient(here)
    const pkce = makePkce()
    const browser = new Browser(url, [here.url, there.url])
    const start = await browser.open(authorizeUrl({ ...here, url }, client, pkce))
    const consent = await browser.submit(start, { ...ada })
    expect(consent.text).toContain('Connect Test agent?')
    const end = await browser.submit(consent, { decision: 'approve' })
    const code = new URL(end.url).searchParams.get('code')!
    expect(new URL(end.url).searchParams.get('iss')).toBe(url)
    // Behind https every cookie is for https only, out of reach of scripts and of other sites' forms.
    expect(browser.given.length).toBeGreaterThan(3)
    for (const cookie of browser.given)
      if (!/=;/.test(cookie)) expect(cookie).toMatch(/secure.*httponly|httponly.*secure/i)
    for (const cookie of browser.given) expect(cookie).toMatch(/samesite=lax/i)
    await here.stop()
    const { status, body } = await trade(there, client, pkce, code)
    expect(status).toBe(200)
    const atNewAddress = openVerifier({ ...there, url })
    expect((await atNewAddress.verify(body.access_token))?.user_uuid).toBe(ada.uuid)
    await atNewAddress.close()
    await there.stop()
    await database.drop()
  })
})
