// All SQL of field officers and collection sheets. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage, readSqlPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type OfficerRow = Row<'microfinance.officers'>
export type SheetRow = Row<'microfinance.sheets'>
export type LineRow = Row<'microfinance.sheet_lines'>

export type NewOfficer = Pick<
  OfficerRow,
  'uuid' | 'environment' | 'name' | 'territory' | 'user_uuid' | 'created_by'
> & { readonly created_at: Date }

export const insertOfficer = (tx: Db, officer: NewOfficer): Promise<OfficerRow> =>
  tx.insertInto('microfinance.officers').values(officer).returningAll().executeTakeFirstOrThrow()

export const findOfficer = (tx: Db, uuid: string): Promise<OfficerRow | undefined> =>
  tx.selectFrom('microfinance.officers').selectAll().where('uuid', '=', uuid).executeTakeFirst()

export const updateOfficer = (
  tx: Db,
  uuid: string,
  change: Partial<Pick<OfficerRow, 'name' | 'territory' | 'is_active'>> & {
    readonly last_sync_at?: Date
  },
): Promise<OfficerRow> =>
  tx
    .updateTable('microfinance.officers')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The present members of the groups for which each officer has a sheet. */
export async function countClients(
  tx: Db,
  officers: readonly string[],
): Promise<Map<string, number>> {
  if (officers.length === 0) return new Map()
  const { rows } = await sql<{ officer_uuid: string; clients: number }>`
    select s.officer_uuid, count(distinct m.user_id)::int as clients
    from microfinance.sheets s
    join microfinance.members m on m.group_uuid = s.group_uuid and m.left_at is null
    where s.officer_uuid = any(${officers}::uuid[]) group by 1`.execute(tx)
  return new Map(rows.map((row) => [row.officer_uuid, row.clients]))
}

interface Seen {
  readonly environment: Environment
  /** Only what concerns this user; everything when absent. */
  readonly viewer: string | undefined
}

/** The newest first. */
export const listOfficers = (tx: Db, { environment, viewer }: Seen, page: PageRequest) => {
  const all = tx
    .selectFrom('microfinance.officers')
    .selectAll()
    .where('environment', '=', environment)
    .orderBy('uuid', 'desc')
  return readPage(
    viewer === undefined
      ? all
      : all.where((eb) => eb.or([eb('created_by', '=', viewer), eb('user_uuid', '=', viewer)])),
    page,
  )
}

export type NewSheet = Pick<
  SheetRow,
  | 'uuid'
  | 'environment'
  | 'officer_uuid'
  | 'group_uuid'
  | 'asset'
  | 'collection_date'
  | 'status'
  | 'notes'
  | 'created_by'
> & { readonly expected: bigint; readonly created_at: Date }

export const insertSheet = (tx: Db, { expected, ...sheet }: NewSheet): Promise<SheetRow> =>
  tx
    .insertInto('microfinance.sheets')
    .values({ ...sheet, expected: String(expected) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findSheet = (tx: Db, uuid: string): Promise<SheetRow | undefined> =>
  tx.selectFrom('microfinance.sheets').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** The lock makes collections on one sheet happen one after another. */
export const lockSheet = (tx: Db, uuid: string): Promise<SheetRow | undefined> =>
  tx
    .selectFrom('microfinance.sheets')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

export const updateSheet = (
  tx: Db,
  uuid: string,
  {
    collected,
    ...change
  }: Partial<Pick<SheetRow, 'status' | 'notes'>> & {
    readonly collected?: bigint
    readonly completed_at?: Date
  },
): Promise<SheetRow> =>
  tx
    .updateTable('microfinance.sheets')
    .set({ ...change, ...(collected !== undefined && { collected: String(collected) }) })
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The newest first; a viewer sees the sheets of groups they organise, that they created, or whose active officer they are. */
export const listSheets = (
  tx: Db,
  { environment, viewer, group_uuid }: Seen & { readonly group_uuid?: string | undefined },
  page: PageRequest,
) =>
  readSqlPage<SheetRow>(
    tx,
    {
      columns: sql`s.*`,
      matching: sql`from microfinance.sheets s
        join microfinance.groups g on g.uuid = s.group_uuid
        join microfinance.officers o on o.uuid = s.officer_uuid
        where s.environment = ${environment}
        ${viewer === undefined ? sql`` : sql`and ${viewer}::uuid in (g.organiser_uuid, s.created_by, case when o.is_active then o.user_uuid end)`}
        ${group_uuid === undefined ? sql`` : sql`and s.group_uuid = ${group_uuid}`}`,
      orderBy: sql`s.uuid desc`,
    },
    page,
  )

export const insertLines = async (
  tx: Db,
  sheet_uuid: string,
  lines: readonly {
    readonly loan_uuid: string
    readonly user_id: string
    readonly expected: bigint
  }[],
): Promise<void> => {
  if (lines.length === 0) return
  await tx
    .insertInto('microfinance.sheet_lines')
    .values(lines.map((line) => ({ ...line, sheet_uuid, expected: String(line.expected) })))
    .execute()
}

export const listLines = (tx: Db, sheet_uuid: string): Promise<LineRow[]> =>
  tx
    .selectFrom('microfinance.sheet_lines')
    .selectAll()
    .where('sheet_uuid', '=', sheet_uuid)
    .orderBy('user_id')
    .orderBy('loan_uuid')
    .execute()

/** A loan that was not expected on the sheet gets a line when something is collected for it. */
export const addCollected = async (
  tx: Db,
  line: { readonly sheet_uuid: string; readonly loan_uuid: string; readonly user_id: string },
  units: bigint,
): Promise<void> => {
  await tx
    .insertInto('microfinance.sheet_lines')
    .values({ ...line, expected: '0', collected: String(units) })
    .onConflict((conflict) =>
      conflict.columns(['sheet_uuid', 'loan_uuid']).doUpdateSet((eb) => ({
        collected: eb('microfinance.sheet_lines.collected', '+', eb.ref('excluded.collected')),
      })),
    )
    .execute()
}
