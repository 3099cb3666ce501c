// Conversions: public quotes, and real conversions inside an account. The bank converts at the mid rate
// and rounds its payment down to the smallest unit, so that no round trip makes money.
import type { Clock } from '../../../kernel/clock.ts'
import { DAY_MS } from '../../../kernel/durations.ts'
import { formatDecimal, formatMoney, toJsonInteger } from '../../../kernel/money.ts'
import { isUuid } from '../../../kernel/uuid.ts'
import { AppError, Invalid, NotFound } from '../../../operation/error.ts'
import type { Context, ReadContext } from '../../../operation/operation.ts'
import type { Draft } from '../../../operation/posting.ts'
import { batchReads } from '../../../platform/batch-reader.ts'
import type { Database } from '../../../platform/database.ts'
import { type AssetCatalogue, readAmount, readAsset, showRate } from '../assets/index.ts'
import {
  AccountFrozen,
  checkUsable,
  InsufficientFunds,
  systemAccount,
  toTransactionId,
} from '../ledger/index.ts'
import { ConversionFailed } from './errors.ts'
import type { RateUpdater } from './updater.ts'
import { convertUnits, type Rate } from './rate.ts'
import { rateAt } from './queries.ts'
import { ageMinutes } from './view.ts'

export interface RateOptions {
  readonly assets: AssetCatalogue
  readonly updater: RateUpdater
}

export interface PairRequest {
  readonly from: string
  readonly to: string
}

/** The rate of a pair from the address; 404 when an asset or its rate is unknown. */
export async function getRate(
  request: PairRequest,
  ctx: Context,
  { assets }: Pick<RateOptions, 'assets'>,
  provider?: string,
) {
  const [from, to] = [request.from, request.to].map((code) => assets.find(code.toUpperCase()))
  const rate = from && to && (await rateAt(ctx.tx, from.code, to.code, ctx.now, provider))
  if (!rate) throw NotFound({ what: 'exchange rate', id: `${request.from}/${request.to}` })
  return { from, to, rate }
}

export interface QuoteRequest extends PairRequest {
  /** In the smallest unit. */
  readonly amount: string
}

export async function quoteConversion(request: QuoteRequest, ctx: Context, options: RateOptions) {
  const { from, to, rate } = await getRate(request, ctx, options)
  const units = BigInt(request.amount)
  const rounding = 'half-up'
  const converted = convertUnits(units, rate, from, to, rounding)
  return {
    from_asset: from.code,
    to_asset: to.code,
    from_amount: toJsonInteger(units),
    to_amount: toJsonInteger(converted),
    from_formatted: formatMoney({ units, asset: from }),
    to_formatted: formatMoney({ units: converted, asset: to }),
    rate: showRate(rate.rate),
    rate_age_minutes: ageMinutes(rate.valid_at, ctx.now),
    rounding,
  }
}

export interface ConversionRequest {
  readonly account_uuid: string
  readonly from_currency: string
  readonly to_currency: string
  readonly amount: string | number
}

const STALE_MS = DAY_MS

/** The rate is read before the ledger decides; the check of the caller's access takes precedence over its absence. */
export async function planConversion(
  request: ConversionRequest,
  { caller, now }: ReadContext,
  { assets, findRate }: ConversionOptions,
) {
  const { units, from, to } = readConversion(request, assets)
  const id = request.account_uuid.toLowerCase()
  const bank = systemAccount(caller.environment, 'conversions')
  const books = [id, bank]
    .filter(isUuid)
    .flatMap((account) => [from, to].map((asset) => ({ account, asset: asset.code })))
  const pair = { from: from.code, to: to.code }
  const found = await findRate(pair, now)
  const decide = (ledger: Draft) => {
    const account = checkUsable(ledger.account(id), request.account_uuid, caller)
    if (account.status === 'frozen') throw AccountFrozen({ account_uuid: id })
    const rate = checkFresh(found, pair, now, 'to_currency')
    const rounding = 'down' as const
    const converted = convertUnits(units, rate, from, to, rounding)
    if (converted === 0n)
      throw Invalid({
        errors: {
          amount: [
            `${formatMoney({ units, asset: from })} is worth less than the smallest unit of ${to.code}; send a larger amount.`,
          ],
        },
      })
    const exchange_rate = showRate(rate.rate)
    const entry = asConversionFailed(() =>
      ledger.post({
        type: 'transfer',
        subtype: 'conversion',
        credits: 'exchanged',
        reference: `${from.code} to ${to.code} at ${exchange_rate}`,
        metadata: { exchange_rate, rounding, rate_valid_at: rate.valid_at.toISOString() },
        moves: [
          { from: id, to: bank, asset: from.code, units },
          { from: bank, to: id, asset: to.code, units: converted },
        ],
      }),
    )
    const write = (amount: bigint, asset: typeof from) => formatDecimal({ units: amount, asset })
    return {
      message: `${formatMoney({ units, asset: from })} converted to ${formatMoney({ units: converted, asset: to })}.`,
      data: {
        transaction_id: toTransactionId({ entry_id: entry.id, line: 0, side: 'from' }),
        account_uuid: id,
        from_amount: write(units, from),
        to_amount: write(converted, to),
        from_currency: from.code,
        to_currency: to.code,
        exchange_rate,
        rounding,
        from_balance_after: write(entry.moves[0]!.from_after, from),
        to_balance_after: write(entry.moves[1]!.to_after, to),
        completed_at: entry.at.toISOString(),
      },
    }
  }
  return { books, decide }
}

