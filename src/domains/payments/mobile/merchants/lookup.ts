// Finds a merchant that is visible to the caller, and one that the caller may pay.
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { isVisibleTo } from '../../../people/identity/index.ts'
import { WrongToken } from '../errors.ts'
import * as store from './store.ts'
import type { MerchantRow } from './store.ts'

/** A merchant of the caller's environment and tenant. */
export async function findMerchant(id: string, ctx: Context): Promise<MerchantRow | undefined> {
  const row = await store.findMerchant(ctx.tx, id, ctx.caller.environment)
  return row && (await isVisibleTo(ctx, row.user_uuid)) ? row : undefined
}

/** A merchant that the caller may pay in this asset: not their own, and one that accepts the asset. */
export async function findPayee(
  id: string,
  { asset, field }: { readonly asset: string; readonly field: string },
  ctx: Context,
): Promise<MerchantRow | undefined> {
  const merchant = await findMerchant(id, ctx)
  if (!merchant) return undefined
  if (merchant.user_uuid === ctx.caller.user)
    throw Invalid({ errors: { [field]: ['You cannot pay your own merchant.'] } })
  if (!merchant.assets.includes(asset)) throw WrongToken({ asset, accepted: merchant.assets })
  return merchant
}
