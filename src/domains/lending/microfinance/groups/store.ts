// All SQL of groups, their members and their meetings. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { type Db, readPage, readSqlPage } from '../../../../platform/database.ts'
import type { Row } from '../../../../platform/rows.ts'

export type GroupRow = Row<'microfinance.groups'>
export type MemberRow = Row<'microfinance.members'>
export type MeetingRow = Row<'microfinance.meetings'>

export type NewGroup = Pick<
  GroupRow,
  | 'uuid'
  | 'environment'
  | 'name'
  | 'liability_type'
  | 'status'
  | 'meeting_frequency'
  | 'meeting_day'
  | 'center_name'
  | 'organiser_uuid'
> & { readonly created_at: Date }

export const insertGroup = (tx: Db, group: NewGroup): Promise<GroupRow> =>
  tx
    .insertInto('microfinance.groups')
    .values({ ...group, updated_at: group.created_at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const findGroup = (tx: Db, uuid: string): Promise<GroupRow | undefined> =>
  tx.selectFrom('microfinance.groups').selectAll().where('uuid', '=', uuid).executeTakeFirst()

/** The lock makes changes to one group and its members happen one after another. */
export const lockGroup = (tx: Db, uuid: string): Promise<GroupRow | undefined> =>
  tx
    .selectFrom('microfinance.groups')
    .selectAll()
    .where('uuid', '=', uuid)
    .forUpdate()
    .executeTakeFirst()

export const updateGroup = (
  tx: Db,
  uuid: string,
  change: Partial<Pick<GroupRow, 'status' | 'activation_date'>> & {
    readonly closed_at?: Date
    readonly updated_at: Date
  },
): Promise<GroupRow> =>
  tx
    .updateTable('microfinance.groups')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

export interface GroupFilter {
  readonly environment: Environment
  /** Only groups that this user organises or is a member of; all when absent. */
  readonly viewer: string | undefined
  readonly status?: GroupRow['status'] | undefined
}

export type ListedGroup = GroupRow & { readonly member_count: number }

/** The newest first. */
export const listGroups = (tx: Db, filter: GroupFilter, page: PageRequest) =>
  readSqlPage<ListedGroup>(
    tx,
    {
      columns: sql`g.*, (select count(*)::int from microfinance.members m
        where m.group_uuid = g.uuid and m.left_at is null) as member_count`,
      matching: sql`from microfinance.groups g where g.environment = ${filter.environment}
        ${
          filter.viewer === undefined
            ? sql``
            : sql`and (g.organiser_uuid = ${filter.viewer}::uuid or exists (
          select 1 from microfinance.members m
          where m.group_uuid = g.uuid and m.user_id = ${filter.viewer}::text and m.left_at is null))`
        }
        ${filter.status === undefined ? sql`` : sql`and g.status = ${filter.status}`}`,
      orderBy: sql`g.uuid desc`,
    },
    page,
  )

export type NewMember = Pick<MemberRow, 'uuid' | 'group_uuid' | 'user_id' | 'role' | 'joined_at'>

export const insertMembers = (tx: Db, members: readonly NewMember[]): Promise<MemberRow[]> =>
  tx
    .insertInto('microfinance.members')
    .values([...members])
    .returningAll()
    .execute()

/** In the order in which they joined. */
export const listActiveMembers = (tx: Db, group_uuid: string): Promise<MemberRow[]> =>
  tx
    .selectFrom('microfinance.members')
    .selectAll()
    .where('group_uuid', '=', group_uuid)
    .where('left_at', 'is', null)
    .orderBy('uuid')
    .execute()

/** Present members and those who left, in the order in which they joined. */
export const listMembers = (tx: Db, group_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('microfinance.members')
      .selectAll()
      .where('group_uuid', '=', group_uuid)
      .orderBy('uuid'),
    page,
  )

export const updateMember = (
  tx: Db,
  uuid: string,
  change: Partial<Pick<MemberRow, 'role' | 'left_at'>>,
): Promise<MemberRow> =>
  tx
    .updateTable('microfinance.members')
    .set(change)
    .where('uuid', '=', uuid)
    .returningAll()
    .executeTakeFirstOrThrow()

export type NewMeeting = Omit<MeetingRow, 'created_at'> & { readonly created_at: Date }

export interface Attendance {
  readonly user_id: string
  readonly is_present: boolean
}

export async function insertMeeting(
  tx: Db,
  meeting: NewMeeting,
  attendance: readonly Attendance[],
): Promise<MeetingRow> {
  const row = await tx
    .insertInto('microfinance.meetings')
    .values(meeting)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (attendance.length > 0)
    await tx
      .insertInto('microfinance.attendance')
      .values(
        attendance.map((one) => ({
          ...one,
          meeting_uuid: meeting.uuid,
          group_uuid: meeting.group_uuid,
        })),
      )
      .execute()
  return row
}

export type MeetingWithAttendees = MeetingRow & { readonly attendees: readonly string[] | null }

/** The latest first; `attendees` is null where the meeting named none. */
export const listMeetings = (tx: Db, group_uuid: string, page: PageRequest) =>
  readSqlPage<MeetingWithAttendees>(
    tx,
    {
      columns: sql`m.*, (select coalesce(array_agg(a.user_id order by a.user_id)
          filter (where a.is_present), '{}')
        from microfinance.attendance a where a.meeting_uuid = m.uuid
        having count(*) > 0) as attendees`,
      matching: sql`from microfinance.meetings m where m.group_uuid = ${group_uuid}`,
      orderBy: sql`m.meeting_date desc, m.uuid desc`,
    },
    page,
  )

export type AttendanceTally = Pick<MemberRow, 'user_id' | 'role'> & {
  readonly meetings: number
  readonly attended: number
}

/** For each present member the meetings that named attendees since they were there, and how many they attended. */
export const listAttendance = (tx: Db, group_uuid: string, page: PageRequest) =>
  readSqlPage<AttendanceTally>(
    tx,
    {
      columns: sql`m.user_id, m.role,
        (select count(*)::int from microfinance.attendance a
          where a.group_uuid = m.group_uuid and a.user_id = m.user_id) as meetings,
        (select count(*)::int from microfinance.attendance a
          where a.group_uuid = m.group_uuid and a.user_id = m.user_id and a.is_present) as attended`,
      matching: sql`from microfinance.members m
        where m.group_uuid = ${group_uuid} and m.left_at is null`,
      orderBy: sql`m.uuid`,
    },
    page,
  )
