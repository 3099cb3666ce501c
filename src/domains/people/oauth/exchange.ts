// Token exchange (RFC 8693): a confidential client turns the access token of a user that it holds, or that is meant
// for it, into a narrower one for the resource or for another client. The new token belongs to the same grant, so
// limits and revocations of the grant apply; it depends on the old one, so it lives no longer.
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Context } from '../../../operation/operation.ts'
import { hashSecret, randomText } from '../../../platform/secrets.ts'
import { type Actor, findUsableToken, type LiveToken, type TokenReader } from './access-tokens.ts'
import { GrantDelegated } from './events.ts'
import { ACCESS_SECONDS } from './lifetimes.ts'
import { CLIENT_ID_PREFIX, resourceOf, resourcesOf, TOKEN_EXCHANGE } from './metadata.ts'
import { pickScopes, scopeNames } from './scopes.ts'
import * as store from './store.ts'

const ACCESS_TOKEN_TYPE = 'urn:ietf:params:oauth:token-type:access_token'
/** Exchanges between the token that the user gave and the last one. */
const CHAIN_MAX = 4
/** Clients to which access under one grant is ever passed on. */
const DELEGATES_MAX = 20
const SECRET_LENGTH = 43 // 256 bits

/** Both name a target, and may be repeated. */
export const TARGET_PARAMS = ['resource', 'audience'] as const
export const EXCHANGE_PARAMS = [
  ...TARGET_PARAMS,
  'scope',
  'subject_token',
  'subject_token_type',
  'actor_token',
  'actor_token_type',
  'requested_token_type',
] as const

export type ExchangeParams = Readonly<
  Partial<Record<Exclude<(typeof EXCHANGE_PARAMS)[number], 'resource' | 'audience'>, string>> &
    Partial<Record<(typeof TARGET_PARAMS)[number], string | readonly string[]>>
>

/** The client that asks, authenticated with its secret. */
export interface Requester {
  readonly id: string
  /** What it registered for; undefined for all scopes. */
  readonly scope: string | undefined
}

export interface ExchangeAnswer {
  readonly access_token: string
  readonly issued_token_type: typeof ACCESS_TOKEN_TYPE
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly scope: string
}

/** A rejection with the error codes of the standard. */
export class ExchangeRefused extends Error {
  readonly error: 'invalid_request' | 'invalid_scope' | 'invalid_target'
  constructor(error: ExchangeRefused['error'], description: string) {
    super(description)
    this.error = error
  }
}

const refuse = (description: string) => new ExchangeRefused('invalid_request', description)

export async function exchangeToken(
  params: ExchangeParams,
  client: Requester,
  reader: TokenReader,
  ctx: Context,
): Promise<ExchangeAnswer> {
  checkTypes(params)
  const subject = await findSubject(params, client, reader, ctx)
  const target = await readTarget(params, reader, ctx)
  const scope = narrowScope(params.scope, subject, client)
  const actorEnd = await findActorEnd(params, client, reader, ctx)
  const ends = [ctx.now.getTime() + ACCESS_SECONDS * 1000, subject.expires_at.getTime(), actorEnd]
  const expires_at = new Date(Math.min(...ends))
  const secret = randomText(SECRET_LENGTH)
  const payload = {
    kind: 'AccessToken',
    // The library ends the whole grant when a token that names it is revoked. This client may be another one than
    // the user connected, so only the column has the grant: revoking this token ends what depends on it, no more.
    accountId: subject.user_uuid,
    clientId: client.id,
    gty: TOKEN_EXCHANGE,
    aud: target,
    scope,
    act: { sub: client.id, ...(subject.act && { act: subject.act }) },
  }
  const isSaved = await store.saveExchanged(ctx.tx, subject.grant_id, subject.token_id, {
    hash: hashSecret(secret),
    id: uuidv7(ctx.now),
    kind: payload.kind,
    uid_hash: null,
    client_id: client.id,
    payload: reader.sealer.seal(JSON.stringify(payload)),
    created_at: ctx.now,
    expires_at,
  })
  if (!isSaved) throw noSubject()
  await store.touchClient(ctx.tx, client.id, ctx.now)
  await announceDelegates(subject, [client.id, target], scope, ctx)
  return {
    access_token: secret,
    issued_token_type: ACCESS_TOKEN_TYPE,
    token_type: 'Bearer',
    expires_in: Math.floor((expires_at.getTime() - ctx.now.getTime()) / 1000),
    scope,
  }
}

function checkTypes(params: ExchangeParams): void {
  if (params.subject_token === undefined) throw refuse('subject_token is missing.')
  if (params.subject_token_type !== ACCESS_TOKEN_TYPE)
    throw refuse(`subject_token_type must be ${ACCESS_TOKEN_TYPE}.`)
  if ((params.requested_token_type ?? ACCESS_TOKEN_TYPE) !== ACCESS_TOKEN_TYPE)
    throw refuse(`requested_token_type must be ${ACCESS_TOKEN_TYPE}.`)
  const { actor_token, actor_token_type } = params
  if (actor_token_type !== (actor_token === undefined ? undefined : ACCESS_TOKEN_TYPE))
    throw refuse(`actor_token_type must be ${ACCESS_TOKEN_TYPE} with an actor_token, else absent.`)
}

