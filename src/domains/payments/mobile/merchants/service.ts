// Merchants: names under which customers are paid, each with an account to credit.
import type { PageRequest } from '../../../../kernel/page.ts'
import { ownerOf } from '../../../../operation/caller.ts'
import { randomText } from '../../../../platform/secrets.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { AssetCatalogue } from '../../../core/assets/index.ts'
import * as errors from '../errors.ts'
import * as events from '../events.ts'
import { findMerchant } from './lookup.ts'
import * as store from './store.ts'
import type { MerchantRow } from './store.ts'
import { COIN, defaultNetworks, findNetwork } from '../networks.ts'
import { choosePayer } from '../parties.ts'

const MERCHANTS_MAX = 20

export interface MerchantRequest {
  readonly displayName?: string
  readonly iconUrl?: string
  readonly account?: string
  readonly acceptedAssets?: readonly string[]
  readonly acceptedNetworks?: readonly string[]
  readonly isOpen?: boolean
}

export async function registerMerchant(
  input: MerchantRequest & { readonly displayName: string },
  ctx: Context,
  assets: AssetCatalogue,
): Promise<MerchantRow> {
  const owner = ownerOf(ctx)
  if ((await store.countMerchants(ctx.tx, owner)) >= MERCHANTS_MAX)
    throw errors.TooManyMerchants({ maximum: MERCHANTS_MAX })
  const row = await store.insertMerchant(ctx.tx, {
    ...owner,
    id: `mer_${randomText(20)}`,
    account_uuid: await choosePayer(input.account, { asset: COIN, units: 0n }, ctx),
    display_name: input.displayName,
    icon_url: input.iconUrl ?? null,
    assets: readAssets(input.acceptedAssets ?? [COIN], assets),
    networks: readNetworks(input.acceptedNetworks ?? defaultNetworks),
    is_open: true,
    created_at: ctx.now,
  })
  announce(events.MerchantRegistered, row, ctx)
  return row
}

/** The bank sends only one coin over networks. */
function readAssets(given: readonly string[], assets: AssetCatalogue): string[] {
  const wrong = given.find((code) => code !== COIN || !assets.find(code)?.is_active)
  if (wrong === undefined) return [...new Set(given)]
  throw Invalid({ errors: { acceptedAssets: [`Merchants are paid in ${COIN}, not ${wrong}.`] } })
}

const readNetworks = (given: readonly string[]): string[] => [
  ...new Set(
    given.map((id) => {
      const network = findNetwork(id)
      if (!network) throw Invalid({ errors: { acceptedNetworks: [`There is no network ${id}.`] } })
      return network.id
    }),
  ),
]

export async function changeMerchant(
  id: string,
  input: MerchantRequest,
  ctx: Context,
  assets: AssetCatalogue,
): Promise<MerchantRow> {
  const { displayName, iconUrl, account, acceptedAssets, acceptedNetworks, isOpen } = input
  const change: store.MerchantChange = {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(iconUrl !== undefined && { icon_url: iconUrl }),
    ...(account !== undefined && {
      account_uuid: await choosePayer(account, { asset: COIN, units: 0n }, ctx),
    }),
    ...(acceptedAssets && { assets: readAssets(acceptedAssets, assets) }),
    ...(acceptedNetworks && { networks: readNetworks(acceptedNetworks) }),
    ...(isOpen !== undefined && { is_open: isOpen }),
  }
  const row = await store.updateMerchant(ctx.tx, id, ownerOf(ctx), change, ctx.now)
  if (!row) throw errors.MerchantNotFound({ id })
  announce(events.MerchantChanged, row, ctx)
  return row
}

/** Any user may get a merchant before paying it. */
export async function getMerchant(id: string, ctx: Context): Promise<MerchantRow> {
  const row = await findMerchant(id, ctx)
  if (!row) throw errors.MerchantNotFound({ id })
  return row
}

export const listMerchants = (ctx: Context, page: PageRequest) =>
  store.listMerchants(ctx.tx, ownerOf(ctx), page)

const announce = (event: typeof events.MerchantRegistered, row: MerchantRow, ctx: Context): void =>
  ctx.emit(
    event,
    { merchant_id: row.id, display_name: row.display_name },
    { user_uuid: row.user_uuid },
  )
