// Pages of a user's own calls. One row more than asked for is read, which shows whether another page follows.
import type { Context } from '../../../operation/operation.ts'
import * as store from './store.ts'

export async function listCalls(
  wanted: Omit<store.Wanted, 'user_uuid' | 'environment'>,
  { tx, caller }: Context,
) {
  // A signed-in user sees all calls; a key sees its own, and not the addresses from which its owner signs in.
  const { kind, id } = caller.credential!
  const own = kind === 'login' ? {} : { credential_id: id }
  const rows = await store.listCalls(tx, {
    ...wanted,
    ...own,
    user_uuid: caller.user!,
    environment: caller.environment,
    limit: wanted.limit + 1,
  })
  const data = rows.slice(0, wanted.limit)
  return { data, next: rows.length > data.length ? data.at(-1)!.id : null }
}
