// For "end everything": the standing orders that a user allowed.
import type { SessionlessAccess } from '../../people/identity/index.ts'
import { cancel } from './service.ts'
import * as store from './store.ts'

export const orderedPayments: SessionlessAccess = {
  name: 'standing_orders',
  count: store.countAllowed,
  async end(user_uuid, ctx) {
    for (const row of await store.lockAllowed(ctx.tx, user_uuid)) await cancel(row, ctx)
  },
}
