// Caches all prices in memory, because every request is looked up here. A change of any price clears the
// cache on every node; the next request loads it again.
import type { Environment } from '../../../../operation/caller.ts'
import type { Address } from '../../../../operation/paywall.ts'
import type { Db } from '../../../../platform/database.ts'
import { isSellable } from './sellable-paths.ts'
import { spellingsOf } from './paths.ts'
import type { Price } from './price.ts'

type Prices = ReadonlyMap<string, Price>

export class PriceList {
  private readonly db: Db
  private readonly list: (tx: Db) => Promise<readonly Price[]>
  private prices: Prices | Promise<Prices> | undefined

  constructor(db: Db, list: (tx: Db) => Promise<readonly Price[]>) {
    this.db = db
    this.list = list
  }

  forget(): void {
    this.prices = undefined
  }

  /** True when the prices are loaded and there are none. */
  get isEmpty(): boolean {
    return this.prices instanceof Map && this.prices.size === 0
  }

  /** The price of the first of these addresses that has one. */
  find(
    environment: Environment,
    addresses: readonly Address[],
  ): Price | undefined | Promise<Price | undefined> {
    const known = this.prices ?? this.load()
    return known instanceof Promise
      ? known.then((prices) => lookUp(prices, environment, addresses))
      : lookUp(known, environment, addresses)
  }

  private load(): Promise<Prices> {
    const loading: Promise<Prices> = this.list(this.db).then(
      (prices) => {
        // The rules may have become stricter since a price was set.
        const loaded = new Map(
          prices
            .filter(({ path, seller }) => isSellable(path, seller))
            .map((price) => [keyOf(price.environment, price.method, price.path), price]),
        )
        // If the cache was cleared during loading, the result is outdated and not stored.
        if (this.prices === loading) this.prices = loaded
        return loaded
      },
      (error: unknown) => {
        if (this.prices === loading) this.prices = undefined
        throw error
      },
    )
    this.prices = loading
    return loading
  }
}

/** Ids and codes mean the same in upper and lower case, so a price counts for both. */
const keyOf = (environment: string, method: string, path: string): string =>
  `${environment} ${method} ${path.toLowerCase()}`

function lookUp(
  prices: Prices,
  environment: Environment,
  addresses: readonly Address[],
): Price | undefined {
  if (prices.size === 0) return undefined
  for (const { method, path } of addresses)
    for (const candidate of spellingsOf(path)) {
      const found =
        prices.get(keyOf(environment, method, candidate)) ??
        prices.get(keyOf(environment, '*', candidate))
      if (found) return found
    }
  return undefined
}
