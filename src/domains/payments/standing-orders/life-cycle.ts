// The life cycle of a standing order.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { StandingOrderStateConflict } from './errors.ts'

export const orderLife = defineLifeCycle({
  name: 'standing order',
  states: ['active', 'paused', 'ended', 'cancelled'],
  starts: ['active'],
  ends: ['ended', 'cancelled'],
  steps: [
    {
      action: 'pause',
      from: ['active'],
      to: 'paused',
      who: ['customer', 'clock'],
      guard: 'by the clock, when three payments in a row could not be made',
      effect: 'the payments of days in between are not made later',
    },
    { action: 'resume', from: ['paused'], to: 'active', who: ['customer'] },
    {
      action: 'end',
      from: ['active'],
      to: 'ended',
      who: ['clock'],
      guard: 'its last day has passed',
    },
    { action: 'cancel', from: ['active', 'paused'], to: 'cancelled', who: ['customer'] },
  ],
  refuse: ({ state, action, allowed }) =>
    StandingOrderStateConflict({ status: state, action, allowed }),
})

export type OrderStatus = StateOf<typeof orderLife>
