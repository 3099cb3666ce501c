// A simulated client and the browser of the user who connects it. The browser reads the forms of a page
// and sends them as a browser without scripts would.
import { createHash, randomBytes } from 'node:crypto'
import { type Bank, type Person, TEST_SECRET } from '../../../../test/harness/bank.ts'
import { openDatabase } from '../../../platform/database.ts'
import { makeSealer } from '../../../platform/key-ring.ts'
import { TOKEN_EXCHANGE } from './metadata.ts'
import { OAuthServer } from './server.ts'

export const REDIRECT_URI = 'http://127.0.0.1:9/done'

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly token_type: string
  readonly expires_in: number
  readonly scope: string
}

export interface Client {
  readonly client_id: string
  readonly client_secret?: string
}

export interface FormPage {
  readonly url: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** A browser that keeps cookies and follows redirects within the bank. */
export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>()
  private readonly origin: string
  private readonly nodes: readonly string[]
  private calls = 0
  /** Every Set-Cookie header it was given. */
  readonly given: string[] = []

  /** With several nodes behind the address, each request goes to the next. */
  constructor(origin: string, nodes: readonly string[] = [origin]) {
    this.origin = origin
    this.nodes = nodes
  }

  /** Stops at a redirect that leads away from the bank, and returns its address. */
  async open(address: string, form?: URLSearchParams): Promise<FormPage> {
    let url = new URL(address, this.origin)
    let body = form
    for (let hops = 0; hops < 20; hops++) {
      const node = this.nodes[this.calls++ % this.nodes.length]!
      const response = await fetch(url.href.replace(this.origin, node), {
        method: body ? 'POST' : 'GET',
        redirect: 'manual',
        headers: {
          Cookie: this.cookiesFor(url.pathname),
          ...(body && { 'Content-Type': 'application/x-www-form-urlencoded' }),
        },
        ...(body && { body: body.toString() }),
      })
      this.keep(response)
      const location = response.headers.get('location')
      if (location === null) {
        const { status, headers } = response
        return { url: url.href, status, headers, text: await response.text() }
      }
      body = undefined
      url = new URL(location, url)
      if (url.origin !== this.origin)
        return { url: url.href, status: response.status, headers: response.headers, text: '' }
    }
    throw new Error('too many redirects')
  }

  /** Submits the form of a page with these fields in place of its own values. */
  submit(
    page: FormPage,
    fields: Readonly<Record<string, string | readonly string[] | undefined>>,
  ): Promise<FormPage> {
    const { action, values } = readForm(page.text)
    for (const [name, value] of Object.entries(fields)) {
      values.delete(name)
      for (const one of value === undefined ? [] : [value].flat()) values.append(name, one)
    }
    return this.open(new URL(action, page.url).href, values)
  }

  cookiesFor(path: string): string {
    const fitting = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    return fitting.map(([name, { value }]) => `${name.split('@')[0]}=${value}`).join('; ')
  }

  private keep(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      this.given.push(line)
      const [pair = ''] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const path = /; path=([^;]*)/i.exec(line)?.[1] ?? '/'
      if (value === '') this.cookies.delete(`${name}@${path}`)
      else this.cookies.set(`${name}@${path}`, { value, path })
    }
  }
}

const unescape = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => {
    return { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }[name]!
  })

const attribute = (tag: string, name: string): string | undefined => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return found === undefined ? undefined : unescape(found)
}

/** The values that the page's form would send unchanged, without those of its buttons. */
export function readForm(text: string): { action: string; values: URLSearchParams } {
  const form = /<form[\s\S]*<\/form>/.exec(text)?.[0]
  if (form === undefined) throw new Error(`no form in: ${text}`)
  const values = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const name = attribute(tag, 'name')!
    const isTicked = attribute(tag, 'type') !== 'checkbox' || /\schecked\b/.test(tag)
    if (isTicked) values.append(name, attribute(tag, 'value') ?? '')
  }
  for (const [, tag = '', options = ''] of form.matchAll(/(<select[^>]*>)([\s\S]*?)<\/select>/g)) {
    const chosen = /<option[^>]*\sselected[^>]*>/.exec(options)?.[0] ?? ''
    values.append(attribute(tag, 'name')!, attribute(chosen, 'value') ?? '')
  }
  return { action: attribute(/<form[^>]*>/.exec(form)![0], 'action')!, values }
}

