// Bearers: what they look like, what they may do and how long they live. The secret itself leaves
// once, in the reply that creates it; only its hash is kept.
import { uuidv7 } from '../../kernel/uuid.ts'
import type { Environment } from '../../operation/caller.ts'
import type { Context } from '../../operation/operation.ts'
import type { Db } from '../../platform/database.ts'
import { hashSecret, randomText } from '../../platform/secrets.ts'
import * as store from './store.ts'

const ACCESS_SECONDS = 86_400
const REFRESH_SECONDS = 30 * 86_400
const TWO_FACTOR_SECONDS = 600
const AGENT_SESSION_SECONDS = 86_400

// A prefix lets a person, a log filter or a secret scanner see what leaked.
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
}

/** Login tokens may do everything their owner may, deletion included. */
const scopesOf = (owner: Owner): string[] => [
  'read',
  'write',
  'delete',
  ...(owner.roles.includes('admin') ? ['admin'] : []),
]

const secondsAfter = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000)

/** An access token and the refresh token that renews it: one session. */
export async function issueSession(tx: Db, owner: Owner, now: Date): Promise<Tokens> {
  const session = uuidv7(now)
  const issue = async (kind: 'access' | 'refresh', scopes: string[], seconds: number) =>
    issueToken(tx, { kind, owner, scopes, session, expires_at: secondsAfter(now, seconds), now })
  return {
    access_token: await issue('access', scopesOf(owner), ACCESS_SECONDS),
    refresh_token: await issue('refresh', ['refresh'], REFRESH_SECONDS),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
    refresh_expires_in: REFRESH_SECONDS,
  }
}

/** An access token alone, for as long as is said: a session that nobody can renew. */
export async function issueBriefSession(tx: Db, owner: Owner, seconds: number, now: Date) {
  const session = uuidv7(now)
  const expires_at = secondsAfter(now, seconds)
  const scopes = scopesOf(owner)
  const request = { kind: 'access', owner, scopes, session, expires_at, now } as const
  return { session, access_token: await issueToken(tx, request), expires_at }
}

/** The password was right, the second factor is still owed: good for sending the code only. */
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
}

async function issueToken(tx: Db, request: TokenRequest): Promise<string> {
  const secret = PREFIX[request.kind] + randomText(SECRET_LENGTH)
  await store.insertCredential(tx, {
    hash: hashSecret(secret),
    id: uuidv7(request.now),
    kind: request.kind,
    user_uuid: request.owner.uuid,
    scopes: request.scopes,
    // A login serves live data; sandbox data is reached with an sk_sandbox_ key.
    environment: 'live',
    allowed_ips: null,
    session: request.session,
    created_at: request.now,
    expires_at: request.expires_at,
  })
  return secret
}

export interface KeyCredential {
  /** The key's own id: usage, audit and limits go by it. */
  readonly id: string
  readonly secret: string
  readonly user_uuid: string
  readonly scopes: string[]
  readonly environment: Environment
  readonly allowed_ips: string[] | null
  readonly expires_at: Date | null
}

/** Registers the secret of an API key; returns the hash by which the key is known from now on. */
export async function issueKey(tx: Db, key: KeyCredential, now: Date): Promise<Buffer> {
  const { secret, ...rest } = key
  const hash = hashSecret(secret)
  const row = { ...rest, hash, kind: 'api_key' as const, session: null, created_at: now }
  await store.insertCredential(tx, row)
  return hash
}

/** A session or a key of an agent, on behalf of whoever owns it. */
export interface AgentCredential {
  readonly id: string
  readonly secret: string
  readonly user_uuid: string
  readonly agent_uuid: string
  readonly scopes: string[]
  readonly environment: Environment
}

export interface AgentSession extends AgentCredential {
  /** The key that it was opened with, if any: it ends when that key does. */
  readonly key?: string
  readonly address: string
  readonly user_agent: string | null
  readonly created_at: Date
}

/** 24 hours, however much it is used. */
export const agentSessionEnd = (created_at: Date): Date =>
  secondsAfter(created_at, AGENT_SESSION_SECONDS)

export async function issueAgentSessions(tx: Db, sessions: readonly AgentSession[]): Promise<void> {
  const rows = sessions.map(({ secret, key, ...rest }) => ({
    ...rest,
    hash: hashSecret(secret),
    kind: 'agent_session' as const,
    session: key ?? null,
    allowed_ips: null,
    expires_at: agentSessionEnd(rest.created_at),
  }))
  await store.insertCredentials(tx, rows)
}

/** Kept by its own id as `session`: whatever was opened with the key carries the same. */
export async function issueAgentKey(
  tx: Db,
  key: AgentCredential & { readonly expires_at: Date | null },
  now: Date,
): Promise<void> {
  const { secret, ...rest } = key
  await store.insertCredential(tx, {
    ...rest,
    hash: hashSecret(secret),
    kind: 'agent_key',
    session: key.id,
    allowed_ips: null,
    created_at: now,
  })
}

/** Whether what was issued under this hash still counts; for those who keep nothing but the hash. */
export async function isCredentialLive(tx: Db, hash: Buffer, now: Date): Promise<boolean> {
  const [row] = await store.findCredentials(tx, [hash])
  if (!row || row.revoked_at !== null) return false
  return row.expires_at === null || new Date(row.expires_at) > now
}

/** What nodes tell each other when a credential is no longer what it was; the key is its id. */
export const CREDENTIAL_CHANGED = 'credential'

/** Revokes with the transaction; every node forgets them, this one before it answers. */
export async function revoke(which: store.Which, ctx: Context): Promise<number> {
  const ids = await store.revokeCredentials(ctx.tx, which, ctx.now)
  for (const id of ids) ctx.tell(CREDENTIAL_CHANGED, id)
  return ids.length
}

export interface KeyChange {
  readonly id: string
  readonly hash: Buffer
  readonly scopes: string[]
  readonly allowed_ips: string[] | null
  readonly expires_at: Date | string | null
}

export async function changeKey({ id, hash, ...change }: KeyChange, ctx: Context): Promise<void> {
  await store.updateCredential(ctx.tx, hash, change)
  ctx.tell(CREDENTIAL_CHANGED, id)
}
