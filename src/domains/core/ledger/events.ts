// What the ledger does on its own account. That money moved is told by the moves themselves.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const HoldExpired = defineEvent({
  type: 'hold.expired',
  version: 1,
  summary: 'Money was reserved for longer than agreed; what is left of it is available again.',
  data: Type.Object({
    hold_uuid: Uuid,
    account_uuid: Uuid,
    purpose: Type.String(),
    asset_code: Type.String(),
    units: Type.String({ description: 'What is available again, in the smallest unit.' }),
    expired_at: Type.String({ format: 'date-time' }),
  }),
})
