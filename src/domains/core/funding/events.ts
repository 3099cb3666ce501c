// Who became a teller, and who is none any more.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const TellerAdded = defineEvent({
  type: 'teller.added',
  version: 1,
  summary: 'An operator named a teller, who may bring cash in and take it out.',
  data: Type.Object({ user_uuid: Uuid, added_by: Uuid }),
})

export const TellerRemoved = defineEvent({
  type: 'teller.removed',
  version: 1,
  summary: 'An operator removed a teller, who may move no more cash from that moment on.',
  data: Type.Object({ user_uuid: Uuid, removed_by: Uuid }),
})
