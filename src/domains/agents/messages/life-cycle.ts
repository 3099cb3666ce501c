// The life of a message. A message whose pushes failed is still in the inbox, and is delivered when its
// recipient reads it there.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { MessageNotAcknowledgeable } from './errors.ts'

export const messageLife = defineLifeCycle({
  name: 'message',
  states: ['sent', 'delivered', 'failed', 'acknowledged', 'expired'],
  starts: ['sent'],
  ends: ['acknowledged', 'expired'],
  steps: [
    {
      action: 'deliver',
      from: ['sent', 'failed'],
      to: 'delivered',
      who: ['recipient', 'clock'],
      guard: 'the recipient read it, or its endpoint accepted it',
      effect: 'the sender is notified; the time to acknowledge begins',
    },
    {
      action: 'acknowledge',
      from: ['sent', 'delivered', 'failed'],
      to: 'acknowledged',
      who: ['recipient'],
      effect: 'the sender is notified',
    },
    {
      action: 'fail',
      from: ['sent'],
      to: 'failed',
      who: ['clock'],
      guard: 'its endpoint did not accept it, and no retry is left',
      effect: 'the sender is notified',
    },
    {
      action: 'expire',
      from: ['delivered'],
      to: 'expired',
      who: ['clock'],
      guard: 'it requires an acknowledgment and got none in time',
      effect: 'the sender is notified',
    },
  ],
  refuse: ({ state, action }, about: { readonly message_id: string }) =>
    action === 'acknowledge' ? MessageNotAcknowledgeable({ ...about, status: state }) : undefined,
})

export type MessageStatus = StateOf<typeof messageLife>
export type MessageAction = ActionOf<typeof messageLife>
