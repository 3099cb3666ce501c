// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'
import { GUARANTEES_OPEN_LOAN } from './loans/store.ts'

export const personalData = definePersonalData({
  'microfinance.attendance': { of: 'user_id', erase: [] },
  'microfinance.dividends': 'Dividends of a group, per share.',
  'microfinance.groups': 'Groups; their members have a table of their own.',
  'microfinance.guarantees': {
    of: 'user_id',
    erase: [],
    kept: 'books',
    blocks: { when: GUARANTEES_OPEN_LOAN, what: 'guarantees for loans that are not repaid' },
  },
  'microfinance.instalments': {
    through: { loan_uuid: 'microfinance.loans.uuid' },
    erase: [],
    kept: 'books',
  },
  'microfinance.loans': {
    of: 'user_id',
    erase: ['purpose', 'reason'],
    kept: 'books',
    blocks: {
      when: "status in ('applied', 'approved', 'disbursed', 'written_off')",
      what: 'loans that are not repaid',
    },
  },
  'microfinance.meetings': 'Minutes of groups.',
  'microfinance.members': { of: 'user_id', erase: [] },
  'microfinance.officers': [
    { of: 'user_uuid', erase: ['name', 'territory'], kept: 'evidence' },
    { of: 'created_by', erase: [], kept: 'evidence', notExported: 'They are about the officers.' },
  ],
  'microfinance.provisions': {
    through: { loan_uuid: 'microfinance.loans.uuid' },
    erase: [],
    kept: 'books',
  },
  'microfinance.reconciliations': 'Counts of the vaults of tellers.',
  'microfinance.repayments': {
    through: { loan_uuid: 'microfinance.loans.uuid' },
    erase: [],
    kept: 'books',
  },
  'microfinance.share_accounts': {
    of: 'user_uuid',
    erase: [],
    kept: 'books',
    blocks: { when: 'shares <> 0 or dividends <> 0', what: 'shares and dividends' },
  },
  'microfinance.share_movements': {
    through: { share_account_uuid: 'microfinance.share_accounts.uuid' },
    erase: [],
    kept: 'books',
  },
  'microfinance.sheet_lines': { of: 'user_id', erase: [], kept: 'books' },
  'microfinance.sheets': {
    of: 'created_by',
    erase: ['notes'],
    kept: 'books',
    notExported: 'They are about the members of a group.',
  },
  'microfinance.teller_transactions': { of: 'user_uuid', erase: [], kept: 'books' },
  'microfinance.tellers': { of: 'user_uuid', erase: ['name'], kept: 'evidence' },
  'microfinance.vaults': 'Cash of tellers.',
})
