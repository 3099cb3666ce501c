// The events of a payment between agents; the owners of both agents get them.
import { Type } from 'typebox'
import { defineEvent } from '../../../operation/event.ts'

const payment = {
  transaction_id: Type.String(),
  from_agent_did: Type.String(),
  to_agent_did: Type.String(),
  amount: Type.String({ description: 'Decimal.' }),
  currency: Type.String(),
  status: Type.String(),
  type: Type.String(),
}

const define = (type: `agent_payment.${string}`, summary: string) =>
  defineEvent({ type, version: 1, summary, data: Type.Object(payment) })

export const AgentPaymentInitiated = define(
  'agent_payment.initiated',
  'An agent started a payment; the money is reserved.',
)
export const AgentPaymentCompleted = define(
  'agent_payment.completed',
  'A payment between agents was confirmed; the receiver is paid.',
)
export const AgentPaymentCancelled = define(
  'agent_payment.cancelled',
  'A payment between agents was cancelled; the reserved money is available again.',
)
export const AgentPaymentFailed = define(
  'agent_payment.failed',
  'A payment between agents was not confirmed in time; the reserved money is available again.',
)
