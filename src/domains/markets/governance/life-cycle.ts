// The life cycles of proposals and polls.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { VotingStateConflict } from './errors.ts'

/** `close` ends the vote; a passed proposal stays `closed` until the basket has been changed. */
export const proposalLife = defineLifeCycle({
  name: 'proposal',
  states: ['draft', 'active', 'closed', 'implemented', 'rejected'],
  starts: ['draft'],
  ends: ['implemented', 'rejected'],
  steps: [
    {
      action: 'activate',
      from: ['draft'],
      to: 'active',
      who: ['operator'],
      guard: 'its time to vote is not over',
    },
    { action: 'close', from: ['active'], to: 'closed', who: ['clock'], guard: 'its time is over' },
    {
      action: 'implement',
      from: ['closed'],
      to: 'implemented',
      who: ['clock'],
      guard: 'it passed',
      effect: 'the basket has the proposed composition',
    },
    {
      action: 'reject',
      from: ['closed'],
      to: 'rejected',
      who: ['clock'],
      guard: 'it did not pass',
    },
  ],
  refuse: ({ state, action }) =>
    action === 'activate'
      ? VotingStateConflict({
          what: 'proposal',
          status: state,
          reason: 'only a draft can be activated.',
        })
      : undefined,
})

export type ProposalStatus = StateOf<typeof proposalLife>

/** How an active proposal is shown until its voting begins. */
export const UPCOMING = 'upcoming'

/** An operator activates a draft; the clock activates a pending poll. */
export const pollLife = defineLifeCycle({
  name: 'poll',
  states: ['draft', 'pending', 'active', 'closed', 'executed', 'cancelled', 'failed'],
  starts: ['draft', 'pending'],
  ends: ['executed', 'cancelled', 'failed'],
  steps: [
    {
      action: 'activate',
      from: ['draft', 'pending'],
      to: 'active',
      who: ['operator', 'clock'],
      guard: 'it is time to vote',
    },
    {
      action: 'close',
      from: ['active'],
      to: 'closed',
      who: ['operator', 'clock'],
      guard: 'its time is over',
      effect: 'the votes are counted',
    },
    {
      action: 'execute',
      from: ['closed'],
      to: 'executed',
      who: ['clock'],
      guard: 'its result can be carried out by the bank',
      effect: 'the basket has the composition that was voted for',
    },
    {
      action: 'fail',
      from: ['closed'],
      to: 'failed',
      who: ['clock'],
      guard: 'the basket refuses the result',
    },
    {
      action: 'cancel',
      from: ['draft', 'pending', 'active'],
      to: 'cancelled',
      who: ['operator'],
      guard: 'its time to vote is not over',
    },
  ],
  refuse: ({ state, action }) =>
    VotingStateConflict({
      what: 'poll',
      status: state,
      reason:
        action === 'close'
          ? 'only an active poll can be completed.'
          : `the action "${action}" is no longer possible.`,
    }),
})

export type PollStatus = StateOf<typeof pollLife>
export type PollAction = ActionOf<typeof pollLife>
