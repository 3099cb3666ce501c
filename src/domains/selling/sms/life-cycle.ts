// The states of a message and how they follow each other: forward only, whatever order reports come in.

export type SmsStatus = 'pending' | 'sent' | 'delivered' | 'failed'

export const smsStatuses = ['pending', 'sent', 'delivered', 'failed'] as const

const next: Readonly<Record<SmsStatus, readonly SmsStatus[]>> = {
  pending: ['sent', 'failed'],
  sent: ['delivered', 'failed'],
  delivered: [],
  failed: [],
}

export const mayBecome = (from: SmsStatus, to: SmsStatus): boolean => next[from].includes(to)
