// The customers of a tenant: the limit of its plan, and the list of them for its partner.
import type { PageRequest } from '../../../../kernel/page.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { countUsersOf, listUsersOf } from '../../identity/index.ts'
import { plans, UNLIMITED } from './plans.ts'
import * as store from './store.ts'
import { getTenant } from './service.ts'

/** Runs in the transaction of a registration; the lock serialises concurrent registrations at the limit. */
export async function enforceUserLimit(_user: unknown, ctx: Context): Promise<void> {
  const uuid = ctx.caller.tenant
  if (uuid === undefined) return
  const tenant = await store.lockAnyTenant(ctx.tx, uuid)
  const { max_users } = plans[tenant!.plan].limits
  if (max_users !== UNLIMITED && (await countUsersOf(ctx.tx, uuid)) > max_users)
    throw Invalid({
      errors: {
        email: [
          `${tenant!.name} has as many customers as its plan "${tenant!.plan}" allows (${max_users}).`,
        ],
      },
    })
}

export async function listCustomers(tenant: string, page: PageRequest, ctx: Context) {
  const { uuid } = await getTenant(tenant, ctx)
  return listUsersOf(ctx.tx, uuid, page)
}
