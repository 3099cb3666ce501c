// How much may leave a customer's account through an operation, said for each kind of caller. The
// ledger refuses to take anything for an operation that has not said it, the tools refuse a program
// what is not for programs, and the contract tests read the rest.

/** `counted` against a limit, `guarded` by a rule, `open` for a reason, or not to be had at all. */
export type Limit =
  | { readonly counted: string }
  | { readonly guarded: string }
  | { readonly open: string }
  | 'refused'

export interface Spends {
  /** Somebody who signed in. */
  readonly people: Limit
  /** An API key of theirs, which needs the permission `write`. */
  readonly keys: Limit
  /** An agent by its own session or key. */
  readonly agents: Limit
  /** A program that somebody connected, by a tool. */
  readonly programs: Limit
}

const owner: Pick<Spends, 'people' | 'keys'> = {
  people: { open: 'The money is theirs, and the balance is the limit.' },
  keys: {
    open: 'The owner gave the key the permission to write, and may bind it to addresses and a date.',
  },
}

/** Customers spend their own money; agents and programs do not reach it. */
export const ownMoney: Spends = { ...owner, agents: 'refused', programs: 'refused' }

/** Customers spend their own money, and so may agents of theirs that were given the scope for it. */
export const byAgentsToo: Spends = {
  ...ownMoney,
  agents: {
    open: 'Its owner gave the agent this scope, and one account to spend from, whose balance is the limit.',
  },
}

/** Counted under a lock, in the transaction that spends. */
const dailyLimit: Limit = { counted: 'The daily limit that the person set for the program.' }

export const byProgramsToo: Spends = { ...ownMoney, programs: dailyLimit }

/** It has no route: only tools run it. */
export const programsOnly: Spends = {
  people: 'refused',
  keys: 'refused',
  agents: 'refused',
  programs: dailyLimit,
}

const funding: Limit = {
  guarded: 'Operators and tellers only where FUNDING is "operators"; the owner otherwise.',
}

/** Cash leaves the bank, or comes back into it. */
export const cash: Spends = {
  people: funding,
  keys: funding,
  agents: 'refused',
  programs: 'refused',
}

/** Only operators may do it, and what they do is on record. */
export const operatorsOnly: Spends = {
  people: { guarded: 'Operators only.' },
  keys: { guarded: 'Keys of operators only.' },
  agents: 'refused',
  programs: 'refused',
}
