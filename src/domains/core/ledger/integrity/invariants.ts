// The invariants of the ledger, each in a sentence. The prover recomputes all of them from the moves, the
// holds and the records of account openings.

export const invariants = {
  zero_sum: 'In each environment, all balances of an asset add up to zero.',
  balance: 'Each balance is the sum of the moves of its account and asset.',
  chain: 'The balance after each move is the balance before it, plus or minus the amount moved.',
  held: 'The reserved part of each balance is the sum that its open holds have left.',
  sequence: 'The moves of each balance are numbered from 1 without a gap.',
  time: 'The moves of each balance never go back in time.',
  environment:
    'Each account stays in the environment it was opened in, and each move is between two accounts of one environment.',
  reversals: 'No entry is reversed for more than it moved.',
  captures: 'The captured part of each hold is the sum of the moves that captured it.',
  owner: 'Each account still has the owner and the manager it was opened with.',
  overdraft:
    'No balance of a customer has an overdraft, and every balance of the bank is without limit.',
} as const

export type InvariantName = keyof typeof invariants

export const invariantNames = Object.keys(invariants) as InvariantName[]

/** One place where an invariant does not hold. */
export interface Finding {
  readonly invariant: InvariantName
  readonly environment: string | null
  readonly account_id: string | null
  readonly asset: string | null
  /** The id of the entry or the hold. */
  readonly subject: string | null
  /** The number of the move within its balance. */
  readonly seq: number | null
  readonly expected: string
  readonly found: string
}

/** Findings with one key are the same place, although what is found there may have changed. */
export const findingKey = ({
  invariant,
  environment,
  account_id,
  asset,
  subject,
}: Finding): string => [invariant, environment, account_id, asset, subject].join(' ')
