// What must always be true of the ledger, each in a sentence. The prover computes all of it anew from
// the moves and holds, and from what accounts were opened as.

export const invariants = {
  zero_sum: 'In each environment, all balances of an asset add up to zero.',
  balance: 'Each balance is the sum of the moves of its account and asset.',
  chain: 'The balance after each move is the one before it, plus or minus what was moved.',
  held: 'What is held of each balance is what its open holds have left.',
  sequence: 'The moves of each balance are numbered from 1 without a gap.',
  time: 'The moves of each balance never go back in time.',
  environment:
    'Each account stays in the environment it was opened in, and each move is between two of its own.',
  reversals: 'No entry is reversed for more than it moved.',
  captures: 'What was captured of each hold is what the moves took out of it.',
  owner: 'Each account belongs to whom it was opened for, and is managed by whoever opened it.',
  overdraft:
    'No balance of a customer has an overdraft, and every one of the bank is without limit.',
} as const

export type InvariantName = keyof typeof invariants

export const invariantNames = Object.keys(invariants) as InvariantName[]

/** One place where an invariant does not hold. */
export interface Finding {
  readonly invariant: InvariantName
  readonly environment: string | null
  readonly account_id: string | null
  readonly asset: string | null
  /** The entry or the hold. */
  readonly subject: string | null
  /** The number of the move within its balance. */
  readonly seq: number | null
  readonly expected: string
  readonly found: string
}
