// The rules for adding, changing and describing assets.
import { DAY_MS } from '../../../kernel/durations.ts'
import { formatDecimal, toJsonInteger } from '../../../kernel/money.ts'
import type { Environment } from '../../../operation/caller.ts'
import { Invalid, NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { AMOUNT_MAX } from './amounts.ts'
import { ASSETS_CHANGED } from './catalogue.ts'
import { AssetExists, AssetInUse } from './errors.ts'
import { RATE_SCALE, readRate, showChange, showRate } from './rate.ts'
import { countRates, findDollarRates } from './rate-store.ts'
import { ASSETS_MAX } from './schema.ts'
import * as store from './store.ts'
import type { AssetChange, AssetFilter, AssetRow, NewAsset } from './store.ts'

/** Implemented by the ledger, which owns the balances. */
export interface Holdings {
  sum(tx: Db, environment: Environment, code: string): Promise<Supply>
  isHeld(tx: Db, code: string): Promise<boolean>
}

export interface Supply {
  readonly accounts: number
  readonly units: bigint
  readonly held: bigint
}

export const toAsset = (row: AssetRow) => ({ ...row, max_amount: Number(row.max_amount) })

export async function listAssets(filter: AssetFilter, ctx: Context) {
  const rows = await store.searchAssets(ctx.tx, filter)
  const count = (type: string) => rows.filter((row) => row.type === type).length
  return {
    data: rows.map(toAsset),
    meta: {
      total: rows.length,
      active: rows.filter((row) => row.is_active).length,
      types: {
        fiat: count('fiat'),
        crypto: count('crypto'),
        commodity: count('commodity'),
        custom: count('custom'),
        basket: count('basket'),
      },
    },
  }
}

/** Codes in addresses may be written in any case. */
async function getAssetRow(tx: Db, code: string): Promise<AssetRow> {
  const row = await store.findAsset(tx, code.toUpperCase())
  if (!row) throw NotFound({ what: 'asset', id: code })
  return row
}

/** The asset itself, without what is computed about it. */
export const readAsset = async (code: string, { tx }: Context) =>
  toAsset(await getAssetRow(tx, code))

export async function describeAsset(code: string, ctx: Context, supplies: Supplies) {
  const row = await getAssetRow(ctx.tx, code)
  const { units, held, accounts } = await supplies.get(row.code, ctx)
  return {
    id: row.code,
    ...toAsset(row),
    statistics: {
      total_supply: formatDecimal({ units, asset: row }),
      circulating_supply: formatDecimal({ units: units - held, asset: row }),
      market_data: await findMarketData(row.code, ctx),
      total_accounts: accounts,
      total_balance: toJsonInteger(units),
      active_rates: await countRates(ctx.tx, row.code, ctx.now),
    },
  }
}

async function findMarketData(code: string, { tx, now }: Context) {
  if (code === 'USD') {
    const one = showRate(RATE_SCALE)
    const valid_at = now.toISOString()
    return {
      price_usd: one,
      bid_usd: one,
      ask_usd: one,
      '24h_change': '0.00',
      source: 'market',
      valid_at,
    }
  }
  const dayBefore = new Date(now.getTime() - DAY_MS)
  const [[rate], [before]] = await Promise.all([
    findDollarRates(tx, now, { codes: [code] }),
    findDollarRates(tx, dayBefore, { codes: [code] }),
  ])
  if (!rate) return null
  const show = (text: string | null) => (text === null ? null : showRate(readRate(text)))
  return {
    price_usd: showRate(readRate(rate.rate)),
    bid_usd: show(rate.bid),
    ask_usd: show(rate.ask),
    '24h_change': before ? showChange(readRate(before.rate), readRate(rate.rate)) : null,
    source: rate.source,
    valid_at: rate.valid_at,
  }
}

const REMEMBERED_MS = 5_000

/** Caches supplies for five seconds: summing every balance for each anonymous request would cost too much. */
export class Supplies {
  private readonly known = new Map<string, { readonly at: number; readonly sum: Promise<Supply> }>()
  private readonly holdings: Holdings

  constructor(holdings: Holdings) {
    this.holdings = holdings
  }

  get(code: string, { tx, caller, now }: Context): Promise<Supply> {
    const name = `${caller.environment}/${code}`
    const at = now.getTime()
    const known = this.known.get(name)
    if (known && at - known.at < REMEMBERED_MS) return known.sum
    const sum = this.holdings.sum(tx, caller.environment, code)
    this.known.set(name, { at, sum })
    sum.catch(() => this.known.delete(name))
    return sum
  }
}

/** Reads the decimal places, which may be sent as `precision` or `decimals`; undefined when neither is. */
function readPrecision(input: { precision?: number; decimals?: number }): number | undefined {
  const { precision, decimals } = input
  if (precision !== undefined && decimals !== undefined && precision !== decimals)
    throw Invalid({
      errors: {
        decimals: [
          `The decimals (${decimals}) and the precision (${precision}) differ; send one of them.`,
        ],
      },
    })
  return precision ?? decimals
}

/** A balance has room for a hundred million amounts of this size. */
const UNITS_AT_ONCE_MAX = 10n ** 30n

/** The most that one operation may move of an asset of this precision, in whole units. */
function readMaxAmount(wanted: number | undefined, precision: number): number {
  const most = Number(min(AMOUNT_MAX, UNITS_AT_ONCE_MAX / 10n ** BigInt(precision)))
  if (wanted !== undefined && wanted > most)
    throw Invalid({
      errors: {
        max_amount: [
          `With ${precision} decimal places the max amount may be at most ${most} whole units.`,
        ],
      },
    })
  return wanted ?? most
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)

export interface AssetRequest
  extends Omit<NewAsset, 'symbol' | 'precision' | 'metadata' | 'max_amount'> {
  readonly symbol?: string
  readonly precision?: number
  readonly decimals?: number
  readonly max_amount?: number
  readonly metadata?: Record<string, unknown>
}

export async function createAsset(input: AssetRequest, ctx: Context): Promise<AssetRow> {
  const precision = readPrecision(input)
  if (precision === undefined)
    throw Invalid({ errors: { precision: ['The precision field is required.'] } })
  if ((await store.countAssets(ctx.tx)) >= ASSETS_MAX)
    throw Invalid({
      errors: { code: [`There are already ${ASSETS_MAX} assets; no more can be added.`] },
    })
  const { decimals: _decimals, symbol = input.code, metadata = {}, ...rest } = input
  const max_amount = readMaxAmount(input.max_amount, precision)
  const asset = { ...rest, symbol, metadata, precision, max_amount }
  const row = await store.insertAsset(ctx.tx, asset, ctx.now)
  if (!row) throw AssetExists({ code: input.code })
  ctx.invalidate(ASSETS_CHANGED, row.code)
  return row
}

export interface AssetUpdate extends AssetChange {
  readonly precision?: number
  readonly decimals?: number
}

export async function updateAsset(
  code: string,
  input: AssetUpdate,
  ctx: Context,
  holdings: Holdings,
): Promise<AssetRow> {
  const row = await getAssetRow(ctx.tx, code)
  const precision = readPrecision(input)
  if (precision !== undefined && precision !== row.precision)
    throw Invalid({
      errors: {
        precision: [
          `The precision stays at ${row.precision}: balances are counted in that smallest unit.`,
        ],
      },
    })
  const { precision: _precision, decimals: _decimals, ...change } = input
  if (Object.keys(change).length === 0)
    throw Invalid({
      errors: { name: ['Send a name, symbol, metadata, is_active, is_tradeable or max_amount.'] },
    })
  if (change.max_amount !== undefined) readMaxAmount(change.max_amount, row.precision)
  if (change.is_active === false) await checkUnused(row.code, ctx, holdings)
  const updated = await store.updateAsset(ctx.tx, row.code, change, ctx.now)
  ctx.invalidate(ASSETS_CHANGED, row.code)
  return updated
}

async function checkUnused(code: string, ctx: Context, holdings: Holdings): Promise<void> {
  if (code === 'USD') throw AssetInUse({ code, reason: 'all other assets are valued in it' })
  if (await holdings.isHeld(ctx.tx, code))
    throw AssetInUse({ code, reason: 'customers still hold it' })
}