export async function registerClient(
  bank: Bank,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Client> {
  const { status, body } = await bank.call('POST /oauth/register', {
    client_name: 'Test agent',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
    ...fields,
  })
  if (status !== 201) throw new Error(`register answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export interface Pkce {
  readonly verifier: string
  readonly challenge: string
}

export function makePkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The address that a client sends a browser to. */
export function authorizeUrl(
  bank: Bank,
  client: Client,
  pkce: Pkce,
  fields: Readonly<Record<string, string | undefined>> = {},
): string {
  const all: Record<string, string | undefined> = {
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    state: 'as-it-was',
    resource: `${bank.url}/mcp`,
    ...fields,
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(all)) if (value !== undefined) query.set(name, value)
  return `${bank.url}/oauth/authorize?${query.toString()}`
}

/** A call of the token endpoint; public clients name themselves in the body. */
export async function askForTokens(
  bank: Bank,
  client: Client,
  fields: Readonly<Record<string, string>>,
  path = '/oauth/token',
) {
  const response = await fetch(bank.url + path, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      ...(client.client_secret && {
        Authorization: `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`,
      }),
    },
    body: new URLSearchParams({
      ...(client.client_secret ? {} : { client_id: client.client_id }),
      ...fields,
    }).toString(),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

/** A client with a secret that a user can connect, and that may exchange tokens. */
export const registerService = (
  bank: Bank,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Client> =>
  registerClient(bank, {
    client_name: 'Test service',
    grant_types: ['authorization_code', 'refresh_token', 'client_credentials', TOKEN_EXCHANGE],
    token_endpoint_auth_method: 'client_secret_basic',
    ...fields,
  })

export const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'

export const exchange = (
  bank: Bank,
  client: Client,
  subject_token: string,
  fields: Readonly<Record<string, string>> = {},
) =>
  askForTokens(bank, client, {
    grant_type: TOKEN_EXCHANGE,
    subject_token,
    subject_token_type: ACCESS_TOKEN_TYPE,
    ...fields,
  })

export const introspect = (
  bank: Bank,
  client: Client,
  token: string,
  fields: Readonly<Record<string, string>> = {},
) => askForTokens(bank, client, { token, ...fields }, '/oauth/introspect')

export interface Wish {
  /** The scopes to request and to select. If absent, none are requested, and the selection stays as offered. */
  readonly scopes?: readonly string[]
  /** The value of the field: minor units of USD, or `none`. */
  readonly limit?: string
  readonly client?: Client
}

/** The part of the server that verifies bearer tokens, as the MCP transport uses it. */
export function openVerifier(bank: Bank) {
  const database = openDatabase(bank.address, { connectionsMax: 2, onError: () => undefined })
  const server = new OAuthServer({
    database,
    clock: bank.clock,
    sealer: makeSealer(TEST_SECRET),
    baseUrl: () => bank.url,
    registrationsPerHour: 0,
    checkTenant: () => undefined,
    invalidate: () => undefined,
    renderProblem: () => '',
    pageHeaders: {},
    onError: () => undefined,
  })
  return {
    database,
    verify: (token: string) => server.verify(token),
    close: () => database.close(),
  }
}

/** A user connects a client: registration, sign-in, consent, code, tokens. */
export async function authorize(
  bank: Bank,
  person: Person,
  wish: Wish = {},
): Promise<Tokens & { readonly client: Client }> {
  const client = wish.client ?? (await registerClient(bank))
  const pkce = makePkce()
  const code = await getCode(bank, person, client, pkce, wish)
  const { status, body } = await trade(bank, client, pkce, code)
  if (status !== 200) throw new Error(`token answered ${status}: ${JSON.stringify(body)}`)
  return { ...body, client }
}

export const trade = (bank: Bank, client: Client, pkce: Pkce, code: string) =>
  askForTokens(bank, client, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: REDIRECT_URI,
    code_verifier: pkce.verifier,
  })

export async function getCode(
  bank: Bank,
  person: Person,
  client: Client,
  pkce: Pkce,
  { scopes, limit }: Wish = {},
): Promise<string> {
  const browser = new Browser(bank.url)
  const start = await browser.open(authorizeUrl(bank, client, pkce, { scope: scopes?.join(' ') }))
  const consent = await browser.submit(start, { email: person.email, password: person.password })
  const end = await browser.submit(consent, {
    decision: 'approve',
    ...(scopes && { scope: scopes }),
    ...(limit !== undefined && { mcp_daily_limit_minor: limit }),
  })
  const code = new URL(end.url).searchParams.get('code')
  if (code === null) throw new Error(`no code: ${end.status} ${end.url} ${end.text}`)
  return code
}
