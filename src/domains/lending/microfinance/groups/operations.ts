// Groups, their members and their meetings.
import { Type } from 'typebox'
import { PageOf, pageInput, toPage } from '../../../../kernel/page.ts'
import { described, Nullable, olderName } from '../../../../kernel/schema.ts'
import { displayName, plainText } from '../../../../kernel/text.ts'
import { reader, remover, writer } from '../../../../operation/auth.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import { defineOperation } from '../../../../operation/operation.ts'
import { getGroup } from '../access.ts'
import {
  AlreadyMember,
  GroupFull,
  GroupTooSmall,
  NotOrganiser,
  OpenGuarantees,
  OpenLoans,
  MicrofinanceStateConflict,
} from '../errors.ts'
import * as schema from './schema.ts'
import * as groups from './service.ts'

export const routeOf = '/api/v1/microfinance' as const
export const groupId = Type.String({ maxLength: 255, description: 'The id of the group.' })
const userId = Type.String({ maxLength: 255, description: 'The id of the member.' })

const center = Nullable(
  Type.String({ ...plainText(255), description: 'The center where the group meets.' }),
)

export const groupOperations = [
  defineOperation({
    name: 'microfinance_group.create',
    kind: 'command',
    summary: 'Create a group of borrowers; the caller organises it.',
    auth: writer,
    input: Type.Object({
      name: Type.String({ ...displayName(255), description: 'The name of the group.' }),
      members: Type.Optional(
        Type.Array(schema.MemberId, {
          maxItems: schema.MEMBERS_MAX,
          description: `The ids of the first members; at least ${schema.MEMBERS_MIN} when the group becomes active.`,
        }),
      ),
      liability_type: schema.LiabilityInput,
      frequency: Type.Optional(schema.MeetingFrequencyInput),
      meeting_frequency: Type.Optional(olderName('frequency', schema.MeetingFrequencyInput)),
      meeting_day: Type.Optional(
        Nullable(Type.String({ ...plainText(50), description: 'The day on which it meets.' })),
      ),
      center: Type.Optional(described(center, 'The center where the group meets.')),
      center_name: Type.Optional(olderName('center', center)),
    }),
    output: schema.Group,
    errors: [Invalid],
    rest: [{ route: `POST ${routeOf}/groups`, status: 201, envelope: 'success' }],
    graphql: { field: 'mfiCreateGroup' },
    exempt: { names: { '.center_name': 'A place.' } },
    handler: async (input, ctx) => schema.toGroup(await groups.createGroup(input, ctx)),
  }),
  defineOperation({
    name: 'microfinance_group.list',
    kind: 'query',
    summary: 'List the groups that the caller organises or is a member of, newest first.',
    auth: reader,
    input: Type.Object({ status: Type.Optional(schema.GroupStatusSchema), ...pageInput }),
    output: PageOf(schema.GroupSummary),
    errors: [],
    rest: [{ route: `GET ${routeOf}/groups`, envelope: 'success_page' }],
    graphql: { field: 'mfiGroups' },
    handler: async (input, ctx) => {
      const { rows, total } = await groups.listGroups(ctx, input)
      return toPage(rows.map(schema.toGroupSummary), total, input)
    },
  }),
  defineOperation({
    name: 'microfinance_group.get',
    kind: 'query',
    summary: 'Show a group with its members to its organiser, a member or an operator.',
    auth: reader,
    input: Type.Object({ id: groupId }),
    output: schema.Group,
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/groups/:id`, envelope: 'success' }],
    handler: async (input, ctx) => schema.toGroup(await getGroup(input.id, ctx)),
  }),
  defineOperation({
    name: 'microfinance_group.activate',
    kind: 'command',
    summary: `Activate a group of at least ${schema.MEMBERS_MIN} members, so that they may borrow.`,
    auth: writer,
    input: Type.Object({ id: groupId }),
    output: schema.Group,
    errors: [NotFound, NotOrganiser, MicrofinanceStateConflict, GroupTooSmall],
    rest: [{ route: `POST ${routeOf}/groups/:id/activate`, envelope: 'success' }],
    graphql: { field: 'mfiActivateGroup' },
    handler: async (input, ctx) => schema.toGroup(await groups.activateGroup(input.id, ctx)),
  }),
  defineOperation({
    name: 'microfinance_group.close',
    kind: 'command',
    summary: 'Close a group that has no open loan.',
    auth: writer,
    input: Type.Object({ id: groupId }),
    output: schema.Group,
    errors: [NotFound, NotOrganiser, MicrofinanceStateConflict, OpenLoans],
    rest: [{ route: `POST ${routeOf}/groups/:id/close`, envelope: 'success' }],
    handler: async (input, ctx) => schema.toGroup(await groups.closeGroup(input.id, ctx)),
  }),
  defineOperation({
    name: 'group_member.add',
    kind: 'command',
    summary: `Add a member to a group of at most ${schema.MEMBERS_MAX}.`,
    auth: writer,
    input: Type.Object({
      id: groupId,
      user_id: schema.MemberId,
      role: schema.RoleInput,
    }),
    output: schema.Member,
    errors: [NotFound, NotOrganiser, MicrofinanceStateConflict, AlreadyMember, GroupFull],
    rest: [{ route: `POST ${routeOf}/groups/:id/members`, status: 201, envelope: 'success' }],
    graphql: { field: 'mfiAddMember', args: { group_id: 'id' } },
    handler: async ({ id, ...input }, ctx) =>
      schema.toMember(await groups.addMember(id, input, ctx)),
  }),
  defineOperation({
    name: 'group_member.list',
    kind: 'query',
    summary: 'List the members of a group, also those who left, in the order in which they joined.',
    auth: reader,
    input: Type.Object({ id: groupId, ...pageInput }),
    output: PageOf(schema.Member),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/groups/:id/members`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await groups.listMembers(input.id, ctx, input)
      return toPage(rows.map(schema.toMember), total, input)
    },
  }),
  defineOperation({
    name: 'group_member.change',
    kind: 'command',
    summary: 'Give a member of a group another role.',
    auth: writer,
    input: Type.Object({ id: groupId, user_id: userId, role: schema.MemberRole }),
    output: schema.Member,
    errors: [NotFound, NotOrganiser, MicrofinanceStateConflict],
    rest: [{ route: `PATCH ${routeOf}/groups/:id/members/:user_id`, envelope: 'success' }],
    handler: async (input, ctx) =>
      schema.toMember(await groups.changeMember(input.id, input.user_id, input, ctx)),
  }),
  defineOperation({
    name: 'group_member.remove',
    kind: 'command',
    summary: 'Leave a group or remove a member, who must have no open loan and guarantee none.',
    auth: remover,
    input: Type.Object({ id: groupId, user_id: userId }),
    output: schema.Member,
    errors: [NotFound, NotOrganiser, OpenLoans, OpenGuarantees],
    rest: [{ route: `DELETE ${routeOf}/groups/:id/members/:user_id`, envelope: 'success' }],
    handler: async (input, ctx) =>
      schema.toMember(await groups.removeMember(input.id, input.user_id, ctx)),
  }),
  defineOperation({
    name: 'group_meeting.record',
    kind: 'command',
    summary: 'Record a meeting of a group, with the number of attendees or their ids.',
    auth: writer,
    input: Type.Object({
      id: groupId,
      attendees_count: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: schema.MEMBERS_MAX,
          description: 'How many members attended; required unless `attendees` names them.',
        }),
      ),
      attendees: Type.Optional(
        Type.Array(schema.MemberId, {
          maxItems: schema.MEMBERS_MAX,
          description: 'The ids of the members who attended.',
        }),
      ),
      minutes: Type.Optional(
        Type.String({ maxLength: 5000, description: 'The minutes of the meeting.' }),
      ),
      meeting_date: Type.Optional(
        described(schema.Day, 'The day of the meeting; today by default.'),
      ),
    }),
    output: schema.Meeting,
    errors: [NotFound, NotOrganiser, MicrofinanceStateConflict, Invalid],
    rest: [{ route: `POST ${routeOf}/groups/:id/meetings`, status: 201, envelope: 'success' }],
    handler: async ({ id, ...input }, ctx) =>
      schema.toMeeting(await groups.recordMeeting(id, input, ctx)),
  }),
  defineOperation({
    name: 'group_meeting.list',
    kind: 'query',
    summary: 'List the meetings of a group, the latest first.',
    auth: reader,
    input: Type.Object({ id: groupId, ...pageInput }),
    output: PageOf(schema.Meeting),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/groups/:id/meetings`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await groups.listMeetings(input.id, ctx, input)
      return toPage(rows.map(schema.toMeeting), total, input)
    },
  }),
  defineOperation({
    name: 'group_attendance.list',
    kind: 'query',
    summary: 'List how often each present member of a group attended its meetings.',
    auth: reader,
    input: Type.Object({ id: groupId, ...pageInput }),
    output: PageOf(schema.AttendanceRow),
    errors: [NotFound],
    rest: [{ route: `GET ${routeOf}/groups/:id/attendance`, envelope: 'success_page' }],
    handler: async (input, ctx) => {
      const { rows, total } = await groups.listAttendance(input.id, ctx, input)
      return toPage(rows.map(schema.toAttendance), total, input)
    },
  }),
]
