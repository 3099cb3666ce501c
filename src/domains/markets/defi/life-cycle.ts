// The life cycle of a swap: the bank takes its steps as the chain confirms blocks.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const swapLife = defineLifeCycle({
  name: 'swap',
  states: ['submitted', 'confirmed', 'failed', 'expired'],
  starts: ['submitted'],
  ends: ['confirmed', 'failed', 'expired'],
  steps: [
    {
      action: 'confirm',
      from: ['submitted'],
      to: 'confirmed',
      who: ['clock'],
      guard: 'the chain confirmed it, and the output is at least the minimum',
      effect: 'the output is in the custody account',
    },
    {
      action: 'fail',
      from: ['submitted'],
      to: 'failed',
      who: ['clock'],
      guard: 'the output would be below the minimum, or the chain reverted it',
      effect: 'the input is returned, the gas is spent',
    },
    {
      action: 'expire',
      from: ['submitted'],
      to: 'expired',
      who: ['clock'],
      guard: 'it was not confirmed by its deadline',
      effect: 'input and gas are returned',
    },
  ],
})

export type SwapStatus = StateOf<typeof swapLife>
