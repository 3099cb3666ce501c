// The life cycle of a transfer that the assistant has proposed.
import { defineLifeCycle } from '../../../kernel/life-cycle.ts'

/** How long a proposal waits for its confirmation. */
export const PROPOSAL_MINUTES = 10

export const proposalLife = defineLifeCycle({
  name: 'proposed transfer',
  states: ['open', 'confirmed', 'executed', 'refused', 'cancelled', 'expired'],
  starts: ['open'],
  ends: ['executed', 'refused', 'cancelled', 'expired'],
  steps: [
    {
      action: 'confirm',
      from: ['open'],
      to: 'confirmed',
      who: ['owner'],
      guard: `the message repeats amount and receiver, within ${PROPOSAL_MINUTES} minutes`,
    },
    {
      action: 'execute',
      from: ['confirmed'],
      to: 'executed',
      who: ['clock'],
      effect: 'the amount is transferred, once, by the ordinary transfer',
    },
    {
      action: 'refuse',
      from: ['confirmed'],
      to: 'refused',
      who: ['clock'],
      guard: 'the transfer was refused',
    },
    {
      action: 'cancel',
      from: ['open'],
      to: 'cancelled',
      who: ['owner'],
      guard: 'the owner says so, or asks for another transfer',
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
