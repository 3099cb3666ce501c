// Quotes: terms guaranteed to one user for one session within a minute.
import { formatDecimal } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { defineQuote } from '../../../operation/sealed-quote.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { readUnits, showRate } from '../../core/assets/index.ts'
import { type CoinCode, coins, type Fiat, fiatOf, type RampType } from './coins.ts'
import { QuoteError, SessionError } from './errors.ts'
import { QUOTE_MIN, SESSION_MAX } from './limits.ts'
import { findRate } from './prices.ts'
import type { Providers, RampProvider } from './providers/provider.ts'
import { computeTerms, ROUNDING, type Terms } from './terms.ts'

/** The order that a quote is made for; a session must have the same order to use the quote. */
export interface OrderRequest {
  readonly provider: string
  readonly type: RampType
  readonly fiat_currency: Fiat
  readonly fiat_units: bigint
  readonly crypto_currency: CoinCode
}

export const rampQuote = defineQuote<OrderRequest, Terms>({
  purpose: 'ramp.quote',
  validSeconds: 60,
  expired: (valid_until) =>
    SessionError({
      reason: 'QUOTE_EXPIRED',
      sentence: `This quote expired at ${valid_until}; ask for a new one.`,
    }),
  mismatch: () =>
    SessionError({
      reason: 'QUOTE_MISMATCH',
      sentence:
        'The quote was made for another type, currency, amount or provider; ask for a new one.',
    }),
})

/** Checks that the provider supports the type and the coin. */
export function checkSupported(
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

/** Computes the terms of an order; throws if there is no price, or nothing is left after the fees. */
export function getTerms(order: OrderRequest, rate: Awaited<ReturnType<typeof findRate>>): Terms {
  const { type, fiat_currency, fiat_units, crypto_currency } = order
  if (!rate)
    throw QuoteError({
      sentence: `There is no current price of ${crypto_currency} in ${fiat_currency}; try again later.`,
    })
  const terms = computeTerms(type, fiat_units, rate, fiatOf(fiat_currency), coins[crypto_currency])
  if (!terms)
    throw QuoteError({
      sentence: 'Nothing is left of this amount after the fees; use a larger amount.',
    })
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
  checkSupported(provider, type, crypto_currency, (sentence) => QuoteError({ sentence }))
  const [fiat, coin] = [fiatOf(fiat_currency), coins[crypto_currency]]
  const fiat_units = readUnits(request.amount, fiat)
  checkBetween(fiat_units, { least: QUOTE_MIN, most: SESSION_MAX, field: 'amount', fiat_currency })
  const order = { provider: provider.name, type, fiat_currency, fiat_units, crypto_currency }
  const rate = await findRate(ctx.tx, fiat_currency, coin, ctx.now)
  const terms = getTerms(order, rate)
  const { quote_id, valid_until } = rampQuote.seal(order, terms, ctx, sealer)
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
