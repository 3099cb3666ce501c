// Pages of the audit trail, with the names of users, agents, keys and targets as they are now. One row more than asked for
// is read, which shows whether another page follows.
import { firstUuidAt, isUuid } from '../../../kernel/uuid.ts'
import * as store from '../../../operation/audit-store.ts'
import { NotFound } from '../../../operation/error.ts'
import { nameAll, type NameSource } from '../../../operation/names.ts'
import type { Context } from '../../../operation/operation.ts'

export interface AuditOptions {
  /** How the domains name what has an id. */
  readonly names: () => readonly NameSource[]
}

export interface ChangesRequest extends Omit<store.Wanted, 'environment' | 'from' | 'until'> {
  readonly since?: string
  readonly until?: string
}

const toId = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : firstUuidAt(new Date(time))

export async function listChanges(
  { since, until, ...wanted }: ChangesRequest,
  ctx: Context,
  options: AuditOptions,
) {
  const rows = await store.listChanges(ctx.tx, {
    ...wanted,
    environment: ctx.caller.environment,
    from: toId(since),
    until: toId(until),
    limit: wanted.limit + 1,
  })
  const data = await withNames(rows.slice(0, wanted.limit), ctx, options)
  return { data, next: rows.length > data.length ? data.at(-1)!.id : null }
}

export async function getChange(id: string, ctx: Context, options: AuditOptions) {
  const row = isUuid(id)
    ? await store.findChange(ctx.tx, ctx.caller.environment, id.toLowerCase())
    : undefined
  if (!row) throw NotFound({ what: 'change', id })
  const [change] = await withNames([row], ctx, options)
  return change!
}

async function withNames(
  rows: readonly store.AuditRow[],
  { tx }: Context,
  { names }: AuditOptions,
) {
  const ids = rows.flatMap((row) => [
    row.user_uuid,
    row.agent_uuid,
    row.credential_id,
    row.target_uuid,
  ])
  const named = await nameAll(tx, names(), ids)
  const find = (id: string | null) => (id === null ? undefined : named.get(id))
  return rows.map((row) => {
    const target = find(row.target_uuid)
    return {
      ...row,
      user_name: find(row.user_uuid)?.name ?? null,
      agent_name: find(row.agent_uuid)?.name ?? null,
      credential_name: find(row.credential_id)?.name ?? row.client_name,
      target_kind: target?.kind ?? null,
      target_name: target?.name ?? row.target_name,
    }
  })
}
