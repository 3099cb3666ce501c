// All SQL of the schema `oauth`. No rules here.
import { sql } from 'kysely'
import { isUuid } from '../../../kernel/uuid.ts'
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readPage } from '../../../platform/database.ts'

export interface NewClient {
  readonly client_id: string
  readonly name: string
  readonly registration: Buffer
  /** The address, or the IPv6 network, that it was registered from. */
  readonly registered_from: string
  readonly skeleton: string
  readonly created_at: Date
}

/** Serialises the registrations from one address block until the transaction ends. */
export async function lockRegistrations(tx: Db, block: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`oauth/register/${block}`}, 0))`.execute(
    tx,
  )
}

/** The number of registrations from a block after an instant, and the time of the first. */
export async function countRegistrations(tx: Db, block: string, after: Date) {
  const { rows } = await sql<{ count: number; first_at: string | null }>`
    select count(*)::int as count, min(created_at) as first_at from oauth.clients
    where registered_from = ${block} and created_at > ${after}`.execute(tx)
  return rows[0]!
}

/** Counts the clients that no user has authorized, up to `most`. */
export async function countUnauthorized(tx: Db, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from
      (select 1 from oauth.clients where authorized_at is null limit ${most}) as counted`.execute(
    tx,
  )
  return rows[0]!.count
}

