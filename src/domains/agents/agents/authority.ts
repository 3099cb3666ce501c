// Finds why an authorization that an agent gave is no longer valid.
import type { Db } from '../../../platform/database.ts'
import { findStatus } from './store.ts'

export async function findAuthorityRefusal(
  tx: Db,
  { agent_uuid }: { readonly agent_uuid?: string | null },
  holds: boolean,
): Promise<string | undefined> {
  if (agent_uuid === undefined || agent_uuid === null) return undefined
  const status = (await findStatus(tx, agent_uuid, holds))?.status ?? 'deleted'
  return status === 'active' ? undefined : `The agent that allowed it is ${status}.`
}
