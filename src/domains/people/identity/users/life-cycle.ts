// The states of a user. Suspension revokes nothing: credentials are rejected, and work again after reinstatement.
import { defineLifeCycle, type ActionOf } from '../../../../kernel/life-cycle.ts'
import { UserStateConflict } from '../errors.ts'

export const userLife = defineLifeCycle({
  name: 'user',
  states: ['active', 'suspended'],
  starts: ['active'],
  ends: [],
  steps: [
    {
      action: 'suspend',
      from: ['active'],
      to: 'suspended',
      who: ['operator'],
      guard: 'the user is not an operator',
      effect: 'the user cannot sign in, and their credentials do not work; their accounts stay',
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
    UserStateConflict({
      reason:
        action === 'suspend'
          ? 'The user is suspended already; nothing was changed.'
          : 'The user is not suspended; nothing was changed.',
    }),
})

export type UserAction = ActionOf<typeof userLife>
