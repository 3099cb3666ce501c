// A connected client that uses the official MCP library.
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type {
  OAuthClientInformationMixed,
  OAuthTokens,
} from '@modelcontextprotocol/sdk/shared/auth.js'
import type { Bank, Person } from '../../../../test/harness/bank.ts'
import { authorize, type Wish } from '../../people/oauth/test-support.ts'

export const everyScope = [
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
]

export async function connect(bank: Bank, token: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${bank.url}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}` } },
  })
  await client.connect(transport)
  return client
}

/** Connects a client for a user, with all scopes by default. */
export async function connectFor(bank: Bank, person: Person, wish: Wish = {}): Promise<Client> {
  const { access_token } = await authorize(bank, person, { scopes: everyScope, ...wish })
  return connect(bank, access_token)
}

/** Sends one raw message, for requests that the client would not send and answers that it would hide. */
export async function send(
  bank: Bank,
  message: unknown,
  options: { readonly token?: string; readonly headers?: Readonly<Record<string, string>> } = {},
) {
  const response = await fetch(`${bank.url}/mcp`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(options.token !== undefined && { Authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

export const callTool = (bank: Bank, token: string, name: string, given: object) =>
  send(
    bank,
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    { token },
  )

/** Keeps in memory what the official client stores about a connection. */
export class RememberingProvider implements OAuthClientProvider {
  readonly redirectUrl: string
  readonly clientMetadata: OAuthClientProvider['clientMetadata']
  /** The address to which it sent the user. */
  sentTo: URL | undefined
  private information: OAuthClientInformationMixed | undefined
  private saved: OAuthTokens | undefined
  private verifier = ''

  constructor(redirectUrl: string, scope: string) {
    this.redirectUrl = redirectUrl
    this.clientMetadata = {
      client_name: 'Household agent',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope,
    }
  }

  clientInformation() {
    return this.information
  }
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information
  }
  tokens() {
    return this.saved
  }
  saveTokens(tokens: OAuthTokens): void {
    this.saved = tokens
  }
  redirectToAuthorization(url: URL): void {
    this.sentTo = url
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier
  }
  codeVerifier(): string {
    return this.verifier
  }
}
