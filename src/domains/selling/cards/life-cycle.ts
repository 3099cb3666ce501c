// The life of a card, as the platform's events tell it; a card that is cancelled stays so.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const cardLife = defineLifeCycle({
  name: 'card',
  states: ['pending', 'active', 'frozen', 'cancelled', 'expired'],
  // No event says that a card has expired; one that is known as expired was so from the start.
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
