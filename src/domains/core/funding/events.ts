// The events of naming and removing tellers.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const TellerAdded = defineEvent({
  type: 'teller.added',
  version: 1,
  summary: 'An operator named a teller, who may deposit and withdraw cash.',
  data: Type.Object({ user_uuid: Uuid, added_by: Uuid }),
})

export const TellerRemoved = defineEvent({
  type: 'teller.removed',
  version: 1,
  summary: 'An operator removed a teller, who may no longer move cash from that moment on.',
  data: Type.Object({ user_uuid: Uuid, removed_by: Uuid }),
})