/** Says the same of unknown tokens and those of others. */
const noSubject = () =>
  refuse(
    'subject_token must be a valid access token of a user, issued to this client or with its id as audience.',
  )

/** A token of a user, which always belongs to a grant. */
type Subject = LiveToken & { readonly grant_id: string; readonly user_uuid: string }

async function findSubject(
  params: ExchangeParams,
  { id }: Requester,
  reader: TokenReader,
  { tx, now }: Context,
): Promise<Subject> {
  const token = await findUsableToken(tx, params.subject_token!, reader)
  if (!token || ![token.client_id, token.audience].includes(id)) throw noSubject()
  const { grant_id, user_uuid } = token
  if (grant_id === null || user_uuid === null) throw noSubject()
  if (token.expires_at.getTime() - now.getTime() < 1000) throw noSubject()
  if (lengthOf(token.act) >= CHAIN_MAX)
    throw refuse(
      `subject_token is the result of ${CHAIN_MAX} exchanges, which is the limit; use an earlier token.`,
    )
  return { ...token, grant_id, user_uuid }
}

const lengthOf = (act: Actor | undefined): number => (act ? 1 + lengthOf(act.act) : 0)

/** The resource by default, as for the other grant types. */
async function readTarget(
  { resource, audience }: ExchangeParams,
  { issuer, sealer }: TokenReader,
  { tx }: Context,
): Promise<string> {
  const bank = resourceOf(issuer)
  const named = new Set([resource ?? [], audience ?? []].flat(2))
  const [target = bank, ...more] = named
  if (more.length > 0)
    throw new ExchangeRefused('invalid_target', 'A token has one resource or audience.')
  if (resourcesOf(issuer).includes(target)) return bank
  const isClient = [audience].flat().includes(target) && target.startsWith(CLIENT_ID_PREFIX)
  const client = isClient ? await store.findClient(tx, target) : undefined
  const registration = client && (JSON.parse(sealer.open(client.registration)) as Registered)
  // A public client could not prove that a token is meant for it.
  if (registration?.client_secret === undefined)
    throw new ExchangeRefused(
      'invalid_target',
      `The resource must be ${bank}, or the audience the id of a confidential client.`,
    )
  return target
}

interface Registered {
  readonly client_secret?: string
}

/** What the subject token allows and the client registered for; an explicit wish for more is refused. */
function narrowScope(wish: string | undefined, subject: Subject, client: Requester): string {
  const registered = client.scope?.split(' ') ?? scopeNames
  const most = pickScopes(subject.scopes.filter((name) => registered.includes(name)))
  const asked = wish?.split(' ').filter((name) => name !== '') ?? most
  const beyond = asked.filter((name) => !most.includes(name))
  if (beyond.length > 0)
    throw new ExchangeRefused(
      'invalid_scope',
      `The subject token, or the registration of this client, does not allow ${beyond.join(' ')}.`,
    )
  if (asked.length === 0)
    throw new ExchangeRefused('invalid_scope', 'No scope of the subject token is left.')
  return pickScopes(asked).join(' ')
}

/** The actor is always the client that asks; an actor token can only confirm it, and bounds the life of the new one. */
async function findActorEnd(
  { actor_token }: ExchangeParams,
  { id }: Requester,
  reader: TokenReader,
  { tx }: Context,
): Promise<number> {
  if (actor_token === undefined) return Number.POSITIVE_INFINITY
  const actor = await findUsableToken(tx, actor_token, reader)
  if (actor?.client_id !== id || actor.user_uuid !== null)
    throw refuse('actor_token must be a valid client_credentials token of this client.')
  return actor.expires_at.getTime()
}

/** Notifies the user of every client that is new under the grant, and bounds their number. */
async function announceDelegates(
  { grant_id, user_uuid, connected_id, connected_name }: Subject,
  parties: readonly string[],
  scope: string,
  ctx: Context,
): Promise<void> {
  const others = parties.filter((id) => id.startsWith(CLIENT_ID_PREFIX) && id !== connected_id)
  const added = await store.addDelegates(ctx.tx, grant_id, [...new Set(others)], ctx.now)
  if (added.length === 0) return
  if ((await store.countDelegates(ctx.tx, grant_id)) > DELEGATES_MAX)
    throw new ExchangeRefused(
      'invalid_target',
      `Access under this grant was passed on to ${DELEGATES_MAX} clients, which is the limit.`,
    )
  for (const { client_id, name } of added)
    ctx.emit(
      GrantDelegated,
      {
        grant_id,
        client_id: connected_id!,
        client_name: connected_name!,
        delegate_id: client_id,
        delegate_name: name,
        scopes: scope.split(' '),
      },
      { user_uuid },
    )
}
