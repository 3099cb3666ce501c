// Tests conversions: they respect the precision of the assets, and a round trip never makes money.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RATE_SCALE, readRate, showChange, showRate, writeRate } from '../assets/index.ts'
import { convertUnits, type Rate } from './index.ts'
import { inverseOf, joinLegs, type Leg } from './rate.ts'

const now = new Date('2026-03-01T12:00:00Z')
const usd = { code: 'USD', precision: 2 }
const eur = { code: 'EUR', precision: 2 }
const jpy = { code: 'JPY', precision: 0 }
const btc = { code: 'BTC', precision: 8 }
const eth = { code: 'ETH', precision: 18 }

const leg = (rate: string): Leg => ({
  rate,
  bid: null,
  ask: null,
  source: 'api',
  provider: 'test',
  valid_at: now.toISOString(),
  expires_at: null,
  metadata: {},
})
const pair = (from?: string, to?: string): Rate =>
  joinLegs({ from: 'AAA', to: 'BBB' }, from ? leg(from) : undefined, to ? leg(to) : undefined, now)

describe('convertUnits', () => {
  it('scales by the decimal places of both', () => {
    const { rate } = pair('0.0067')
    // 1,000 yen are 6.70 dollars; 6.70 dollars are 1,000 yen.
    expect(convertUnits(1_000n, pair('0.0067'), jpy, usd, 'down')).toBe(670n)
    expect(convertUnits(670n, pair(undefined, '0.0067'), usd, jpy, 'down')).toBe(1_000n)
    // A whole bitcoin is 45,000 dollars; a cent is 22 satoshi and a bit.
    expect(convertUnits(100_000_000n, pair('45000'), btc, usd, 'down')).toBe(4_500_000n)
    expect(convertUnits(1n, pair(undefined, '45000'), usd, btc, 'down')).toBe(22n)
    expect(convertUnits(1n, pair(undefined, '45000'), usd, btc, 'up')).toBe(23n)
    // 18 ether are a bitcoin, to the last of 18 places.
    expect(convertUnits(18n * 10n ** 18n, pair('2500', '45000'), eth, btc, 'down')).toBe(10n ** 8n)
    expect(convertUnits(10n ** 8n, pair('45000', '2500'), btc, eth, 'down')).toBe(18n * 10n ** 18n)
    // A plain number is a rate as well.
    expect(convertUnits(1_000n, rate, jpy, usd, 'down')).toBe(670n)
  })

  it('rounds in the requested way', () => {
    const rate = pair('1.085')
    expect(convertUnits(100n, rate, eur, usd, 'down')).toBe(108n)
    expect(convertUnits(100n, rate, eur, usd, 'half-up')).toBe(109n)
    expect(convertUnits(100n, rate, eur, usd, 'half-even')).toBe(108n)
    expect(convertUnits(100n, rate, eur, usd, 'up')).toBe(109n)
  })

  const price = fc.bigInt({ min: 1n, max: 10n ** 30n }).map(writeRate)
  const asset = fc.integer({ min: 0, max: 18 }).map((precision) => ({ code: 'AAA', precision }))
  const units = fc.bigInt({ min: 0n, max: 10n ** 38n })

  it('never returns more than the original amount, and loses less than the worth of one unit', () => {
    fc.assert(
      fc.property(units, price, price, asset, asset, (amount, a, b, from, to) => {
        const [there, back] = [pair(a, b), pair(b, a)]
        const gained = convertUnits(amount, there, from, to, 'down')
        const returned = convertUnits(gained, back, to, from, 'down')
        expect(returned <= amount).toBe(true)
        // What one unit of the other is worth, and the last rounding.
        const lost = amount - returned
        expect(lost <= convertUnits(1n, back, to, from, 'up') + 1n).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('is within half a unit of the exact value when it rounds to the nearest', () => {
    fc.assert(
      fc.property(units, price, price, asset, asset, (amount, a, b, from, to) => {
        const rate = pair(a, b)
        const got = convertUnits(amount, rate, from, to, 'half-up')
        const exact = amount * rate.numerator * 10n ** BigInt(to.precision)
        const whole = rate.denominator * 10n ** BigInt(from.precision)
        const error = got * whole - exact
        expect((error < 0n ? -error : error) * 2n <= whole).toBe(true)
      }),
    )
  })
})

describe('joinLegs', () => {
  it('chains through the dollar, with the worse side of each leg', () => {
    const from = { ...leg('2'), bid: '1.9', ask: '2.1', valid_at: '2026-02-28T00:00:00.000Z' }
    const to = { ...leg('4'), bid: '3.8', ask: '4.2', expires_at: '2026-03-02T00:00:00.000Z' }
    const rate = joinLegs({ from: 'AAA', to: 'BBB' }, from, to, now)
    expect(showRate(rate.rate)).toBe('0.5000000000')
    expect(showRate(inverseOf(rate))).toBe('2.0000000000')
    expect(showRate(rate.bid!)).toBe('0.4523809524')
    expect(showRate(rate.ask!)).toBe('0.5526315789')
    expect(rate.valid_at).toEqual(new Date('2026-02-28T00:00:00Z'))
    expect(rate.expires_at).toEqual(new Date('2026-03-02T00:00:00Z'))
    expect(rate.metadata).toMatchObject({ chained: true, via: 'USD', provider: 'test' })
    expect(pair('2').metadata).not.toHaveProperty('chained')
  })
})

describe('rates as text', () => {
  it('are read and written without a loss', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 38n }), (rate) => {
        expect(readRate(writeRate(rate))).toBe(rate)
      }),
    )
    expect(readRate('1.085')).toBe(1_085n * 10n ** 15n)
    expect(readRate('45000')).toBe(45_000n * RATE_SCALE)
  })
  it('are shown with ten places, changes with two', () => {
    expect(showRate(readRate('0.00000000005'))).toBe('0.0000000000')
    expect(showRate(readRate('0.00000000015'))).toBe('0.0000000002')
    expect(showChange(readRate('2'), readRate('1.975'))).toBe('-1.25')
    expect(showChange(readRate('3'), readRate('4'))).toBe('33.33')
  })
})
