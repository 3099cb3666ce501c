// All SQL of the schema `agents`. No rules here.
import { sql } from 'kysely'
import type { PageRequest } from '../../../kernel/page.ts'
import type { Environment } from '../../../operation/caller.ts'
import { batchReads } from '../../../platform/batch-reader.ts'
import { type Db, readSqlPage } from '../../../platform/database.ts'
import type { Row } from '../../../platform/rows.ts'
import type { AgentStatus } from './life-cycle.ts'

export interface Capability {
  readonly name: string
  readonly version: string
  readonly metadata: Record<string, unknown>
}

export interface Endpoints {
  readonly message?: string
}

declare module '../../../platform/rows.ts' {
  interface KnownColumns {
    'agents.agents.capabilities': readonly Capability[]
    'agents.agents.endpoints': Endpoints
    'agents.agents.metadata': Readonly<Record<string, unknown>>
  }
}

export type AgentRow = Row<'agents.agents'>

export async function insertAgent(
  tx: Db,
  agent: Omit<
    AgentRow,
    'status_reason' | 'key_version' | 'created_at' | 'updated_at' | 'last_activity_at'
  > & { readonly created_at: Date },
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

const readAgent = batchReads(async (tx, dids) => {
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

/** The oldest active agents of a user. */
export async function listActiveDidsOf(
  tx: Db,
  owner: { readonly owner_uuid: string; readonly environment: Environment },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ did: string }>`
    select did from agents.agents
    where owner_uuid = ${owner.owner_uuid} and environment = ${owner.environment}
      and status = 'active'
    order by created_at, uuid limit ${limit}`.execute(tx)
  return rows.map(({ did }) => did)
}

/** The lock makes changes to one agent happen one after another, with no login in between. */
export async function lockAgent(tx: Db, did: string): Promise<AgentRow | undefined> {
  const { rows } = await sql<AgentRow>`
    select * from agents.agents where did = ${did} for update`.execute(tx)
  return rows[0]
}

export interface Attempt {
  readonly nonce: string
  readonly expires_at: Date
  /** The agent and the version of its key that signed; null when the signature was wrong. */
  readonly agent: string | null
  readonly key_version: number | null
}

/**
 * Uses up challenges and returns the nonces of the attempts that succeed: the challenge is unused, and the
 * agent is active and still has that key. Locks keep this true until the transaction ends. No two
 * attempts of one call may have the same nonce.
 */
export async function useChallenges(tx: Db, attempts: readonly Attempt[]): Promise<Set<string>> {
  const { rows } = await sql<{ nonce: string }>`
    with attempt as (
      select * from unnest(
        ${attempts.map((one) => one.nonce)}::text[],
        ${attempts.map((one) => one.expires_at)}::timestamptz[],
        ${attempts.map((one) => one.agent)}::uuid[],
        ${attempts.map((one) => one.key_version)}::int[]) as t (nonce, expires_at, agent, key_version)),
    used as (
      insert into agents.used_challenges (nonce, expires_at)
      select nonce, expires_at from attempt order by nonce
      on conflict (nonce) do nothing
      returning nonce),
    standing as (
      select uuid, key_version from agents.agents
      where uuid = any(${attempts.map((one) => one.agent)}::uuid[]) and status = 'active'
      order by uuid for share)
    select used.nonce from used
    join attempt on attempt.nonce = used.nonce
    join standing on standing.uuid = attempt.agent and standing.key_version = attempt.key_version`.execute(
    tx,
  )
  return new Set(rows.map((row) => row.nonce))
}

export interface AgentFilter {
  readonly environment: Environment
  readonly tenant_uuid: string | null
  readonly capability?: string | undefined
  readonly type?: string | undefined
  readonly status: string
  readonly limit: number
}

export async function discoverAgents(tx: Db, filter: AgentFilter): Promise<AgentRow[]> {
  const named = filter.capability && JSON.stringify([{ name: filter.capability }])
  const { rows } = await sql<AgentRow>`
    select * from agents.agents
    where environment = ${filter.environment} and tenant_uuid is not distinct from ${filter.tenant_uuid}::uuid
      and status = ${filter.status}
      ${filter.type ? sql`and type = ${filter.type}` : sql``}
      ${named ? sql`and capabilities @> ${named}::jsonb` : sql``}
    order by created_at desc, uuid desc
    limit ${filter.limit}`.execute(tx)
  return rows
}

export async function listAgentsOf(
  tx: Db,
  which: PageRequest & { readonly owner_uuid: string; readonly environment: Environment },
): Promise<{ readonly rows: AgentRow[]; readonly total: number }> {
  const query = {
    columns: sql<AgentRow>`*`,
    matching: sql`from agents.agents
      where owner_uuid = ${which.owner_uuid} and environment = ${which.environment}`,
    orderBy: sql`created_at desc, uuid desc`,
  }
  return readSqlPage(tx, query, which)
}

export interface AgentChange {
  readonly status?: AgentStatus
  readonly status_reason?: string | null
  readonly capabilities?: readonly Capability[]
  readonly endpoints?: Endpoints
  /** The credential for pushing messages; it ends with the credential under which it was issued. */
  readonly endpoint_credential?: string | null
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

/** Writes when each agent was last active, for many agents at once. */
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

/** With `holds` it stays as it is until the transaction ends. */
export const findStatus = (tx: Db, uuid: string, holds: boolean) =>
  tx
    .selectFrom('agents.agents')
    .select('status')
    .where('uuid', '=', uuid)
    .$if(holds, (query) => query.forShare())
    .executeTakeFirst()

/** Their names, for operators. */
export const findNames = (tx: Db, ids: readonly string[]) =>
  tx
    .selectFrom('agents.agents')
    .select(['uuid as id', 'name as name'])
    .where('uuid', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
