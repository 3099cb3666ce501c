// Pages of the audit trail. One row more than asked for is read, which shows whether another page follows.
import { firstUuidAt } from '../../../kernel/uuid.ts'
import * as store from '../../../operation/audit-store.ts'
import type { Context } from '../../../operation/operation.ts'

export interface ChangesRequest extends Omit<store.Wanted, 'environment' | 'from'> {
  readonly since?: string
}

export async function listChanges({ since, ...wanted }: ChangesRequest, { tx, caller }: Context) {
  const rows = await store.listChanges(tx, {
    ...wanted,
    environment: caller.environment,
    from: since === undefined ? undefined : firstUuidAt(new Date(since)),
    limit: wanted.limit + 1,
  })
  const data = rows.slice(0, wanted.limit)
  return { data, next: rows.length > data.length ? data.at(-1)!.id : null }
}
