// Lists everything that is for sale: first the offers of other domains, then endpoints, then resources.
import type { Source } from '../../../../kernel/page.ts'
import type { Environment } from '../../../../operation/caller.ts'
import type { Handlers } from '../../../../operation/extension-point.ts'
import type { Db } from '../../../../platform/database.ts'
import { priceOf } from '../endpoints/price.ts'
import { listActiveIn } from '../endpoints/store.ts'
import { isSellable } from './sellable-paths.ts'
import type { PricedPath } from './price.ts'
import type { RailId } from '../payments/rails.ts'
import { findPrice, type ResourcePriceOptions } from '../resources/price.ts'
import { listResourcesIn } from '../resources/store.ts'

/** A request that can be paid for. */
export interface CatalogueItem {
  readonly method: string
  readonly path: string
  /** Millionths of a USDC; null when it depends on the request. */
  readonly amount: bigint | null
  readonly description: string
  /** Present for an operator's resource only. */
  readonly resource?: { readonly id: string; readonly available_rails: readonly RailId[] }
}

/** Another domain that sells requests. */
export interface OtherSeller {
  /** Whether it sells something real, which simulated payments must not buy. */
  readonly refusesSimulated: boolean
  /** Whether the domain sells this path, even if switched off. */
  isSoldAt(tx: Db, at: PricedPath): Promise<boolean>
  list(tx: Db): Source<CatalogueItem>
}

export interface CatalogueOptions extends Pick<ResourcePriceOptions, 'assets'> {
  readonly sellers: Handlers<OtherSeller>
}

export const listCatalogue = (
  tx: Db,
  environment: Environment,
  { sellers, assets }: CatalogueOptions,
): readonly Source<CatalogueItem>[] => [
  ...sellers.handlers.map((seller) => seller.list(tx)),
  listEndpoints(tx),
  listResources(tx, environment, assets),
]

const listEndpoints =
  (tx: Db): Source<CatalogueItem> =>
  async (window) => {
    const { rows, total } = await listActiveIn(tx, 'live', window)
    const sellable = rows.filter(({ path, seller }) => isSellable(path, seller))
    const sold = sellable.map((row) => ({
      method: row.method,
      path: row.path,
      amount: priceOf(row),
      description: row.description ?? 'A path with a price.',
    }))
    return { rows: sold, total }
  }

const listResources =
  (tx: Db, environment: Environment, assets: CatalogueOptions['assets']): Source<CatalogueItem> =>
  async (window) => {
    const { rows, total } = await listResourcesIn(tx, environment, window)
    const sellable = rows.filter(({ path }) => isSellable(path, 'operator'))
    const sold = sellable.map(({ id, method, path, available_rails, description, ...price }) => ({
      method,
      path,
      amount: findPrice(price, assets) ?? null,
      description: description ?? `${method} ${path}`,
      resource: { id, available_rails },
    }))
    return { rows: sold, total }
  }
