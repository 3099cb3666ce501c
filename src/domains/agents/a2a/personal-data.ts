// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'a2a.push_configs': {
    of: 'owner_uuid',
    through: { task_id: 'a2a.tasks.id' },
    erase: 'rows',
    hide: ['credential'],
  },
  'a2a.push_queues': { of: 'owner_uuid', erase: 'rows' },
  'a2a.task_messages': { through: { task_id: 'a2a.tasks.id' }, erase: 'rows' },
  'a2a.tasks': {
    of: 'owner_uuid',
    through: { sender_uuid: 'agents.agents.uuid' },
    erase: 'rows',
  },
})