export interface ConversionOptions {
  readonly assets: AssetCatalogue
  readonly findRate: (pair: PairRequest, now: Date) => Promise<Rate | undefined>
}

export interface RateFinderOptions {
  readonly database: Pick<Database, 'read' | 'write'>
  readonly clock: Clock
  readonly updater: RateUpdater
}

/** Finds the rates for conversions; those that are asked for at the same time are read together. */
export function makeRateFinder({ database, clock, updater }: RateFinderOptions) {
  const readRate = batchReads(async (tx, names) => {
    const now = clock.now()
    const rates = new Map<string, Rate>()
    for (const name of names) {
      const [from, to] = name.split('/') as [string, string]
      const rate = await rateAt(tx, from, to, now)
      if (rate) rates.set(name, rate)
    }
    return rates
  })
  return async ({ from, to }: PairRequest, now: Date): Promise<Rate | undefined> => {
    const known = await readRate(database.read, `${from}/${to}`)
    if (known && isFresh(known, now)) return known
    // A daily feed can compute today's rate at once, before the hourly job has recorded it.
    await updater.catchUp(database.write)
    return readRate(database.read, `${from}/${to}`)
  }
}

function readConversion(request: ConversionRequest, assets: AssetCatalogue) {
  const fields = { amount: 'amount', asset: 'from_currency' }
  const asset_code = request.from_currency.toUpperCase()
  const { asset: from, units } = readAmount(assets, { amount: request.amount, asset_code }, fields)
  const to = readAsset(assets, request.to_currency.toUpperCase(), 'to_currency')
  if (from.code === to.code)
    throw Invalid({ errors: { to_currency: ['The two currencies must be different.'] } })
  for (const [field, asset] of Object.entries({ from_currency: from, to_currency: to }))
    if (asset.type === 'basket')
      throw Invalid({
        errors: {
          [field]: [`${asset.code} is a basket: buy or sell it, or compose it from its parts.`],
        },
      })
  return { units, from, to }
}

const isFresh = ({ valid_at }: Rate, now: Date): boolean =>
  now.getTime() - valid_at.getTime() <= STALE_MS

/** Money is never converted at a rate that is older than a day; a refusal names the field of the target. */
export async function getFreshRate(
  from: string,
  to: string,
  ctx: Context,
  updater: RateUpdater,
  field: string,
): Promise<Rate> {
  const known = await rateAt(ctx.tx, from, to, ctx.now)
  if (known && isFresh(known, ctx.now)) return known
  // A daily feed can compute today's rate at once, before the hourly job has recorded it.
  await updater.fillDays(ctx)
  return checkFresh(await rateAt(ctx.tx, from, to, ctx.now), { from, to }, ctx.now, field)
}

function checkFresh(
  rate: Rate | undefined,
  { from, to }: PairRequest,
  now: Date,
  field: string,
): Rate {
  if (rate && isFresh(rate, now)) return rate
  const sentence = rate
    ? `The rate from ${from} to ${to} is of ${rate.valid_at.toISOString()}, more than a day ago; try again when there is a newer one.`
    : `There is no rate from ${from} to ${to}.`
  throw ConversionFailed({
    reason: 'RATE_NOT_AVAILABLE',
    sentence,
    errors: { [field]: [sentence] },
  })
}

function asConversionFailed<Output>(decide: () => Output): Output {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof AppError && error.def.code === InsufficientFunds.code)) throw error
    throw ConversionFailed({
      reason: 'INSUFFICIENT_FUNDS',
      sentence: error.message,
      errors: { amount: [error.message] },
    })
  }
}
