// The lives of a proposal and of a poll, each said once: what may happen in each state, and what it is
// then. Guards ask these tables, the reference shows them, and the tests walk through all of them.

type Table<Status extends string, Action extends string> = Readonly<
  Record<Status, Readonly<Partial<Record<Action, Status>>>>
>

export interface LifeCycle<Status extends string, Action extends string> {
  readonly statuses: readonly Status[]
  readonly actions: readonly Action[]
  /** Undefined when it may not happen in that state. */
  next(status: Status, action: Action): Status | undefined
  /** 'draft: activate → active; …' */
  describe(): string
}

function defineLifeCycle<Status extends string, Action extends string>(
  actions: readonly Action[],
  table: Table<Status, Action>,
): LifeCycle<Status, Action> {
  const statuses = Object.keys(table) as Status[]
  return {
    statuses,
    actions,
    next: (status, action) => table[status][action],
    describe: () =>
      statuses
        .map((status) => {
          const moves = actions
            .filter((action) => table[status][action] !== undefined)
            .map((action) => `${action} → ${table[status][action]}`)
          return `${status}: ${moves.join(', ') || 'the end'}`
        })
        .join('; '),
  }
}

export type ProposalStatus = 'draft' | 'active' | 'closed' | 'implemented' | 'rejected'
export type ProposalAction = 'activate' | 'close' | 'implement' | 'reject'

/** `close` is the end of the vote; a proposal that passed waits in `closed` for the basket. */
export const proposalLife = defineLifeCycle<ProposalStatus, ProposalAction>(
  ['activate', 'close', 'implement', 'reject'],
  {
    draft: { activate: 'active' },
    active: { close: 'closed' },
    closed: { implement: 'implemented', reject: 'rejected' },
    implemented: {},
    rejected: {},
  },
)

export type PollStatus =
  | 'draft'
  | 'pending'
  | 'active'
  | 'closed'
  | 'executed'
  | 'cancelled'
  | 'failed'
export type PollAction = 'activate' | 'close' | 'execute' | 'fail' | 'cancel'

/** A draft is activated by hand, a pending poll by the clock. */
export const pollLife = defineLifeCycle<PollStatus, PollAction>(
  ['activate', 'close', 'execute', 'fail', 'cancel'],
  {
    draft: { activate: 'active', cancel: 'cancelled' },
    pending: { activate: 'active', cancel: 'cancelled' },
    active: { close: 'closed', cancel: 'cancelled' },
    closed: { execute: 'executed', fail: 'failed' },
    executed: {},
    cancelled: {},
    failed: {},
  },
)
