// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'partners.branding': 'How an organisation looks.',
  'partners.keys': 'Keys of an organisation.',
  'partners.logos': 'The logo of an organisation.',
  'partners.members': { email: 'email', erase: 'rows' },
  'partners.partners': { email: 'contact_email', erase: ['contact_email'] },
  'partners.tenant_usage': 'Counts of calls of an organisation.',
  'partners.tenants': 'Organisations that run a bank on this one.',
  'partners.usage': 'Counts of calls of an organisation.',
  'partners.usage_warnings': 'Warnings about the calls of an organisation.',
})
