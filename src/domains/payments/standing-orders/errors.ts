// The errors of standing orders.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const StandingOrderStateConflict = defineError<{
  status: string
  action: string
  allowed: readonly string[]
}>(
  'STANDING_ORDER_STATE_CONFLICT',
  409,
  (d) =>
    `This standing order is ${d.status}; to ${d.action} it, it must be ${d.allowed.join(' or ')}.`,
  {
    advice:
      'Get the standing order to see its status. One that has ended or was cancelled is final; create a new one.',
    details: Type.Object({ status: Type.String() }),
  },
)

export const StandingOrderLimitExceeded = defineError<{ max: number }>(
  'STANDING_ORDER_LIMIT_EXCEEDED',
  422,
  (d) => `You have ${d.max} standing orders; cancel one before you create another.`,
  {
    advice: 'List them with GET /api/v2/standing-orders, and cancel one that is not needed.',
    details: Type.Object({ max: Type.Integer() }),
  },
)
