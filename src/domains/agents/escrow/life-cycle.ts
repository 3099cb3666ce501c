// The life of an escrow. A step that is not in this table is refused with an error that names the
// current state. `money` states what the step does to the reserved amount.
import { type ActionOf, defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { EscrowStateConflict } from './errors.ts'

export const escrowLife = defineLifeCycle({
  name: 'escrow',
  states: ['created', 'funded', 'released', 'disputed', 'resolved', 'expired', 'cancelled'],
  starts: ['created'],
  ends: ['released', 'resolved', 'expired', 'cancelled'],
  steps: [
    {
      from: ['created'],
      action: 'fund',
      who: ['buyer'],
      guard: 'the whole amount is available, both accounts are open',
      to: 'funded',
      money: 'reserve',
      effect: 'the amount is reserved on the buyer’s account',
    },
    {
      from: ['created'],
      action: 'cancel',
      who: ['buyer'],
      to: 'cancelled',
      money: 'none',
    },
    {
      from: ['created'],
      action: 'expire',
      who: ['clock'],
      guard: 'its time is over',
      to: 'expired',
      money: 'none',
    },
    {
      from: ['funded'],
      action: 'release',
      who: ['buyer', 'resolver'],
      guard: 'every release condition is met',
      to: 'released',
      money: 'pay',
      effect: 'the seller is paid, less the bank’s fee if there is one',
    },
    {
      from: ['funded'],
      action: 'dispute',
      who: ['buyer', 'seller'],
      to: 'disputed',
      money: 'keep',
      effect: 'the money stays reserved, and no longer expires',
    },
    {
      from: ['funded'],
      action: 'cancel',
      // Only the seller may cancel now: otherwise a buyer could take the goods and not pay.
      who: ['seller'],
      to: 'cancelled',
      money: 'refund',
      effect: 'the amount is available to the buyer again',
    },
    {
      from: ['funded'],
      action: 'expire',
      who: ['clock'],
      guard: 'its time is over',
      to: 'expired',
      money: 'refund',
      effect: 'the amount is available to the buyer again',
    },
    {
      from: ['disputed'],
      action: 'resolve',
      who: ['buyer', 'seller', 'resolver'],
      guard:
        'only the agreed resolver; if none was agreed, both sides together or the bank’s operator, and one side alone only to concede',
      to: 'resolved',
      money: 'share',
      effect:
        'all to the seller, all back to the buyer, or a split: the buyer’s share rounded down, the rest to the seller',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    EscrowStateConflict({ status: state, operation: action, allowed: allowed.join(' or ') }),
})

export type EscrowStatus = StateOf<typeof escrowLife>
export type EscrowOperation = ActionOf<typeof escrowLife>
export type EscrowRole = 'buyer' | 'seller' | 'resolver'
