// Quotes: terms promised to one user for a minute and one session. Nothing is stored until it is used:
// the quote itself is sealed with the bank's key and given out.
import { formatDecimal } from '../../../kernel/money.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
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

const VALID_MS = 60_000
const PURPOSE = 'ramp.quote'

function sealQuote(wanted: Wanted, terms: Terms, until: Date, ctx: Context, sealer: Sealer) {
  const plain = [
    PURPOSE,
    uuidv7(ctx.now),
    ctx.caller.environment,
    ctx.caller.user,
    until.toISOString(),
    ...fieldsOf(wanted),
    terms.fee_units,
    terms.network_fee_units,
    terms.net_units,
    terms.crypto_units,
  ].join('|')
  return sealer.seal(plain).toString('base64url')
}

const fieldsOf = (wanted: Wanted): string[] => [
  wanted.provider,
  wanted.type,
  wanted.fiat_currency,
  String(wanted.fiat_units),
  wanted.crypto_currency,
]

/** The promised terms; throws when they were promised to another, for something else, or are over. */
export function openQuote(
  quote_id: string,
  wanted: Wanted,
  { caller, now }: Context,
  sealer: Sealer,
): { readonly uuid: string; readonly terms: Terms } {
  const [purpose, uuid, environment, user, until, ...rest] = tryOpen(quote_id, sealer)
  if (purpose !== PURPOSE || environment !== caller.environment || user !== caller.user)
    throw Invalid({ errors: { quote_id: ['There is no such quote of yours.'] } })
  if (until! <= now.toISOString())
    throw SessionError({
      reason: 'QUOTE_EXPIRED',
      sentence: `This quote was good until ${until}; ask for a new one.`,
    })
  const fields = fieldsOf(wanted)
  if (fields.some((field, index) => field !== rest[index]))
    throw SessionError({
      reason: 'QUOTE_MISMATCH',
      sentence: 'The quote is for another type, currency, amount or provider.',
    })
  const [fee, network, net, crypto] = rest.slice(fields.length).map(BigInt)
  return {
    uuid: uuid!,
    terms: {
      fee_units: fee!,
      network_fee_units: network!,
      net_units: net!,
      crypto_units: crypto!,
    },
  }
}

function tryOpen(quote_id: string, sealer: Sealer): string[] {
  try {
    return sealer.open(Buffer.from(quote_id, 'base64url')).split('|')
  } catch {
    return []
  }
}

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
  const until = new Date(ctx.now.getTime() + VALID_MS)
  const write = (units: bigint) => formatDecimal({ units, asset: fiat })
  return {
    quotes: [
      {
        provider_name: provider.name,
        quote_id: sealQuote(wanted, terms, until, ctx, sealer),
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
    valid_until: until.toISOString(),
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
