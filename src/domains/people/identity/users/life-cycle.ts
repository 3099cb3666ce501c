// The states of a person. Suspending takes nothing away for good: credentials are silent, and work again afterwards.
import { defineLifeCycle, type ActionOf } from '../../../../kernel/life-cycle.ts'
import { UserWrongState } from '../errors.ts'

export const userLife = defineLifeCycle({
  name: 'person',
  states: ['active', 'suspended'],
  starts: ['active'],
  ends: [],
  steps: [
    {
      action: 'suspend',
      from: ['active'],
      to: 'suspended',
      who: ['operator'],
      guard: 'they are no operator',
      effect: 'they cannot sign in, and their credentials do not work; their accounts stay',
    },
    {
      action: 'reinstate',
      from: ['suspended'],
      to: 'active',
      who: ['operator'],
      effect: 'credentials that have not expired or been revoked work again',
    },
  ],
  refuse: ({ action }) =>
    UserWrongState({
      reason:
        action === 'suspend'
          ? 'The person is suspended already; nothing was changed.'
          : 'The person is not suspended, so there is nothing to lift.',
    }),
})

export type UserAction = ActionOf<typeof userLife>
