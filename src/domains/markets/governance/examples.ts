// An example request of every operation here: the documents show it with its answer, the contract tests send it.
import { defineExamples } from '../../../operation/examples.ts'
import { answers } from './answers.ts'

export const examples = defineExamples(answers, {
  'proposal.list': {},
  'proposal.get': { input: { id: '7' } },
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
    other: { title: 'Even less gold' },
    as: 'operator',
  },
  'proposal.activate': {
    input: { id: '7' },
    as: 'operator',
  },
  'proposal.vote': {
    input: { id: '7', vote: 'for' },
    other: { vote: 'against' },
    isShared: true,
  },
  'proposal.my_votes': {},
  'poll.list': {},
  'poll.list_active': {},
  'poll.list_gcu': {},
  'poll.get': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
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
    other: { title: 'Which asset then?' },
    as: 'operator',
  },
  'poll.activate': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    as: 'operator',
  },
  'poll.complete': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    as: 'operator',
  },
  'poll.cancel': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054', reason: 'Nobody came' },
    other: { reason: 'Everybody came' },
    as: 'operator',
  },
  'poll.vote': {
    input: {
      uuid: '0199d3a2-7c00-7000-8000-000000000054',
      selected_options: ['silver', 'platinum'],
      allocations: { silver: 75, platinum: '25.00' },
    },
    other: { selected_options: ['platinum'], allocations: { platinum: 100 } },
    isShared: true,
  },
  'poll.results': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    isShared: true,
  },
  'poll.voting_power': {
    input: { uuid: '0199d3a2-7c00-7000-8000-000000000054' },
    isShared: true,
  },
  'vote.list': {},
  'vote.stats': {},
  'vote.get': { input: { id: '7' } },
  'vote.verify': { input: { id: '7' } },
  'voting.polls': {},
  'voting.upcoming': {},
  'voting.history': {},
  'voting.dashboard': {},
  'voting.vote': {
    input: {
      id: '0199d3a2-7c00-7000-8000-000000000057',
      allocations: { USD: 40, EUR: 30, GBP: 15, CHF: 10, JPY: 5 },
    },
    other: { allocations: { USD: 45, EUR: 30, GBP: 15, CHF: 10 } },
    isShared: true,
  },
})
