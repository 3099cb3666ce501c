// The authorization server as the rest of the bank sees it: metadata, registration, the state of pages, and
// the verification of tokens. Verifying a token takes one read and does not need the OAuth library.
import { systemCaller } from '../../../operation/caller.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import type { Clock } from '../../../kernel/clock.ts'
import type { Context, Invalidate } from '../../../operation/operation.ts'
import { runAsSystem } from '../../../operation/system-work.ts'
import { networkOf } from '../../../platform/addresses.ts'
import type { Database } from '../../../platform/database.ts'
import { addressFor } from '../../../platform/own-address.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { randomText } from '../../../platform/secrets.ts'
import { findUser, isCredentialLive } from '../identity/index.ts'
import { findAccessToken, type LiveToken, type TokenReader } from './access-tokens.ts'
import { exchangeToken } from './exchange.ts'
import { endGrantOfAnyUser } from './service.ts'
import { type Interaction, Interactions } from './interactions.ts'
import { EVICTABLE_AFTER_SECONDS } from './lifetimes.ts'
import { skeletonOf } from './confusables.ts'
import { introspect } from './introspection.ts'
import { CLIENT_ID_PREFIX, resourceMetadata, resourceOf, serverMetadata } from './metadata.ts'
import { makeProvider, type ProviderOptions } from './provider.ts'
import { readRegistration, RegistrationRefused } from './registration.ts'
import { scopeNames, toolScopes } from './scopes.ts'
import * as store from './store.ts'

/** Maximum number of registrations, from all addresses together, that no user has authorized. */
const UNAUTHORIZED_MAX = 10_000
/** Number of idle registrations that are deleted when that maximum is reached. */
const EVICTED_AT_ONCE = 100

export interface OAuthOptions
  extends Pick<ProviderOptions, 'renderProblem' | 'pageHeaders' | 'onError'>,
    Pick<TokenReader, 'checkTenant'> {
  readonly database: Pick<Database, 'write' | 'read'>
  readonly clock: Clock
  readonly sealer: Sealer
  readonly baseUrl: () => string
  /** Counted by address, or by network for IPv6; 0 means no limit. */
  readonly registrationsPerHour: number
  /** Drops what this node has cached under a topic and key; the other nodes are notified by the database. */
  readonly invalidate: Invalidate
}

/** A valid bearer token of MCP. */
export interface AccessToken extends LiveToken {
  readonly environment: 'live'
}

export class OAuthServer {
  readonly scopes = toolScopes
  private readonly options: OAuthOptions
  private loading: Promise<Provider> | undefined
  /** The keys with which the library was loaded. */
  private version = 0

  constructor(options: OAuthOptions) {
    this.options = options
  }

  serverMetadata(): object {
    return serverMetadata(this.options.baseUrl())
  }

  resourceMetadata(host: string | undefined): object {
    const issuer = this.options.baseUrl()
    return resourceMetadata(issuer, addressFor(host, issuer))
  }

  /** Undefined when the token is unknown, expired, revoked or issued for another resource. */
  async verify(secret: string): Promise<AccessToken | undefined> {
    const token = await findAccessToken(this.options.database.read, secret, this.tokenReader())
    if (token?.audience !== resourceOf(this.options.baseUrl())) return undefined
    return { ...token, environment: 'live' }
  }

  /** Registers a client (RFC 7591). The answer is the only place that shows the client secret. */
  async register(
    body: unknown,
    address: string,
  ): Promise<{ status: number; body: object; retryAfter?: number }> {
    const { clock, sealer } = this.options
    try {
      const now = clock.now()
      const registration = readRegistration(body)
      const needsSecret = registration.token_endpoint_auth_method !== 'none'
      const client = {
        client_id: CLIENT_ID_PREFIX + randomText(24),
        client_id_issued_at: Math.floor(now.getTime() / 1000),
        ...(needsSecret
          ? { client_secret: `fcs_${randomText(43)}`, client_secret_expires_at: 0 }
          : {}),
        ...registration,
      }
      await (await this.load()).Client.validate(client)
      const refusal = await this.admit({
        client_id: client.client_id,
        name: registration.client_name,
        registration: sealer.seal(JSON.stringify(client)),
        registered_from: networkOf(address),
        skeleton: skeletonOf(registration.client_name),
        created_at: now,
      })
      if (refusal) return refusal
      const scope = registration.scope ?? scopeNames.join(' ')
      return { status: 201, body: { ...client, scope } }
    } catch (error) {
      const refusal = toRefusal(error)
      if (!refusal) throw error
      return { status: 400, body: refusal }
    }
  }

