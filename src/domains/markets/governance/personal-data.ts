// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'governance.polls': 'What everyone can vote on.',
  'governance.proposal_votes': { of: 'user_uuid', erase: [] },
  'governance.proposals': 'What everyone can vote on.',
  'governance.votes': { of: 'user_uuid', erase: [] },
})
