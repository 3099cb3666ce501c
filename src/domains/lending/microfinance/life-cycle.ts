// The lives of groups, loans, collection sheets and share accounts. A step that is not in these tables is
// refused with an error that names the current state.
import { defineLifeCycle, type Refused } from '../../../kernel/life-cycle.ts'
import { MicrofinanceStateConflict } from './errors.ts'

const refuse =
  (what: string) =>
  ({ state, action, allowed }: Refused) =>
    MicrofinanceStateConflict({
      what,
      status: state.replaceAll('_', ' '),
      action: action.replaceAll('_', ' '),
      allowed: allowed.map((one) => one.replaceAll('_', ' ')).join(' or '),
    })

export const groupLife = defineLifeCycle({
  name: 'microfinance group',
  states: ['pending', 'active', 'closed'],
  starts: ['pending'],
  ends: ['closed'],
  steps: [
    {
      action: 'activate',
      from: ['pending'],
      to: 'active',
      who: ['organiser', 'operator'],
      guard: 'it has at least 5 members',
    },
    {
      action: 'close',
      from: ['pending', 'active'],
      to: 'closed',
      who: ['organiser', 'operator'],
      guard: 'no loan is open',
    },
  ],
  refuse: refuse('group'),
})

export const loanLife = defineLifeCycle({
  name: 'microfinance loan',
  states: ['applied', 'approved', 'rejected', 'cancelled', 'disbursed', 'repaid', 'written_off'],
  starts: ['applied'],
  ends: ['rejected', 'cancelled', 'repaid', 'written_off'],
  steps: [
    {
      action: 'approve',
      from: ['applied'],
      to: 'approved',
      who: ['operator', 'organiser'],
      guard: 'no liable member is in arrears; the organiser only where MICROFINANCE is open',
      effect: 'the other members of a joint or several group become guarantors',
    },
    { action: 'reject', from: ['applied'], to: 'rejected', who: ['operator', 'organiser'] },
    {
      action: 'cancel',
      from: ['applied', 'approved'],
      to: 'cancelled',
      who: ['borrower', 'organiser', 'operator'],
    },
    {
      action: 'disburse',
      from: ['approved'],
      to: 'disbursed',
      who: ['operator', 'organiser'],
      guard: 'no liable member is in arrears; the organiser only where MICROFINANCE is open',
      effect: 'the principal is in the borrower’s account, and the schedule is fixed',
    },
    {
      action: 'repay',
      from: ['disbursed'],
      to: 'repaid',
      who: ['borrower', 'member', 'organiser', 'operator'],
      guard: 'nothing is owed any more; a smaller payment leaves it disbursed',
    },
    {
      action: 'write_off',
      from: ['disbursed'],
      to: 'written_off',
      who: ['operator'],
      effect: 'the principal that is owed is the bank’s loss',
    },
  ],
  refuse: refuse('loan'),
})

export const sheetLife = defineLifeCycle({
  name: 'collection sheet',
  states: ['pending', 'in_progress', 'completed'],
  starts: ['pending'],
  ends: ['completed'],
  steps: [
    {
      action: 'collect',
      from: ['pending', 'in_progress'],
      to: 'in_progress',
      who: ['officer', 'organiser', 'operator'],
      effect: 'each line repays a loan',
    },
    {
      action: 'complete',
      from: ['pending', 'in_progress'],
      to: 'completed',
      who: ['officer', 'organiser', 'operator', 'clock'],
      guard: 'automatically when the expected amount is collected; otherwise with a note',
    },
  ],
  refuse: refuse('collection sheet'),
})

export const shareLife = defineLifeCycle({
  name: 'share account',
  states: ['active', 'dormant', 'closed'],
  starts: ['active'],
  ends: ['closed'],
  steps: [
    {
      action: 'move',
      from: ['active', 'dormant'],
      to: 'active',
      who: ['owner'],
      guard: 'shares are bought or redeemed, or dividends withdrawn',
    },
    {
      action: 'become_dormant',
      from: ['active'],
      to: 'dormant',
      who: ['clock'],
      guard: 'no movement for MICROFINANCE_DORMANCY_DAYS',
    },
    {
      action: 'close',
      from: ['active', 'dormant'],
      to: 'closed',
      who: ['owner'],
      guard: 'it has neither shares nor dividends',
    },
  ],
  refuse: refuse('share account'),
})
