// Quotes that need no table row: terms that the bank promises to one user until an instant, sealed with the
// bank's key. Nothing is stored until a quote is used; the record made from it keeps the quote's uuid under a
// unique index, so that a quote can be used only once.
import { canonicalJson, isRecord } from '../kernel/json.ts'
import { uuidv7 } from '../kernel/uuid.ts'
import type { Sealer } from '../platform/key-ring.ts'
import { Invalid } from './error.ts'
import type { Context } from './operation.ts'

/** Quotes hold only texts and whole numbers of smallest units. */
type Fields<T> = { readonly [Name in keyof T]: string | bigint }

interface QuoteDef<Wanted> {
  /** A token that was sealed for another purpose is refused. */
  readonly purpose: string
  readonly validSeconds: number
  /** The domain's error for an expired quote; a quote of another user gets the same error everywhere. */
  readonly expired: (valid_until: string) => Error
  readonly mismatch: (wanted: Wanted) => Error
  /** The error for what is no quote of the caller's, where a wrong field is not the right answer. */
  readonly unknown?: (quote_id: string) => Error
}

export interface Quote<Wanted, Terms> {
  /** `wanted` describes the request the quote is valid for, `terms` the promised terms. */
  seal(
    wanted: Wanted,
    terms: Terms,
    ctx: Pick<Context, 'caller' | 'now'>,
    sealer: Sealer,
  ): { readonly quote_id: string; readonly valid_until: string }
  /** Throws when the quote belongs to another user, has expired, or was given for another request. */
  open(
    quote_id: string,
    wanted: Wanted,
    ctx: Pick<Context, 'caller' | 'now'>,
    sealer: Sealer,
  ): { readonly uuid: string; readonly terms: Terms }
}

interface Sealed {
  readonly uuid: string
  readonly purpose: string
  readonly environment: string
  readonly user: string | undefined
  readonly valid_until: string
  readonly wanted: string
  readonly terms: string
}

export function defineQuote<Wanted extends Fields<Wanted>, Terms extends Fields<Terms>>({
  purpose,
  validSeconds,
  expired,
  mismatch,
  unknown = () => Invalid({ errors: { quote_id: ['There is no such quote of yours.'] } }),
}: QuoteDef<Wanted>): Quote<Wanted, Terms> {
  return {
    seal(wanted, terms, { caller, now }, sealer) {
      const valid_until = new Date(now.getTime() + validSeconds * 1000).toISOString()
      const sealed: Sealed = {
        uuid: uuidv7(now),
        purpose,
        environment: caller.environment,
        user: caller.user,
        valid_until,
        wanted: write(wanted),
        terms: write(terms),
      }
      return { quote_id: sealer.seal(JSON.stringify(sealed)).toString('base64url'), valid_until }
    },
    open(quote_id, wanted, { caller, now }, sealer) {
      const sealed = tryOpen(quote_id, sealer)
      const isTheirs =
        sealed?.purpose === purpose &&
        sealed.environment === caller.environment &&
        sealed.user !== undefined &&
        sealed.user === caller.user
      if (!isTheirs) throw unknown(quote_id)
      if (sealed.valid_until <= now.toISOString()) throw expired(sealed.valid_until)
      if (sealed.wanted !== write(wanted)) throw mismatch(wanted)
      return { uuid: sealed.uuid, terms: read(sealed.terms) as Terms }
    },
  }
}

/** Once the content is known to be a quote, the seal guarantees its shape. */
function tryOpen(quote_id: string, sealer: Sealer): Sealed | undefined {
  try {
    const sealed: unknown = JSON.parse(sealer.openToken(Buffer.from(quote_id, 'base64url')))
    return isRecord(sealed) ? (sealed as unknown as Sealed) : undefined
  } catch {
    return undefined
  }
}

/** Sorts the keys, and writes numbers differently from texts that look like them. */
const write = (fields: object): string =>
  canonicalJson(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? { units: String(value) } : value,
      ]),
    ),
  )

const read = (text: string): unknown =>
  JSON.parse(text, (_name, value: unknown) =>
    isRecord(value) && typeof value['units'] === 'string' ? BigInt(value['units']) : value,
  )
