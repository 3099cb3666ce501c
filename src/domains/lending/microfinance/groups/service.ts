// The rules of groups: creating, activating and closing them, who joins and leaves, and their meetings.
import { dayOf } from '../../../../kernel/days.ts'
import type { PageRequest } from '../../../../kernel/page.ts'
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { Invalid, NotFound } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import {
  checkManages,
  getGroup,
  type GroupWithMembers,
  lockManaged,
  readMemberId,
  viewerOf,
} from '../access.ts'
import { emitToRecipients } from '../event-recipients.ts'
import { addPeriods } from '../frequency.ts'
import {
  AlreadyMember,
  GroupFull,
  GroupTooSmall,
  OpenGuarantees,
  OpenLoans,
  MicrofinanceStateConflict,
} from '../errors.ts'
import * as events from '../events.ts'
import { MEMBERS_MAX, MEMBERS_MIN } from './schema.ts'
import * as store from './store.ts'
import type { GroupRow, MemberRow } from './store.ts'
import { groupLife } from '../life-cycle.ts'
import { countOpenGuarantees, countOpenLoans } from '../loans/store.ts'

export interface GroupRequest {
  readonly name: string
  readonly members?: readonly string[]
  readonly liability_type: GroupRow['liability_type']
  readonly frequency?: GroupRow['meeting_frequency']
  readonly meeting_frequency?: GroupRow['meeting_frequency']
  readonly meeting_day?: string | null
  readonly center?: string | null
  readonly center_name?: string | null
}

export async function createGroup(request: GroupRequest, ctx: Context): Promise<GroupWithMembers> {
  const ids = (request.members ?? []).map(readMemberId)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined)
    throw Invalid({ errors: { members: [`${twice} is among the members twice.`] } })
  const organiser = ctx.caller.user!
  const row = await store.insertGroup(ctx.tx, {
    uuid: uuidv7(ctx.now),
    environment: ctx.caller.environment,
    name: request.name,
    liability_type: request.liability_type,
    status: 'pending',
    meeting_frequency: request.frequency ?? request.meeting_frequency ?? 'weekly',
    meeting_day: request.meeting_day ?? null,
    center_name: request.center ?? request.center_name ?? null,
    organiser_uuid: organiser,
    created_at: ctx.now,
  })
  const members =
    ids.length === 0
      ? []
      : await store.insertMembers(
          ctx.tx,
          ids.map((user_id) => newMember(row.uuid, user_id, 'member', ctx)),
        )
  emitToRecipients(ctx, events.GroupCreated, toEvent(row), [organiser])
  for (const member of members)
    emitToRecipients(ctx, events.MemberAdded, toMemberEvent(member), [organiser, member.user_id])
  return { row, members }
}

const newMember = (
  group_uuid: string,
  user_id: string,
  role: MemberRow['role'],
  ctx: Context,
): store.NewMember => ({
  uuid: uuidv7(ctx.now),
  group_uuid,
  user_id,
  role,
  joined_at: dayOf(ctx.now),
})

const toEvent = ({ uuid, name, status }: GroupRow) => ({ group_id: uuid, name, status })

const toMemberEvent = ({ group_uuid, user_id, role }: MemberRow) => ({
  group_id: group_uuid,
  user_id,
  role,
})

const usersOf = ({ row, members }: GroupWithMembers): string[] => [
  row.organiser_uuid,
  ...members.map(({ user_id }) => user_id),
]

export const listGroups = (
  ctx: Context,
  { status, ...page }: PageRequest & { readonly status?: GroupRow['status'] },
) =>
  store.listGroups(
    ctx.tx,
    { environment: ctx.caller.environment, viewer: viewerOf(ctx.caller), status },
    page,
  )

export async function activateGroup(id: string, ctx: Context): Promise<GroupWithMembers> {
  const group = await lockManaged(id, ctx)
  const { to: status } = groupLife.check(group.row.status, 'activate')
  const { length } = group.members
  if (length < MEMBERS_MIN) throw GroupTooSmall({ members: length, least: MEMBERS_MIN })
  const row = await store.updateGroup(ctx.tx, group.row.uuid, {
    status,
    activation_date: dayOf(ctx.now),
    updated_at: ctx.now,
  })
  emitToRecipients(ctx, events.GroupActivated, toEvent(row), usersOf(group))
  return { ...group, row }
}

export async function closeGroup(id: string, ctx: Context): Promise<GroupWithMembers> {
  const group = await lockManaged(id, ctx)
  const { to: status } = groupLife.check(group.row.status, 'close')
  const loans = await countOpenLoans(ctx.tx, { group_uuid: group.row.uuid })
  if (loans > 0) throw OpenLoans({ loans, who: 'The group' })
  const row = await store.updateGroup(ctx.tx, group.row.uuid, {
    status,
    // A group that never became active is recorded as active for no time.
    activation_date: group.row.activation_date ?? dayOf(ctx.now),
    closed_at: ctx.now,
    updated_at: ctx.now,
  })
  emitToRecipients(ctx, events.GroupClosed, toEvent(row), usersOf(group))
  return { ...group, row }
}

function checkNotClosed({ row }: GroupWithMembers, action: string): void {
  if (row.status === 'closed')
    throw MicrofinanceStateConflict({
      what: 'group',
      status: 'closed',
      action,
      allowed: 'pending or active',
    })
}

export interface MemberRequest {
  readonly user_id: string
  readonly role: MemberRow['role']
}

