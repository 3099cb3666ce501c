// The life cycle of a text message. It only moves forward, in whatever order the provider's reports arrive.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'

export const smsLife = defineLifeCycle({
  name: 'text message',
  states: ['pending', 'sent', 'delivered', 'failed'],
  starts: ['pending'],
  ends: ['delivered', 'failed'],
  steps: [
    {
      action: 'send',
      from: ['pending'],
      to: 'sent',
      who: ['clock'],
      guard: 'the provider accepted it',
    },
    {
      action: 'deliver',
      from: ['sent'],
      to: 'delivered',
      who: ['provider'],
      effect: 'the sender is notified',
    },
    {
      action: 'fail',
      from: ['pending', 'sent'],
      to: 'failed',
      who: ['provider', 'clock'],
      effect: 'the sender is notified',
    },
  ],
})

export type SmsStatus = StateOf<typeof smsLife>
