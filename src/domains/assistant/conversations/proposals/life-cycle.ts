// The life cycle of a transfer that the assistant has proposed.
import { defineLifeCycle } from '../../../../kernel/life-cycle.ts'

/** How long a proposal waits for its confirmation. */
export const PROPOSAL_MINUTES = 10

export const proposalLife = defineLifeCycle({
  name: 'proposed transfer',
  states: ['open', 'executed', 'cancelled', 'expired'],
  starts: ['open'],
  ends: ['executed', 'cancelled', 'expired'],
  steps: [
    {
      action: 'confirm',
      from: ['open'],
      to: 'executed',
      who: ['owner'],
      guard: `the message repeats amount and receiver, within ${PROPOSAL_MINUTES} minutes, and the transfer is not refused`,
      effect: 'the amount is transferred in the same transaction',
    },
    {
      action: 'cancel',
      from: ['open'],
      to: 'cancelled',
      who: ['owner'],
      guard: 'the owner cancels it, or asks for another transfer',
    },
    {
      action: 'expire',
      from: ['open'],
      to: 'expired',
      who: ['clock'],
      guard: `${PROPOSAL_MINUTES} minutes have passed`,
    },
  ],
})
