// Records rates: adds quotes to the history, has every node reload the catalogue and announces the new rates.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { type Environment, systemCaller } from '../../../operation/caller.ts'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import { insertEvents } from '../../../operation/store.ts'
import {
  ASSETS_CHANGED,
  insertDollarRates,
  listOperatorRates,
  lockRates,
  type RateRow,
  type RateSource,
  readRate,
  showRate,
  writeRate,
} from '../assets/index.ts'
import * as events from './events.ts'
import type { Quote } from './feed.ts'

export type RecordContext = Pick<Context, 'tx' | 'now' | 'invalidate'>

export interface QuoteSource {
  readonly provider: string
  readonly source: RateSource
}

/** The provider name of rates that operators set. */
export const OPERATOR = 'operator'

export interface RecordOptions {
  /** True for past rates, which are not announced. */
  readonly isHistory?: boolean
  /** True for a feed's quotes, which never replace a rate that an operator set. */
  readonly isFeed?: boolean
}

/**
 * Adds quotes to the history, in any order, except for instants that already have a rate. The newest of
 * each asset is announced, unless it is history.
 */
export async function recordQuotes(
  ctx: RecordContext,
  quotes: readonly Quote[],
  by: QuoteSource,
  options: RecordOptions = {},
): Promise<RateRow[]> {
  if (quotes.length === 0) return []
  await lockRates(ctx.tx)
  const wanted = options.isFeed ? await leaveOutHeld(ctx, quotes) : quotes
  if (wanted.length === 0) return []
  const added = await insertDollarRates(
    ctx.tx,
    wanted.map(({ asset, rate, bid, ask, valid_at, metadata }) => ({
      from_asset: asset,
      rate: writeRate(rate),
      bid: bid === null ? null : writeRate(bid),
      ask: ask === null ? null : writeRate(ask),
      source: by.source,
      provider: by.provider,
      valid_at,
      metadata,
    })),
  )
  if (added.length === 0) return []
  ctx.invalidate(ASSETS_CHANGED, by.provider)
  if (!options.isHistory) {
    const newest = new Map(added.map((row) => [row.from_asset, row]))
    await emitRateUpdated(ctx, events.RateUpdated, [...newest.values()])
  }
  return added
}

/** Leaves out the quotes for times at which a rate that an operator set is in force. */
async function leaveOutHeld({ tx }: RecordContext, quotes: readonly Quote[]): Promise<Quote[]> {
  const set = await listOperatorRates(tx, [...new Set(quotes.map(({ asset }) => asset))])
  return quotes.filter(
    ({ asset, valid_at }) =>
      !set.some((row) => row.from_asset === asset && isPinned(row, valid_at)),
  )
}

/** Whether this operator's rate is in force at an instant, so that no feed may replace it. */
export function isPinned(row: RateRow, at: Date): boolean {
  const { valid_until } = row.metadata
  const isBefore = (end: string | null | undefined) =>
    end === null || end === undefined || at < new Date(end)
  return new Date(row.valid_at) <= at && isBefore(row.expires_at) && isBefore(valid_until)
}

const environments: readonly Environment[] = ['live', 'sandbox']

/** Announces rates in both environments, since both use the same rates. */
export async function emitRateUpdated(
  { tx, now }: Pick<RecordContext, 'tx' | 'now'>,
  event: EventDef,
  rows: readonly RateRow[],
): Promise<void> {
  const emitted = rows.map((row) => ({
    event,
    data: {
      from_asset: row.from_asset,
      to_asset: row.to_asset,
      rate: showRate(readRate(row.rate)),
      source: row.source,
      provider: row.provider,
      valid_at: row.valid_at,
    },
    audience: { everyone: true as const },
  }))
  for (const environment of environments) {
    const caller = systemCaller(environment)
    const cause = { caller, operation: 'rates.refresh', requestId: uuidv7(now), now }
    await insertEvents(tx, cause, emitted)
  }
}
