// Connected programs as a way in that outlives a person's sessions.
import type { OtherWays } from '../identity/index.ts'
import { endGrantsOf } from './grants.ts'
import { listLiveGrants } from './store.ts'

export const connectedPrograms: OtherWays = {
  name: 'connected_programs',
  count: async (tx, user_uuid, now) => (await listLiveGrants(tx, user_uuid, now)).length,
  end: endGrantsOf,
}
