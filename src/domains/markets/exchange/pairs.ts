// The pairs that are traded. A price is a whole number of ticks, an amount a whole number of the base's
// smallest units. The base decides how small and how large an order may be.
import { type Asset, parseDecimal } from '../../../kernel/money.ts'
import type { AssetCatalogue } from '../../core/assets/index.ts'
import type { Terms } from './matching/order-book.ts'

interface Declared {
  readonly base: string
  readonly quote: string
  /** Decimal places of a price; one tick is one unit of the last place. */
  readonly price_digits: number
}

const declared: readonly Declared[] = [
  ...['BTC', 'ETH'].flatMap((base) =>
    ['EUR', 'USD', 'GBP', 'GCU'].map((quote) => ({ base, quote, price_digits: 2 })),
  ),
  { base: 'ETH', quote: 'BTC', price_digits: 6 },
  ...['EUR', 'USD', 'GBP'].map((base) => ({ base, quote: 'GCU', price_digits: 4 })),
  { base: 'EUR', quote: 'USD', price_digits: 5 },
  { base: 'EUR', quote: 'GBP', price_digits: 5 },
  { base: 'GBP', quote: 'USD', price_digits: 5 },
]

/** The smallest and the largest order, in whole units of the base. */
const bounds: Readonly<Record<string, { readonly min: string; readonly max: string }>> = {
  BTC: { min: '0.0001', max: '100' },
  ETH: { min: '0.001', max: '1000' },
  EUR: { min: '10', max: '1000000' },
  USD: { min: '10', max: '1000000' },
  GBP: { min: '10', max: '1000000' },
}

/** In ticks. Far above any real price, yet small enough that no product overflows what can be stored. */
const PRICE_MAX = 10n ** 15n

export interface Pair extends Terms {
  /** 'BTC/USD' */
  readonly name: string
  readonly base: Asset
  readonly quote: Asset
  /** Formats prices: an asset with the decimal places of a price. */
  readonly price: Asset
  readonly min: bigint
  readonly max: bigint
  readonly price_max: bigint
}

/** All pairs, in the units of the catalogue's assets. */
export class Pairs {
  private readonly assets: AssetCatalogue
  private known: Map<string, Pair> | undefined

  constructor(assets: AssetCatalogue) {
    this.assets = assets
  }

  find(base: string, quote: string): Pair | undefined {
    return this.all().get(`${base}/${quote}`)
  }

  get(name: string): Pair {
    const pair = this.all().get(name)
    if (!pair) throw new Error(`the pair ${name} is not traded`)
    return pair
  }

  list(): Pair[] {
    return [...this.all().values()]
  }

  /** Computed once, after the catalogue has been read, because precisions never change. */
  private all(): Map<string, Pair> {
    this.known ??= new Map(
      declared.map((one) => {
        const pair = describe(one, this.assets)
        return [pair.name, pair]
      }),
    )
    return this.known
  }
}

function describe({ base, quote, price_digits }: Declared, assets: AssetCatalogue): Pair {
  const { code, precision } = assets.get(base)
  const quoted = assets.get(quote)
  const { min, max } = bounds[base]!
  const unitsOf = (text: string): bigint => parseDecimal(text, { code, precision })!.units
  return {
    name: `${base}/${quote}`,
    base: { code, precision },
    quote: { code: quote, precision: quoted.precision },
    price: { code: quote, precision: price_digits },
    divisor: 10n ** BigInt(precision + price_digits - quoted.precision),
    min: unitsOf(min),
    max: unitsOf(max),
    price_max: PRICE_MAX,
  }
}
