// The life of a payment between agents. Whatever is not in this table is refused, naming the state.
import { defineLifeCycle } from '../escrow/index.ts'

export const paymentStatuses = ['pending', 'completed', 'cancelled', 'failed'] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

const paymentOperations = ['confirm', 'cancel', 'expire'] as const
export type PaymentOperation = (typeof paymentOperations)[number]

export const paymentLife = defineLifeCycle<PaymentStatus, PaymentOperation, 'sender'>(
  paymentStatuses,
  paymentOperations,
  [
    {
      from: 'pending',
      operation: 'confirm',
      who: ['sender'],
      guard: 'both accounts are open',
      to: 'completed',
      money: 'pay',
      effect: 'the receiver is paid; an escrow is funded and released',
    },
    {
      from: 'pending',
      operation: 'cancel',
      who: ['sender'],
      guard: '',
      to: 'cancelled',
      money: 'refund',
      effect: 'the money is the sender’s to spend again; an escrow is cancelled',
    },
    {
      from: 'pending',
      operation: 'expire',
      who: ['clock'],
      guard: 'its time is over',
      to: 'failed',
      money: 'refund',
      effect: 'the money is the sender’s to spend again; an escrow expires',
    },
  ],
)
