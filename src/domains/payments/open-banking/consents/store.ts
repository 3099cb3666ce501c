// All SQL of consents and what they grant. No rules here.
import { type RawBuilder, sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import { isUuid } from '../../../../kernel/uuid.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type DuePage, listDueRows } from '../../../../operation/due-store.ts'
import { type Db, readPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'
import type { Permission, AccessInput } from './access.ts'
import type { ConsentStatus } from '../life-cycle.ts'

declare module '../../../../platform/rows.ts' {
  interface KnownColumns {
    'open_banking.consents.access': AccessInput
  }
}

export type ConsentRow = Row<'open_banking.consents'>
export type GrantRow = Pick<Row<'open_banking.grants'>, 'permission' | 'account_uuid'>

export type NewConsent = Pick<
  ConsentRow,
  | 'id'
  | 'environment'
  | 'tpp_uuid'
  | 'status'
  | 'access'
  | 'recurring'
  | 'frequency_per_day'
  | 'valid_until'
  | 'redirect_uri'
> & { readonly due_at: Date; readonly created_at: Date }

export const insertConsent = (tx: Db, row: NewConsent): Promise<ConsentRow> =>
  tx
    .insertInto('open_banking.consents')
    .values({ ...row, access: JSON.stringify(row.access), last_action_at: row.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findConsent = async (tx: Db, id: string): Promise<ConsentRow | undefined> =>
  isUuid(id)
    ? tx.selectFrom('open_banking.consents').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined

export const lockConsent = async (tx: Db, id: string): Promise<ConsentRow | undefined> =>
  isUuid(id)
    ? tx
        .selectFrom('open_banking.consents')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
    : undefined

export interface ConsentFilter {
  readonly environment: Environment
  readonly role: 'tpp' | 'psu'
  readonly user: string
  readonly statuses: readonly ConsentStatus[]
  readonly now: Date
}

/** Newest first. A consent that is due but not yet marked as expired counts as expired. */
export async function listConsents(tx: Db, filter: ConsentFilter, page: PageRequest) {
  const { environment, role, user, statuses, now } = filter
  const status = sql<ConsentStatus>`case when due_at <= ${now} then 'expired' else status end`
  const { rows, total } = await readPage(
    tx
      .selectFrom('open_banking.consents')
      .selectAll()
      .where('environment', '=', environment)
      .where(role === 'tpp' ? 'tpp_uuid' : 'psu_uuid', '=', user)
      .where(status, '=', sql<ConsentStatus>`any(${statuses}::text[])`)
      .orderBy('id', 'desc'),
    page,
  )
  return { rows, total }
}

/** The valid consents of an account holder; live ones only, because those of the sandbox give no real access. */
export const listValidOf = (tx: Db, psu_uuid: string, now: Date): Promise<ConsentRow[]> =>
  tx
    .selectFrom('open_banking.consents')
    .selectAll()
    .where('environment', '=', 'live')
    .where('psu_uuid', '=', psu_uuid)
    .where('status', '=', 'valid')
    .where('due_at', '>', sql<string>`${now}`)
    .orderBy('id')
    .execute()

export interface ConsentChange {
  readonly status: ConsentStatus
  readonly psu_uuid?: string
  readonly due_at: Date | null
  readonly authorized_at?: Date
  readonly ended_at?: Date
  readonly last_action_at: Date
}

export const updateConsent = (tx: Db, id: string, change: ConsentChange): Promise<ConsentRow> =>
  tx
    .updateTable('open_banking.consents')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export async function insertGrants(
  tx: Db,
  consent_id: string,
  grants: readonly GrantRow[],
): Promise<void> {
  await sql`
    insert into open_banking.grants (consent_id, permission, account_uuid)
    select ${consent_id}::uuid, permission, account_uuid
    from unnest(${grants.map((one) => one.permission)}::text[],
      ${grants.map((one) => one.account_uuid)}::uuid[]) as one (permission, account_uuid)`.execute(
    tx,
  )
}

/** The accounts whose data of this kind the consent covers, oldest first. */
export async function listGranted(
  tx: Db,
  consent_id: string,
  permission: Permission,
): Promise<string[]> {
  const rows = await tx
    .selectFrom('open_banking.grants')
    .select('account_uuid')
    .where('consent_id', '=', consent_id)
    .where('permission', '=', permission)
    .orderBy('account_uuid')
    .execute()
  return rows.map((row) => row.account_uuid)
}

/** All grants of a consent. */
export const listGrants = (tx: Db, consent_id: string): Promise<GrantRow[]> =>
  tx
    .selectFrom('open_banking.grants')
    .select(['permission', 'account_uuid'])
    .where('consent_id', '=', consent_id)
    .orderBy('permission')
    .orderBy('account_uuid')
    .execute()

/**
 * Counts one access, unless the consent is no longer valid or the day's accesses are used. It is one statement,
 * so that concurrent calls cannot exceed the limit. A consent for one day ends with that day.
 */
export async function countAccess(
  tx: Db,
  { id, now }: { readonly id: string; readonly now: Date },
): Promise<ConsentRow | undefined> {
  const today = dayOf(now)
  return tx
    .updateTable('open_banking.consents')
    .set({
      used_count: sql`case when used_on >= ${today} then used_count + 1 else 1 end`,
      used_on: sql`greatest(used_on, ${today})`,
      due_at: sql`case when recurring then due_at
        else least(due_at, (${today} + 1)::timestamp at time zone 'UTC') end`,
      last_action_at: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'valid')
    .where('due_at', '>', sql<string>`${now}`)
    .where(sql<boolean>`(used_on is null or used_on < ${today} or used_count < frequency_per_day)`)
    .returningAll()
    .executeTakeFirst()
}

const dayOf = (now: Date): RawBuilder<string> =>
  sql<string>`(${now}::timestamptz at time zone 'UTC')::date`

export const listDueConsents = (tx: Db, which: DuePage) =>
  listDueRows(tx, { table: 'open_banking.consents' }, which)
