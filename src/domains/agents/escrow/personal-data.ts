// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'escrow.disputes': {
    through: { escrow_uuid: 'escrow.escrows.uuid' },
    erase: ['reason', 'resolution_reason'],
    kept: 'claims',
  },
  'escrow.escrows': {
    of: ['buyer_owner', 'seller_owner', 'resolver_owner'],
    erase: ['metadata', 'conditions', 'release_conditions', 'conditions_met', 'cancelled_reason'],
    kept: 'claims',
    blocks: { when: "status in ('created', 'funded', 'disputed')", what: 'open escrows' },
  },
  'escrow.evidence': {
    through: { dispute_uuid: 'escrow.disputes.uuid' },
    erase: ['evidence'],
    kept: 'claims',
  },
})
