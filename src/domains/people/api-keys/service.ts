// The rules of API keys: their formats, permissions, addresses and expiry. A secret is returned only once.
import { DAY_MS } from '../../../kernel/durations.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { isAddressRange } from '../../../platform/addresses.ts'
import { randomText } from '../../../platform/secrets.ts'
import { changeKey, findStanding, getPerson, issueKey, revoke } from '../identity/index.ts'
import { KeyRevoked } from './errors.ts'
import { ApiKeyCreated, ApiKeyRevoked } from './events.ts'
import * as store from './store.ts'
import type { KeyRow } from './store.ts'
import { REQUESTS_KEPT } from './usage.ts'

/** The prefix of a key shows its environment; a plain `fak_` key is a live one. */
const formats = {
  plain: { prefix: 'fak_', length: 32, environment: 'live' },
  live: { prefix: 'sk_live_', length: 40, environment: 'live' },
  sandbox: { prefix: 'sk_sandbox_', length: 40, environment: 'sandbox' },
} as const
type KeyFormat = (typeof formats)[keyof typeof formats]

const PREFIX_SHOWN = 8

interface KeySettings {
  readonly description?: string
  readonly permissions?: readonly string[]
  readonly allowed_ips?: string[] | null
  readonly expires_at?: string | null
}

export interface KeyRequest extends KeySettings {
  readonly name: string
  readonly environment?: 'live' | 'sandbox'
  readonly expires_in?: number | 'never'
}

export interface IssuedKey {
  readonly key: KeyRow
  readonly secret: string
}

export function createKey(input: KeyRequest, ctx: Context): Promise<IssuedKey> {
  return issue(
    formats[input.environment ?? 'plain'],
    {
      name: input.name,
      description: input.description ?? null,
      permissions: expandPermissions(input.permissions ?? ['read']),
      allowed_ips: readAllowedIps(input.allowed_ips),
      expires_at: readExpiry(input, ctx.now),
    },
    ctx,
  )
}

type Settings = Pick<
  store.NewKey,
  'name' | 'description' | 'permissions' | 'allowed_ips' | 'expires_at'
>

async function issue(format: KeyFormat, settings: Settings, ctx: Context): Promise<IssuedKey> {
  const secret = format.prefix + randomText(format.length)
  const owner = { uuid: uuidv7(ctx.now), user_uuid: ctx.caller.user! }
  const expires_at = settings.expires_at === null ? null : new Date(settings.expires_at)
  const credential_hash = await issueKey(
    {
      id: owner.uuid,
      user_uuid: owner.user_uuid,
      secret,
      scopes: settings.permissions,
      environment: format.environment,
      allowed_ips: settings.allowed_ips,
      expires_at,
    },
    ctx,
  )
  const key = await store.insertKey(ctx.tx, {
    ...owner,
    name: settings.name,
    description: settings.description,
    permissions: settings.permissions,
    allowed_ips: settings.allowed_ips,
    expires_at,
    credential_hash,
    key_prefix: secret.slice(0, PREFIX_SHOWN),
    environment: format.environment,
    created_at: ctx.now,
  })
  ctx.emit(ApiKeyCreated, { key_uuid: key.uuid, name: key.name }, { user_uuid: key.user_uuid })
  return { key, secret }
}

/** A sandbox key sees only sandbox keys; a signed-in user and their live keys see all. */
const visibleKeys = ({ caller }: Context): store.KeyFilter => ({
  user_uuid: caller.user!,
  environments: caller.environment === 'sandbox' ? ['sandbox'] : ['live', 'sandbox'],
})

export async function getKey(uuid: string, ctx: Context): Promise<KeyRow> {
  const key = await store.findKey(ctx.tx, visibleKeys(ctx), uuid)
  if (!key) throw NotFound({ what: 'API key', id: uuid })
  return (await withActivity([key], ctx))[0]!
}

/** Asks `identity` whether a key is active, because "end everything" revokes keys without this domain. */
async function withActivity(rows: readonly KeyRow[], ctx: Context): Promise<KeyRow[]> {
  const standing = await findStanding(
    ctx.tx,
    rows.map((row) => row.uuid),
  )
  return rows.map((row) => ({ ...row, is_active: standing.has(row.uuid) }))
}

export async function listKeys(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listKeys(ctx.tx, visibleKeys(ctx), page)
  return { rows: await withActivity(rows, ctx), total }
}

/** The keys of any user, in both environments, for operators. */
export async function listKeysOf(user: string, page: PageRequest, ctx: Context) {
  const { uuid: user_uuid } = await getPerson(user, ctx)
  const filter: store.KeyFilter = { user_uuid, environments: ['live', 'sandbox'] }
  const { rows, total } = await store.listKeys(ctx.tx, filter, page)
  return { rows: await withActivity(rows, ctx), total }
}