/** Deletes the unauthorized clients that were idle longest, and since before an instant; returns their number. */
export async function deleteLeastRecentlyUsed(tx: Db, before: Date, most: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from oauth.clients where client_id in (
      select client_id from oauth.clients as client
      where authorized_at is null and coalesce(last_used_at, created_at) < ${before}
        and not exists (select 1 from oauth.grants where grants.client_id = client.client_id)
      order by coalesce(last_used_at, created_at) limit ${most}
      for update skip locked)`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Other clients with a similar name that users have authorized. */
export const listAlike = (tx: Db, client_id: string, skeleton: string) =>
  tx
    .selectFrom('oauth.clients')
    .select(['name', 'created_at'])
    .distinctOn('name')
    .where('skeleton', '=', skeleton)
    .where('authorized_at', 'is not', null)
    .where('client_id', '<>', client_id)
    .orderBy('name')
    .orderBy('created_at')
    .limit(100)
    .execute()

/** Clients that registered before names had skeletons. */
export const listWithoutSkeleton = (tx: Db, most: number) =>
  tx
    .selectFrom('oauth.clients')
    .select(['client_id', 'name'])
    .where('skeleton', 'is', null)
    .limit(most)
    .execute()

export async function setSkeleton(tx: Db, client_id: string, skeleton: string): Promise<void> {
  await tx
    .updateTable('oauth.clients')
    .set({ skeleton })
    .where('client_id', '=', client_id)
    .execute()
}

export async function insertClient(tx: Db, client: NewClient): Promise<void> {
  await tx.insertInto('oauth.clients').values(client).execute()
}

export const findClient = (tx: Db, client_id: string) =>
  tx.selectFrom('oauth.clients').selectAll().where('client_id', '=', client_id).executeTakeFirst()

/** Records a use, unless one of the last minute is recorded: a busy client would rewrite its row all the time. */
export async function touchClient(tx: Db, client_id: string, now: Date): Promise<void> {
  await sql`
    update oauth.clients set last_used_at = ${now}::timestamptz
    where client_id = ${client_id}
      and (last_used_at is null or last_used_at <= ${now}::timestamptz - interval '1 minute')`.execute(
    tx,
  )
}

const grantsWithNames = (tx: Db) =>
  tx
    .selectFrom('oauth.grants as grant')
    .innerJoin('oauth.clients as client', 'client.client_id', 'grant.client_id')
    .selectAll('grant')
    .select('client.name as client_name')

export type GrantRow = NonNullable<Awaited<ReturnType<typeof findGrant>>>

/** Finds only a grant of this user that is neither revoked nor expired. */
export const findGrant = async (tx: Db, user_uuid: string, uuid: string, now: Date) =>
  isUuid(uuid)
    ? grantsWithNames(tx)
        .where('grant.uuid', '=', uuid)
        .where('grant.user_uuid', '=', user_uuid)
        .where('grant.revoked_at', 'is', null)
        .where('grant.expires_at', '>', now.toISOString())
        .executeTakeFirst()
    : undefined

export const listGrants = (tx: Db, user_uuid: string, page: PageRequest, now: Date) =>
  readPage(
    grantsWithNames(tx)
      .where('grant.user_uuid', '=', user_uuid)
      .where('grant.revoked_at', 'is', null)
      .where('grant.expires_at', '>', now.toISOString())
      .orderBy('grant.created_at', 'desc')
      .orderBy('grant.uuid', 'desc'),
    page,
  )

/** Finds a grant of any user that is not revoked. */
export const findLiveGrant = async (tx: Db, uuid: string) =>
  isUuid(uuid)
    ? grantsWithNames(tx)
        .where('grant.uuid', '=', uuid)
        .where('grant.revoked_at', 'is', null)
        .executeTakeFirst()
    : undefined

export interface NewGrant {
  readonly uuid: string
  readonly user_uuid: string
  readonly client_id: string
  readonly scopes: string[]
  readonly daily_limit_minor: string | null
  readonly daily_limit_currency: string
  readonly created_at: Date
  readonly expires_at: Date
}

export async function insertGrant(tx: Db, grant: NewGrant): Promise<void> {
  await tx.insertInto('oauth.grants').values(grant).execute()
  await tx
    .updateTable('oauth.clients')
    .set({ authorized_at: grant.created_at })
    .where('client_id', '=', grant.client_id)
    .where('authorized_at', 'is', null)
    .execute()
}

export async function setDailyLimit(tx: Db, uuid: string, minor: string | null): Promise<void> {
  await tx
    .updateTable('oauth.grants')
    .set({ daily_limit_minor: minor })
    .where('uuid', '=', uuid)
    .execute()
}

/** Revokes the grant and deletes everything issued under it. False when it was revoked before. */
export async function revokeGrant(tx: Db, uuid: string, now: Date): Promise<boolean> {
  const { rows } = await sql<{ ended: number }>`
    with ended as (
      update oauth.grants set revoked_at = ${now}
      where uuid = ${uuid} and revoked_at is null
      returning 1),
    deleted as (delete from oauth.artifacts where grant_uuid = ${uuid})
    select count(*)::int as ended from ended`.execute(tx)
  return rows[0]!.ended > 0
}

/** The grants of a user that are neither revoked nor expired. */
export const listLiveGrants = (tx: Db, user_uuid: string, now: Date) =>
  grantsWithNames(tx)
    .where('grant.user_uuid', '=', user_uuid)
    .where('grant.revoked_at', 'is', null)
    .where('grant.expires_at', '>', now.toISOString())
    .execute()

/** Locks the grant until the transaction ends, so that spending under it is serialised. */
export const lockPolicy = (tx: Db, uuid: string) =>
  tx
    .selectFrom('oauth.grants')
    .select(['daily_limit_minor', 'daily_limit_currency'])
    .where('uuid', '=', uuid)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export interface Artifact {
  readonly hash: Buffer
  readonly id: string
  readonly kind: string
  readonly uid_hash: Buffer | null
  readonly client_id: string | null
  readonly payload: Buffer
  readonly created_at: Date
  readonly expires_at: Date
}

export async function saveArtifact(tx: Db, artifact: Artifact): Promise<void> {
  await tx
    .insertInto('oauth.artifacts')
    .values(artifact)
    .onConflict((conflict) =>
      conflict.column('hash').doUpdateSet((eb) => ({
        uid_hash: eb.ref('excluded.uid_hash'),
        payload: eb.ref('excluded.payload'),
        expires_at: eb.ref('excluded.expires_at'),
      })),
    )
    .execute()
}

/**
 * Stores a token under the grant of the token that it was exchanged for, and as dependent on it: it is deleted when
 * that one is. False when the grant or that token was revoked. The grant is locked first, as a revocation does.
 */
export async function saveExchanged(
  tx: Db,
  grant_uuid: string,
  subject_id: string,
  artifact: Artifact,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with standing as (
      update oauth.grants set last_used_at = ${artifact.created_at}
      where uuid = ${grant_uuid} and revoked_at is null
      returning uuid)
    insert into oauth.artifacts
      (hash, id, kind, grant_uuid, client_id, payload, created_at, expires_at, subject_id)
    select ${artifact.hash}, ${artifact.id}, ${artifact.kind}, standing.uuid, ${artifact.client_id},
           ${artifact.payload}, ${artifact.created_at}, ${artifact.expires_at}, subject.id
    from standing cross join lateral (
      select token.id from oauth.artifacts as token
      where token.id = ${subject_id} and token.grant_uuid = standing.uuid
        and token.expires_at >= ${artifact.expires_at}
      for key share) as subject
    returning id`.execute(tx)
  return rows.length > 0
}

