// Grants: the scopes and the daily limit that a user gives a client. The consent page creates them; the
// user lists, changes and ends them. The daily limit belongs to the grant, so that it outlives every token.
import type { PageRequest } from '../../../kernel/page.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { getPerson } from '../identity/index.ts'
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
 * A new grant lives as long as its authorization code; exchanging the code for tokens prolongs it. It has no
 * parent credential, because only a user who is signed in on the consent page creates one.
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
  const data = { grant_id: uuid, client_id, client_name: client.name, scopes, daily_limit_minor }
  ctx.emit(GrantCreated, data, { user_uuid })
  return uuid
}

const toColumn = (minor: number | null): string | null => (minor === null ? null : String(minor))

/** Grants are about live money, so a sandbox key neither sees nor ends them. */
const seesGrants = ({ caller }: Context): boolean => caller.environment === 'live'

export const listGrants = async (page: PageRequest, ctx: Context) =>
  seesGrants(ctx)
    ? store.listGrants(ctx.tx, ctx.caller.user!, page, ctx.now)
    : { rows: [], total: 0 }

/** The clients that any user has connected, for operators. */
export async function listGrantsOf(user: string, page: PageRequest, ctx: Context) {
  const { uuid } = await getPerson(user, ctx)
  return store.listGrants(ctx.tx, uuid, page, ctx.now)
}

export async function getGrant(uuid: string, ctx: Context): Promise<GrantRow> {
  const grant = seesGrants(ctx)
    ? await store.findGrant(ctx.tx, ctx.caller.user!, uuid, ctx.now)
    : undefined
  if (!grant) throw NotFound({ what: 'grant', id: uuid })
  return grant
}

const toEventData = ({ uuid, client_id, client_name }: GrantRow) => ({
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
  ctx.emit(GrantUpdated, { ...toEventData(grant), daily_limit_minor }, { user_uuid })
  return { ...grant, daily_limit_minor: minor }
}

/** Ends a grant of the caller. */
export async function endGrant(uuid: string, ctx: Context): Promise<GrantRow> {
  const grant = await getGrant(uuid, ctx)
  await revoke(grant, ctx)
  return grant
}

/** A grant of a user, for operators. */
export async function getGrantOf(user: string, uuid: string, ctx: Context): Promise<GrantRow> {
  const { uuid: user_uuid } = await getPerson(user, ctx)
  const grant = await store.findGrant(ctx.tx, user_uuid, uuid, ctx.now)
  if (!grant) throw NotFound({ what: 'grant', id: uuid })
  return grant
}

/** Ends a grant of a user, by an operator. */
export async function endGrantOf(user: string, uuid: string, ctx: Context): Promise<GrantRow> {
  const grant = await getGrantOf(user, uuid, ctx)
  await revoke(grant, ctx)
  return grant
}

/** Ends a grant of any user: the client asked for it, or one of its codes or tokens was used twice. */
export async function endGrantOfAnyUser(uuid: string, ctx: Context): Promise<void> {
  const grant = await store.findLiveGrant(ctx.tx, uuid)
  if (grant) await revoke(grant, ctx)
}

/** Ends all grants of a user. */
export async function endGrantsOf(user_uuid: string, ctx: Context): Promise<void> {
  for (const grant of await store.listLiveGrants(ctx.tx, user_uuid, ctx.now))
    await revoke(grant, ctx)
}

async function revoke(grant: GrantRow, ctx: Context): Promise<void> {
  if (await store.revokeGrant(ctx.tx, grant.uuid, ctx.now))
    ctx.emit(GrantRevoked, toEventData(grant), { user_uuid: grant.user_uuid })
}

export interface GrantPolicy {
  /** Null means no limit. */
  readonly daily_limit_minor: bigint | null
  readonly currency: string
}

const toPolicy = (row: Awaited<ReturnType<typeof store.lockPolicy>>): GrantPolicy | undefined =>
  row && {
    daily_limit_minor: row.daily_limit_minor === null ? null : BigInt(row.daily_limit_minor),
    currency: row.daily_limit_currency,
  }

/**
 * Returns the limit of a grant and locks the grant until the transaction ends, so that spending under it is
 * serialised. Undefined when the grant is revoked or unknown.
 */
export const lockGrant = async (tx: Db, grant_id: string): Promise<GrantPolicy | undefined> =>
  toPolicy(await store.lockPolicy(tx, grant_id))
