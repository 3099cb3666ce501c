// OAuth clients that others wrote connect a user's account, look tokens up, exchange them and revoke them.
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Browser, openVerifier, REDIRECT_URI } from '../../src/domains/people/oauth/test-support.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { describeClient, versionOf } from './client.ts'

const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const ACCESS_TOKEN = 'urn:ietf:params:oauth:token-type:access_token'
const part = 'OAuth'

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

const registration = (client_name: string) => ({
  client_name,
  redirect_uris: [REDIRECT_URI],
  grant_types: ['authorization_code', 'refresh_token', 'client_credentials', EXCHANGE],
  response_types: ['code'],
})

/** The user signs in and approves; the address that their browser is sent back to. */
async function approve(url: URL): Promise<URL> {
  const browser = new Browser(bank.url)
  const consent = await browser.submit(await browser.open(url.href), { ...person })
  const end = await browser.submit(consent, { decision: 'approve' })
  return new URL(end.url)
}

const scopesOf = async (token: string) => (await verifier.verify(token))?.scopes

/** The error that a call must throw. */
async function thrown(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.fail('no error was thrown'),
    (error: unknown) => error,
  )
}

describeClient({ client: 'openid-client', version: versionOf('openid-client'), part }, () => {
  const options: openid.DiscoveryRequestOptions = {
    algorithm: 'oauth2',
    execute: [openid.allowInsecureRequests],
  }
  let planner: openid.Configuration
  let mailer: openid.Configuration
  let tokens: openid.TokenEndpointResponse
  let verifierOfCode: string
  let back: URL

  it('registers clients at the server that it discovers', async () => {
    const register = (name: string) =>
      openid.dynamicClientRegistration(
        new URL(bank.url),
        registration(name),
        openid.ClientSecretBasic(),
        options,
      )
    planner = await register('Planner')
    mailer = await register('Mailer')
    expect(planner.serverMetadata()).toMatchObject({
      issuer: bank.url,
      introspection_endpoint: `${bank.url}/oauth/introspect`,
    })
    expect(planner.serverMetadata().grant_types_supported).toContain(EXCHANGE)
    const { client_id, client_secret } = planner.clientMetadata()
    const found = await openid.discovery(
      new URL(bank.url),
      client_id,
      undefined,
      openid.ClientSecretPost(client_secret),
      options,
    )
    expect(found.serverMetadata().supportsPKCE()).toBe(true)
  })

  it('gets the tokens of a user by a code with PKCE', async () => {
    verifierOfCode = openid.randomPKCECodeVerifier()
    back = await approve(
      openid.buildAuthorizationUrl(planner, {
        redirect_uri: REDIRECT_URI,
        scope: 'accounts:read payments:read',
        state: 'as-it-was',
        code_challenge: await openid.calculatePKCECodeChallenge(verifierOfCode),
        code_challenge_method: 'S256',
      }),
    )
    tokens = await openid.authorizationCodeGrant(planner, back, {
      pkceCodeVerifier: verifierOfCode,
      expectedState: 'as-it-was',
    })
    expect(tokens).toMatchObject({ scope: 'accounts:read payments:read', expires_in: 3600 })
    expect(await scopesOf(tokens.access_token)).toEqual(['accounts:read', 'payments:read'])
  })

  it('looks its token up, and learns nothing about others', async () => {
    expect(await openid.tokenIntrospection(planner, tokens.access_token)).toMatchObject({
      active: true,
      sub: person.uuid,
      client_id: planner.clientMetadata().client_id,
      token_type: 'Bearer',
    })
    for (const token of [tokens.access_token, 'nonsense'])
      expect(await openid.tokenIntrospection(mailer, token)).toEqual({ active: false })
  })

  it('exchanges a token for another service, which exchanges it for the tools', async () => {
    const passed = await openid.genericGrantRequest(planner, EXCHANGE, {
      subject_token: tokens.access_token,
      subject_token_type: ACCESS_TOKEN,
      audience: mailer.clientMetadata().client_id,
      scope: 'accounts:read',
    })
    expect(passed).toMatchObject({ issued_token_type: ACCESS_TOKEN, scope: 'accounts:read' })
    expect(await openid.tokenIntrospection(mailer, passed.access_token)).toMatchObject({
      active: true,
      aud: mailer.clientMetadata().client_id,
    })
    const used = await openid.genericGrantRequest(mailer, EXCHANGE, {
      subject_token: passed.access_token,
      subject_token_type: ACCESS_TOKEN,
      resource: `${bank.url}/mcp`,
    })
    expect(await scopesOf(used.access_token)).toEqual(['accounts:read'])
    expect(used).not.toHaveProperty('refresh_token')
    await openid.tokenRevocation(planner, passed.access_token)
    expect(await scopesOf(used.access_token)).toBeUndefined()
    expect(await scopesOf(tokens.access_token)).toBeDefined()
  })

  it('understands the refusals of an exchange and of a lookup', async () => {
    const ask = (fields: Record<string, string>) =>
      thrown(
        openid.genericGrantRequest(planner, EXCHANGE, {
          subject_token: tokens.access_token,
          subject_token_type: ACCESS_TOKEN,
          ...fields,
        }),
      )
    for (const [fields, error] of [
      [{ subject_token: 'nonsense' }, 'invalid_request'],
      [{ scope: 'sms:send' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example/' }, 'invalid_target'],
    ] as const) {
      const refusal = await ask(fields)
      expect(refusal).toBeInstanceOf(openid.ResponseBodyError)
      expect(refusal).toMatchObject({ error, status: 400, error_description: expect.any(String) })
    }
    const { client_id } = planner.clientMetadata()
    const guess = await openid.discovery(
      new URL(bank.url),
      client_id,
      undefined,
      openid.ClientSecretBasic('fcs_guess'),
      options,
    )
    const refusal = await thrown(openid.tokenIntrospection(guess, tokens.access_token))
    expect(refusal).toBeInstanceOf(openid.WWWAuthenticateChallengeError)
    expect(refusal).toMatchObject({ status: 401 })
  })

  it('renews its token, and is cut off when it sends a code twice', async () => {
    const renewed = await openid.refreshTokenGrant(planner, tokens.refresh_token!)
    expect(await scopesOf(renewed.access_token)).toBeDefined()
    const again = openid.authorizationCodeGrant(planner, back, {
      pkceCodeVerifier: verifierOfCode,
      expectedState: 'as-it-was',
    })
    expect(await thrown(again)).toMatchObject({ error: 'invalid_grant' })
    const { active } = await openid.tokenIntrospection(planner, renewed.access_token)
    expect(active).toBe(false)
  })

  it('gets a token of its own', async () => {
    const { access_token } = await openid.clientCredentialsGrant(planner, {
      scope: 'accounts:read',
    })
    const found = await openid.tokenIntrospection(planner, access_token)
    expect(found).toMatchObject({ active: true, scope: 'accounts:read' })
    expect(found).not.toHaveProperty('sub')
  })
})

describeClient({ client: 'oauth4webapi', version: versionOf('oauth4webapi'), part }, () => {
  const insecure = { [oauth.allowInsecureRequests]: true }
  let server: oauth.AuthorizationServer
  let planner: oauth.OmitSymbolProperties<oauth.Client>
  let secret: oauth.ClientAuth
  let tokens: oauth.TokenEndpointResponse

  const lookUp = async (token: string, as = secret) =>
    oauth.processIntrospectionResponse(
      server,
      planner,
      await oauth.introspectionRequest(server, planner, as, token, insecure),
    )

  const exchange = async (fields: Record<string, string> = {}) =>
    oauth.processGenericTokenEndpointResponse(
      server,
      planner,
      await oauth.genericTokenEndpointRequest(
        server,
        planner,
        secret,
        EXCHANGE,
        { subject_token: tokens.access_token, subject_token_type: ACCESS_TOKEN, ...fields },
        insecure,
      ),
    )

  it('registers a client at the server that it discovers', async () => {
    const issuer = new URL(bank.url)
    const answer = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure })
    server = await oauth.processDiscoveryResponse(issuer, answer)
    const registered = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, registration('Planner'), insecure),
    )
    planner = { client_id: registered.client_id }
    secret = oauth.ClientSecretBasic(registered.client_secret as string)
  })

  it('gets the tokens of a user by a code with PKCE', async () => {
    const codeVerifier = oauth.generateRandomCodeVerifier()
    const state = oauth.generateRandomState()
    const url = new URL(server.authorization_endpoint!)
    url.search = new URLSearchParams({
      client_id: planner.client_id,
      response_type: 'code',
      redirect_uri: REDIRECT_URI,
      scope: 'accounts:read transactions:read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).toString()
    const params = oauth.validateAuthResponse(server, planner, await approve(url), state)
    tokens = await oauth.processAuthorizationCodeResponse(
      server,
      planner,
      await oauth.authorizationCodeGrantRequest(
        server,
        planner,
        secret,
        params,
        REDIRECT_URI,
        codeVerifier,
        insecure,
      ),
    )
    expect(await scopesOf(tokens.access_token)).toEqual(['accounts:read', 'transactions:read'])
  })

  it('looks its token up', async () => {
    expect(await lookUp(tokens.access_token)).toMatchObject({
      active: true,
      iss: bank.url,
      aud: `${bank.url}/mcp`,
      sub: person.uuid,
    })
    expect(await lookUp(tokens.refresh_token!)).toEqual({ active: false })
    const refusal = await thrown(lookUp(tokens.access_token, oauth.ClientSecretPost('fcs_guess')))
    expect(refusal).toBeInstanceOf(oauth.ResponseBodyError)
    expect(refusal).toMatchObject({ status: 401, error: 'invalid_client' })
  })

  it('exchanges its token for a narrower one, and understands refusals', async () => {
    const narrow = await exchange({ scope: 'accounts:read' })
    expect(await scopesOf(narrow.access_token)).toEqual(['accounts:read'])
    const subject = { act: { sub: planner.client_id } }
    expect(await lookUp(narrow.access_token)).toMatchObject(subject)
    for (const [fields, error] of [
      [{ subject_token_type: 'urn:ietf:params:oauth:token-type:id_token' }, 'invalid_request'],
      [{ scope: 'sms:send' }, 'invalid_scope'],
      [{ audience: 'nobody' }, 'invalid_target'],
    ] as const) {
      const refusal = await thrown(exchange(fields))
      expect(refusal).toBeInstanceOf(oauth.ResponseBodyError)
      expect(refusal).toMatchObject({ error, status: 400 })
    }
  })

  it('revokes its access, and with it what it exchanged', async () => {
    const { access_token } = await exchange()
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, planner, secret, tokens.access_token, insecure),
    )
    for (const token of [tokens.access_token, access_token])
      expect(await lookUp(token)).toEqual({ active: false })
    expect(await thrown(exchange())).toMatchObject({ error: 'invalid_request' })
  })
})
