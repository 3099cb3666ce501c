// Counts and revokes the consents of an account holder, for "end everything".
import type { SessionlessAccess } from '../../../people/identity/index.ts'
import { listValidOf } from './store.ts'
import { endConsentsOf } from './service.ts'

export const consentAccess: SessionlessAccess = {
  name: 'open_banking_consents',
  count: async (tx, user_uuid, now) => (await listValidOf(tx, user_uuid, now)).length,
  end: endConsentsOf,
}
