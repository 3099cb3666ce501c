// What the tables of this domain hold about persons, and what an erasure does to it.
import { definePersonalData } from '../../../operation/personal-data.ts'

export const personalData = definePersonalData({
  'ledger.accounts': [
    {
      of: 'user_uuid',
      erase: [],
      set: { holder_name: "'Erased customer'" },
      hide: ['manager_uuid', 'quarantine'],
      blocks: {
        when: "owes or (status = 'frozen' and user_uuid is not null)",
        what: 'accounts that are frozen or owe money',
      },
    },
    {
      of: 'manager_uuid',
      erase: [],
      notExported: 'They are about their owners.',
      blocks: { when: "status <> 'closed'", what: 'accounts that they manage for others' },
    },
  ],
  'ledger.balances': {
    through: { account_id: 'ledger.accounts.id' },
    erase: [],
    kept: 'books',
    blocks: { when: 'units <> 0 or held <> 0', what: 'balances that are not zero' },
  },
  'ledger.holds': [
    {
      through: { account_id: 'ledger.accounts.id' },
      erase: ['reference', 'metadata', 'agent', 'reason'],
      kept: 'books',
      blocks: { when: "status = 'open'", what: 'payments that are not completed' },
    },
    {
      through: { to_account: 'ledger.accounts.id' },
      erase: ['reference', 'metadata', 'agent', 'reason'],
      kept: 'books',
      notExported: 'Payments of others that did not arrive, or not yet.',
      blocks: { when: "status = 'open'", what: 'payments that are not completed' },
    },
  ],
  'ledger.moves': [
    {
      through: { from_account: 'ledger.accounts.id', to_account: 'ledger.accounts.id' },
      erase: ['reference', 'metadata', 'agent'],
      kept: 'books',
      // The balances of the other side; the own ones follow from the moves.
      hide: [
        'from_seq',
        'from_after',
        'to_seq',
        'to_after',
        'user_uuid',
        'credential_id',
        'request_id',
        'agent',
      ],
    },
    {
      // A payment to an address without an account waits at the bank.
      byExpression: { "metadata->>'p2p_transfer'": 'mobile.p2p_transfers.id' },
      erase: ['reference', 'metadata', 'agent'],
      kept: 'books',
      notExported: 'Payments of others that did not arrive yet.',
    },
    {
      // Without an index, so nothing is done that would read them all.
      of: 'user_uuid',
      erase: [],
      kept: 'books',
      notExported: 'Payments that the person made for others are in the books of those.',
    },
  ],
  'ledger.openings': { of: 'user_uuid', erase: [], kept: 'books' },
  'ledger.proofs': { through: { account_id: 'ledger.accounts.id' }, erase: [], kept: 'books' },
  'ledger.prover': 'How far the prover is.',
  'ledger.recheck_accounts': 'Accounts that were proved again, by their ids.',
  'ledger.rechecks': 'Proofs that operators asked for.',
  'ledger.violations': 'What the prover found, by the ids of accounts.',
})
