// Finds a merchant whom the caller may know of.
import type { Context } from '../../../operation/operation.ts'
import { isKnownTo } from '../../people/identity/index.ts'
import * as store from './merchant-store.ts'
import type { MerchantRow } from './merchant-store.ts'

/** A merchant of the caller's environment and tenant. */
export async function findMerchant(id: string, ctx: Context): Promise<MerchantRow | undefined> {
  const row = await store.findMerchant(ctx.tx, id, ctx.caller.environment)
  return row && (await isKnownTo(ctx, row.user_uuid)) ? row : undefined
}
