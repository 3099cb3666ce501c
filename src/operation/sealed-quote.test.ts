// A quote is valid for one user, one environment, one purpose, one request and a limited time.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeSealer } from '../platform/key-ring.ts'
import type { Caller } from './caller.ts'
import { defineQuote } from './sealed-quote.ts'

interface Wanted {
  readonly side: string
  readonly units: bigint
}
interface Terms {
  readonly price: bigint
  readonly route: string
}

const expired = (valid_until: string) => new Error(`over since ${valid_until}`)
const mismatch = (wanted: Wanted) => new Error(`not for ${wanted.units}`)
const made = { purpose: 'test.quote', validSeconds: 60, expired, mismatch }
const quote = defineQuote<Wanted, Terms>(made)
const sealer = makeSealer('a secret of the test that is long enough')
const now = new Date('2026-01-01T00:00:00Z')
const alice: Caller = { user: 'alice', environment: 'live', scopes: new Set(), address: '' }
const ctx = { caller: alice, now }
const wanted = { side: 'buy', units: 100n }
const terms = { price: 2n ** 80n, route: '7' }
const { quote_id, valid_until } = quote.seal(wanted, terms, ctx, sealer)
const later = (seconds: number) => ({
  caller: alice,
  now: new Date(now.getTime() + seconds * 1000),
})

describe('a sealed quote', () => {
  it('returns its terms unchanged, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.string(),
        fc.bigInt(),
        fc.string(),
        (price, route, units, side) => {
          const sealed = quote.seal({ side, units }, { price, route }, ctx, sealer)
          const opened = quote.open(sealed.quote_id, { units, side }, ctx, sealer)
          expect(opened.terms).toEqual({ price, route })
        },
      ),
    )
  })

  it('has a uuid of its own, the same whenever it is opened', () => {
    const first = quote.open(quote_id, wanted, ctx, sealer)
    expect(quote.open(quote_id, wanted, later(59), sealer)).toEqual(first)
    const other = quote.seal(wanted, terms, ctx, sealer)
    expect(quote.open(other.quote_id, wanted, ctx, sealer).uuid).not.toBe(first.uuid)
  })

  it('expires at its instant', () => {
    expect(valid_until).toBe('2026-01-01T00:01:00.000Z')
    expect(() => quote.open(quote_id, wanted, later(59.999), sealer)).not.toThrow()
    expect(() => quote.open(quote_id, wanted, later(60), sealer)).toThrow(
      `over since ${valid_until}`,
    )
  })

  it.each([
    { side: 'sell', units: 100n },
    { side: 'buy', units: 101n },
  ])('is for nothing else: $side $units', (other) => {
    expect(() => quote.open(quote_id, other, ctx, sealer)).toThrow(`not for ${other.units}`)
  })

  it.each<[string, Partial<Caller>]>([
    ['another user', { user: 'bob' }],
    ['another environment', { environment: 'sandbox' }],
  ])('is not there for %s', (_who, other) => {
    const theirs = { caller: { ...alice, ...other }, now }
    expect(() => quote.open(quote_id, wanted, theirs, sealer)).toThrow('no such quote of yours')
  })

  it('belongs to a user: a caller without one cannot open it', () => {
    const { user: _user, ...nobody } = alice
    const caller = { caller: nobody, now }
    const sealed = quote.seal(wanted, terms, caller, sealer)
    expect(() => quote.open(sealed.quote_id, wanted, caller, sealer)).toThrow('no such quote')
  })

  it('is no quote for another purpose, nor under another key, nor when it was changed', () => {
    const other = defineQuote<Wanted, Terms>({ ...made, purpose: 'other.quote' })
    const bytes = Buffer.from(quote_id, 'base64url')
    bytes[bytes.length - 1]! ^= 1
    const tries: (() => unknown)[] = [
      () => other.open(quote_id, wanted, ctx, sealer),
      () => quote.open(quote_id, wanted, ctx, makeSealer('another secret, as long as the first')),
      () => quote.open(bytes.toString('base64url'), wanted, ctx, sealer),
      () => quote.open(sealer.seal('no JSON').toString('base64url'), wanted, ctx, sealer),
      () => quote.open(sealer.seal('null').toString('base64url'), wanted, ctx, sealer),
      () => quote.open('', wanted, ctx, sealer),
    ]
    for (const one of tries) expect(one).toThrow('no such quote of yours')
  })
})
