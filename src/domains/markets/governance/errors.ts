// Errors of governance. Proposals, polls and basket polls use different statuses, because the
// specification says so.
import { defineError } from '../../../operation/error.ts'

export const ProposalNotActive = defineError<{ reason: string }>(
  'PROPOSAL_NOT_ACTIVE',
  400,
  (d) => d.reason,
  {
    meaning: 'The proposal takes no votes now.',
    advice: 'Read its voting period, and vote within it.',
  },
)

export const NoGcuBalance = defineError(
  'NO_GCU_BALANCE',
  400,
  () => 'You need GCU to vote on a proposal, and none of your accounts holds any.',
  { advice: 'Buy GCU first, then vote.' },
)

export const InvalidState = defineError<{ what: string; status: string; reason: string }>(
  'VOTING_STATE_CONFLICT',
  400,
  (d) => `The ${d.what} is ${d.status}: ${d.reason}`,
)

export const PollNotActive = defineError<{ status: string }>(
  'POLL_NOT_ACTIVE',
  422,
  (d) =>
    d.status === 'active'
      ? 'The poll is active, but it takes no votes at this time.'
      : `The poll takes no votes, because it is ${d.status}.`,
  { advice: 'Vote while the poll is active; read its dates.' },
)

export const AlreadyVoted = defineError(
  'ALREADY_VOTED',
  422,
  () => 'You have voted in this poll already; a vote cannot be changed.',
  { advice: 'Nothing: your vote counts.' },
)

export const NotEligible = defineError<{ reason: string }>(
  'NOT_ELIGIBLE_TO_VOTE',
  422,
  (d) => d.reason,
  {
    meaning: 'You may not vote in this poll.',
    advice: 'Read the terms of the poll; usually you must hold the asset it is about.',
  },
)

export const NotABasketPoll = defineError(
  'NOT_A_BASKET_POLL',
  400,
  () => 'This poll is not about the basket; vote through POST /api/polls/{uuid}/vote.',
)

export const NoVotingPower = defineError(
  'NO_VOTING_POWER',
  403,
  () => 'You need at least 1 GCU to vote in this poll, and you hold less.',
  { advice: 'Buy at least 1 GCU first, then vote.' },
)

export const BasketVoteCast = defineError(
  'BASKET_VOTE_CAST',
  403,
  () => 'You have voted in this poll already; a vote cannot be changed.',
  { advice: 'Nothing: your vote counts.' },
)
