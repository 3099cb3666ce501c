// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'machine_payments.answers': { of: 'user_uuid', erase: 'rows' },
  'machine_payments.authorizations': 'Payments between addresses of public chains.',
  'machine_payments.payments': {
    of: 'user_uuid',
    erase: ['payer', 'agent_ids'],
    kept: 'books',
    blocks: {
      when: "status in ('pending', 'verified')",
      what: 'paid requests that are not settled',
    },
  },
  'machine_payments.resources': 'What is for sale to everyone.',
  'machine_payments.spending_limits': { of: 'user_uuid', erase: 'rows' },
  'x402.endpoints': { of: 'user_uuid', erase: ['description'], set: { is_active: 'false' } },
  'x402.payments': { of: 'user_uuid', erase: ['payer', 'pay_to', 'error_reason'], kept: 'books' },
  'x402.spending_limits': { of: 'user_uuid', erase: 'rows' },
})
