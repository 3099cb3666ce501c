// Issues and revokes credentials: bearers (tokens and keys), and rights that are used without a bearer. The
// secret of a bearer leaves the bank once, in the reply that creates it; only its hash is stored. A
// credential issued by means of another has that one as its parent, and is revoked with it.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import type { Caller, Environment } from '../../../../operation/caller.ts'
import { Forbidden, InsufficientScope } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { hashSecret, randomText } from '../../../../platform/secrets.ts'
import { AccessSuspended } from '../errors.ts'
import { findStatusReason } from '../users/store.ts'
import * as store from '../store.ts'
import { truncateUserAgent } from '../sessions/user-agent.ts'

const ACCESS_SECONDS = 86_400
const REFRESH_SECONDS = 30 * 86_400
const TWO_FACTOR_SECONDS = 600
const AGENT_SESSION_SECONDS = 86_400

// A prefix lets a reader, a log filter or a secret scanner see what leaked.
const PREFIX = { access: 'fat_', refresh: 'frt_', two_factor: 'f2f_' } as const
const SECRET_LENGTH = 43 // 256 bits

export interface Tokens {
  readonly access_token: string
  readonly refresh_token?: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_expires_in?: number
}

export interface Owner {
  readonly uuid: string
  readonly roles: readonly string[]
  readonly status: store.UserRow['status']
}

/** Login tokens may do everything their owner may, deletion included. */
const scopesOf = (owner: Owner): string[] => [
  'read',
  'write',
  'delete',
  ...(owner.roles.includes('admin') ? ['admin'] : []),
]

const secondsAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/**
 * The parent of credentials that this caller issues. A login is no parent: keys that a user creates while
 * signed in keep working after they sign out. The token of a connected client is stored by the domain
 * `oauth`, where `holdIssuer` does not look; that is safe because no tool lets a client issue credentials.
 */
export const parentOf = ({ credential }: Caller): string | null =>
  credential === undefined || credential.kind === 'login' ? null : credential.id

/** The scopes that an API key needs to issue a kind; losing one of them revokes what it issued of that kind. */
const scopesToIssue: Readonly<Partial<Record<store.NewCredential['kind'], readonly string[]>>> = {
  webhook: ['read'],
  agent_endpoint: ['read'],
  // An agent reads its own data and spends money, so a key that gives it access must allow both.
  agent_did_key: ['read', 'write'],
  agent_session: ['read', 'write'],
  agent_key: ['read', 'write'],
}

/**
 * Locks the credential of the request and the parent, so that neither is revoked or narrowed before the child
 * exists and can be revoked with it. A login is locked as well: a concurrent "end everything" then waits
 * until the child can be seen, and ends it too.
 */
async function holdIssuer(
  parent: string | null,
  kind: store.NewCredential['kind'],
  { tx, caller }: Context,
): Promise<void> {
  const held = await holdAll([caller.credential?.id, parent], tx)
  const issuer = parent === null ? undefined : held.get(parent)
  if (issuer?.kind !== 'api_key') return
  const required_scope = scopesToIssue[kind]?.find((scope) => !issuer.scopes.includes(scope))
  if (required_scope !== undefined) throw InsufficientScope({ required_scope })
}

async function holdAll(given: readonly (string | null | undefined)[], tx: Db) {
  const ids = given.filter((id) => typeof id === 'string')
  const held = await store.holdStanding(tx, ids)
  // Not UNAUTHORIZED: that error would commit the writes of this transaction.
  if (ids.some((id) => !held.has(id)))
    throw Forbidden({ reason: 'The credential of this request has been revoked.' })
  return held
}

/**
 * Locks the credential of the request for access that is stored elsewhere, such as a passkey: a concurrent "end
 * everything" waits until that access can be seen, and ends it too.
 */
export async function lockCallerCredential({ tx, caller }: Context): Promise<void> {
  await holdAll([caller.credential?.id], tx)
}

/**
 * Issues an access token and the refresh token that renews it: one session. A session has no parent, because
 * the user authenticated with a password or a passkey. A refresh continues the session and is no authentication.
 */
export async function issueSession(
  owner: Owner,
  user_agent: string | undefined,
  ctx: Context,
  /** Of a session that is continued; a new one begins with an authentication. */
  { session, proved_at }: { readonly session: string; readonly proved_at: Date | null } = {
    session: uuidv7(ctx.now),
    proved_at: ctx.now,
  },
): Promise<Tokens> {
  const { tx, now } = ctx
  const from = { address: ctx.caller.address, user_agent: truncateUserAgent(user_agent), proved_at }
  const issue = async (kind: 'access' | 'refresh', scopes: string[], seconds: number) => {
    const expires_at = secondsAfter(now, seconds)
    return issueToken(tx, { kind, owner, scopes, session, expires_at, now, ...from })
  }
  return {
    access_token: await issue('access', scopesOf(owner), ACCESS_SECONDS),
    refresh_token: await issue('refresh', ['refresh'], REFRESH_SECONDS),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_expires_in: REFRESH_SECONDS,
  }
}