/** Adds clients to the delegates of a grant; returns those that are new. */
export async function addDelegates(
  tx: Db,
  grant_uuid: string,
  client_ids: readonly string[],
  now: Date,
) {
  const { rows } = await sql<{ client_id: string; name: string }>`
    with added as (
      insert into oauth.delegates (grant_uuid, client_id, created_at)
      select ${grant_uuid}, client_id, ${now} from unnest(${client_ids}::text[]) as client_id
      on conflict do nothing
      returning client_id)
    select client_id, name from added join oauth.clients using (client_id)
    order by client_id`.execute(tx)
  return rows
}

export async function countDelegates(tx: Db, grant_uuid: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from oauth.delegates where grant_uuid = ${grant_uuid}`.execute(tx)
  return rows[0]!.count
}

/**
 * Stores an artifact under a grant and prolongs the grant to last at least as long. False when the grant is
 * revoked. Updating the grant's row locks it, so that a concurrent revocation comes either before or after.
 */
export async function saveUnderGrant(
  tx: Db,
  grant_uuid: string,
  artifact: Artifact,
  isUse: boolean,
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with standing as (
      update oauth.grants
      set expires_at = greatest(expires_at, ${artifact.expires_at}::timestamptz),
          last_used_at = case when ${isUse}::boolean then ${artifact.created_at}::timestamptz
                              else last_used_at end
      where uuid = ${grant_uuid} and revoked_at is null
      returning uuid)
    insert into oauth.artifacts
      (hash, id, kind, grant_uuid, client_id, payload, created_at, expires_at)
    select ${artifact.hash}, ${artifact.id}, ${artifact.kind}, uuid, ${artifact.client_id},
           ${artifact.payload}, ${artifact.created_at}, ${artifact.expires_at}
    from standing
    returning id`.execute(tx)
  return rows.length > 0
}

export const findArtifact = (tx: Db, kind: string, hash: Buffer, now: Date) =>
  tx
    .selectFrom('oauth.artifacts')
    .select(['payload', 'consumed_at', 'grant_uuid'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

export const findArtifactByUid = (tx: Db, kind: string, uid_hash: Buffer, now: Date) =>
  tx
    .selectFrom('oauth.artifacts')
    .select(['payload', 'consumed_at'])
    .where('uid_hash', '=', uid_hash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** True for the first request only, also when several come at the same time. */
export async function consumeArtifact(tx: Db, kind: string, hash: Buffer, now: Date) {
  const row = await tx
    .updateTable('oauth.artifacts')
    .set({ consumed_at: now })
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .where('consumed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteArtifact(tx: Db, kind: string, hash: Buffer): Promise<void> {
  await tx.deleteFrom('oauth.artifacts').where('hash', '=', hash).where('kind', '=', kind).execute()
}

export async function deleteUnderGrant(tx: Db, kind: string, grant_uuid: string): Promise<void> {
  await tx
    .deleteFrom('oauth.artifacts')
    .where('grant_uuid', '=', grant_uuid)
    .where('kind', '=', kind)
    .execute()
}

/**
 * Reads a token with its client, whether its grant is revoked, and the client that the user connected, in one
 * statement.
 */
export const findToken = (tx: Db, hash: Buffer, now: Date) =>
  tx
    .selectFrom('oauth.artifacts as token')
    .innerJoin('oauth.clients as client', 'client.client_id', 'token.client_id')
    .leftJoin('oauth.grants as grant', 'grant.uuid', 'token.grant_uuid')
    .leftJoin('oauth.clients as connected', 'connected.client_id', 'grant.client_id')
    .select([
      'token.id',
      'token.payload',
      'token.grant_uuid',
      'token.created_at',
      'token.expires_at',
      'grant.revoked_at',
      'client.client_id',
      'client.name as client_name',
      'connected.client_id as connected_id',
      'connected.name as connected_name',
    ])
    .where('token.hash', '=', hash)
    .where('token.kind', 'in', ['AccessToken', 'ClientCredentials'])
    .where('token.expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Deletes clients without grants that were not used since an instant. */
export async function deleteUnusedClients(tx: Db, unusedSince: Date): Promise<void> {
  await sql`
    delete from oauth.clients as client
    where created_at < ${unusedSince}
      and coalesce(last_used_at, created_at) < ${unusedSince}
      and not exists (select 1 from oauth.grants where grants.client_id = client.client_id)`.execute(
    tx,
  )
}
