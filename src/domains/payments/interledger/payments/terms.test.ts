// The terms of payments under attack: tiny amounts, splitting, round trips, partial delivery.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { computeTerms, prorate } from './terms.ts'

const assets = {
  USD: { code: 'USD', precision: 2 },
  EUR: { code: 'EUR', precision: 2 },
  GBP: { code: 'GBP', precision: 2 },
  BTC: { code: 'BTC', precision: 8 },
  ETH: { code: 'ETH', precision: 18 },
} as const
const asset = fc.constantFrom(...Object.values(assets))
/** From very cheap to very expensive assets, and every rounding between. */
const rate = fc.record({
  numerator: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  denominator: fc.bigInt({ min: 1n, max: 10n ** 24n }),
})
const units = fc.oneof(
  fc.bigInt({ min: 1n, max: 200n }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }),
  fc.bigInt({ min: 1n, max: 10n ** 30n }),
)

describe('computeTerms', () => {
  it('is the sample: 100 USD at 0.92 cost 0.10 and arrive as 91.91 EUR', () => {
    const terms = computeTerms(
      10_000n,
      { numerator: 92n, denominator: 100n },
      assets.USD,
      assets.EUR,
    )
    expect(terms).toEqual({ fee_units: 10n, receive_units: 9_191n })
  })

  it('takes a fee of at least one unit, and nothing where nothing is left', () => {
    const one = { numerator: 1n, denominator: 1n }
    expect(computeTerms(1n, one, assets.USD, assets.USD)).toBeUndefined()
    expect(computeTerms(2n, one, assets.USD, assets.USD)).toEqual({
      fee_units: 1n,
      receive_units: 1n,
    })
    // Half a cent of ether does not become a cent.
    const ether = { numerator: 2500n, denominator: 1n }
    expect(computeTerms(2_010_000_000_000n, ether, assets.ETH, assets.USD)).toBeUndefined()
  })

  it('never gives more than the whole amount is worth', () => {
    fc.assert(
      fc.property(units, rate, asset, asset, (sent, { numerator, denominator }, from, to) => {
        const terms = computeTerms(sent, { numerator, denominator }, from, to)
        if (!terms) return
        const given = terms.receive_units * denominator * 10n ** BigInt(from.precision)
        const taken = sent * numerator * 10n ** BigInt(to.precision)
        expect(given <= taken).toBe(true)
        expect(terms.fee_units >= 1n).toBe(true)
        expect(terms.fee_units * 1000n >= sent).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('makes no profit on a round trip', () => {
    fc.assert(
      fc.property(units, rate, asset, asset, (sent, there, from, to) => {
        const first = computeTerms(sent, there, from, to)
        if (!first) return
        const back = { numerator: there.denominator, denominator: there.numerator }
        const second = computeTerms(first.receive_units, back, to, from)
        expect((second?.receive_units ?? 0n) <= sent).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  it('makes no profit by splitting: the parts together are worth no more than what was sent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10_000n }), { minLength: 1, maxLength: 50 }),
        rate,
        asset,
        asset,
        (parts, { numerator, denominator }, from, to) => {
          const got = parts.reduce(
            (sum, part) =>
              sum + (computeTerms(part, { numerator, denominator }, from, to)?.receive_units ?? 0n),
            0n,
          )
          const sent = parts.reduce((a, b) => a + b, 0n)
          const given = got * denominator * 10n ** BigInt(from.precision)
          expect(given <= sent * numerator * 10n ** BigInt(to.precision)).toBe(true)
        },
      ),
    )
  })
})

describe('shareOut', () => {
  const amounts = fc
    .record({ send: units, rate })
    .map(({ send, rate: one }) => ({
      send,
      terms: computeTerms(send, one, assets.USD, assets.EUR),
    }))
    .filter(({ terms }) => terms !== undefined)
    .map(({ send, terms }) => ({ send_units: send, ...terms! }))

  it('adds up to what was sent, whatever was delivered', () => {
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000 }), (all, permille) => {
        const delivered = (all.receive_units * BigInt(permille)) / 1_000n
        const shares = prorate(all, delivered)
        const { paid_units, charged_units, returned_units } = shares
        expect(paid_units + charged_units + returned_units).toBe(all.send_units)
        for (const part of Object.values(shares)) expect(part >= 0n).toBe(true)
        // The bank has paid what was delivered, and is paid for it.
        expect(paid_units * all.receive_units >= delivered * (all.send_units - all.fee_units)).toBe(
          true,
        )
      }),
    )
  })

  it('returns all when nothing was delivered, and nothing when all was', () => {
    fc.assert(
      fc.property(amounts, (all) => {
        expect(prorate(all, 0n).returned_units).toBe(all.send_units)
        expect(prorate(all, all.receive_units)).toEqual({
          paid_units: all.send_units - all.fee_units,
          charged_units: all.fee_units,
          returned_units: 0n,
        })
      }),
    )
  })
})
