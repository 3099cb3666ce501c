// The life cycle of invoices.
import { defineLifeCycle } from '../../../kernel/life-cycle.ts'
import { InvoiceStateConflict } from './errors.ts'

export const invoiceLife = defineLifeCycle({
  name: 'partner invoice',
  states: ['draft', 'pending', 'paid', 'overdue', 'cancelled', 'refunded'],
  starts: ['draft'],
  ends: ['cancelled', 'refunded'],
  steps: [
    {
      action: 'issue',
      from: ['draft'],
      to: 'pending',
      who: ['clock', 'operator'],
      guard: 'its period is over',
      effect: 'it has a number and is due in 30 days',
    },
    {
      action: 'pay',
      from: ['pending', 'overdue'],
      to: 'paid',
      who: ['partner'],
      effect: 'the total moves from an account of the payer to the fees of the bank',
    },
    {
      action: 'expire',
      from: ['pending'],
      to: 'overdue',
      who: ['clock'],
      guard: 'it was due more than 7 days ago',
    },
    { action: 'cancel', from: ['pending', 'overdue'], to: 'cancelled', who: ['operator'] },
    {
      action: 'refund',
      from: ['paid'],
      to: 'refunded',
      who: ['operator'],
      effect: 'the total moves back to the account that paid',
    },
  ],
  refuse: ({ state, action, allowed }) =>
    action === 'issue' || action === 'expire'
      ? undefined
      : InvoiceStateConflict({ status: state, action, allowed }),
})
