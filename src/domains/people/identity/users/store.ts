// The SQL by which operators find users and change whether they may sign in. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import { type Db, readSearchPage, searchPattern } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type UserStatus = Row<'identity.users'>['status']

export interface PeopleFilter {
  /** A uuid, or part of a name or an e-mail address. */
  readonly search?: string | undefined
  readonly status?: UserStatus | undefined
  readonly tenant?: string | undefined
}

/** The newest first. Parts of names and addresses are found by trigrams. */
function selectPeople(tx: Db, { search, status, tenant }: PeopleFilter) {
  let query = tx
    .selectFrom('identity.users')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
  const text = search?.trim() ?? ''
  if (isUuid(text)) query = query.where('uuid', '=', text)
  else if (text !== '') {
    const pattern = searchPattern(text)
    query = query.where(sql<boolean>`(lower(name) like ${pattern} or lower(email) like ${pattern})`)
  }
  if (status === 'suspended') query = query.where(sql<boolean>`status = 'suspended'`)
  else if (status !== undefined) query = query.where('status', '=', status)
  return tenant === undefined ? query : query.where('tenant_uuid', '=', tenant)
}

export const listPeople = (tx: Db, filter: PeopleFilter, page: PageRequest) =>
  readSearchPage(tx, selectPeople(tx, filter), page)

/** The uuids of the newest matching users. */
export async function findPeople(tx: Db, filter: PeopleFilter, limit: number): Promise<string[]> {
  const rows = await selectPeople(tx, filter).limit(limit).execute()
  return rows.map((row) => row.uuid)
}

/** The number of users of each of these tenants. */
export async function countUsersByTenant(
  tx: Db,
  tenants: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ tenant_uuid: string; total: number }>`
    select tenant_uuid, count(*)::int as total from identity.users
    where tenant_uuid = any(${tenants}::uuid[]) group by tenant_uuid`.execute(tx)
  return new Map(rows.map((row) => [row.tenant_uuid, row.total]))
}

/** Sessions that can still be used or renewed, newest first. */
export async function listSessions(tx: Db, user_uuid: string, now: Date, limit: number) {
  const { rows } = await sql<{ id: string; started_at: string; expires_at: string }>`
    select session as id, min(created_at) as started_at, max(expires_at) as expires_at
    from identity.credentials
    where user_uuid = ${user_uuid} and revoked_at is null and expires_at > ${now}
      and kind in ('access', 'refresh') and session is not null
    group by session order by started_at desc, session limit ${limit}`.execute(tx)
  return rows
}

/** The ids of all credentials of a user that are not revoked. */
export async function listCredentialIds(tx: Db, user_uuid: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('identity.credentials')
    .select('id')
    .where('user_uuid', '=', user_uuid)
    .where('revoked_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}

export const setStatus = (tx: Db, uuid: string, status: UserStatus, now: Date) =>
  tx
    .updateTable('identity.users')
    .set({ status, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

export type StatusChange = Row<'identity.status_changes', { created_at: Date }>

export async function insertStatusChange(tx: Db, row: StatusChange): Promise<void> {
  await tx.insertInto('identity.status_changes').values(row).execute()
}

/** The newest first. */
export const listStatusChanges = (tx: Db, user_uuid: string, limit: number) =>
  tx
    .selectFrom('identity.status_changes')
    .select(['status', 'reason', 'note', 'changed_by', 'created_at'])
    .where('user_uuid', '=', user_uuid)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** The last reason that was given to the user. */
export async function findStatusReason(tx: Db, user_uuid: string): Promise<string> {
  const [last] = await listStatusChanges(tx, user_uuid, 1)
  return last?.reason ?? 'no reason was given.'
}

/** Their names, for operators. */
export const findNames = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('identity.users')
    .select(['uuid as id', 'name as name'])
    .where('uuid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
