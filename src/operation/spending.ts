// States for each kind of caller how spending by an operation is limited. The ledger refuses to take money
// for an operation without such a statement, the tools refuse OAuth clients what they may not spend, and the
// contract tests check the rest. Jobs state the same about what they take without a call.
import type { JobSpends } from '../platform/jobs.ts'
import type { MaySpend } from './posting.ts'

/** Spending is `counted` against a limit, `guarded` by a rule, `open` for a stated reason, or refused. */
export type Limit =
  | { readonly counted: string }
  | { readonly guarded: string }
  | { readonly open: string }
  | 'refused'

export interface Spends {
  /** Users who signed in. */
  readonly people: Limit
  /** API keys of users; they need the permission `write`. */
  readonly keys: Limit
  /** Agents with their own session or key. */
  readonly agents: Limit
  /** OAuth clients that a user connected; they spend through tools. */
  readonly programs: Limit
}

const owner: Pick<Spends, 'people' | 'keys'> = {
  people: { open: 'The money is theirs, and the balance is the limit.' },
  keys: {
    open: 'The owner gave the key the permission to write, and may bind it to addresses and a date.',
  },
}

/** Customers spend their own money; agents and OAuth clients may not. */
export const ownMoney: Spends = { ...owner, agents: 'refused', programs: 'refused' }

/** Customers spend their own money, and so may their agents that have the scope for it. */
export const agentsAllowed: Spends = {
  ...ownMoney,
  agents: {
    open: 'Its owner gave the agent this scope, and one account to spend from, whose balance is the limit.',
  },
}

/** The limit is counted under a lock, in the transaction that spends. */
const dailyLimit: Limit = { counted: 'The daily limit that the user set for the client.' }

export const programsAllowed: Spends = { ...ownMoney, programs: dailyLimit }

/** For operations without a route, which only tools run. */
export const programsOnly: Spends = {
  people: 'refused',
  keys: 'refused',
  agents: 'refused',
  programs: dailyLimit,
}

const funding: Limit = {
  guarded: 'Operators and tellers only where FUNDING is "operators"; the owner otherwise.',
}

/** For deposits and withdrawals of cash. */
export const cash: Spends = {
  people: funding,
  keys: funding,
  agents: 'refused',
  programs: 'refused',
}

/** Only operators may do it, and the audit trail records it. */
export const operatorsOnly: Spends = {
  people: { guarded: 'Operators only.' },
  keys: { guarded: 'Keys of operators only.' },
  agents: 'refused',
  programs: 'refused',
}

/** Whether a job may take customers' money; a job that asks may take nothing before it has asked. */
export const mayTake = (spends: JobSpends | undefined): MaySpend => {
  if (spends === undefined) return false
  return 'open' in spends || { stands: false }
}
