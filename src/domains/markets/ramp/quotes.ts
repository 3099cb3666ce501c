// Quotes: terms promised to one user for a minute and one session.
import { formatDecimal } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { defineQuote } from '../../../operation/sealed-quote.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import { readUnits, showRate } from '../../core/assets/index.ts'
import { type CoinCode, coins, type Fiat, fiatOf, type RampType } from './coins.ts'
import { QuoteError, SessionError } from './errors.ts'
import { QUOTE_MIN, SESSION_MAX } from './limits.ts'
import { findRate } from './prices.ts'
import type { Providers, RampProvider } from './provider.ts'
import { reckon, ROUNDING, type Terms } from './reckoning.ts'

/** What a quote is for, and what a session must be for to use it. */
export interface Wanted {
  readonly provider: string
  readonly type: RampType
  readonly fiat_currency: Fiat
  readonly fiat_units: bigint
  readonly crypto_currency: CoinCode
}

export const rampQuote = defineQuote<Wanted, Terms>({
  purpose: 'ramp.quote',
  validSeconds: 60,
  expired: (valid_until) =>
    SessionError({
      reason: 'QUOTE_EXPIRED',
      sentence: `This quote was good until ${valid_until}; ask for a new one.`,
    }),
  mismatch: () =>
    SessionError({
      reason: 'QUOTE_MISMATCH',
      sentence: 'The quote is for another type, currency, amount or provider.',
    }),
})

/** Whether the provider does that at all. */
export function checkOffered(
  provider: RampProvider,
  type: RampType,
  coin: CoinCode,
  refuse: (sentence: string) => Error,
): void {
  if (!provider.types.includes(type))
    throw refuse(`The provider ${provider.name} does not ${type === 'on' ? 'sell' : 'buy'} crypto.`)
  if (!provider.coins.includes(coin))
    throw refuse(`The provider ${provider.name} does not offer ${coin}.`)
}

/** What it comes to; throws when there is no price, or nothing is left after the fees. */
export function reckonOrRefuse(wanted: Wanted, rate: Awaited<ReturnType<typeof findRate>>): Terms {
  const { type, fiat_currency, fiat_units, crypto_currency } = wanted
  if (!rate)
    throw QuoteError({
      sentence: `There is no price of ${crypto_currency} in ${fiat_currency} now, or it is too old.`,
    })
  const terms = reckon(type, fiat_units, rate, fiatOf(fiat_currency), coins[crypto_currency])
  if (!terms) throw QuoteError({ sentence: 'Nothing is left of this amount after the fees.' })
  return terms
}

export interface QuoteRequest {
  readonly type: RampType
  readonly fiat: Fiat
  readonly amount: string
  readonly crypto: CoinCode
}

export async function quote(
  request: QuoteRequest,
  ctx: Context,
  { providers, sealer }: { readonly providers: Providers; readonly sealer: Sealer },
) {
  const provider = providers.choose(ctx.caller.environment)
  const { type, fiat: fiat_currency, crypto: crypto_currency } = request
  checkOffered(provider, type, crypto_currency, (sentence) => QuoteError({ sentence }))
  const [fiat, coin] = [fiatOf(fiat_currency), coins[crypto_currency]]
  const fiat_units = readUnits(request.amount, fiat)
  checkBetween(fiat_units, { least: QUOTE_MIN, most: SESSION_MAX, field: 'amount', fiat_currency })
  const wanted = { provider: provider.name, type, fiat_currency, fiat_units, crypto_currency }
  const rate = await findRate(ctx.tx, fiat_currency, coin, ctx.now)
  const terms = reckonOrRefuse(wanted, rate)
  const { quote_id, valid_until } = rampQuote.seal(wanted, terms, ctx, sealer)
  const write = (units: bigint) => formatDecimal({ units, asset: fiat })
  return {
    quotes: [
      {
        provider_name: provider.name,
        quote_id,
        type,
        fiat_currency,
        fiat_amount: write(fiat_units),
        crypto_currency,
        crypto_amount: formatDecimal({ units: terms.crypto_units, asset: coin }),
        exchange_rate: showRate(rate!.rate),
        fee: write(terms.fee_units),
        network_fee: write(terms.network_fee_units),
        fee_currency: fiat_currency,
        net_amount: write(terms.net_units),
        payment_methods: [...provider.payment_methods],
        rounding: ROUNDING,
      },
    ],
    provider: provider.name,
    test_mode: provider.test_mode,
    valid_until,
  }
}

export function checkBetween(
  units: bigint,
  bounds: {
    readonly least: number
    readonly most: number
    readonly field: string
    readonly fiat_currency: string
  },
): void {
  const { least, most, field, fiat_currency } = bounds
  const cents = (whole: number): bigint => BigInt(whole) * 100n
  if (units >= cents(least) && units <= cents(most)) return
  throw Invalid({
    errors: {
      [field]: [
        `The ${field.replace('_', ' ')} must be between ${least} and ${most} ${fiat_currency}.`,
      ],
    },
  })
}
