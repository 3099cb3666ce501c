// Before the examples of microfinance: a group that the caller organises, and loans, tellers and shares in it.
import { having, type Preparations, type Prepare, type Scene } from './scene.ts'

/** A group of five, of which the caller is the first member. */
async function makeGroup({ make, person }: Scene): Promise<string> {
  const members = [person.uuid, 'customer-2', 'customer-3', 'customer-4', 'customer-5']
  return (await make('microfinance_group.create', { members })).data.id
}

const ofGroup: Prepare = async (scene) => ({ id: await makeGroup(scene) })

export const microfinance: Preparations = {
  'microfinance_group.list': having('microfinance_group.create'),
  'microfinance_group.get': ofGroup,
  'microfinance_group.activate': ofGroup,
  'microfinance_group.close': ofGroup,
  'group_member.add': ofGroup,
  'group_member.list': ofGroup,
  'group_member.change': ofGroup,
  'group_member.remove': ofGroup,
  'group_meeting.record': async (scene) => ({
    id: await makeGroup(scene),
    attendees: [scene.person.uuid, 'customer-2'],
  }),
  'group_meeting.list': async ({ make }) => ({
    id: (await make('group_meeting.record')).data.group_id,
  }),
  'group_attendance.list': async ({ make }) => ({
    id: (await make('group_meeting.record')).data.group_id,
  }),
}
