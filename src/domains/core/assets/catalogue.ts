// Every asset and its worth, kept in memory: each movement of money asks for them. Reloaded when an
// asset or a rate changes, on every node.
import { type Asset, DOLLAR, multiplyDivide } from '../../../kernel/money.ts'
import type { Db } from '../../../platform/database.ts'
import { setPrecisions } from '../ledger/index.ts'
import { RATE_SCALE, readRate } from './rate.ts'
import { findDollarRates } from './rate-store.ts'
import { listAssets } from './store.ts'

export interface AssetRecord extends Asset {
  readonly name: string
  readonly type: string
  readonly symbol: string
  readonly is_active: boolean
  readonly is_tradeable: boolean
  /** The largest amount of one operation, in whole units. */
  readonly max_amount: string
}

/** The topic under which nodes are told to read the catalogue again. */
export const ASSETS_CHANGED = 'assets.changed'

interface KnownRate {
  readonly rate: bigint
  readonly validAt: number
  readonly expiresAt: number
}

/** Rates come once a day at least; the hour is for those that come a little late. */
const STALE_MS = 25 * 3_600_000

export class AssetCatalogue {
  private assets = new Map<string, AssetRecord>()
  private dollarRates = new Map<string, KnownRate>()

  private loading: Promise<void> = Promise.resolve()

  /** One after the other, so that what was read last is what was asked for last. */
  load(db: Db, now: Date): Promise<void> {
    const load = () => this.read(db, now)
    this.loading = this.loading.then(load, load)
    return this.loading
  }

  private async read(db: Db, now: Date): Promise<void> {
    const [assets, rates] = await Promise.all([listAssets(db), findDollarRates(db, now)])
    this.assets = new Map(assets.map((asset) => [asset.code, asset]))
    setPrecisions(assets)
    this.dollarRates = new Map(
      rates.map(({ from_asset, rate, valid_at, expires_at }) => [
        from_asset,
        {
          rate: readRate(rate),
          validAt: Date.parse(valid_at),
          expiresAt: expires_at === null ? Infinity : Date.parse(expires_at),
        },
      ]),
    )
  }

  find(code: string): AssetRecord | undefined {
    return this.assets.get(code)
  }

  /** An asset that balances are counted in: it is never deleted. */
  get(code: string): AssetRecord {
    const asset = this.assets.get(code)
    if (!asset) throw new Error(`the asset ${code} is not in the catalogue`)
    return asset
  }

  list(): AssetRecord[] {
    return [...this.assets.values()]
  }

  /** What one of it is worth in dollars, times 10^18; undefined where nothing is known. */
  findDollarRate(code: string): bigint | undefined {
    return code === DOLLAR.code ? RATE_SCALE : this.dollarRates.get(code)?.rate
  }

  /** The same, unless its time is over: a rate may expire before the catalogue is read again. */
  findValidRate(code: string, now: Date): bigint | undefined {
    const isOver = now.getTime() >= (this.dollarRates.get(code)?.expiresAt ?? Infinity)
    return isOver ? undefined : this.findDollarRate(code)
  }

  /** Whether there is a rate that still holds and is about a day old at most. */
  isRateCurrent(code: string, now: Date): boolean {
    if (this.findValidRate(code, now) === undefined) return false
    return now.getTime() - (this.dollarRates.get(code)?.validAt ?? Infinity) <= STALE_MS
  }

  /**
   * Cents for amounts of any assets, rounded once (half to even) at the end. Assets without a rate
   * count as nothing.
   */
  toDollars(amounts: Iterable<{ readonly asset: string; readonly units: bigint }>): bigint {
    // Summed in the finest units there are, so that nothing is lost on the way.
    const finest = 18n
    let sum = 0n
    for (const { asset: code, units } of amounts) {
      const rate = this.findDollarRate(code)
      if (rate === undefined) continue
      sum += units * rate * 10n ** (finest - BigInt(this.get(code).precision))
    }
    const scale = RATE_SCALE * 10n ** (finest - BigInt(DOLLAR.precision))
    return multiplyDivide(sum, 1n, scale, 'half-even')
  }
}
