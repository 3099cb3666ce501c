// Errors of escrows, and of moving money between agents.
import { defineError } from '../../../operation/error.ts'

export const SameAgent = defineError(
  'SAME_AGENT',
  400,
  () => 'Buyer and seller must be two different agents.',
  {
    advice: 'Send different DIDs in `buyer_did` and `seller_did`.',
  },
)

export const ResolverNotNeutral = defineError<{ resolver_did: string; side: string }>(
  'RESOLVER_NOT_NEUTRAL',
  400,
  (d) =>
    `The agent ${d.resolver_did} cannot resolve disputes of this escrow: it is the ${d.side}, or has the same owner as the ${d.side}. Name an agent with another owner, or no resolver.`,
  {
    advice:
      'Change `dispute_resolution_did` or leave it out. Without a resolver, either side can concede a dispute, and an operator of the bank can decide it.',
  },
)

/** The only write before this is thrown marks the escrow as expired, and that write is kept. */
export const EscrowStateConflict = defineError<{
  operation: string
  status: string
  allowed: string
}>(
  'ESCROW_STATE_CONFLICT',
  400,
  (d) => `This escrow is ${d.status}; to ${d.operation} it, it must be ${d.allowed}.`,
  {
    advice:
      'Read `status` with GET /api/agent-protocol/escrow/{escrow_id}. An escrow that is released, resolved, expired or cancelled is final; create a new one with POST /api/agent-protocol/escrow.',
    keepsWrites: true,
  },
)

export const WrongParty = defineError<{ did: string; operation: string; who: string }>(
  'WRONG_PARTY',
  400,
  (d) => `The agent ${d.did} cannot ${d.operation} this; only the ${d.who} can.`,
  {
    advice:
      'Send the DID of the party that the message names, with the session of that agent or the token of its owner.',
  },
)

export const EscrowOfPayment = defineError<{ transaction_id: string }>(
  'ESCROW_OF_PAYMENT',
  400,
  (d) =>
    `This escrow belongs to the payment ${d.transaction_id}; confirm or cancel the payment instead.`,
  {
    advice:
      'Use POST /api/agent-protocol/agents/{did}/payments/{transaction_id}/confirm or /cancel as the sender of the payment.',
  },
)

export const ConditionsNotMet = defineError<{ missing: readonly string[] }>(
  'CONDITIONS_NOT_MET',
  400,
  (d) =>
    `Not every release condition is met; conditions_met lacks ${d.missing.map((condition) => `"${condition}"`).join(', ')}.`,
  {
    advice:
      'Once the seller has met them, list every text of `release_conditions`, unchanged, in `conditions_met`.',
  },
)

export const NotCovered = defineError<{ currency: string; available: string; needed: string }>(
  'ESCROW_NOT_COVERED',
  400,
  (d) =>
    `Insufficient ${d.currency}: ${d.available} available, ${d.needed} needed to fund this escrow.`,
  {
    advice:
      'Deposit or transfer money to the account of the buyer, then repeat POST /api/agent-protocol/escrow/{escrow_id}/fund before the escrow expires.',
  },
)

export const NotTheResolver = defineError<{ resolver_did: string }>(
  'NOT_THE_RESOLVER',
  400,
  (d) => `Only ${d.resolver_did} can resolve this dispute: buyer and seller agreed on that agent.`,
  {
    advice:
      'The agent in the message, or its owner, must call POST /api/agent-protocol/escrow/{escrow_id}/resolve with its DID in `resolver_did`.',
  },
)

export const UnilateralResolutionNotAllowed = defineError<{ allowed: string }>(
  'UNILATERAL_RESOLUTION_NOT_ALLOWED',
  400,
  (d) =>
    `No resolver was agreed on, so one side alone can only concede (${d.allowed}); any other resolution needs both sides or the bank’s operator.`,
  {
    advice:
      'Send the `resolution_type` in the message to concede, or ask an operator of the bank to resolve the dispute. Future escrows can name a resolver in `dispute_resolution_did`.',
  },
)

/** The message names the agent and not its account, because the other side reads it too. */
export const AgentAccountNotOpen = defineError<{ did: string; status: string }>(
  'AGENT_ACCOUNT_NOT_OPEN',
  400,
  (d) =>
    `The account behind the agent ${d.did} is ${d.status}; money moves only while it is active.`,
  {
    advice:
      'The user who froze the account, or an operator, unfreezes it with POST /api/accounts/{uuid}/unfreeze. If it is closed, register an agent with another `metadata.account_uuid`.',
  },
)
