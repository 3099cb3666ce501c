// Wire shapes of groups, members and meetings.
import { Type } from 'typebox'
import { DateTime, Nullable, Uuid, described } from '../../../../kernel/schema.ts'
import { plainText } from '../../../../kernel/text.ts'
import { frequencies } from '../frequency.ts'
import type { GroupWithMembers } from '../access.ts'
import type {
  AttendanceTally,
  GroupRow,
  ListedGroup,
  MeetingWithAttendees,
  MemberRow,
} from './store.ts'
import { groupLife } from '../life-cycle.ts'

export const MEMBERS_MIN = 5
export const MEMBERS_MAX = 30

export const Day = Type.String({ format: 'date' })

export const MemberId = Type.String({
  ...plainText(255),
  description:
    'The uuid of a registered user, or any other name for a customer whom only the organiser knows.',
})

const MeetingFrequency = Type.Enum([...frequencies], { $id: 'MeetingFrequency' })

export const MeetingFrequencyInput = Type.Enum([...frequencies], {
  description: 'How often the group meets; weekly by default.',
})

const liabilityTypes = ['joint', 'several', 'individual'] as const
const LiabilityType = Type.Enum([...liabilityTypes], { $id: 'LiabilityType' })

export const LiabilityInput = Type.Enum([...liabilityTypes], {
  default: 'joint',
  description:
    'joint: every member is liable for the whole of each loan, and no member borrows while one is in arrears; several: each is liable for an equal part; individual: only the borrower is liable.',
})

const roles = ['leader', 'secretary', 'treasurer', 'member'] as const
const roleOptions = { description: 'The role of the member in the group.' }

export const MemberRole = Type.Enum([...roles], { $id: 'MemberRole', ...roleOptions })

export const RoleInput = Type.Enum([...roles], { default: 'member', ...roleOptions })

export const GroupStatusSchema = groupLife.schema({
  $id: 'MicrofinanceGroupStatus',
  description: `What may happen to a group in each state. ${groupLife.summarize()}.`,
})

export const Member = Type.Object(
  {
    user_id: Type.String(),
    role: MemberRole,
    joined_at: Day,
    left_at: Nullable(Day),
    is_active: Type.Boolean(),
  },
  { $id: 'GroupMember' },
)

const group = {
  id: Uuid,
  name: Type.String(),
  liability_type: LiabilityType,
  status: GroupStatusSchema,
  meeting_frequency: MeetingFrequency,
  meeting_day: Nullable(Type.String()),
  center_name: Nullable(Type.String()),
  organiser_id: described(Uuid, 'The user who created the group and manages it.'),
  activation_date: Nullable(Day),
  member_count: Type.Integer({ description: 'How many present members there are.' }),
  created_at: DateTime,
  updated_at: DateTime,
}

export const GroupSummary = Type.Object(group, { $id: 'MicrofinanceGroupSummary' })

export const Group = Type.Object(
  { ...group, members: Type.Array(Member, { maxItems: MEMBERS_MAX }) },
  { $id: 'MicrofinanceGroup' },
)

export const Meeting = Type.Object(
  {
    id: Uuid,
    group_id: Uuid,
    meeting_date: Day,
    attendees_count: Type.Integer(),
    total_members: Type.Integer(),
    attendees: Nullable(
      Type.Array(Type.String(), {
        maxItems: MEMBERS_MAX,
        description: 'The members who attended; null when only their number was recorded.',
      }),
    ),
    next_meeting_date: Day,
    minutes: Nullable(Type.String()),
    created_at: DateTime,
  },
  { $id: 'GroupMeeting' },
)

export const AttendanceRow = Type.Object(
  {
    user_id: Type.String(),
    role: MemberRole,
    meetings: Type.Integer({ description: 'Meetings whose attendees were recorded by name.' }),
    attended: Type.Integer(),
  },
  { $id: 'GroupAttendance' },
)

export const toMember = (row: MemberRow) => ({
  user_id: row.user_id,
  role: row.role,
  joined_at: row.joined_at,
  left_at: row.left_at,
  is_active: row.left_at === null,
})

const toFields = (row: GroupRow, member_count: number) => ({
  id: row.uuid,
  name: row.name,
  liability_type: row.liability_type,
  status: row.status,
  meeting_frequency: row.meeting_frequency,
  meeting_day: row.meeting_day,
  center_name: row.center_name,
  organiser_id: row.organiser_uuid,
  activation_date: row.activation_date,
  member_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const toGroupSummary = (row: ListedGroup) => toFields(row, row.member_count)

export const toGroup = ({ row, members }: GroupWithMembers) => ({
  ...toFields(row, members.length),
  members: members.map(toMember),
})

export const toMeeting = (row: MeetingWithAttendees) => ({
  id: row.uuid,
  group_id: row.group_uuid,
  meeting_date: row.meeting_date,
  attendees_count: row.attendees_count,
  total_members: row.total_members,
  attendees: row.attendees === null ? null : [...row.attendees],
  next_meeting_date: row.next_meeting_date,
  minutes: row.minutes,
  created_at: row.created_at,
})

export const toAttendance = ({ user_id, role, meetings, attended }: AttendanceTally) => ({
  user_id,
  role,
  meetings,
  attended,
})