  /** Stores a registration unless its address, or all unauthorized clients together, reached their limit. */
  private admit(client: store.NewClient) {
    const { database, registrationsPerHour: most } = this.options
    const ago = (seconds: number) => new Date(client.created_at.getTime() - seconds * 1000)
    return database.write.transaction().execute(async (tx) => {
      if (most > 0) {
        const { registered_from: block } = client
        await store.lockRegistrations(tx, block)
        const { count, first_at } = await store.countRegistrations(tx, block, ago(3_600))
        if (count >= most)
          return refuseForNow(
            429,
            `${count} clients were registered from your address in the last hour, and the limit is ${most}`,
            Math.max(1, Math.ceil((Date.parse(first_at!) - ago(3_600).getTime()) / 1000)),
          )
      }
      if ((await store.countUnauthorized(tx, UNAUTHORIZED_MAX)) >= UNAUTHORIZED_MAX) {
        const freed = await store.deleteLeastRecentlyUsed(
          tx,
          ago(EVICTABLE_AFTER_SECONDS),
          EVICTED_AT_ONCE,
        )
        if (freed === 0)
          return refuseForNow(
            503,
            `${UNAUTHORIZED_MAX} registered clients have not been authorized by a user, which is the limit`,
            EVICTABLE_AFTER_SECONDS,
          )
      }
      await store.insertClient(tx, client)
      return undefined
    })
  }

  /** Loads the library, which everything but the metadata and the verification of tokens needs. */
  async ready(): Promise<void> {
    await this.load()
  }

  /** Hands a request to the library, which answers it. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const provider = await this.load()
    await provider.callback()(this.locate(request), response)
  }

  /** Finds the page that a browser is on; undefined when it expired or belongs to another browser. */
  async findInteraction(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
  ): Promise<Interaction | undefined> {
    const provider = await this.load()
    const interactions = new Interactions(provider, {
      ...this.options,
      isLoginLive: (hash) => this.isLoginLive(hash),
    })
    return interactions.find(this.locate(request), response, uid)
  }

  /** Sets the public address of the server. The library trusts these headers, so a client's are overwritten. */
  private locate(request: IncomingMessage): IncomingMessage {
    const { protocol, host, pathname } = new URL(this.options.baseUrl())
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    request.headers['x-forwarded-host'] = host
    return Object.assign(request, { baseUrl: pathname.replace(/\/$/, '') })
  }

  private isLoginLive(hash: string): Promise<boolean> {
    const { database, clock } = this.options
    return isCredentialLive(database.read, Buffer.from(hash, 'base64url'), clock.now())
  }

  private tokenReader(): TokenReader {
    const { clock, sealer, baseUrl, checkTenant } = this.options
    return { clock, sealer, issuer: baseUrl(), checkTenant }
  }

  private load(): Promise<Provider> {
    const { database, clock, sealer, baseUrl, invalidate, ...rest } = this.options
    const db = database.write
    const inTransaction = <Output>(operation: string, work: (ctx: Context) => Promise<Output>) =>
      runAsSystem(
        { db, now: clock.now(), caller: systemCaller('live'), operation, invalidate },
        work,
      )
    // The keys of its cookies have been renewed.
    if (this.version !== sealer.version) this.loading = undefined
    this.version = sealer.version
    this.loading ??= makeProvider({
      ...rest,
      db,
      clock,
      sealer,
      issuer: baseUrl(),
      endGrant: (uuid) => inTransaction('grant.revoke', (ctx) => endGrantOfAnyUser(uuid, ctx)),
      introspect: async (token, client_id) => {
        await store.touchClient(db, client_id, clock.now())
        return introspect(database.read, token, client_id, this.tokenReader())
      },
      exchange: (params, client) =>
        inTransaction('grant.exchange', (ctx) =>
          exchangeToken(params, client, this.tokenReader(), ctx),
        ),
      isUser: async (uuid) => (await findUser(database.read, uuid))?.status === 'active',
      isLoginLive: (hash) => this.isLoginLive(hash),
    })
    return this.loading
  }
}

const refuseForNow = (status: number, reason: string, retryAfter: number) => ({
  status,
  retryAfter,
  body: {
    error: 'temporarily_unavailable',
    error_description: `${reason}; try again in ${retryAfter} seconds.`,
  },
})

function toRefusal(error: unknown): object | undefined {
  if (error instanceof RegistrationRefused)
    return { error: error.error, error_description: error.message }
  const { error: code, error_description, expose } = error as Record<string, unknown>
  return expose === true ? { error: code, error_description } : undefined
}