/**
 * Issues an access token without a refresh token: a session that ends after these seconds. It is opened with the key
 * of a device, which does not count as a reauthentication.
 */
export async function issueBriefSession(
  owner: Owner,
  seconds: number,
  user_agent: string | undefined,
  { tx, now, caller }: Context,
) {
  const session = uuidv7(now)
  const expires_at = secondsAfter(now, seconds)
  const from = { address: caller.address, user_agent: truncateUserAgent(user_agent) }
  const scopes = scopesOf(owner)
  const request = { kind: 'access', owner, scopes, session, expires_at, now, ...from } as const
  return { session, access_token: await issueToken(tx, request), expires_at }
}

/** Issues a token to a user whose password was right; it only serves to send the second factor. */
export async function issueTwoFactorToken(tx: Db, owner: Owner, now: Date): Promise<Tokens> {
  const access_token = await issueToken(tx, {
    kind: 'two_factor',
    owner,
    scopes: ['two_factor'],
    session: uuidv7(now),
    expires_at: secondsAfter(now, TWO_FACTOR_SECONDS),
    now,
  })
  return { access_token, token_type: 'Bearer', expires_in: TWO_FACTOR_SECONDS }
}

interface TokenRequest {
  readonly kind: keyof typeof PREFIX
  readonly owner: Owner
  readonly scopes: string[]
  readonly session: string
  readonly expires_at: Date
  readonly now: Date
  readonly address?: string
  readonly user_agent?: string | null
  readonly proved_at?: Date | null
}

/** Throws while the user is suspended, with the reason. */
export async function checkActive(
  tx: Db,
  { uuid, status }: Pick<Owner, 'uuid' | 'status'>,
): Promise<void> {
  if (status !== 'active') throw AccessSuspended({ reason: await findStatusReason(tx, uuid) })
}

async function issueToken(tx: Db, { owner, now, ...request }: TokenRequest): Promise<string> {
  await checkActive(tx, owner)
  const secret = PREFIX[request.kind] + randomText(SECRET_LENGTH)
  await store.insertCredential(tx, {
    ...request,
    hash: hashSecret(secret),
    id: uuidv7(now),
    user_uuid: owner.uuid,
    // A login serves live data; sandbox data is reached with an sk_sandbox_ key.
    environment: 'live',
    allowed_ips: null,
    created_at: now,
  })
  return secret
}

export interface KeyCredential {
  /** Also the uuid of the API key: usage, audit and limits are counted under it. */
  readonly id: string
  readonly secret: string
  readonly user_uuid: string
  readonly scopes: string[]
  readonly environment: Environment
  readonly allowed_ips: string[] | null
  readonly expires_at: Date | null
}

/** Registers the secret of an API key; returns the hash that identifies the key from now on. */
export async function issueKey(key: KeyCredential, ctx: Context): Promise<Buffer> {
  const parent = parentOf(ctx.caller)
  await holdIssuer(parent, 'api_key', ctx)
  const { secret, ...rest } = key
  const hash = hashSecret(secret)
  await store.insertCredential(ctx.tx, {
    ...rest,
    hash,
    parent,
    kind: 'api_key',
    session: null,
    created_at: ctx.now,
  })
  return hash
}

/** A session or a key of an agent; `user_uuid` is the agent's owner. */
export interface AgentCredential {
  readonly id: string
  readonly secret: string
  readonly user_uuid: string
  readonly agent_uuid: string
  readonly scopes: string[]
  readonly environment: Environment
}

export interface AgentSession extends AgentCredential {
  /** The API key or the DID key that opened the session. */
  readonly parent: string
  readonly address: string
  readonly user_agent: string | null
  readonly created_at: Date
}

/** A session of an agent ends after 24 hours; using it does not prolong it. */
export const agentSessionEnd = (created_at: Date): Date =>
  secondsAfter(created_at, AGENT_SESSION_SECONDS)

/** The caller must have locked the parents (`holdStanding`). */
export async function issueAgentSessions(tx: Db, sessions: readonly AgentSession[]): Promise<void> {
  const rows = sessions.map(({ secret, ...rest }) => ({
    ...rest,
    hash: hashSecret(secret),
    kind: 'agent_session' as const,
    session: null,
    allowed_ips: null,
    expires_at: agentSessionEnd(rest.created_at),
  }))
  await store.insertCredentials(tx, rows)
}

