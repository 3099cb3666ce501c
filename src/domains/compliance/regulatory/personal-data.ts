// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'regulatory.decisions': { of: 'user_uuid', erase: 'rows', kept: 'identification' },
  'regulatory.enforcement': 'Whether transfers are checked.',
  'regulatory.opened': 'When the bank began.',
  'regulatory.reports': {
    of: 'user_uuid',
    erase: ['data', 'metadata'],
    kept: 'identification',
    notExported: 'Reports to the authorities may not be disclosed to those they are about.',
  },
  'regulatory.sanctions_exceptions': {
    name: 'name',
    erase: 'rows',
    kept: 'identification',
    notExported: 'It says what the bank knows and suspects.',
  },
  'regulatory.sanctions_hits': [
    {
      // A name is not one person alone: only what was cleared is deleted, and the words do not say what is looked into.
      name: 'name',
      only: "status = 'cleared'",
      erase: 'rows',
      kept: 'identification',
      notExported: 'It says what the bank knows and suspects.',
    },
    {
      name: 'name',
      erase: [],
      kept: 'identification',
      notExported: 'It says what the bank knows and suspects.',
      blocks: {
        when: "status in ('open', 'confirmed')",
        what: 'a matter that the bank has to settle first',
      },
    },
  ],
  'regulatory.travel_rule_checks': { of: 'user_uuid', erase: 'rows', kept: 'identification' },
  'regulatory.travel_rule_transfers': { of: 'user_uuid', erase: 'rows', kept: 'identification' },
})
