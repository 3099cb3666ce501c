// Keeps every asset and its dollar rate in memory, because each movement of money needs them. Every node
// reloads the catalogue when an asset or a rate changes.
import { HOUR_MS } from '../../../kernel/durations.ts'
import { type Asset, DOLLAR, multiplyDivide } from '../../../kernel/money.ts'
import type { Db } from '../../../platform/database.ts'
import { setPrecisions } from '../ledger/for-tasks.ts'
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

/** The cache topic on which nodes reload the catalogue. */
export const ASSETS_CHANGED = 'assets.changed'

interface KnownRate {
  readonly rate: bigint
  readonly validAt: number
  readonly expiresAt: number
}

/** Feeds send rates at least once a day; the extra hour allows for a late one. */
const STALE_MS = 25 * HOUR_MS

export class AssetCatalogue {
  private assets = new Map<string, AssetRecord>()
  private dollarRates = new Map<string, KnownRate>()

  private loading: Promise<void> = Promise.resolve()

  /** Loads run one after the other, so that an older read never overwrites a newer one. */
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

  /** For an asset that balances are counted in: it is never deleted, so it must be here. */
  get(code: string): AssetRecord {
    const asset = this.assets.get(code)
    if (!asset) throw new Error(`the asset ${code} is not in the catalogue`)
    return asset
  }

  list(): AssetRecord[] {
    return [...this.assets.values()]
  }

  /** The dollars for one whole asset, times 10^18; undefined when no rate is known. */
  findDollarRate(code: string): bigint | undefined {
    return code === DOLLAR.code ? RATE_SCALE : this.dollarRates.get(code)?.rate
  }

  /** The same without expired rates: a rate may expire before the catalogue is reloaded. */
  findValidRate(code: string, now: Date): bigint | undefined {
    const isOver = now.getTime() >= (this.dollarRates.get(code)?.expiresAt ?? Infinity)
    return isOver ? undefined : this.findDollarRate(code)
  }

  /** Whether there is a valid rate that is at most 25 hours old. */
  isRateCurrent(code: string, now: Date): boolean {
    if (this.findValidRate(code, now) === undefined) return false
    return now.getTime() - (this.dollarRates.get(code)?.validAt ?? Infinity) <= STALE_MS
  }

  /**
   * Cents for amounts of any assets, rounded once (half to even) at the end. Assets without a rate
   * count as nothing.
   */
  toDollars(amounts: Iterable<{ readonly asset: string; readonly units: bigint }>): bigint {
    // The sum is kept in the finest unit any asset has, so that nothing is lost before the rounding.
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
