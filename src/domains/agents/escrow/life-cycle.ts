// The life of an escrow. Whatever is not in this table is refused, naming the state it is in.
import { defineLifeCycle } from './steps.ts'

export const escrowStatuses = [
  'created',
  'funded',
  'released',
  'disputed',
  'resolved',
  'expired',
  'cancelled',
] as const
export type EscrowStatus = (typeof escrowStatuses)[number]

const escrowOperations = ['fund', 'release', 'dispute', 'resolve', 'cancel', 'expire'] as const
export type EscrowOperation = (typeof escrowOperations)[number]

export type EscrowRole = 'buyer' | 'seller' | 'resolver'

export const escrowLife = defineLifeCycle<EscrowStatus, EscrowOperation, EscrowRole>(
  escrowStatuses,
  escrowOperations,
  [
    {
      from: 'created',
      operation: 'fund',
      who: ['buyer'],
      guard: 'the whole amount is available, both accounts are open',
      to: 'funded',
      money: 'reserve',
      effect: 'the amount is reserved on the buyer’s account',
    },
    {
      from: 'created',
      operation: 'cancel',
      who: ['buyer'],
      guard: '',
      to: 'cancelled',
      money: 'none',
      effect: 'none',
    },
    {
      from: 'created',
      operation: 'expire',
      who: ['clock'],
      guard: 'its time is over',
      to: 'expired',
      money: 'none',
      effect: 'none',
    },
    {
      from: 'funded',
      operation: 'release',
      who: ['buyer', 'resolver'],
      guard: 'every release condition is met',
      to: 'released',
      money: 'pay',
      effect: 'the seller is paid, less the bank’s fee if there is one',
    },
    {
      from: 'funded',
      operation: 'dispute',
      who: ['buyer', 'seller'],
      guard: '',
      to: 'disputed',
      money: 'keep',
      effect: 'the money stays reserved, and no longer expires',
    },
    {
      from: 'funded',
      operation: 'cancel',
      // Only whoever would be paid may let the other off: otherwise a buyer could take and not pay.
      who: ['seller'],
      guard: '',
      to: 'cancelled',
      money: 'refund',
      effect: 'the money is the buyer’s to spend again',
    },
    {
      from: 'funded',
      operation: 'expire',
      who: ['clock'],
      guard: 'its time is over',
      to: 'expired',
      money: 'refund',
      effect: 'the money is the buyer’s to spend again',
    },
    {
      from: 'disputed',
      operation: 'resolve',
      who: ['buyer', 'seller', 'resolver'],
      guard:
        'the agreed resolver alone; where none was agreed both sides together or the bank’s operator, and one side alone only to give way',
      to: 'resolved',
      money: 'share',
      effect:
        'all to the seller, all back to the buyer, or a split: the buyer’s share rounded down, the rest to the seller',
    },
  ],
)
