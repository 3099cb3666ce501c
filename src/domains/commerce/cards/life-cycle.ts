// The life cycle of a card, driven by the platform's events; a cancelled card stays cancelled.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const cardLife = defineLifeCycle({
  name: 'card',
  states: ['pending', 'active', 'frozen', 'cancelled', 'expired'],
  // No event reports an expiry, so a card can only be expired from the start.
  starts: ['pending', 'expired'],
  ends: ['cancelled'],
  steps: [
    { action: 'activate', from: ['pending', 'frozen'], to: 'active', who: ['platform'] },
    { action: 'freeze', from: ['pending', 'active'], to: 'frozen', who: ['platform'] },
    {
      action: 'cancel',
      from: ['pending', 'active', 'frozen', 'expired'],
      to: 'cancelled',
      who: ['platform'],
    },
  ],
})

export type CardStatus = StateOf<typeof cardLife>
