// The life cycle of a session. A status reported by a provider is accepted only along these steps;
// between two checks a provider may have gone several steps.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const sessionLife = defineLifeCycle({
  name: 'ramp session',
  states: ['pending', 'processing', 'completed', 'failed', 'expired'],
  starts: ['pending'],
  ends: ['completed', 'failed', 'expired'],
  steps: [
    { action: 'pay', from: ['pending'], to: 'processing', who: ['provider'] },
    {
      action: 'complete',
      from: ['processing'],
      to: 'completed',
      who: ['provider'],
      guard: 'for a sale: there is an open account to credit',
      effect: 'a sale is credited',
    },
    { action: 'fail', from: ['pending', 'processing'], to: 'failed', who: ['provider'] },
    {
      action: 'expire',
      from: ['pending', 'processing'],
      to: 'expired',
      who: ['provider', 'clock'],
      guard: 'it was not paid in time',
    },
  ],
})

export type SessionStatus = StateOf<typeof sessionLife>
