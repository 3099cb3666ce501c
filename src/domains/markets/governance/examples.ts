// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples, onePage } from '../../../operation/examples.ts'

const proposalDetail = {
  id: 7,
  title: 'Less gold',
  description: 'Gold has done its work.',
  status: 'active',
  proposed_composition: { CHF: 10, EUR: 30, GBP: 15, JPY: 3, USD: 42 },
  current_composition: { CHF: 10, EUR: 30, GBP: 15, JPY: 3, USD: 40, XAU: 2 },
  voting_starts_at: '2026-03-01T12:00:00.000Z',
  voting_ends_at: '2026-03-01T12:59:58.000Z',
  participation_rate: 0,
  approval_rate: 0,
  minimum_participation: 10,
  minimum_approval: 50,
  votes_for: '0.0000',
  votes_against: '0.0000',
  votes_abstain: '0.0000',
  total_votes_cast: '0.0000',
  votes_counted_at: '2026-03-01T12:00:00.000Z',
  rationale: null,
  total_gcu_supply: '203.0000',
  is_voting_active: true,
  time_remaining: 'less than an hour',
  implemented_at: null,
}

const proposalWithMessage = {
  status: 'success',
  message: 'The proposal has been created.',
  data: {
    ...proposalDetail,
    voting_ends_at: '2026-03-01T13:00:00.000Z',
    rationale: 'It is heavy.',
    is_voting_active: false,
    time_remaining: null,
  },
}

const pollOption = {
  id: 'USD',
  label: 'US Dollar',
  description: null,
  metadata: { max: 50, min: 20, default: 40 },
}

const poll = {
  id: 7,
  uuid: '0199d3a2-7c00-7000-8000-000000000054',
  title: 'The GCU basket in 2026-03',
  description: 'Each voter divides 100 percent among the assets; the mean by GCU held is applied.',
  type: 'weighted_choice',
  options: [pollOption],
  start_date: '2026-02-22T00:00:00.000Z',
  end_date: '2026-03-31T23:59:59.000Z',
  status: 'active',
  required_participation: 10,
  voting_power_strategy: 'gcu_weighted_vote',
  execution_workflow: 'UpdateBasketComposition',
  created_by: '0199d3a2-7c00-7000-8000-000000000006',
  metadata: { template: 'monthly_basket', is_gcu_poll: true, voting_month: '2026-03' },
  votes_count: 0,
  total_voting_power: 0,
  created_at: '2026-02-22T00:00:00.000Z',
  updated_at: '2026-02-22T00:00:00.000Z',
}

const pollResults = {
  poll_uuid: '0199d3a2-7c00-7000-8000-000000000055',
  total_votes: 0,
  total_voting_power: 0,
  option_results: {
    USD: { votes: 0, power: 0, percentage: 0 },
    EUR: { votes: 0, power: 0, percentage: 0 },
  },
  participation_rate: 0,
  winning_option: null,
  metadata: {
    participation_met: false,
    counted_at: '2026-03-01T12:00:00.000Z',
    composition: { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 3, XAU: 2 },
  },
}

const timeRemaining = { days: 30, hours: 11, human_readable: '30 days 11 hours' }

const votePoll = {
  uuid: '0199d3a2-7c00-7000-8000-000000000054',
  title: 'Which asset next?',
  status: 'active',
  type: 'weighted_choice',
}

const vote = {
  id: 7,
  poll_id: 8,
  poll_uuid: '0199d3a2-7c00-7000-8000-000000000054',
  user_uuid: '0199d3a2-7c00-7000-8000-000000000001',
  selected_options: ['silver', 'platinum'],
  allocations: { silver: 75, platinum: 25 },
  voting_power: 1,
  counted_power: null,
  voted_at: '2026-03-01T12:00:00.000Z',
  signature: 'cc563b04c4bf17e20b4661bba97cf37e25e69ae645824040d557dff2a1e9a0d4',
  poll: votePoll,
}

const userVotingContext = { has_voted: false, voting_power: 1, can_vote: true, vote: null }

