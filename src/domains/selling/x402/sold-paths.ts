// Every path with a price, for whoever looks for something to buy.
import type { Source } from '../../../kernel/page.ts'
import type { Db } from '../../../platform/database.ts'
import {
  alikesOf,
  isForSale,
  type PricedPath,
  type SoldResource,
} from '../machine-payments/index.ts'
import { isAnyAt, listActiveIn } from './store.ts'
import { priceOf } from './toll.ts'

export const listSoldPaths =
  (tx: Db): Source<SoldResource> =>
  async (window) => {
    const { rows, total } = await listActiveIn(tx, 'live', window)
    const sellable = rows.filter(({ path, seller }) => isForSale(path, seller))
    const sold = sellable.map((row) => ({
      method: row.method,
      path: row.path,
      amount: priceOf(row),
      description: row.description ?? 'A path that costs something.',
    }))
    return { rows: sold, total }
  }

/** Whether a path has a price here, even one that is switched off. */
export const isEndpointAt = (tx: Db, { environment, method, path }: PricedPath): Promise<boolean> =>
  isAnyAt(tx, { environment, method, paths: alikesOf(path) })