export async function issueAgentKey(
  key: AgentCredential & { readonly expires_at: Date | null; readonly parent: string | null },
  ctx: Context,
): Promise<void> {
  await holdIssuer(key.parent, 'agent_key', ctx)
  const { secret, ...rest } = key
  await store.insertCredential(ctx.tx, {
    ...rest,
    hash: hashSecret(secret),
    kind: 'agent_key',
    session: null,
    allowed_ips: null,
    created_at: ctx.now,
  })
}

/** A right that is used without a bearer, such as a webhook. Its id stays the same when it is issued again. */
export interface DelegatedRight {
  readonly id: string
  readonly kind: store.LastingKind
  readonly user_uuid: string
  readonly agent_uuid?: string
  readonly environment: Environment
}

/** Issuing a revoked right again restores it, with the new issuer as its parent. */
export async function issueRight(
  right: DelegatedRight,
  ctx: Context,
  parent: string | null = parentOf(ctx.caller),
): Promise<void> {
  await holdIssuer(parent, right.kind, ctx)
  await store.upsertDelegated(ctx.tx, {
    ...right,
    parent,
    // The column needs a hash; this one belongs to a random secret that is not kept.
    hash: hashSecret(randomText(SECRET_LENGTH)),
    scopes: [],
    allowed_ips: null,
    session: null,
    created_at: ctx.now,
    expires_at: null,
  })
}

/** Whether the credential with this hash is neither revoked nor expired, and its owner not suspended. */
export async function isCredentialLive(tx: Db, hash: Buffer, now: Date): Promise<boolean> {
  const [row] = await store.findCredentials(tx, [hash])
  if (!row || row.revoked_at !== null || row.status !== 'active') return false
  return row.expires_at === null || new Date(row.expires_at) > now
}

/** The topic under which changed credentials are invalidated on every node; the key is the credential's id. */
export const CREDENTIAL_CHANGED = 'credential'

/**
 * Revokes the matching credentials and all their descendants when the transaction commits. Every node drops
 * them from its cache, this one before it answers. Returns the number of matches, without descendants.
 */
export async function revoke(which: store.CredentialFilter, ctx: Context): Promise<number> {
  const ids = await store.revokeCredentials(ctx.tx, which, ctx.now)
  for (const id of ids) ctx.invalidate(CREDENTIAL_CHANGED, id)
  await revokeIssued(ids, everyKind, ctx)
  return ids.length
}

async function revokeIssued(
  ids: readonly string[],
  kinds: readonly store.NewCredential['kind'][],
  ctx: Context,
): Promise<void> {
  if (ids.length === 0 || kinds.length === 0) return
  for (;;) {
    const ended = await store.revokeDescendants(ctx.tx, ids, kinds, ctx.now)
    if (ended.length === 0) return
    for (const id of ended) ctx.invalidate(CREDENTIAL_CHANGED, id)
  }
}

const everyKind = [...store.bearerKinds, ...store.delegatedKinds] as const

/** Revokes every credential of a user, with all descendants, except one session. */
export const revokeAll = async (
  user_uuid: string,
  exceptSession: string | undefined,
  ctx: Context,
): Promise<void> => {
  const keeping = exceptSession === undefined ? {} : { exceptSession }
  await revoke({ user_uuid, kinds: everyKind, ...keeping }, ctx)
}

/** Revokes every credential of a user except their sessions, with all descendants. */
export const revokeAllButSessions = async (user_uuid: string, ctx: Context): Promise<void> => {
  const sessions: readonly string[] = SESSION_KINDS
  await revoke({ user_uuid, kinds: everyKind.filter((kind) => !sessions.includes(kind)) }, ctx)
}

/** The kinds that make up a login session. */
export const SESSION_KINDS = ['access', 'refresh', 'two_factor'] as const

export interface KeyChange {
  readonly id: string
  readonly hash: Buffer
  readonly scopes: string[]
  readonly allowed_ips: string[] | null
  readonly expires_at: Date | string | null
}

/** Descendants that the key may no longer issue are revoked. False when the key is revoked. */
export async function changeKey(
  { id, hash, ...change }: KeyChange,
  ctx: Context,
): Promise<boolean> {
  if (!(await store.updateCredential(ctx.tx, hash, change))) return false
  ctx.invalidate(CREDENTIAL_CHANGED, id)
  const lost = everyKind.filter((kind) =>
    scopesToIssue[kind]?.some((scope) => !change.scopes.includes(scope)),
  )
  await revokeIssued([id], lost, ctx)
  return true
}
