// The states of an account and the steps between them. A closed account can no longer be found, so no
// step needs an error for it.
import { defineLifeCycle } from '../../../kernel/life-cycle.ts'
import { AccountFrozen } from '../ledger/index.ts'
import { AccountAlreadyFrozen, AccountNotFrozen } from './errors.ts'

export const accountLife = defineLifeCycle({
  name: 'account',
  states: ['active', 'frozen', 'closed'],
  starts: ['active'],
  ends: ['closed'],
  steps: [
    { action: 'freeze', from: ['active'], to: 'frozen', who: ['owner', 'operator'] },
    {
      action: 'freeze',
      from: ['frozen'],
      to: 'frozen',
      who: ['operator'],
      guard: 'its owner froze it',
      effect: 'only an operator can unfreeze it',
    },
    {
      action: 'unfreeze',
      from: ['frozen'],
      to: 'active',
      who: ['owner', 'operator'],
      guard: 'the caller froze it, or is an operator',
    },
    {
      action: 'close',
      from: ['active'],
      to: 'closed',
      who: ['owner', 'operator'],
      guard: 'it holds no money',
    },
  ],
  refuse({ action }, about: { readonly account_uuid: string }) {
    if (action === 'freeze') return AccountAlreadyFrozen({})
    return action === 'unfreeze' ? AccountNotFrozen({}) : AccountFrozen(about)
  },
})
