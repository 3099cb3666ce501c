// Configures the OAuth library; features that are not enabled here cannot be reached. It is loaded on first
// use, because loading it takes as long as starting half the bank.
import { createPrivateKey } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import type * as oidc from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Sealer } from '../../../platform/key-ring.ts'
import { type AdapterOptions, makeAdapter } from './adapter.ts'
import {
  ACCESS_SECONDS,
  CODE_SECONDS,
  PAGE_SECONDS,
  REFRESH_SECONDS,
  SESSION_SECONDS,
} from './lifetimes.ts'
import {
  EXCHANGE_PARAMS,
  type ExchangeAnswer,
  type ExchangeParams,
  ExchangeRefused,
  type Requester,
  TARGET_PARAMS,
} from './exchange.ts'
import { AUTH_METHODS, resourceOf, resourcesOf, TOKEN_EXCHANGE } from './metadata.ts'
import { pickScopes, scopeNames } from './scopes.ts'

export interface ProviderOptions extends Omit<AdapterOptions, 'InvalidGrant'> {
  readonly isUser: (uuid: string) => Promise<boolean>
  /** Whether the login behind a browser's session is neither revoked nor expired. */
  readonly isLoginLive: (loginHash: string) => Promise<boolean>
  /** What an authenticated client learns about a token. */
  readonly introspect: (token: string, client_id: string) => Promise<object>
  /** Exchanges a token, or throws `ExchangeRefused`. */
  readonly exchange: (params: ExchangeParams, client: Requester) => Promise<ExchangeAnswer>
  /** Renders the page for an error that must not be sent back to the client. */
  readonly renderProblem: (problem: Problem) => string
  readonly pageHeaders: Readonly<Record<string, string>>
  readonly onError: (error: Error) => void
}

export interface Problem {
  readonly status: number
  readonly error: string
  readonly description: string
}

/** Records whether the client asked for scopes. A value that a client sends under this name is overwritten. */
export const SCOPES_ASKED = 'florin_asked'

type Library = typeof oidc
type Middleware = Parameters<Provider['use']>[0]

export async function makeProvider(options: ProviderOptions): Promise<Provider> {
  const library = await import('oidc-provider')
  const provider = new library.Provider(options.issuer, configure(library, options))
  // `OAuthServer.locate` overwrites the forwarded headers of every request, so they can be trusted.
  provider.proxy = true
  provider.use(onlyQueryMode)
  provider.use(answerIntrospection(options))
  addTokenExchange(provider, library, options)
  const emitter: EventEmitter = provider
  emitter.on('error', options.onError)
  provider.on('server_error', (_ctx, error) => options.onError(error))
  return provider
}

/** Response modes that need scripts are renamed, so that the library rejects them with a plain redirect. */
const onlyQueryMode: Middleware = (ctx, next) => {
  const { response_mode: mode } = ctx.query
  if (mode !== undefined && mode !== 'query') ctx.query = { ...ctx.query, response_mode: 'other' }
  return next()
}

/**
 * The library reads the request and authenticates the client; the answer is ours, because the library's own tells expiry
 * by another clock, knows no suspended users, and refuses texts that look like a JWT.
 */
const answerIntrospection =
  (options: ProviderOptions): Middleware =>
  async (ctx, next) => {
    await next()
    const { route, client, params } = ctx.oidc ?? {}
    if (route !== 'introspection') return
    const { active, error } = ctx.body as { active?: boolean; error?: string }
    if (active === undefined && error !== 'unsupported_token_type') return
    // The id of a public client is no secret, so it proves nothing.
    const isPublic = client!.clientAuthMethod === 'none'
    ctx.status = isPublic ? 401 : 200
    ctx.body = isPublic
      ? { error: 'invalid_client', error_description: 'introspection needs a client secret' }
      : await options.introspect(params!.token as string, client!.clientId)
  }

function addTokenExchange(provider: Provider, { errors }: Library, options: ProviderOptions): void {
  provider.registerGrantType<ExchangeParams>(
    TOKEN_EXCHANGE,
    async (ctx) => {
      const { params, client } = ctx.oidc
      try {
        ctx.body = await options.exchange(params, { id: client.clientId, scope: client.scope })
      } catch (error) {
        if (!(error instanceof ExchangeRefused)) throw error
        throw new errors.CustomOIDCProviderError(error.error, error.message)
      }
    },
    EXCHANGE_PARAMS,
    TARGET_PARAMS,
  )
}

