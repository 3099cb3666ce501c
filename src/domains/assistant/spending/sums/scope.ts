// The balances of a user and the view of their transactions, as every sum of their spending needs them.
import { systemCaller } from '../../../../operation/caller.ts'
import type { Db } from '../../../../platform/database.ts'
import { listCallerAccounts } from '../../../core/accounts/for-tasks.ts'
import type { SumScope } from './store.ts'
import { findView, type Owner } from '../rules/store.ts'

/** All accounts that the user owns or manages, for all time. */
export async function scopeOf(tx: Db, person: Owner): Promise<SumScope> {
  const caller = { ...systemCaller(person.environment), user: person.user_uuid }
  const accounts = await listCallerAccounts({ tx, caller })
  const owners = Object.fromEntries(accounts.map(({ account, row }) => [account.id, row.user_uuid]))
  return {
    books: accounts
      .flatMap(({ account }) => [...account.books.values()])
      .filter(({ seq }) => seq > 0),
    from: undefined,
    to: undefined,
    side: 'from',
    view: await findView(tx, person),
    owners,
    askedOwners: owners,
    countsAll: false,
  }
}

/** Sums, balances and moves must be of one snapshot, or a move between two statements would count twice or not at all. */
export const inSnapshot = <Output>(db: Db, read: (tx: Db) => Promise<Output>): Promise<Output> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)
