// The events that the ledger emits itself. Movements of money need no event: the moves are in the log.
import { Type } from 'typebox'
import { Uuid } from '../../../kernel/schema.ts'
import { defineEvent } from '../../../operation/event.ts'

export const HoldExpired = defineEvent({
  type: 'hold.expired',
  version: 1,
  summary: 'A reservation expired; the money left in it is available again.',
  data: Type.Object({
    hold_uuid: Uuid,
    account_uuid: Uuid,
    purpose: Type.String(),
    asset_code: Type.String(),
    units: Type.String({
      description: 'The amount that is available again, in the smallest unit.',
    }),
    expired_at: Type.String({ format: 'date-time' }),
  }),
})