const userVotingPollMetadata = { is_gcu_poll: false, voting_month: null, template: 'add_currency' }

const userVotingPoll = {
  uuid: '0199d3a2-7c00-7000-8000-000000000056',
  title: 'Which asset next?',
  description: 'The one with most votes is added.',
  type: 'weighted_choice',
  status: 'active',
  options: [{ id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } }],
  start_date: '2026-03-01T11:59:51.000Z',
  end_date: '2026-03-01T12:00:50.000Z',
  required_participation: 5,
  current_participation: 0.39,
  user_context: userVotingContext,
  metadata: userVotingPollMetadata,
  results_visible: false,
  time_remaining: { days: 0, hours: 0, human_readable: 'less than an hour' },
}

const polls = onePage(userVotingPoll)

export const examples = defineExamples({
  'proposal.list': {
    output: {
      ...onePage({
        id: 7,
        title: 'More XAU, less USD',
        description: 'Two percent of the basket move from USD to XAU.',
        status: 'active',
        proposed_composition: { CHF: 10, EUR: 30, GBP: 15, JPY: 3, USD: 38, XAU: 4 },
        current_composition: { CHF: 10, EUR: 30, GBP: 15, JPY: 3, USD: 40, XAU: 2 },
        voting_starts_at: '2026-03-08T12:00:00.000Z',
        voting_ends_at: '2026-03-15T12:00:00.000Z',
        participation_rate: 0,
        approval_rate: 0,
        minimum_participation: 10,
        minimum_approval: 50,
        votes_for: '0.0000',
        votes_against: '0.0000',
        votes_abstain: '0.0000',
        total_votes_cast: '0.0000',
        votes_counted_at: '2026-03-01T12:00:00.000Z',
      }),
      status: 'success',
    },
  },
  'proposal.get': { input: { id: '7' }, output: { status: 'success', data: proposalDetail } },
  'proposal.create': {
    input: {
      title: 'Less gold',
      description: 'Gold has done its work.',
      proposed_composition: { USD: 42, EUR: 30, GBP: 15, CHF: '10.00', JPY: 3 },
      voting_starts_at: '2026-03-01T12:00:00.000Z',
      voting_ends_at: '2026-03-01T13:00:00.000Z',
      minimum_participation: 10,
      minimum_approval: 50,
      draft: false,
      rationale: 'It is heavy.',
    },
    output: proposalWithMessage,
    other: { title: 'Even less gold' },
    as: 'operator',
  },
  'proposal.activate': {
    input: { id: '7' },
    output: {
      status: 'success',
      message: 'The proposal is active.',
      data: {
        ...proposalDetail,
        voting_ends_at: '2026-03-01T13:00:00.000Z',
        is_voting_active: false,
        time_remaining: null,
      },
    },
    as: 'operator',
  },
  'proposal.vote': {
    input: { id: '7', vote: 'for' },
    output: {
      status: 'success',
      message:
        'Your vote has a power of 12.5000 GCU. If you hold less GCU when voting ends at 2026-03-01T12:59:58.000Z, it counts with less.',
      data: { vote: 'for', voting_power: '12.5000' },
    },
    other: { vote: 'against' },
    isShared: true,
  },
  'proposal.my_votes': {
    output: {
      ...onePage({
        proposal_id: 7,
        proposal_title: 'Less gold',
        vote: 'for',
        voting_power: '12.5000',
        counted_power: null,
        voted_at: '2026-03-01T12:00:00.000Z',
      }),
      status: 'success',
    },
  },
  'poll.list': { output: onePage(poll, 15) },
  'poll.list_active': { output: { ...onePage(poll), count: 1 } },
  'poll.list_gcu': {
    output: onePage({
      id: 7,
      uuid: '0199d3a2-7c00-7000-8000-000000000055',
      title: 'The GCU basket in 2026-03',
      description:
        'Each voter divides 100 percent among the assets; the mean by GCU held is applied.',
      type: 'weighted_choice',
      start_date: '2026-02-22T00:00:00.000Z',
      end_date: '2026-03-31T23:59:59.000Z',
      participation_rate: 0,
      current_results: pollResults,
      time_remaining: timeRemaining,
    }),
  },
  'poll.get': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    output: {
      id: 7,
      uuid: '0199d3a2-7c00-7000-8000-000000000054',
      title: 'Which asset next?',
      description: 'The one with most votes is added.',
      type: 'single_choice',
      options: [{ id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } }],
      start_date: '2026-03-01T12:00:00.000Z',
      end_date: '2026-03-01T12:00:58.000Z',
      status: 'active',
      required_participation: 5,
      voting_power_strategy: 'one_user_one_vote',
      execution_workflow: 'AddAsset',
      created_by: '0199d3a2-7c00-7000-8000-000000000006',
      metadata: { template: 'add_currency' },
      votes_count: 0,
      total_voting_power: 0,
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
    },
    isShared: true,
  },
  'poll.create': {
    input: {
      title: 'Which asset next?',
      description: 'The one with most votes is added.',
      type: 'single_choice',
      options: [
        { id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } },
        { id: 'platinum', label: 'Platinum' },
      ],
      start_date: '2026-03-01T12:00:00.000Z',
      end_date: '2026-03-01T12:01:00.000Z',
      required_participation: 5,
      voting_power_strategy: 'one_user_one_vote',
      execution_workflow: 'AddAsset',
      metadata: { template: 'add_currency' },
      auto_activate: true,
    },
    output: {
      data: {
        id: 7,
        uuid: '0199d3a2-7c00-7000-8000-000000000054',
        title: 'Which asset next?',
        description: 'The one with most votes is added.',
        type: 'single_choice',
        options: [{ id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } }],
        start_date: '2026-03-01T12:00:00.000Z',
        end_date: '2026-03-01T12:01:00.000Z',
        status: 'pending',
        required_participation: 5,
        voting_power_strategy: 'one_user_one_vote',
        execution_workflow: 'AddAsset',
        created_by: '0199d3a2-7c00-7000-8000-000000000002',
        metadata: { template: 'add_currency' },
        votes_count: 0,
        total_voting_power: 0,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The poll has been created.',
    },
    other: { title: 'Which asset then?' },
    as: 'operator',
  },
  'poll.activate': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    output: {
      data: {
        id: 7,
        uuid: '0199d3a2-7c00-7000-8000-000000000054',
        title: 'Which asset next?',
        description: 'The one with most votes is added.',
        type: 'single_choice',
        options: [{ id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } }],
        start_date: '2026-03-01T12:00:00.000Z',
        end_date: '2026-03-01T12:00:58.000Z',
        status: 'active',
        required_participation: 5,
        voting_power_strategy: 'one_user_one_vote',
        execution_workflow: 'AddAsset',
        created_by: '0199d3a2-7c00-7000-8000-000000000002',
        metadata: { template: 'add_currency' },
        votes_count: 0,
        total_voting_power: 0,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The poll is active.',
    },
    as: 'operator',
  },
  'poll.complete': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    output: {
      data: {
        id: 7,
        uuid: '0199d3a2-7c00-7000-8000-000000000054',
        title: 'Which asset next?',
        description: 'The one with most votes is added.',
        type: 'single_choice',
        options: [{ id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } }],
        start_date: '2026-03-01T11:58:59.000Z',
        end_date: '2026-03-01T12:00:00.000Z',
        status: 'closed',
        required_participation: 5,
        voting_power_strategy: 'one_user_one_vote',
        execution_workflow: 'AddAsset',
        created_by: '0199d3a2-7c00-7000-8000-000000000002',
        metadata: {
          template: 'add_currency',
          results: {
            metadata: { counted_at: '2026-03-01T12:00:00.000Z', participation_met: false },
            poll_uuid: '0199d3a2-7c00-7000-8000-000000000054',
          },
        },
        votes_count: 0,
        total_voting_power: 0,
        created_at: '2026-03-01T11:58:58.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The poll is closed.',
    },
    as: 'operator',
  },
  'poll.cancel': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054', reason: 'Nobody came' },
    output: {
      data: {
        id: 7,
        uuid: '0199d3a2-7c00-7000-8000-000000000054',
        title: 'Which asset next?',
        description: 'The one with most votes is added.',
        type: 'single_choice',
        options: [{ id: 'silver', label: 'Silver', description: 'XAG', metadata: { code: 'XAG' } }],
        start_date: '2026-03-01T12:00:00.000Z',
        end_date: '2026-03-01T12:00:58.000Z',
        status: 'cancelled',
        required_participation: 5,
        voting_power_strategy: 'one_user_one_vote',
        execution_workflow: 'AddAsset',
        created_by: '0199d3a2-7c00-7000-8000-000000000002',
        metadata: {
          template: 'add_currency',
          cancelled_at: '2026-03-01T12:00:00.000Z',
          cancelled_by: '0199d3a2-7c00-7000-8000-000000000002',
          cancel_reason: 'Nobody came',
        },
        votes_count: 0,
        total_voting_power: 0,
        created_at: '2026-03-01T12:00:00.000Z',
        updated_at: '2026-03-01T12:00:00.000Z',
      },
      message: 'The poll is cancelled.',
    },
    other: { reason: 'Everybody came' },
    as: 'operator',
  },
  'poll.vote': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000054',
      selected_options: ['silver', 'platinum'],
      allocations: { silver: 75, platinum: '25.00' },
    },
    output: { data: vote, message: 'Your vote is counted.' },
    other: { selected_options: ['platinum'], allocations: { platinum: 100 } },
    isShared: true,
  },
  'poll.results': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    output: {
      ...pollResults,
      poll_uuid: '0199d3a2-7c00-7000-8000-000000000054',
      option_results: {
        silver: { votes: 0, power: 0, percentage: 0 },
        platinum: { votes: 0, power: 0, percentage: 0 },
      },
      metadata: { participation_met: false, counted_at: '2026-03-01T12:00:00.000Z' },
    },
    isShared: true,
  },
  'poll.voting_power': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    output: { voting_power: 1, can_vote: true, has_voted: false, strategy: 'one_user_one_vote' },
    isShared: true,
  },
  'vote.list': { output: onePage(vote, 15) },
  'vote.stats': {
    output: {
      total_votes: 0,
      total_voting_power: 0,
      recent_votes: 0,
      avg_voting_power: 0,
      participation_rate: 0,
    },
  },
  'vote.get': {
    input: { id: '7' },
    output: {
      ...vote,
      poll_id: 11,
      selected_options: ['silver'],
      allocations: null,
      poll: { ...votePoll, type: 'single_choice' },
    },
  },
  'vote.verify': {
    input: { id: '7' },
    output: {
      verified: true,
      message: 'The signature matches: the vote is unchanged since it was cast.',
    },
  },
  'voting.polls': {
    output: {
      ...polls,
      meta: {
        basket_name: 'Global Currency Unit',
        basket_code: 'GCU',
        basket_symbol: 'Ǥ',
        ...polls.meta,
      },
    },
  },
  'voting.upcoming': { output: polls },
  'voting.history': {
    output: {
      ...polls,
      meta: {
        ...polls.meta,
        per_page: 10,
        total_votes: 1,
        member_since: '2026-03-01T12:00:00.000Z',
      },
    },
  },
  'voting.dashboard': {
    output: {
      stats: { active_polls: 6, votes_cast: 0, gcu_balance: '0.0000', voting_power: 0 },
      next_poll: userVotingPoll,
      basket_info: { basket_name: 'Global Currency Unit', basket_code: 'GCU', basket_symbol: 'Ǥ' },
    },
  },
  'voting.vote': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000057',
      allocations: { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 5 },
    },
    output: {
      message:
        'Your vote has a power of 12. If you hold less GCU when voting ends at 2026-03-01T12:00:58.000Z, it counts with less.',
      vote_id: 7,
      voting_power_used: 12,
      timestamp: '2026-03-01T12:00:00.000Z',
    },
    other: { allocations: { USD: 45, EUR: 30, GBP: 15, CHF: 10 } },
    isShared: true,
  },
})