export async function addMember(id: string, request: MemberRequest, ctx: Context) {
  const group = await lockManaged(id, ctx)
  checkNotClosed(group, 'join')
  const user_id = readMemberId(request.user_id)
  if (group.members.some((member) => member.user_id === user_id)) throw AlreadyMember({ user_id })
  if (group.members.length >= MEMBERS_MAX) throw GroupFull({ most: MEMBERS_MAX })
  const [member] = await store.insertMembers(ctx.tx, [
    newMember(group.row.uuid, user_id, request.role, ctx),
  ])
  emitToRecipients(ctx, events.MemberAdded, toMemberEvent(member!), [
    group.row.organiser_uuid,
    user_id,
  ])
  return member!
}

const findMember = ({ members }: GroupWithMembers, user_id: string): MemberRow => {
  const member = members.find((one) => one.user_id === readMemberId(user_id))
  if (!member) throw NotFound({ what: 'member', id: user_id })
  return member
}

export async function changeMember(
  id: string,
  user_id: string,
  { role }: Pick<MemberRequest, 'role'>,
  ctx: Context,
) {
  const group = await lockManaged(id, ctx)
  checkNotClosed(group, 'change')
  const member = findMember(group, user_id)
  const changed = await store.updateMember(ctx.tx, member.uuid, { role })
  const users = [group.row.organiser_uuid, member.user_id]
  emitToRecipients(ctx, events.MemberChanged, toMemberEvent(changed), users)
  return changed
}

/** The member or the organiser ends the membership, but not while the member has open loans or guarantees. */
export async function removeMember(id: string, user_id: string, ctx: Context) {
  const group = await getGroup(id, ctx, { lock: true })
  const member = findMember(group, user_id)
  if (member.user_id !== ctx.caller.user) checkManages(group, ctx.caller)
  const which = { group_uuid: group.row.uuid, user_id: member.user_id }
  const loans = await countOpenLoans(ctx.tx, which)
  if (loans > 0) throw OpenLoans({ loans, who: member.user_id })
  const guaranteed = await countOpenGuarantees(ctx.tx, which)
  if (guaranteed > 0) throw OpenGuarantees({ user_id: member.user_id, loans: guaranteed })
  const left = await store.updateMember(ctx.tx, member.uuid, { left_at: dayOf(ctx.now) })
  emitToRecipients(ctx, events.MemberLeft, toMemberEvent(left), [
    group.row.organiser_uuid,
    left.user_id,
  ])
  return left
}

export async function listMembers(id: string, ctx: Context, page: PageRequest) {
  const { row } = await getGroup(id, ctx)
  return store.listMembers(ctx.tx, row.uuid, page)
}

export interface MeetingRequest {
  readonly attendees_count?: number
  readonly attendees?: readonly string[]
  readonly minutes?: string
  readonly meeting_date?: string
}

export async function recordMeeting(id: string, request: MeetingRequest, ctx: Context) {
  const group = await lockManaged(id, ctx)
  checkNotClosed(group, 'meet in')
  const meeting_date = readMeetingDate(request.meeting_date, ctx)
  const attendees = request.attendees?.map(readMemberId)
  const attendees_count = readCount(request.attendees_count, attendees, group)
  const meeting = await store.insertMeeting(
    ctx.tx,
    {
      uuid: uuidv7(ctx.now),
      group_uuid: group.row.uuid,
      meeting_date,
      next_meeting_date: addPeriods(meeting_date, group.row.meeting_frequency, 1),
      attendees_count,
      total_members: group.members.length,
      minutes: request.minutes ?? null,
      recorded_by: ctx.caller.user!,
      created_at: ctx.now,
    },
    attendees
      ? group.members.map(({ user_id }) => ({ user_id, is_present: attendees.includes(user_id) }))
      : [],
  )
  const data = {
    group_id: group.row.uuid,
    meeting_id: meeting.uuid,
    meeting_date,
    attendees_count,
  }
  emitToRecipients(ctx, events.MeetingRecorded, data, [group.row.organiser_uuid])
  return { ...meeting, attendees: attendees?.toSorted() ?? null }
}

function readMeetingDate(given: string | undefined, ctx: Context): string {
  const today = dayOf(ctx.now)
  if (given === undefined) return today
  if (given > today)
    throw Invalid({
      errors: { meeting_date: [`The meeting date ${given} is after today, ${today}.`] },
    })
  return given
}

/** Either the number or the names may be given; if both are, they must agree. */
function readCount(
  count: number | undefined,
  attendees: readonly string[] | undefined,
  { members }: GroupWithMembers,
): number {
  const refuse = (field: string, sentence: string) => Invalid({ errors: { [field]: [sentence] } })
  if (attendees) {
    const outsider = attendees.find((id) => !members.some(({ user_id }) => user_id === id))
    if (outsider !== undefined)
      throw refuse('attendees', `${outsider} is not a member of this group.`)
    if (new Set(attendees).size !== attendees.length)
      throw refuse('attendees', 'An attendee is named twice.')
    if (count !== undefined && count !== attendees.length)
      throw refuse(
        'attendees_count',
        `The attendees count is ${count}, but ${attendees.length} attendees are named.`,
      )
    return attendees.length
  }
  if (count === undefined) throw refuse('attendees_count', 'The attendees count field is required.')
  if (count > members.length)
    throw refuse(
      'attendees_count',
      `The attendees count is ${count}, but the group has ${members.length} members.`,
    )
  return count
}

export async function listMeetings(id: string, ctx: Context, page: PageRequest) {
  const { row } = await getGroup(id, ctx)
  return store.listMeetings(ctx.tx, row.uuid, page)
}

export async function listAttendance(id: string, ctx: Context, page: PageRequest) {
  const { row } = await getGroup(id, ctx)
  return store.listAttendance(ctx.tx, row.uuid, page)
}
