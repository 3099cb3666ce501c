// Quotes: a price promised to one caller for five minutes and one trade. Nothing is stored until it
// is used: the quote itself is sealed with the bank's key and given out.
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { uuidv7 } from '../../../kernel/uuid.ts'
import type { Sealer } from '../../../platform/secrets.ts'
import type { TradeSide } from '../gcu-terms/index.ts'
import { QuoteExpired } from './errors.ts'
import type { Currency, Price } from './trading.ts'

interface Offer {
  readonly side: TradeSide
  /** Smallest units of what is given. */
  readonly units: bigint
  readonly currency: Currency
}

const VALID_MS = 5 * 60_000
const PURPOSE = 'gcu.quote'

export function sealQuote(
  { side, units, currency, price }: Offer & { readonly price: Price },
  { caller, now }: Context,
  sealer: Sealer,
): { readonly quote_id: string; readonly valid_until: string } {
  const valid_until = new Date(now.getTime() + VALID_MS).toISOString()
  const plain = [
    PURPOSE,
    uuidv7(now),
    caller.environment,
    caller.user,
    side,
    units,
    currency,
    price.gcu,
    price.currency,
    valid_until,
  ].join('|')
  return { quote_id: sealer.seal(plain).toString('base64url'), valid_until }
}

/** The promised price; throws when it was promised to another, for something else, or is over. */
export function openQuote(
  quote_id: string,
  wanted: Offer,
  { caller, now }: Context,
  sealer: Sealer,
): { readonly uuid: string; readonly price: Price } {
  const refuse = (sentence: string) => Invalid({ errors: { quote_id: [sentence] } })
  const plain = tryOpen(quote_id, sealer)
  const [purpose, uuid, environment, user, side, units, currency, gcu, dollars, until] =
    plain?.split('|') ?? []
  if (purpose !== PURPOSE || environment !== caller.environment || user !== caller.user)
    throw refuse('There is no such quote of yours.')
  if (until! <= now.toISOString()) throw QuoteExpired({ valid_until: until! })
  if (side !== wanted.side || units !== String(wanted.units) || currency !== wanted.currency)
    throw refuse('The quote is for another operation, amount or currency.')
  return { uuid: uuid!, price: { gcu: BigInt(gcu!), currency: BigInt(dollars!) } }
}

function tryOpen(quote_id: string, sealer: Sealer): string | undefined {
  try {
    return sealer.open(Buffer.from(quote_id, 'base64url'))
  } catch {
    return undefined
  }
}
