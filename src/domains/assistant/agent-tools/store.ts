// SQL of the schema `agent_tools`: spends, idempotency keys, calls and disabled tools.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, pageClause } from '../../../platform/database.ts'

export interface NewSpend {
  readonly id: string
  readonly grant_uuid: string
  readonly tool: string
  readonly cents: bigint
  readonly request_id: string
  readonly created_at: Date
}

export async function insertSpend(tx: Db, spend: NewSpend): Promise<void> {
  await tx
    .insertInto('agent_tools.spends')
    .values({ ...spend, cents: String(spend.cents) })
    .execute()
}

/** Oldest first. */
export async function listSpends(tx: Db, grant_uuid: string, since: Date) {
  const { rows } = await sql<{ cents: string; created_at: Date }>`
    select cents, created_at from agent_tools.spends
    where grant_uuid = ${grant_uuid} and created_at > ${since}
    order by created_at, id`.execute(tx)
  return rows.map((row) => ({ cents: BigInt(row.cents), created_at: new Date(row.created_at) }))
}

export interface KeyUse {
  readonly user_uuid: string
  readonly client_id: string
  readonly tool: string
  readonly key: string
  readonly arguments_hash: Buffer
  readonly created_at: Date
}

/** Returns the hash of the arguments that the key belongs to: an earlier use since `freshSince` wins over this one. */
export async function claimKey(tx: Db, use: KeyUse, freshSince: Date): Promise<Buffer> {
  const { rows } = await sql<{ arguments_hash: Buffer }>`
    insert into agent_tools.keys (user_uuid, client_id, tool, key, arguments_hash, created_at)
    values (${use.user_uuid}, ${use.client_id}, ${use.tool}, ${use.key}, ${use.arguments_hash},
      ${use.created_at})
    on conflict (user_uuid, client_id, tool, key) do update set
      arguments_hash = case when keys.created_at < ${freshSince}
        then excluded.arguments_hash else keys.arguments_hash end,
      created_at = case when keys.created_at < ${freshSince}
        then excluded.created_at else keys.created_at end
    returning arguments_hash`.execute(tx)
  return rows[0]!.arguments_hash
}

export interface NewCall {
  readonly id: string
  readonly user_uuid: string | null
  readonly client_id: string
  readonly client_name: string
  readonly grant_uuid: string | null
  readonly token_id: string
  readonly tool: string
  readonly arguments_hash: Buffer
  readonly idempotency_key: string | null
  readonly result: 'success' | 'replayed' | 'error' | 'refused'
  readonly error_code: string | null
  readonly request_id: string
  readonly address: string
  readonly user_agent: string | null
  readonly duration_ms: number
  readonly created_at: Date
}

export async function insertCall(tx: Db, call: NewCall): Promise<void> {
  await tx.insertInto('agent_tools.calls').values(call).execute()
}

/** Each call comes with the amount it spent. */
export async function listCalls(tx: Db, which: PageRequest & { readonly user_uuid: string }) {
  const { user_uuid } = which
  const { rows } = await sql<NewCall & { cents: string | null }>`
    select call.*, spend.cents from agent_tools.calls as call
    left join agent_tools.spends as spend on spend.request_id = call.request_id
    where user_uuid = ${user_uuid}
    order by call.created_at desc, call.id desc ${pageClause(which)}`.execute(tx)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from agent_tools.calls where user_uuid = ${user_uuid}`.execute(tx)
  return { rows, total: counted.rows[0]!.total }
}

export async function listDisabled(tx: Db): Promise<Set<string>> {
  const rows = await tx.selectFrom('agent_tools.disabled').select('tool').execute()
  return new Set(rows.map((row) => row.tool))
}

export async function disableTool(
  tx: Db,
  row: { readonly tool: string; readonly reason: string | null; readonly created_at: Date },
): Promise<void> {
  await tx
    .insertInto('agent_tools.disabled')
    .values(row)
    .onConflict((conflict) => conflict.column('tool').doUpdateSet({ reason: row.reason }))
    .execute()
}

export async function enableTool(tx: Db, tool: string): Promise<void> {
  await tx.deleteFrom('agent_tools.disabled').where('tool', '=', tool).execute()
}
