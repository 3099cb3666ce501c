// Posts for many callers in one transaction of another domain. A group works like `post`, but each decision
// has its own cause, and the replies to their idempotency keys are written with the decisions.
import type { Bank } from '../../../../operation/bank.ts'
import type { Cause, BookName, Draft } from '../../../../operation/posting.ts'
import type { NewReply } from '../../../../operation/store.ts'
import type { Database, Db } from '../../../../platform/database.ts'
import { type Account, Batch, type Hold } from './core.ts'
import { ACCOUNT_CHANGED, statementsOf } from './service.ts'
import { loadHolds, openBooks, writeChanges } from '../store.ts'

export interface Group {
  findAccount(id: string): Account | undefined
  findHold(id: string): Hold | undefined
  /** Returns the decision's output, or throws its error and undoes all of its changes. */
  run<Output>(decide: (ledger: Draft) => Output, cause: Cause): Output
  /** Writes all decisions and returns the accounts that they changed. */
  write(replies: readonly NewReply[]): Promise<string[]>
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
    async write(replies) {
      await writeChanges(tx, batch.changes, replies)
      return [...new Set([...batch.changes.books.keys()].map((book) => book.account.id))]
    },
  }
}

export interface GroupOptions extends Pick<Bank, 'invalidate' | 'notifyLater'> {
  readonly database: Pick<Database, 'write'>
}

/** The transaction of a group: once it has committed, nodes drop their copies of the accounts whose money moved. */
export async function runGroup<Outcome>(
  { database, invalidate, notifyLater }: GroupOptions,
  work: (tx: Db) => Promise<{ outcomes: Outcome[]; changed: readonly string[] }>,
): Promise<Outcome[]> {
  const { outcomes, changed } = await database.write.transaction().execute(work)
  for (const account of changed) invalidate(ACCOUNT_CHANGED, account)
  notifyLater(changed.map((key) => ({ topic: ACCOUNT_CHANGED, key })))
  return outcomes
}
