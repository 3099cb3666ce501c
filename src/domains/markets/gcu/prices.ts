// The prices at which an order is traded.
import type { Bank } from '../../../operation/bank.ts'
import { batchReads } from '../../../platform/batch-reader.ts'
import type { Db } from '../../../platform/database.ts'
import type { RateUpdater } from '../../core/rates/index.ts'
import { readPrices } from '../baskets/index.ts'
import { type Currency, findPrice, type Price } from './service.ts'

/** The prices when the trade was requested; undefined if missing or outdated. */
export interface Prices {
  readonly trade: Price | undefined
  /** The dollars of one euro, times 10^18. */
  readonly euro: bigint | undefined
}

export interface PriceOptions extends Pick<Bank, 'clock' | 'database'> {
  readonly rateUpdater: RateUpdater
}

/** An order with a quote has the price of the quote. */
interface PricedOrder {
  readonly currency: Currency
  readonly quote_id?: string | undefined
}

/** Finds the prices for orders; those that are asked for at the same time are read together. */
export function makePriceFinder({ clock, database, rateUpdater }: PriceOptions) {
  const readPricesOf = batchReads((tx, currencies) =>
    readAllPrices(tx, currencies as readonly Currency[], clock.now()),
  )
  return async ({ currency, quote_id }: PricedOrder): Promise<Prices> => {
    const known = (await readPricesOf(database.read, currency))!
    if (known.trade || quote_id !== undefined) return known
    // Missing rates that can be computed are filled in first.
    await rateUpdater.catchUp(database.write)
    return (await readPricesOf(database.read, currency))!
  }
}

async function readAllPrices(
  tx: Db,
  currencies: readonly Currency[],
  now: Date,
): Promise<Map<string, Prices>> {
  const euro = (await readPrices(tx, ['EUR'], now)).prices.get('EUR')
  const found = new Map<string, Prices>()
  for (const currency of currencies)
    found.set(currency, { trade: await findPrice(tx, currency, now), euro })
  return found
}
