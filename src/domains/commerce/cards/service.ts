// Reads the caller's cards, and links cardholders to users.
import { toJsonInteger } from '../../../kernel/money.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { isRegistered } from '../../people/identity/index.ts'
import * as store from './store.ts'
import type { CardRow, HolderRow } from './store.ts'

export const ownerOf = ({ caller }: Context): store.Owner => ({
  environment: caller.environment,
  user_uuid: caller.user!,
})

/** Another user's card is reported as not found. */
export async function getCard(uuid: string, ctx: Context): Promise<CardRow> {
  const card = await store.findCard(ctx.tx, ownerOf(ctx), uuid)
  if (!card) throw NotFound({ what: 'card', id: uuid })
  return card
}

/** Adds the balance as a JSON number to the row. */
export const toView = <Row extends { readonly balance_cents: string }>(row: Row) => ({
  ...row,
  balance: toJsonInteger(BigInt(row.balance_cents)),
})

/** Creates the holder if no event of the platform has named it yet. */
export async function linkHolder(
  { holder_id, user_uuid }: { readonly holder_id: string; readonly user_uuid: string },
  { tx, now, caller }: Context,
): Promise<HolderRow> {
  if (!(await isRegistered(tx, user_uuid)))
    throw Invalid({ errors: { user_uuid: [`There is no user ${user_uuid}.`] } })
  const holder = await store.lockHolder(tx, holder_id, { environment: caller.environment, now })
  return store.updateHolder(tx, holder.uuid, { user_uuid, updated_at: now })
}
