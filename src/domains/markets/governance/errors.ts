// Errors of governance. Proposals, polls and basket polls use different statuses, because the
// specification says so.
import { defineError } from '../../../operation/error.ts'

export const ProposalNotActive = defineError<{ reason: string }>(
  'PROPOSAL_NOT_ACTIVE',
  400,
  (d) => d.reason,
  {
    meaning: 'The proposal takes no votes now.',
    advice:
      'Vote between `voting_starts_at` and `voting_ends_at` of GET /api/v2/gcu/voting/proposals/{id}; an operator must activate a draft first.',
  },
)

export const NoGcuBalance = defineError(
  'NO_GCU_BALANCE',
  400,
  () => 'You need GCU to vote on a proposal, and none of your accounts holds any.',
  { advice: 'Buy GCU with POST /api/v2/gcu/buy, then vote before `voting_ends_at`.' },
)

export const VotingStateConflict = defineError<{ what: string; status: string; reason: string }>(
  'VOTING_STATE_CONFLICT',
  400,
  (d) => `The ${d.what} is ${d.status}: ${d.reason}`,
  {
    advice:
      'Activate a poll between its `start_date` and `end_date`, complete it after its `end_date`, and cancel it before; only a draft proposal is activated.',
  },
)

export const PollNotActive = defineError<{ status: string }>(
  'POLL_NOT_ACTIVE',
  422,
  (d) =>
    d.status === 'active'
      ? 'The poll is active, but it takes no votes at this time.'
      : `The poll takes no votes, because it is ${d.status}.`,
  {
    advice:
      'Vote between `start_date` and `end_date`; GET /api/polls/active lists the polls that accept votes.',
  },
)

export const AlreadyVoted = defineError(
  'ALREADY_VOTED',
  422,
  () => 'You have voted in this poll already; a vote cannot be changed.',
  { advice: 'No action is needed: GET /api/votes shows the vote that counts.' },
)

export const NotEligible = defineError<{ reason: string }>(
  'NOT_ELIGIBLE_TO_VOTE',
  422,
  (d) => d.reason,
  {
    meaning: 'You may not vote in this poll.',
    advice:
      'Hold at least 1.00 USD for an asset_weighted_vote or 1 GCU for a gcu_weighted_vote; GET /api/polls/{uuid}/voting-power shows your power.',
  },
)

export const NotABasketPoll = defineError(
  'NOT_A_BASKET_POLL',
  400,
  () => 'This poll is not about the basket; vote through POST /api/polls/{uuid}/vote.',
  {
    advice:
      'Send `selected_options` to POST /api/polls/{uuid}/vote; this route accepts only polls with `metadata.is_gcu_poll`.',
  },
)

export const NoVotingPower = defineError(
  'NO_VOTING_POWER',
  403,
  () => 'You need at least 1 GCU to vote in this poll, and you hold less.',
  { advice: 'Buy at least 1 GCU with POST /api/v2/gcu/buy, then vote before `end_date`.' },
)

export const BasketVoteCast = defineError(
  'BASKET_VOTE_CAST',
  403,
  () => 'You have voted in this poll already; a vote cannot be changed.',
  { advice: 'No action is needed: GET /api/voting/polls/history shows the poll with your vote.' },
)
