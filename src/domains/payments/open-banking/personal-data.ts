// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'open_banking.consents': [
    { of: 'psu_uuid', erase: ['access'], kept: 'evidence' },
    {
      of: 'tpp_uuid',
      erase: ['redirect_uri'],
      kept: 'evidence',
      hide: ['access'],
    },
  ],
  'open_banking.grants': {
    through: { consent_id: 'open_banking.consents.id' },
    erase: [],
    kept: 'evidence',
  },
  'open_banking.payments': {
    of: ['psu_uuid', 'tpp_uuid'],
    erase: ['creditor_name', 'creditor_iban', 'reference', 'redirect_uri', 'reason'],
    kept: 'identification',
    blocks: {
      when: "status in ('RCVD', 'ACTC', 'ACSP')",
      what: 'payments of third parties in progress',
    },
  },
})
