// x402: paths that cost something to whoever asks for them.
import type { Source } from '../../../kernel/page.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { defineDomain } from '../../../operation/domain.ts'
import type { Db } from '../../../platform/database.ts'
import {
  alikesOf,
  isForSale,
  type PricedPath,
  type SoldResource,
} from '../machine-payments/index.ts'
import { examples } from './examples.ts'
import { makeOperations, type X402Options } from './operations.ts'
import { expirePayments, isAnyAt, listActiveIn } from './store.ts'
import { priceOf } from './toll.ts'

export interface X402DomainOptions extends X402Options {
  readonly clock: Clock
}

/** Longer than any authorization counts. */
const EXPIRES_MS = 600_000

export const x402 = (options: X402DomainOptions) =>
  defineDomain({
    name: 'x402',
    rank: 3,
    summary: 'Paths that cost something: their prices, payments for them, limits of agents.',
    examples,
    operations: makeOperations(options),
    jobs: [
      {
        name: 'x402.expire',
        cron: '* * * * *',
        retries: 0,
        run: (_payload, db) =>
          expirePayments(db, new Date(options.clock.now().getTime() - EXPIRES_MS)),
      },
    ],
  })

/** Every path with a price, for whoever looks for something to buy. */
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

export { EndpointBook, ENDPOINTS_CHANGED } from './book.ts'
export { Tolls } from './toll.ts'
