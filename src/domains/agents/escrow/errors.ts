// Errors of escrows, and of moving money between agents.
import { defineError } from '../../../operation/error.ts'

export const SameAgent = defineError(
  'SAME_AGENT',
  400,
  () => 'Buyer and seller must be two different agents.',
)

export const ResolverNotNeutral = defineError<{ resolver_did: string; side: string }>(
  'RESOLVER_NOT_NEUTRAL',
  400,
  (d) =>
    `The agent ${d.resolver_did} cannot resolve disputes of this escrow: it is the ${d.side}, or has the same owner as the ${d.side}. Name an agent with another owner, or no resolver.`,
)

/** The only write before this is thrown marks the escrow as expired, and that write is kept. */
export const EscrowWrongState = defineError<{
  operation: string
  status: string
  allowed: string
}>(
  'ESCROW_STATE_CONFLICT',
  400,
  (d) => `This escrow is ${d.status}; to ${d.operation} it, it must be ${d.allowed}.`,
  { keepsWrites: true },
)

export const WrongParty = defineError<{ did: string; operation: string; who: string }>(
  'WRONG_PARTY',
  400,
  (d) => `The agent ${d.did} cannot ${d.operation} this; only the ${d.who} can.`,
)

export const EscrowOfPayment = defineError<{ transaction_id: string }>(
  'ESCROW_OF_PAYMENT',
  400,
  (d) =>
    `This escrow belongs to the payment ${d.transaction_id}; confirm or cancel the payment instead.`,
)

export const ConditionsNotMet = defineError<{ missing: readonly string[] }>(
  'CONDITIONS_NOT_MET',
  400,
  (d) =>
    `Not every release condition is met; conditions_met lacks ${d.missing.map((condition) => `"${condition}"`).join(', ')}.`,
)

export const NotCovered = defineError<{ currency: string; available: string; needed: string }>(
  'ESCROW_NOT_COVERED',
  400,
  (d) =>
    `Insufficient ${d.currency}: ${d.available} available, ${d.needed} needed to fund this escrow.`,
  { advice: 'Put more money on the account of the buyer, then fund the escrow.' },
)

export const NotTheResolver = defineError<{ resolver_did: string }>(
  'NOT_THE_RESOLVER',
  400,
  (d) => `Only ${d.resolver_did} can resolve this dispute: buyer and seller agreed on that agent.`,
)

export const OnlyGiveWay = defineError<{ allowed: string }>(
  'UNILATERAL_RESOLUTION_NOT_ALLOWED',
  400,
  (d) =>
    `No resolver was agreed on, so one side alone can only give way (${d.allowed}); any other resolution needs both sides or the bank’s operator.`,
)

/** The message names the agent and not its account, because the other side reads it too. */
export const AgentAccountNotOpen = defineError<{ did: string; status: string }>(
  'AGENT_ACCOUNT_NOT_OPEN',
  400,
  (d) =>
    `The account behind the agent ${d.did} is ${d.status}; money moves only while it is active.`,
)
