// Reads the caller's cards, cardholders and wallets, and links cardholders to users.
import { toJsonInteger } from '../../../kernel/money.ts'
import { type Page, type PageRequest, toPage } from '../../../kernel/page.ts'
import { ownerOf } from '../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { isRegistered } from '../../people/identity/index.ts'
import * as store from './store.ts'
import type { HolderRow } from './store.ts'

export async function listCards(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listCards(ctx.tx, ownerOf(ctx), page)
  return toPage(rows.map(toView), total, page)
}

/** Another user's card is reported as not found. */
export async function getCard(uuid: string, ctx: Context) {
  const card = await store.findCard(ctx.tx, ownerOf(ctx), uuid)
  if (!card) throw NotFound({ what: 'card', id: uuid })
  return toView(card)
}

export async function listHolders(page: PageRequest, ctx: Context): Promise<Page<HolderRow>> {
  const { rows, total } = await store.listHolders(ctx.tx, ownerOf(ctx), page)
  return toPage(rows, total, page)
}

export async function listWallets(page: PageRequest, ctx: Context) {
  const { rows, total } = await store.listWallets(ctx.tx, ownerOf(ctx), page)
  return toPage(rows.map(toView), total, page)
}

/** Adds the balance as a JSON number to the row. */
const toView = <Row extends { readonly balance_cents: string }>(row: Row) => ({
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
