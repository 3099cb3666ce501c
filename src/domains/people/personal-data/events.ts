// The event of an erasure.
import { Type } from 'typebox'
import { DateTime, Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const UserErased = defineEvent({
  type: 'user.erased',
  version: 1,
  summary:
    'The data of a user is erased, except what the law makes the bank keep; a receiver that holds data about them erases it, too.',
  data: Type.Object({ user_uuid: Uuid, erasure_id: Uuid, kept_until: DateTime }),
})
