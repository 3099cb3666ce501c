// Posts for many callers in one transaction of another domain. A group works like `post`, but each decision
// has its own cause.
import type { Invalidate } from '../../../../operation/operation.ts'
import type { Cause, BookName, Draft } from '../../../../operation/posting.ts'
import { type Db, statementsOf } from '../../../../platform/database.ts'
import { type Account, Batch, type Hold } from './core.ts'
import { ACCOUNT_CHANGED } from './service.ts'
import { loadHolds, openBooks, writeChanges } from '../store.ts'

export interface Group {
  findAccount(id: string): Account | undefined
  findHold(id: string): Hold | undefined
  /** Returns the decision's output, or throws its error and undoes all of its changes. */
  run<Output>(decide: (ledger: Draft) => Output, cause: Cause): Output
  /** Writes all decisions. Once they have committed, nodes drop their copies of the accounts whose money moved. */
  write(invalidate: Invalidate): Promise<void>
}

export interface GroupNames {
  /** Those of existing accounts are made if they are missing. */
  readonly books: readonly BookName[]
  readonly holds: readonly string[]
}

/** Locks the named books and holds; the decisions cannot use any others. */
export async function openGroup(db: Db, names: GroupNames): Promise<Group> {
  const tx = statementsOf(db)
  const holds =
    names.holds.length > 0 ? await loadHolds(tx, names.holds, true) : new Map<string, Hold>()
  const accounts =
    names.books.length > 0 ? await openBooks(tx, names.books) : new Map<string, Account>()
  const batch = new Batch({ accounts, holds })
  return {
    findAccount: (id) => accounts.get(id),
    findHold: (id) => batch.findHold(id),
    run: (decide, cause) => batch.run(decide, cause),
    write(invalidate) {
      const changed = new Set([...batch.changes.books.keys()].map((book) => book.account.id))
      for (const account of changed) invalidate(ACCOUNT_CHANGED, account, 'later')
      return writeChanges(tx, batch.changes, [])
    },
  }
}
