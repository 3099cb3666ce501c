// What people allow programs: made on the consent page, listed, changed and ended by the person. The
// daily limit belongs to the grant, so that it outlives every token.
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { GrantCreated, GrantRevoked, GrantUpdated } from './events.ts'
import { CODE_SECONDS } from './lifetimes.ts'
import * as store from './store.ts'
import type { GrantRow } from './store.ts'

const LIMIT_CURRENCY = 'USD'

export interface Consent {
  readonly client_id: string
  readonly scopes: string[]
  readonly daily_limit_minor: number | null
}

/**
 * Until a code is traded for tokens it lives as long as the code. It has no parent: only a person who is
 * signed in on the consent page makes one.
 */
export async function createGrant(consent: Consent, ctx: Context): Promise<string> {
  const client = await store.findClient(ctx.tx, consent.client_id)
  if (!client) throw NotFound({ what: 'client', id: consent.client_id })
  const { client_id, scopes, daily_limit_minor } = consent
  const uuid = uuidv7(ctx.now)
  const user_uuid = ctx.caller.user!
  await store.insertGrant(ctx.tx, {
    uuid,
    user_uuid,
    client_id,
    scopes,
    daily_limit_minor: toColumn(daily_limit_minor),
    daily_limit_currency: LIMIT_CURRENCY,
    created_at: ctx.now,
    expires_at: new Date(ctx.now.getTime() + CODE_SECONDS * 1000),
  })
  const told = { grant_id: uuid, client_id, client_name: client.name }
  ctx.emit(GrantCreated, { ...told, scopes, daily_limit_minor }, { user_uuid })
  return uuid
}

const toColumn = (minor: number | null): string | null => (minor === null ? null : String(minor))

/** Programs are connected to live money: a key for the sandbox neither sees nor ends that. */
const seesGrants = ({ caller }: Context): boolean => caller.environment === 'live'

export const listGrants = async (page: PageRequest, ctx: Context) =>
  seesGrants(ctx)
    ? store.listGrants(ctx.tx, ctx.caller.user!, page, ctx.now)
    : { rows: [], total: 0 }

async function getGrant(uuid: string, ctx: Context): Promise<GrantRow> {
  const grant = seesGrants(ctx)
    ? await store.findGrant(ctx.tx, ctx.caller.user!, uuid, ctx.now)
    : undefined
  if (!grant) throw NotFound({ what: 'grant', id: uuid })
  return grant
}

const tellOf = ({ uuid, client_id, client_name }: GrantRow) => ({
  grant_id: uuid,
  client_id,
  client_name,
})

export async function changeLimit(
  uuid: string,
  daily_limit_minor: number | null,
  ctx: Context,
): Promise<GrantRow> {
  const grant = await getGrant(uuid, ctx)
  const minor = toColumn(daily_limit_minor)
  await store.setDailyLimit(ctx.tx, grant.uuid, minor)
  const { user_uuid } = grant
  ctx.emit(GrantUpdated, { ...tellOf(grant), daily_limit_minor }, { user_uuid })
  return { ...grant, daily_limit_minor: minor }
}

/** Asked for by the person. */
export async function endGrant(uuid: string, ctx: Context): Promise<GrantRow> {
  const grant = await getGrant(uuid, ctx)
  await revoke(grant, ctx)
  return grant
}

/** Asked for by the program itself, or because one of its secrets was used twice. */
export async function endGrantOfAnybody(uuid: string, ctx: Context): Promise<void> {
  const grant = await store.findLiveGrant(ctx.tx, uuid)
  if (grant) await revoke(grant, ctx)
}

/** Asked for by the person, of everything at once. */
export async function endGrantsOf(user_uuid: string, ctx: Context): Promise<void> {
  for (const grant of await store.listLiveGrants(ctx.tx, user_uuid, ctx.now))
    await revoke(grant, ctx)
}

async function revoke(grant: GrantRow, ctx: Context): Promise<void> {
  if (await store.revokeGrant(ctx.tx, grant.uuid, ctx.now))
    ctx.emit(GrantRevoked, tellOf(grant), { user_uuid: grant.user_uuid })
}

export interface GrantPolicy {
  /** Null: no limit. */
  readonly daily_limit_minor: bigint | null
  readonly currency: string
}

const toPolicy = (row: Awaited<ReturnType<typeof store.lockPolicy>>): GrantPolicy | undefined =>
  row && {
    daily_limit_minor: row.daily_limit_minor === null ? null : BigInt(row.daily_limit_minor),
    currency: row.daily_limit_currency,
  }

/**
 * What may be spent under a grant, and nobody else spends under it until the transaction ends; undefined
 * when it is revoked or was never there.
 */
export const lockGrant = async (tx: Db, grant_id: string): Promise<GrantPolicy | undefined> =>
  toPolicy(await store.lockPolicy(tx, grant_id))
