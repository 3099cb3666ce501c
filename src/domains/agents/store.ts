// All SQL of the schema `agents`. No rules here.
import { sql } from 'kysely'
import type { Environment } from '../../operation/caller.ts'
import { sharedRead } from '../../platform/batch-reader.ts'
import type { Db } from '../../platform/database.ts'

export interface Capability {
  readonly name: string
  readonly version: string
  readonly metadata: Record<string, unknown>
}

export interface AgentRow {
  readonly uuid: string
  readonly did: string
  readonly environment: Environment
  readonly owner_uuid: string
  readonly name: string
  readonly type: 'service' | 'user' | 'system'
  readonly status: AgentStatus
  readonly status_reason: string | null
  readonly description: string | null
  readonly capabilities: readonly Capability[]
  readonly endpoints: Readonly<Record<string, string>>
  readonly metadata: Readonly<Record<string, unknown>>
  readonly account_uuid: string | null
  readonly public_key: Buffer
  readonly key_version: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly last_activity_at: Date | null
}

export type AgentStatus = 'active' | 'inactive' | 'suspended'

export async function insertAgent(
  tx: Db,
  agent: Omit<AgentRow, 'status_reason' | 'key_version' | 'updated_at' | 'last_activity_at'>,
): Promise<void> {
  await tx
    .insertInto('agents.agents')
    .values({
      ...agent,
      capabilities: JSON.stringify(agent.capabilities),
      endpoints: JSON.stringify(agent.endpoints),
      metadata: JSON.stringify(agent.metadata),
      updated_at: agent.created_at,
    })
    .execute()
}

const readAgent = sharedRead(async (tx, dids) => {
  const { rows } = await sql<AgentRow>`
    select * from agents.agents where did = any(${dids}::text[])`.execute(tx)
  return new Map(rows.map((row) => [row.did, row]))
})

export const findAgent = (tx: Db, did: string): Promise<AgentRow | undefined> => readAgent(tx, did)

export async function findAgentById(tx: Db, uuid: string): Promise<AgentRow | undefined> {
  const { rows } = await sql<AgentRow>`
    select * from agents.agents where uuid = ${uuid}`.execute(tx)
  return rows[0]
}

export async function findAgentsById(
  tx: Db,
  uuids: readonly string[],
): Promise<Map<string, AgentRow>> {
  if (uuids.length === 0) return new Map()
  const { rows } = await sql<AgentRow>`
    select * from agents.agents where uuid = any(${uuids}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.uuid, row]))
}

/** Changes to one agent come one by one, and no login slips in between. */
export async function lockAgent(tx: Db, did: string): Promise<AgentRow | undefined> {
  const { rows } = await sql<AgentRow>`
    select * from agents.agents where did = ${did} for update`.execute(tx)
  return rows[0]
}

/**
 * Uses up a challenge and reads the agent it is about. The agent stays as it is until the login ends:
 * its status and its key are judged and acted on as one.
 */
export async function useChallenge(
  tx: Db,
  challenge: { readonly did: string; readonly nonce: string; readonly expires_at: Date },
): Promise<{ readonly agent: AgentRow | undefined; readonly isFresh: boolean }> {
  const { rows } = await sql<AgentRow & { is_fresh: boolean }>`
    with used as (
      insert into agents.used_challenges (nonce, expires_at)
      values (${challenge.nonce}, ${challenge.expires_at})
      on conflict (nonce) do nothing
      returning 1)
    select agent.*, exists (select from used) as is_fresh
    from agents.agents as agent where did = ${challenge.did}
    for share of agent`.execute(tx)
  const [row] = rows
  return { agent: row, isFresh: row?.is_fresh ?? false }
}

export async function deleteUsedChallenges(tx: Db, now: Date): Promise<void> {
  await sql`delete from agents.used_challenges where expires_at < ${now}`.execute(tx)
}

export interface AgentFilter {
  readonly environment: Environment
  readonly capability?: string | undefined
  readonly type?: string | undefined
  readonly status: string
  readonly limit: number
}

export async function discoverAgents(tx: Db, filter: AgentFilter): Promise<AgentRow[]> {
  const named = filter.capability && JSON.stringify([{ name: filter.capability }])
  const { rows } = await sql<AgentRow>`
    select * from agents.agents
    where environment = ${filter.environment} and status = ${filter.status}
      ${filter.type ? sql`and type = ${filter.type}` : sql``}
      ${named ? sql`and capabilities @> ${named}::jsonb` : sql``}
    order by created_at desc, uuid desc
    limit ${filter.limit}`.execute(tx)
  return rows
}

export async function listAgentsOf(
  tx: Db,
  which: {
    readonly owner_uuid: string
    readonly environment: Environment
    readonly page: number
    readonly per_page: number
  },
): Promise<{ readonly rows: AgentRow[]; readonly total: number }> {
  const { owner_uuid, environment, page, per_page } = which
  const { rows } = await sql<AgentRow>`
    select * from agents.agents
    where owner_uuid = ${owner_uuid} and environment = ${environment}
    order by created_at desc, uuid desc
    limit ${per_page} offset ${(page - 1) * per_page}`.execute(tx)
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from agents.agents
    where owner_uuid = ${owner_uuid} and environment = ${environment}`.execute(tx)
  return { rows, total: counted.rows[0]!.total }
}

export interface AgentChange {
  readonly status?: AgentStatus
  readonly status_reason?: string | null
  readonly capabilities?: readonly Capability[]
  readonly endpoints?: Readonly<Record<string, string>>
  readonly public_key?: Buffer
  readonly key_version?: number
}

export async function updateAgent(
  tx: Db,
  uuid: string,
  { capabilities, endpoints, ...change }: AgentChange,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('agents.agents')
    .set({
      ...change,
      ...(capabilities && { capabilities: JSON.stringify(capabilities) }),
      ...(endpoints && { endpoints: JSON.stringify(endpoints) }),
      updated_at: now,
    })
    .where('uuid', '=', uuid)
    .execute()
}

/** When each agent was last heard of; gathered, and written together. */
export async function touchAgents(
  tx: Db,
  seen: readonly { readonly agent: string; readonly at: Date }[],
): Promise<void> {
  await sql`
    update agents.agents set last_activity_at = seen.at
    from unnest(${seen.map((one) => one.agent)}::uuid[], ${seen.map((one) => one.at)}::timestamptz[])
      as seen (agent, at)
    where uuid = seen.agent`.execute(tx)
}
