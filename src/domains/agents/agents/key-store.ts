// SQL of the API keys of agents.
import type { PageRequest } from '../../../kernel/page.ts'
import { type Db, readPage } from '../../../platform/database.ts'

export type KeyRow = Awaited<ReturnType<typeof listKeys>>['rows'][number]

export interface NewKey {
  readonly uuid: string
  readonly key_id: string
  readonly agent_uuid: string
  readonly name: string
  readonly key_prefix: string
  readonly scopes: string[]
  readonly expires_at: Date | null
  readonly created_at: Date
}

export async function insertKey(tx: Db, key: NewKey): Promise<void> {
  await tx.insertInto('agents.keys').values(key).execute()
}

export const listKeys = (tx: Db, agent_uuid: string, page: PageRequest) =>
  readPage(
    tx
      .selectFrom('agents.keys')
      .selectAll()
      .where('agent_uuid', '=', agent_uuid)
      .orderBy('created_at', 'desc')
      .orderBy('uuid', 'desc'),
    page,
  )

/** Undefined when the agent has no such active key. */
export const deactivateKey = (tx: Db, agent_uuid: string, key_id: string, now: Date) =>
  tx
    .updateTable('agents.keys')
    .set({ is_active: false, revoked_at: now })
    .where('agent_uuid', '=', agent_uuid)
    .where('key_id', '=', key_id)
    .where('is_active', '=', true)
    .returning(['uuid', 'key_id', 'name'])
    .executeTakeFirst()

export async function touchKey(tx: Db, uuid: string, now: Date): Promise<void> {
  await tx.updateTable('agents.keys').set({ last_used_at: now }).where('uuid', '=', uuid).execute()
}
