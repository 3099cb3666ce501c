// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const ID = '0199d3a2-7c00-7000-8000-000000000041'
const USER = '0199d3a2-7c00-7000-8000-000000000001'

const member = {
  user_id: USER,
  role: 'member',
  joined_at: '2026-03-01',
  left_at: null,
  is_active: true,
}

const summary = {
  id: ID,
  name: 'Sunrise',
  liability_type: 'joint',
  status: 'pending',
  meeting_frequency: 'weekly',
  meeting_day: 'Monday',
  center_name: 'North market',
  organiser_id: USER,
  activation_date: null,
  member_count: 5,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const group = { ...summary, members: [member] }
const active = { ...group, status: 'active', activation_date: '2026-03-01' }

const meeting = {
  id: '0199d3a2-7c00-7000-8000-000000000042',
  group_id: ID,
  meeting_date: '2026-03-01',
  attendees_count: 2,
  total_members: 5,
  attendees: [USER, 'customer-2'],
  next_meeting_date: '2026-03-08',
  minutes: 'Two loans were discussed.',
  created_at: '2026-03-01T12:00:00.000Z',
}

export const examples = defineExamples({
  'microfinance_group.create': {
    input: {
      name: 'Sunrise',
      members: [USER, 'customer-2', 'customer-3', 'customer-4', 'customer-5'],
      liability_type: 'joint',
      frequency: 'weekly',
      meeting_day: 'Monday',
      center: 'North market',
    },
    output: group,
    other: { name: 'Sunset' },
  },
  'microfinance_group.list': { output: onePage(summary) },
  'microfinance_group.get': { input: { id: ID }, output: group },
  'microfinance_group.activate': { input: { id: ID }, output: active },
  'microfinance_group.close': { input: { id: ID }, output: { ...active, status: 'closed' } },
  'group_member.add': {
    input: { id: ID, user_id: 'customer-6', role: 'treasurer' },
    output: { ...member, user_id: 'customer-6', role: 'treasurer' },
    other: { role: 'member' },
  },
  'group_member.list': { input: { id: ID }, output: onePage(member) },
  'group_member.change': {
    input: { id: ID, user_id: 'customer-2', role: 'leader' },
    output: { ...member, user_id: 'customer-2', role: 'leader' },
    other: { role: 'secretary' },
  },
  'group_member.remove': {
    input: { id: ID, user_id: 'customer-2' },
    output: { ...member, user_id: 'customer-2', left_at: '2026-03-01', is_active: false },
  },
  'group_meeting.record': {
    input: {
      id: ID,
      attendees_count: 2,
      attendees: [USER, 'customer-2'],
      minutes: 'Two loans were discussed.',
      meeting_date: '2026-03-01',
    },
    output: meeting,
    other: { minutes: 'Nothing was discussed.' },
  },
  'group_meeting.list': { input: { id: ID }, output: onePage(meeting) },
  'group_attendance.list': {
    input: { id: ID },
    output: onePage({ user_id: USER, role: 'member', meetings: 4, attended: 3 }),
  },
})
