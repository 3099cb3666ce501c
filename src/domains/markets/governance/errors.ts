// Why a vote does not count. Proposals, polls and basket polls answer with different statuses, because
// the specification's routes do.
import { defineError } from '../../../operation/error.ts'

export const ProposalNotActive = defineError<{ reason: string }>(
  'PROPOSAL_NOT_ACTIVE',
  400,
  (d) => d.reason,
)

export const NoGcuBalance = defineError(
  'NO_GCU_BALANCE',
  400,
  () => 'Only who holds GCU can vote on a proposal; none of your accounts does.',
)

export const InvalidState = defineError<{ what: string; status: string; reason: string }>(
  'INVALID_VOTING_STATE',
  400,
  (d) => `The ${d.what} is ${d.status}: ${d.reason}`,
)

export const PollNotActive = defineError<{ status: string }>('POLL_NOT_ACTIVE', 422, (d) =>
  d.status === 'active'
    ? 'The poll does not take votes now.'
    : `The poll does not take votes: it is ${d.status}.`,
)

export const AlreadyVoted = defineError(
  'ALREADY_VOTED',
  422,
  () => 'You have voted in this poll already; a vote cannot be changed.',
)

export const NotEligible = defineError<{ reason: string }>(
  'NOT_ELIGIBLE_TO_VOTE',
  422,
  (d) => d.reason,
)

export const NotABasketPoll = defineError(
  'NOT_A_BASKET_POLL',
  400,
  () => 'This poll is not about the basket; vote through POST /api/polls/{uuid}/vote.',
)

export const NoVotingPower = defineError(
  'NO_VOTING_POWER',
  403,
  () => 'One whole GCU is one vote; you hold less than one.',
)

export const BasketVoteCast = defineError(
  'BASKET_VOTE_CAST',
  403,
  () => 'You have voted in this poll already; a vote cannot be changed.',
)
