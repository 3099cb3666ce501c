// An example request and answer of every operation here: the documents show them, the contract tests send them.
import { defineExamples } from '../../../operation/examples.ts'

const verifiedCounts = { accounts: 18, balances: 24, moves: 0, holds: 0 }

const invariant = {
  name: 'zero_sum',
  statement: 'In each environment, all balances of an asset add up to zero.',
  status: 'sound',
  violation_count: 0,
}

const ledgerIntegrity = {
  status: 'sound',
  checked_at: '2026-03-01T12:00:00.000Z',
  full_checked_at: null,
  verified_position: 0,
  newest_position: 0,
  lag_moves: 0,
  counts: verifiedCounts,
  quarantined_accounts: 0,
  invariants: [invariant],
}

export const examples = defineExamples({
  'ledger.integrity': { output: ledgerIntegrity },
  'ledger.recheck': {
    output: {
      lifted_count: 0,
      still_count: 0,
      lifted: [],
      still_quarantined: [],
      integrity: {
        ...ledgerIntegrity,
        counts: { ...verifiedCounts, accounts: 21 },
        invariants: [{ ...invariant, violations: [] }],
      },
    },
    as: 'operator',
  },
})