export async function getKeyDetail(uuid: string, ctx: Context) {
  const key = await getKey(uuid, ctx)
  const sums = await store.readStatistics(ctx.tx, key.uuid, ctx.now)
  const week = Number(sums.week)
  return {
    ...key,
    statistics: {
      total_requests: Number(key.request_count),
      requests_today: Number(sums.today),
      requests_this_month: Number(sums.month),
      avg_response_time: week === 0 ? 0 : round(sums.week_ms / week),
      error_rate: week === 0 ? 0 : round(Number(sums.week_errors) / week),
    },
    recent_requests: (await store.listRequests(ctx.tx, key.uuid, REQUESTS_KEPT)).map((row) => ({
      ...row,
      response_time: round(row.response_time_ms),
    })),
  }
}

const round = (value: number): number => Math.round(value * 1000) / 1000

export async function updateKey(
  uuid: string,
  input: KeySettings & { readonly name?: string },
  ctx: Context,
): Promise<KeyRow> {
  const key = await getKey(uuid, ctx)
  const change = {
    ...(input.name !== undefined && { name: input.name }),
    ...(input.description !== undefined && { description: input.description }),
    permissions: input.permissions ? expandPermissions(input.permissions) : key.permissions,
    allowed_ips:
      input.allowed_ips === undefined ? key.allowed_ips : readAllowedIps(input.allowed_ips),
    expires_at: input.expires_at === undefined ? key.expires_at : readExpiry(input, ctx.now),
  }
  const updated = await store.updateActiveKey(ctx.tx, key.uuid, change, ctx.now)
  if (!updated) throw KeyRevoked({})
  const { allowed_ips, expires_at } = change
  const credential = { id: key.uuid, hash: key.credential_hash, scopes: change.permissions }
  if (!(await changeKey({ ...credential, allowed_ips, expires_at }, ctx))) throw KeyRevoked({})
  return updated
}

/**
 * The row is kept for its history. The key and everything issued with it stop working on every node within a
 * second.
 */
export const revokeKey = async (uuid: string, ctx: Context): Promise<KeyRow> =>
  endKey(await getKey(uuid, ctx), ctx)

async function endKey(key: KeyRow, ctx: Context): Promise<KeyRow> {
  const revoked = await store.updateActiveKey(ctx.tx, key.uuid, { is_active: false }, ctx.now)
  if (!revoked) throw KeyRevoked({})
  const which = { user_uuid: key.user_uuid, hash: key.credential_hash, kinds: ['api_key'] as const }
  if ((await revoke(which, ctx)) === 0) throw KeyRevoked({})
  ctx.emit(ApiKeyRevoked, { key_uuid: key.uuid, name: key.name }, { user_uuid: key.user_uuid })
  return revoked
}

/** A key of any user, in either environment, for operators. */
export async function getKeyOf(user: string, uuid: string, ctx: Context): Promise<KeyRow> {
  const { uuid: user_uuid } = await getPerson(user, ctx)
  const filter: store.KeyFilter = { user_uuid, environments: ['live', 'sandbox'] }
  const key = await store.findKey(ctx.tx, filter, uuid)
  if (!key) throw NotFound({ what: 'API key', id: uuid })
  return (await withActivity([key], ctx))[0]!
}

export const revokeKeyOf = async (user: string, uuid: string, ctx: Context): Promise<KeyRow> =>
  endKey(await getKeyOf(user, uuid, ctx), ctx)

/** Revokes the key and issues a new one with the same settings. */
export async function regenerateKey(uuid: string, ctx: Context): Promise<IssuedKey> {
  const key = await revokeKey(uuid, ctx)
  return issue(formatOf(key), key, ctx)
}

const formatOf = (key: KeyRow): KeyFormat =>
  Object.values(formats).find(({ prefix }) =>
    key.key_prefix.startsWith(prefix.slice(0, PREFIX_SHOWN)),
  )!

const expandPermissions = (given: readonly string[]): string[] =>
  given.includes('*') ? ['read', 'write', 'delete'] : [...new Set(given)]

function readAllowedIps(given: string[] | null | undefined): string[] | null {
  if (!given || given.length === 0) return null
  const wrong = given.find((range) => !isAddressRange(range))
  if (wrong !== undefined)
    throw Invalid({
      errors: {
        allowed_ips: [`"${wrong}" is neither an IP address nor a CIDR range such as 10.0.0.0/8.`],
      },
    })
  return given
}

function readExpiry(
  input: { readonly expires_at?: string | null; readonly expires_in?: number | 'never' },
  now: Date,
): Date | null {
  const { expires_at, expires_in } = input
  if (typeof expires_in === 'number') return new Date(now.getTime() + expires_in * DAY_MS)
  if (expires_at === undefined || expires_at === null) return null
  const instant = new Date(expires_at)
  if (!(instant > now))
    throw Invalid({
      errors: {
        expires_at: [
          `The expires at field must lie in the future, but ${expires_at} does not; it is ${now.toISOString()}.`,
        ],
      },
    })
  return instant
}