function configure(library: Library, options: ProviderOptions): Configuration {
  const { errors } = library
  const { issuer } = options
  const resource = resourceOf(issuer)
  const cookie = {
    httpOnly: true,
    sameSite: 'lax',
    secure: issuer.startsWith('https:'),
    signed: true,
  } as const
  return {
    adapter: makeAdapter({ ...options, InvalidGrant: errors.InvalidGrant }),
    jwks: { keys: [deriveKey(options.sealer)] },
    clientDefaults: { id_token_signed_response_alg: 'EdDSA' },
    enabledJWA: { idTokenSigningAlgValues: ['EdDSA'] },
    clientAuthMethods: [...AUTH_METHODS],
    responseTypes: ['code'],
    scopes: [...scopeNames],
    claims: {},
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      clientCredentials: { enabled: true },
      // The bearer check of MCP asks for no proof of a key, so no token may be bound to one.
      dPoP: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => false },
      revocation: {
        enabled: true,
        // Revoking another client's token does nothing and reveals nothing (RFC 7009).
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(ctx, indicator) {
          if (!resourcesOf(issuer).includes(indicator)) throw new errors.InvalidTarget()
          const unknown = askedScopes(ctx).find((name) => !scopeNames.includes(name))
          if (unknown !== undefined)
            throw new errors.InvalidScope('requested scope is not supported', unknown)
          return {
            scope: scopeNames.join(' '),
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: ACCESS_SECONDS,
          }
        },
      },
    },
    routes: {
      authorization: '/oauth/authorize',
      token: '/oauth/token',
      revocation: '/oauth/revoke',
      introspection: '/oauth/introspect',
    },
    ttl: {
      AuthorizationCode: CODE_SECONDS,
      AccessToken: ACCESS_SECONDS,
      ClientCredentials: ACCESS_SECONDS,
      RefreshToken: REFRESH_SECONDS,
      Interaction: PAGE_SECONDS,
      Session: SESSION_SECONDS,
      Grant: REFRESH_SECONDS,
    },
    cookies: {
      names: {
        session: 'florin_oauth_session',
        interaction: 'florin_oauth_page',
        resume: 'florin_oauth_resume',
      },
      // The keys are derived, so that they are the same on every node and after a restart; the newest signs.
      keys: options.sealer.digests('oauth: cookies').map((digest) => digest.toString('base64url')),
      long: cookie,
      short: cookie,
    },
    // Tokens must work while their owner is away, so the end of a browser session does not end them.
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    // Token requests carry a code or a secret, never a cookie, so pages of any origin may send them.
    clientBasedCORS: () => true,
    interactions: {
      policy: makePolicy(library, options),
      url: (_ctx, interaction) => `${issuer}/oauth/interaction/${interaction.uid}`,
    },
    // Consent is asked for each time and creates its own grant and limit; earlier grants are not reused.
    loadExistingGrant: (ctx) => {
      const grantId = ctx.oidc.result?.consent?.grantId
      return grantId === undefined
        ? Promise.resolve(undefined)
        : ctx.oidc.provider.Grant.find(grantId)
    },
    extraParams: { [SCOPES_ASKED]: settleScopes },
    findAccount: async (_ctx, sub) =>
      (await options.isUser(sub))
        ? { accountId: sub, claims: () => Promise.resolve({ sub }) }
        : undefined,
    renderError(ctx, out) {
      if (!['authorization', 'resume'].includes(ctx.oidc?.route ?? '')) {
        ctx.body = out
        return
      }
      ctx.type = 'html'
      ctx.set(options.pageHeaders)
      const description = out.error_description ?? 'The request cannot be served.'
      ctx.body = options.renderProblem({ status: ctx.status, error: out.error, description })
    },
  }
}

/** Refresh tokens are always issued, so `offline_access`, by which clients ask for them, is ignored. */
const askedScopes = (ctx: KoaContextWithOIDC): string[] =>
  [...ctx.oidc.requestParamScopes].filter((name) => name !== '' && name !== 'offline_access')

/** A client that asks for no scopes is offered all it registered for, and the user chooses. */
function settleScopes(ctx: KoaContextWithOIDC): void {
  const { params, client } = ctx.oidc
  const asked = askedScopes(ctx)
  const most = client?.scope === undefined ? scopeNames : client.scope.split(' ')
  Object.assign(params!, {
    scope: pickScopes(asked.length > 0 ? asked : most).join(' '),
    [SCOPES_ASKED]: asked.length > 0 ? 'yes' : 'no',
  })
}

/** Asks for sign-in unless the login behind the browser's session is live, and always asks for consent. */
function makePolicy({ interactionPolicy }: Library, options: ProviderOptions) {
  const { Prompt, Check, base } = interactionPolicy
  const policy = base()
  policy.get('login')!.checks.add(
    new Check('login_ended', 'End-User authentication is required', async (ctx) => {
      const { accountId, acr } = ctx.oidc.session!
      if (accountId === undefined) return Check.NO_NEED_TO_PROMPT
      const isLive = acr !== undefined && (await options.isLoginLive(acr))
      return isLive ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT
    }),
  )
  policy.remove('consent')
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('consent_missing', 'consent is required', (ctx) =>
        ctx.oidc.result?.consent === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
      ),
    ),
  )
  return policy
}

/** The bytes that precede the key in PKCS #8. */
const ED25519_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The library requires a signing key although nothing is ever signed, because tokens are opaque. */
function deriveKey(sealer: Sealer) {
  const seed = sealer.digest('oauth: signing key')
  const key = createPrivateKey({
    key: Buffer.concat([ED25519_HEADER, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const { kty, crv, x, d } = key.export({ format: 'jwk' })
  return { kty: kty!, crv: crv!, x: x!, d: d!, alg: 'EdDSA', use: 'sig' } as const
}
