// The SQL of partners, their keys and their members. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import type { Environment } from '../../../operation/caller.ts'
import { type Db, readPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'partners.partners.metadata': Readonly<Record<string, unknown>>
  }
}

export type PartnerRow = Row<'partners.partners'>
export type KeyRow = Row<'partners.keys'>
export type MemberRow = Row<'partners.members'>

export type NewPartner = Omit<PartnerRow, 'created_at' | 'updated_at'> & {
  readonly created_at: Date
}

export const insertPartner = (tx: Db, { metadata, ...partner }: NewPartner): Promise<PartnerRow> =>
  tx
    .insertInto('partners.partners')
    .values({
      ...partner,
      metadata: JSON.stringify(metadata),
      updated_at: partner.created_at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findPartner = async (tx: Db, uuid: string): Promise<PartnerRow | undefined> =>
  isUuid(uuid)
    ? tx.selectFrom('partners.partners').selectAll().where('uuid', '=', uuid).executeTakeFirst()
    : undefined

/** Locks the row until the transaction ends, so that changes to one partner are serialised. */
export const lockPartner = async (tx: Db, uuid: string): Promise<PartnerRow | undefined> =>
  isUuid(uuid)
    ? tx
        .selectFrom('partners.partners')
        .selectAll()
        .where('uuid', '=', uuid)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined

export const listPartners = (
  tx: Db,
  filter: { readonly status?: PartnerRow['status'] | undefined },
  page: PageRequest,
) => {
  const all = tx
    .selectFrom('partners.partners')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('uuid', 'desc')
  return readPage(filter.status ? all.where('status', '=', filter.status) : all, page)
}

/** All partners in the order of their ids, for jobs that process all of them; `after` is the last one seen. */
export const listPartnersAfter = (tx: Db, after: string | undefined, limit: number) => {
  const all = tx.selectFrom('partners.partners').selectAll().orderBy('uuid').limit(limit)
  return (after === undefined ? all : all.where('uuid', '>', after)).execute()
}

export type PartnerChange = Partial<
  Pick<
    PartnerRow,
    | 'organization_name'
    | 'contact_email'
    | 'tier'
    | 'status'
    | 'status_reason'
    | 'billing_cycle'
    | 'webhook_url'
    | 'webhook_secret'
    | 'ip_whitelist'
    | 'rate_limit_override'
  >
>

export const updatePartner = (tx: Db, uuid: string, change: PartnerChange, now: Date) =>
  tx
    .updateTable('partners.partners')
    .set({ ...change, updated_at: now })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface NewKey {
  readonly hash: Buffer
  readonly uuid: string
  readonly partner_uuid: string
  readonly environment: Environment
  readonly prefix: string
  readonly created_by: string
  readonly created_at: Date
}

export async function insertKey(tx: Db, key: NewKey): Promise<void> {
  await tx.insertInto('partners.keys').values(key).execute()
}

/** Returns the ids of the keys it revoked. */
export async function revokeKeys(
  tx: Db,
  which: { readonly partner_uuid: string; readonly environments: readonly Environment[] },
  now: Date,
): Promise<string[]> {
  const rows = await tx
    .updateTable('partners.keys')
    .set({ revoked_at: now })
    .where('partner_uuid', '=', which.partner_uuid)
    .where('environment', 'in', [...which.environments])
    .where('revoked_at', 'is', null)
    .returning('uuid')
    .execute()
  return rows.map((row) => row.uuid)
}

/** The active keys of a partner, at most one for each environment. */
export const listKeys = (tx: Db, partner_uuid: string) =>
  tx
    .selectFrom('partners.keys')
    .select(['uuid', 'environment', 'prefix', 'created_at'])
    .where('partner_uuid', '=', partner_uuid)
    .where('revoked_at', 'is', null)
    .orderBy('environment')
    .execute()

/** The partner whose active key has this hash. */
export const findByKey = (tx: Db, hash: Buffer) =>
  tx
    .selectFrom('partners.keys')
    .innerJoin('partners.partners', 'partners.partners.uuid', 'partners.keys.partner_uuid')
    .select([
      'partners.partners.uuid',
      'partners.keys.environment',
      'partners.partners.tier',
      'partners.partners.status',
      'partners.partners.ip_whitelist',
      'partners.partners.rate_limit_override',
    ])
    .where('partners.keys.hash', '=', hash)
    .where('partners.keys.revoked_at', 'is', null)
    .executeTakeFirst()

/** The ids of the partners to which an e-mail address belongs. */
export async function listPartnersOf(tx: Db, email: string): Promise<string[]> {
  const { rows } = await sql<{ partner_uuid: string }>`
    select partner_uuid from partners.members where email = lower(${email}) limit 100`.execute(tx)
  return rows.map((row) => row.partner_uuid)
}

/** False when the address is already a member. */
export async function insertMember(
  tx: Db,
  member: Omit<MemberRow, 'created_at'> & { readonly created_at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('partners.members')
    .values(member)
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteMember(tx: Db, partner_uuid: string, email: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('partners.members')
    .where('partner_uuid', '=', partner_uuid)
    .where('email', '=', email)
    .returning('email')
    .executeTakeFirst()
  return row !== undefined
}

export const findMember = (tx: Db, partner_uuid: string, email: string) =>
  tx
    .selectFrom('partners.members')
    .selectAll()
    .where('partner_uuid', '=', partner_uuid)
    .where('email', '=', email)
    .executeTakeFirst()

export const listMembers = (tx: Db, partner_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('partners.members')
      .selectAll()
      .where('partner_uuid', '=', partner_uuid)
      .orderBy('created_at')
      .orderBy('email'),
    page,
  )

export async function countMembers(tx: Db, partner_uuid: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from partners.members where partner_uuid = ${partner_uuid}`.execute(
    tx,
  )
  return rows[0]!.total
}

/** True when no partner receives events. */
export const NO_WEBHOOK_CONFIGURED = sql<boolean>`
  not exists (select from partners.partners where webhook_url is not null)`

/** Their names, for operators. */
export const findNames = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('partners.partners')
    .select(['uuid as id', 'organization_name as name'])
    .where('uuid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
