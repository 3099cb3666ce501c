// All SQL of the schema `identity`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { batchReads } from '../../../platform/batch-reader.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

export type UserRow = Row<'identity.users'>

export async function findUsers(tx: Db, uuids: readonly string[]): Promise<Map<string, UserRow>> {
  const users = await tx
    .selectFrom('identity.users')
    .selectAll()
    .where('uuid', '=', sql<string>`any(${uuids}::uuid[])`)
    .execute()
  return new Map(users.map((user) => [user.uuid, user]))
}

const readUser = batchReads(findUsers)

export const findUser = (tx: Db, uuid: string) => readUser(tx, uuid)

export const isRegistered = async (tx: Db, uuid: string): Promise<boolean> =>
  (await findUser(tx, uuid)) !== undefined

export async function countUsers(tx: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from identity.users`.execute(tx)
  return rows[0]!.total
}

/** An address is unique within a tenant, or among the bank's own users; upper and lower case do not matter. */
export const findUserByEmail = (tx: Db, email: string, tenant: string | undefined) =>
  selectByEmail(tx, email, tenant).executeTakeFirst()

/** The same, but undefined until the user has confirmed the address. */
export const findConfirmedUser = (tx: Db, email: string, tenant: string | undefined) =>
  selectByEmail(tx, email, tenant).where('email_verified_at', 'is not', null).executeTakeFirst()

/** Like `findUserByEmail`, and keeps the row from being locked for a change until the transaction ends. */
export const holdUserByEmail = (tx: Db, email: string, tenant: string | undefined) =>
  selectByEmail(tx, email, tenant).forKeyShare().executeTakeFirst()

const selectByEmail = (tx: Db, email: string, tenant: string | undefined) =>
  tx
    .selectFrom('identity.users')
    .selectAll()
    .where(
      sql<boolean>`(lower(email), ${tenantKey}) = (lower(${email}), ${tenant ?? NO_TENANT}::uuid)`,
    )

const NO_TENANT = '00000000-0000-0000-0000-000000000000'
const tenantKey = sql`coalesce(tenant_uuid, '00000000-0000-0000-0000-000000000000')`

export async function countUsersOf(tx: Db, tenant: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from identity.users where tenant_uuid = ${tenant}`.execute(tx)
  return rows[0]!.total
}

/** The customers of a tenant, newest first. */
export const listUsersOf = (tx: Db, tenant: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('identity.users')
      .select(['uuid', 'name', 'email', 'kyc_status', 'created_at'])
      .where('tenant_uuid', '=', tenant)
      .orderBy('created_at', 'desc')
      .orderBy('uuid', 'desc'),
    page,
  )

