// The life cycles of a payment file and of each payment in it, and the ISO 20022 status of each state in reports.
import { defineLifeCycle, type StateOf } from '../../../kernel/life-cycle.ts'
import { FilePaymentNotCancellable } from './errors.ts'

export const paymentLife = defineLifeCycle({
  name: 'file payment',
  states: ['scheduled', 'sent', 'settled', 'rejected', 'cancelled'],
  starts: ['scheduled', 'sent', 'settled', 'rejected'],
  ends: ['rejected', 'cancelled'],
  steps: [
    {
      action: 'settle',
      from: ['scheduled'],
      to: 'settled',
      who: ['clock'],
      guard: 'its day has come, and the accounts and the balance allow it',
      effect: 'the money is on the creditor’s account',
    },
    {
      action: 'send',
      from: ['scheduled'],
      to: 'sent',
      who: ['clock'],
      guard: 'its day has come, and the creditor is at another bank that a payment rail reaches',
      effect: 'the payment rail has the money',
    },
    {
      action: 'settle',
      from: ['sent'],
      to: 'settled',
      who: ['payment rail'],
    },
    {
      action: 'reject',
      from: ['scheduled'],
      to: 'rejected',
      who: ['clock'],
      guard: 'its day has come, and the accounts or the balance do not allow it',
    },
    {
      action: 'reject',
      from: ['sent'],
      to: 'rejected',
      who: ['payment rail'],
      effect: 'the payment rail has given the money back',
    },
    {
      action: 'return',
      from: ['settled'],
      to: 'rejected',
      who: ['payment rail'],
      guard: 'the other bank returned the payment',
      effect: 'the money is on the debtor’s account again',
    },
    {
      action: 'withdraw',
      from: ['sent'],
      to: 'cancelled',
      who: ['sender'],
      guard: 'it was cancelled at the payment rail, which had not sent it yet',
      effect: 'the payment rail has given the money back',
    },
    {
      action: 'cancel',
      from: ['scheduled'],
      to: 'cancelled',
      who: ['sender', 'operator'],
      guard: 'it has not been executed yet',
    },
  ],
  refuse: ({ state, action }, about: { readonly payment_id: string }) =>
    action === 'cancel' ? FilePaymentNotCancellable({ ...about, status: state }) : undefined,
})

export type PaymentStatus = StateOf<typeof paymentLife>

/** The state of a file follows from the states of its payments, which it counts. */
export const messageLife = defineLifeCycle({
  name: 'payment file',
  states: ['processing', 'scheduled', 'settled', 'partly_settled', 'rejected', 'cancelled'],
  starts: ['processing'],
  ends: ['rejected', 'cancelled'],
  steps: [
    {
      action: 'wait',
      from: ['processing'],
      to: 'scheduled',
      who: ['clock'],
      guard: 'every payment is decided, and some are scheduled or on their way to another bank',
    },
    {
      action: 'settle',
      from: ['processing', 'scheduled'],
      to: 'settled',
      who: ['clock'],
      guard: 'every payment is settled',
    },
    {
      action: 'settle partly',
      from: ['processing', 'scheduled'],
      to: 'partly_settled',
      who: ['clock'],
      guard: 'all payments have their final outcome, and not all the same',
    },
    {
      action: 'take a return',
      from: ['settled'],
      to: 'partly_settled',
      who: ['payment rail'],
      guard: 'another bank returned one of several payments',
    },
    {
      action: 'take the last return',
      from: ['settled', 'partly_settled'],
      to: 'rejected',
      who: ['payment rail'],
      guard: 'other banks have returned all payments that were not rejected',
    },
    {
      action: 'reject',
      from: ['processing', 'scheduled'],
      to: 'rejected',
      who: ['clock'],
      guard: 'every payment is rejected',
    },
    {
      action: 'cancel',
      from: ['scheduled'],
      to: 'cancelled',
      who: ['sender', 'operator'],
      guard: 'every payment is cancelled',
    },
  ],
})

/** Whether all payments of a file in this state have their final outcome. */
export const isComplete = (status: MessageStatus): boolean =>
  status !== 'processing' && status !== 'scheduled'

export type MessageStatus = StateOf<typeof messageLife>

/** The number of payments in each state. */
export type Counts = Readonly<Record<PaymentStatus, number>>

export const noCounts: Counts = { scheduled: 0, sent: 0, settled: 0, rejected: 0, cancelled: 0 }

/** The state of a file whose payments are all decided. */
export function statusOfAll(counts: Counts): Exclude<MessageStatus, 'processing'> {
  if (counts.scheduled + counts.sent > 0) return 'scheduled'
  const outcomes = (['settled', 'rejected', 'cancelled'] as const).filter(
    (status) => counts[status] > 0,
  )
  return outcomes.length === 1 ? outcomes[0]! : 'partly_settled'
}

/** The ISO 20022 status of a payment. */
export const isoStatus = {
  scheduled: 'PDNG',
  sent: 'ACSP',
  settled: 'ACSC',
  rejected: 'RJCT',
  cancelled: 'CANC',
} as const satisfies Record<PaymentStatus, string>

export const groupStatuses = ['ACTC', 'PDNG', 'ACSP', 'ACSC', 'RJCT', 'CANC', 'PART'] as const
export type GroupStatus = (typeof groupStatuses)[number]

/** The ISO 20022 status of several payments together: what all have in common, or PART. */
export function groupStatusOf(counts: Counts): GroupStatus {
  const present = paymentLife.states.filter((status) => counts[status] > 0)
  return present.length === 1 ? isoStatus[present[0]!] : 'PART'
}
