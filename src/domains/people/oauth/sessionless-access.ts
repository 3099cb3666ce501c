// Counts and ends the grants of a user's connected clients for "end everything".
import type { SessionlessAccess } from '../identity/index.ts'
import { endGrantsOf } from './service.ts'
import { listLiveGrants } from './store.ts'

export const connectedClients: SessionlessAccess = {
  name: 'connected_programs',
  count: async (tx, user_uuid, now) => (await listLiveGrants(tx, user_uuid, now)).length,
  end: endGrantsOf,
}