export async function countOperators(tx: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from identity.users where 'admin' = any(roles)`.execute(tx)
  return rows[0]!.count
}

export async function setRole(
  tx: Db,
  uuid: string,
  role: string,
  status: 'active' | 'suspended',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('identity.users')
    .set({ roles: [role], status, updated_at: now })
    .where('uuid', '=', uuid)
    .execute()
}

/** One operator is removed at a time, so that one is left. */
export async function lockOperators(tx: Db): Promise<void> {
  await sql`select from identity.users where 'admin' = any(roles) order by uuid for update`.execute(
    tx,
  )
}

export interface NewUser {
  readonly uuid: string
  readonly tenant_uuid: string | null
  readonly name: string
  readonly email: string
  readonly password_hash: string
  readonly given_password_hash?: string
  /** Null until the user confirms the address. */
  readonly email_verified_at: Date | null
  readonly roles: string[]
  readonly created_at: Date
}

/** Undefined when the e-mail address is taken. */
export const insertUser = (tx: Db, user: NewUser) =>
  tx
    .insertInto('identity.users')
    .values({ ...user, updated_at: user.created_at })
    .onConflict((conflict) => conflict.expression(sql`lower(email), ${tenantKey}`).doNothing())
    .returningAll()
    .executeTakeFirst()

interface UserChange {
  readonly password_hash?: string
  readonly given_password_hash?: string
  readonly email_verified_at?: Date
  readonly access_ended_at?: Date
  readonly two_factor_secret?: Buffer | null
  readonly two_factor_confirmed_at?: Date | null
  readonly two_factor_last_step?: string | null
}

export async function updateUser(tx: Db, uuid: string, change: UserChange, now: Date) {
  await tx
    .updateTable('identity.users')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .execute()
}

/** With `holds`, locks the row against changes until the transaction ends. */
export const findState = (tx: Db, uuid: string, holds: boolean) =>
  tx
    .selectFrom('identity.users')
    .select(['status', 'tenant_uuid', 'access_ended_at'])
    .where('uuid', '=', uuid)
    .$if(holds, (query) => query.forShare())
    .executeTakeFirst()

/** Locks the user's row until the transaction ends, so that changes to one user are serialised. */
export const lockUser = (tx: Db, uuid: string) =>
  tx
    .selectFrom('identity.users')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

/** Kinds of credentials that are presented with a request. */
export const bearerKinds = [
  'access',
  'refresh',
  'api_key',
  'two_factor',
  'agent_session',
  'agent_key',
] as const
type BearerKind = (typeof bearerKinds)[number]

/** Rights that are never presented as a bearer: DID keys, and addresses that the bank calls itself. */
export const delegatedKinds = ['agent_did_key', 'agent_endpoint', 'webhook'] as const
export type LastingKind = (typeof delegatedKinds)[number]

export interface NewCredential {
  readonly hash: Buffer
  readonly id: string
  readonly kind: BearerKind | LastingKind
  /** The credential it was issued with; when that one is revoked, so is this one. */
  readonly parent?: string | null
  readonly user_uuid: string
  readonly scopes: string[]
  readonly environment: Environment
  readonly allowed_ips: string[] | null
  readonly session: string | null
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly agent_uuid?: string
  readonly address?: string
  readonly user_agent?: string | null
  /** When the user last authenticated in the session. */
  readonly proved_at?: Date | null
}

export const insertCredential = (tx: Db, credential: NewCredential): Promise<void> =>
  insertCredentials(tx, [credential])

export async function insertCredentials(tx: Db, rows: readonly NewCredential[]): Promise<void> {
  await tx
    .insertInto('identity.credentials')
    .values([...rows])
    .execute()
}

/** Reads many bearers at once. The caller must filter out revoked and expired rows, and those of suspended users. */
export const findCredentials = (tx: Db, hashes: readonly Buffer[]) =>
  tx
    .selectFrom('identity.credentials')
    .innerJoin('identity.users', 'identity.users.uuid', 'identity.credentials.user_uuid')
    .select([
      'hash',
      'identity.credentials.id',
      'kind',
      'user_uuid',
      'tenant_uuid',
      'scopes',
      'environment',
      'allowed_ips',
      'expires_at',
      'revoked_at',
      'agent_uuid',
      'status',
      'proved_at',
    ])
    .where('hash', 'in', hashes)
    .where('kind', 'in', [...bearerKinds])
    .execute()

/** Returns the ids of the session's credentials. */
export async function setProved(
  tx: Db,
  user_uuid: string,
  session: string,
  proved_at: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('identity.credentials')
    .set({ proved_at })
    .where('user_uuid', '=', user_uuid)
    .where('session', '=', session)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}

/** Locks the row, so that a refresh token is used by one request only. */
export const lockCredential = (tx: Db, hash: Buffer) =>
  tx
    .selectFrom('identity.credentials')
    .selectAll()
    .where('hash', '=', hash)
    .forUpdate()
    .executeTakeFirst()

export const findCredentialById = (tx: Db, id: string) =>
  tx
    .selectFrom('identity.credentials')
    .select(['hash', 'session', 'parent'])
    .where('id', '=', id)
    .executeTakeFirst()

/** A right keeps its one row: issuing it again clears its revocation and sets its new parent. */
export async function upsertDelegated(tx: Db, row: NewCredential): Promise<void> {
  await tx
    .insertInto('identity.credentials')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ parent: row.parent ?? null, revoked_at: null }),
    )
    .execute()
}

export async function deleteDelegated(tx: Db, id: string): Promise<void> {
  await tx
    .deleteFrom('identity.credentials')
    .where('id', '=', id)
    .where('kind', 'in', [...delegatedKinds])
    .execute()
}

const ownerIsActive = sql`exists (
  select from identity.users where uuid = credentials.user_uuid and status = 'active')`

interface StandingCredential {
  readonly id: string
  readonly kind: string
  readonly scopes: readonly string[]
  readonly expires_at: string | null
}

const selectStanding = (ids: readonly string[]) => sql`
  select id, kind, scopes, expires_at from identity.credentials
  where id = any(${ids}::uuid[]) and revoked_at is null and ${ownerIsActive}`

const byId = ({ rows }: { readonly rows: readonly StandingCredential[] }) =>
  new Map(rows.map((row) => [row.id, row]))

/** Returns those of the ids that are not revoked, and whose owner is not suspended. */
export const findStanding = async (tx: Db, ids: readonly string[]) =>
  byId(await sql<StandingCredential>`${selectStanding(ids)}`.execute(tx))

/** The same, and locks them against changes until the transaction ends. */
export const holdStanding = async (tx: Db, ids: readonly string[]) =>
  byId(await sql<StandingCredential>`${selectStanding(ids)} order by id for share`.execute(tx))

interface CredentialChange {
  readonly scopes: string[]
  readonly allowed_ips: string[] | null
  readonly expires_at: Date | string | null
}

/** False when the credential is revoked. */
export async function updateCredential(
  tx: Db,
  hash: Buffer,
  change: CredentialChange,
): Promise<boolean> {
  const row = await tx
    .updateTable('identity.credentials')
    .set(change)
    .where('hash', '=', hash)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Which credentials of a user to revoke; omitted fields match all. */
export interface CredentialFilter {
  readonly user_uuid: string
  readonly agent_uuid?: string
  readonly id?: string
  readonly hash?: Buffer
  readonly session?: string
  /** All but this session. */
  readonly exceptSession?: string
  readonly kinds: readonly NewCredential['kind'][]
}

/** Returns the ids of the credentials it revoked. */
export async function revokeCredentials(
  tx: Db,
  which: CredentialFilter,
  now: Date,
): Promise<string[]> {
  let query = tx
    .updateTable('identity.credentials')
    .set({ revoked_at: now })
    .where('user_uuid', '=', which.user_uuid)
    .where('revoked_at', 'is', null)
    .where('kind', 'in', [...which.kinds])
  if (which.agent_uuid) query = query.where('agent_uuid', '=', which.agent_uuid)
  if (which.id) query = query.where('id', '=', which.id)
  if (which.hash) query = query.where('hash', '=', which.hash)
  if (which.session) query = query.where('session', '=', which.session)
  if (which.exceptSession) query = query.where('session', 'is distinct from', which.exceptSession)
  const rows = await query.returning('id').execute()
  return rows.map((row) => row.id)
}

/**
 * Revokes the descendants of these credentials that are of these kinds, and returns their ids. Call it until
 * it returns none: a child that was being issued concurrently is found by the next call. The revoked rows
 * stay locked, so nothing new is issued under them.
 */
export async function revokeDescendants(
  tx: Db,
  ids: readonly string[],
  kinds: readonly NewCredential['kind'][],
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive issued as (
      select id from identity.credentials where parent = any(${ids}::uuid[])
      union
      select child.id from identity.credentials child join issued on child.parent = issued.id)
    update identity.credentials set revoked_at = ${now}
    where id in (select id from issued) and revoked_at is null and kind = any(${kinds}::text[])
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Counts a user's working credentials by kind. */
export async function countStanding(tx: Db, user_uuid: string, now: Date) {
  const { rows } = await sql<{ kind: NewCredential['kind']; total: number }>`
    select kind, count(*)::int as total from identity.credentials
    where user_uuid = ${user_uuid} and revoked_at is null
      and (expires_at is null or expires_at > ${now})
    group by kind`.execute(tx)
  return new Map(rows.map((row) => [row.kind, row.total]))
}

/** The ids of a user's working sessions. */
export async function listLiveSessions(tx: Db, user_uuid: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('identity.credentials')
    .select('session')
    .where('user_uuid', '=', user_uuid)
    .where('kind', '=', 'access')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .execute()
  return rows.flatMap((row) => row.session ?? [])
}

/** The working sessions of one agent, newest first. */
export const listAgentSessions = (tx: Db, agent_uuid: string, now: Date, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('identity.credentials')
      .select(['id', 'scopes', 'created_at', 'expires_at', 'last_used_at', 'address', 'user_agent'])
      .where('agent_uuid', '=', agent_uuid)
      .where('kind', '=', 'agent_session')
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc'),
    page,
  )

/** Undefined when the session is revoked or expired. */
export const findAgentSession = (tx: Db, hash: Buffer, now: Date) =>
  tx
    .selectFrom('identity.credentials')
    .select(['id', 'hash', 'user_uuid', 'agent_uuid', 'scopes', 'expires_at'])
    .where('hash', '=', hash)
    .where(sql<boolean>`${ownerIsActive}`)
    .where('kind', '=', 'agent_session')
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()

/** Writes when each of these credentials was last used, in one statement. */
export async function touchCredentials(
  tx: Db,
  seen: readonly { readonly id: string; readonly at: Date }[],
): Promise<void> {
  await sql`
    update identity.credentials set last_used_at = seen.at
    from unnest(${seen.map((one) => one.id)}::uuid[], ${seen.map((one) => one.at)}::timestamptz[])
      as seen (id, at)
    where credentials.id = seen.id`.execute(tx)
}

/**
 * Deletes expired credentials. Revoked refresh tokens are kept until they expire, to detect their reuse. A parent is
 * kept as long as it has children, because they reach its own ancestors through it.
 */
export async function deleteExpiredCredentials(tx: Db, now: Date): Promise<void> {
  await sql`
    delete from identity.credentials parent
    where expires_at < ${now} and kind not in ('api_key', 'agent_key')
      and not exists (select from identity.credentials child where child.parent = parent.id)`.execute(
    tx,
  )
}

/** Locks the row, so that attempts on one secret from one address are serialised. */
export const lockFailures = (
  tx: Db,
  who: { readonly subject: string; readonly address: string },
  now: Date,
) =>
  tx
    .insertInto('identity.login_failures')
    .values({ ...who, failures: 0, window_started_at: now })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'address']).doUpdateSet((eb) => ({
        failures: eb.ref('identity.login_failures.failures'),
      })),
    )
    .returning(['failures', 'window_started_at'])
    .executeTakeFirstOrThrow()

export const findFailures = (tx: Db, who: { readonly subject: string; readonly address: string }) =>
  tx
    .selectFrom('identity.login_failures')
    .select(['failures', 'window_started_at'])
    .where('subject', '=', who.subject)
    .where('address', '=', who.address)
    .executeTakeFirst()

export async function saveFailures(
  tx: Db,
  who: { readonly subject: string; readonly address: string },
  state: { readonly failures: number; readonly window_started_at: Date | string },
): Promise<void> {
  await tx
    .updateTable('identity.login_failures')
    .set(state)
    .where('subject', '=', who.subject)
    .where('address', '=', who.address)
    .execute()
}

export async function deleteFailures(
  tx: Db,
  who: { readonly subject: string; readonly address: string },
): Promise<void> {
  await tx
    .deleteFrom('identity.login_failures')
    .where('subject', '=', who.subject)
    .where('address', '=', who.address)
    .execute()
}

export async function replaceRecoveryCodes(tx: Db, user_uuid: string, hashes: readonly Buffer[]) {
  await tx.deleteFrom('identity.recovery_codes').where('user_uuid', '=', user_uuid).execute()
  if (hashes.length === 0) return
  await tx
    .insertInto('identity.recovery_codes')
    .values(hashes.map((hash) => ({ user_uuid, hash })))
    .execute()
}

/** True when the code existed. It is deleted, so that it works once. */
export async function useRecoveryCode(tx: Db, user_uuid: string, hash: Buffer): Promise<boolean> {
  const row = await tx
    .deleteFrom('identity.recovery_codes')
    .where('user_uuid', '=', user_uuid)
    .where('hash', '=', hash)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

interface MailedSecret {
  readonly hash: Buffer
  readonly user_uuid: string
  readonly created_at: Date
  readonly expires_at: Date
}

/** A user has one reset at a time; a new one replaces the old. */
export async function saveReset(tx: Db, { user_uuid, ...reset }: MailedSecret): Promise<void> {
  await tx
    .insertInto('identity.password_resets')
    .values({ user_uuid, ...reset })
    .onConflict((conflict) => conflict.column('user_uuid').doUpdateSet(reset))
    .execute()
}

/** Returns the user's uuid, if the token is valid. */
export async function findReset(tx: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx
    .selectFrom('identity.password_resets')
    .select('user_uuid')
    .where('hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst()
  return row?.user_uuid
}

/** Returns the user's uuid, if the token is valid, and deletes it: a token works once. */
export async function useReset(tx: Db, hash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tx
    .deleteFrom('identity.password_resets')
    .where('hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .returning('user_uuid')
    .executeTakeFirst()
  return row?.user_uuid
}

export async function deleteReset(tx: Db, user_uuid: string): Promise<void> {
  await tx.deleteFrom('identity.password_resets').where('user_uuid', '=', user_uuid).execute()
}

/** A user has one code at a time; a new one replaces the old. */
export async function saveConfirmation(tx: Db, { user_uuid, ...code }: MailedSecret) {
  await tx
    .insertInto('identity.email_confirmations')
    .values({ user_uuid, ...code })
    .onConflict((conflict) => conflict.column('user_uuid').doUpdateSet(code))
    .execute()
}

/** True when the code is right and not expired. It is deleted, so that it works once. */
export async function useConfirmation(tx: Db, user_uuid: string, hash: Buffer, now: Date) {
  const row = await tx
    .deleteFrom('identity.email_confirmations')
    .where('user_uuid', '=', user_uuid)
    .where('hash', '=', hash)
    .where('expires_at', '>', now.toISOString())
    .returning('user_uuid')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteConfirmation(tx: Db, user_uuid: string): Promise<void> {
  await tx.deleteFrom('identity.email_confirmations').where('user_uuid', '=', user_uuid).execute()
}

/** Returns when mails to this address were asked for, and locks the row against concurrent requests. */
export async function lockResetMails(tx: Db, address_hash: Buffer): Promise<Date[]> {
  const { rows } = await sql<{ asked_at: string[] }>`
    insert into identity.reset_mails as mails (address_hash, asked_at) values (${address_hash}, '{}')
    on conflict (address_hash) do update set asked_at = mails.asked_at
    returning to_json(asked_at) as asked_at`.execute(tx)
  return rows[0]!.asked_at.map((at) => new Date(at))
}

export async function saveResetMails(tx: Db, address_hash: Buffer, asked_at: readonly Date[]) {
  await sql`
    update identity.reset_mails set asked_at = ${asked_at}::timestamptz[]
    where address_hash = ${address_hash}`.execute(tx)
}

export async function deleteResetMails(tx: Db, before: Date): Promise<void> {
  await sql`
    delete from identity.reset_mails
    where not exists (select from unnest(asked_at) as at where at > ${before})`.execute(tx)
}

export const listOperators = (tx: Db) =>
  tx
    .selectFrom('identity.users')
    .select(['email', 'name', 'status', 'created_at', 'two_factor_confirmed_at'])
    .where(sql<boolean>`roles && '{admin, former_admin}'`)
    .orderBy('created_at')
    .orderBy('uuid')
    .execute()
