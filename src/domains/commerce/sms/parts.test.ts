// Parts, prices and countries: pure rules, checked against a second implementation.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryOf, findCountryName } from './countries.ts'
import { smsLife } from './life-cycle.ts'
import { countParts, encodingOf } from './parts.ts'
import { formatRate, defaultRates, priceOf, toUsdc } from './prices.ts'
import { readRates } from './providers/vertexsms.ts'

describe('parts', () => {
  it.each([
    ['a', 160, 1],
    ['a', 161, 2],
    ['a', 306, 2],
    ['a', 307, 3],
    ['€', 80, 1],
    ['€', 81, 2],
    // 153 is odd: the last place of a part cannot take half of a character.
    ['€', 152, 2],
    ['€', 153, 3],
    ['ж', 70, 1],
    ['ж', 71, 2],
    ['ж', 134, 2],
    ['ж', 135, 3],
    ['🙂', 35, 1],
    ['🙂', 36, 2],
    ['🙂', 66, 2],
    ['🙂', 67, 3],
  ])('%s × %i is %i', (char, times, parts) => {
    expect(countParts(char.repeat(times))).toBe(parts)
  })

  it('knows the alphabet of phone networks', () => {
    expect(encodingOf('Ünïcode?')).toBe('UCS-2')
    expect(encodingOf('Ünicode? [{€}] Ωß\n')).toBe('GSM-7')
    expect(encodingOf('`')).toBe('UCS-2')
  })

  /** One by one, from the definition. */
  const packed = (sizes: readonly number[], single: number, multi: number): number => {
    const total = sizes.reduce((sum, size) => sum + size, 0)
    if (total <= single) return 1
    const rooms = [0]
    for (const size of sizes) {
      if (rooms.at(-1)! + size > multi) rooms.push(0)
      rooms[rooms.length - 1]! += size
    }
    return rooms.length
  }

  it('are what packing says, for any mix', () => {
    const text = fc.array(fc.constantFrom('a', '€', 'Z', '{', '\n'), { maxLength: 800 })
    fc.assert(
      fc.property(text, (chars) => {
        const sizes = chars.map((char) => ('€{'.includes(char) ? 2 : 1))
        expect(countParts(chars.join(''))).toBe(packed(sizes, 160, 153))
      }),
    )
    const wide = fc.array(fc.constantFrom('a', 'ж', '🙂', '漢'), { minLength: 1, maxLength: 500 })
    fc.assert(
      fc.property(wide, (chars) => {
        const sizes = chars.map((char) => (char === '🙂' ? 2 : 1))
        expect(countParts(`ж${chars.join('')}`)).toBe(packed([1, ...sizes], 70, 67))
      }),
    )
  })

  it('never get fewer by adding to a text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(countParts(a + b)).toBeGreaterThanOrEqual(countParts(a))
      }),
    )
  })
})

describe('prices', () => {
  it('are euro × 1.08 × 1.15 in millionths of a USDC', () => {
    expect(toUsdc(390)).toBe(48_438n)
    expect(formatRate(390)).toBe('0.0390')
    expect(priceOf(390, 3)).toBe(145_314n)
  })

  it('are rounded up, have a least, and one for the unknown', () => {
    expect(toUsdc(9)).toBe(1_118n) // 1117.8
    expect(toUsdc(1)).toBe(1_000n)
    expect(priceOf(undefined, 2)).toBe(100_000n)
  })

  it('are never too little and less than one millionth too much', () => {
    fc.assert(
      fc.property(fc.integer({ min: 9, max: 1_000_000 }), (rate) => {
        const exact = BigInt(rate) * 12_420n // hundredths of a millionth
        expect(toUsdc(rate) * 100n).toBeGreaterThanOrEqual(exact)
        expect(toUsdc(rate) * 100n).toBeLessThan(exact + 100n)
      }),
    )
  })

  it('are read from a provider without losing anything', () => {
    const rates = readRates([
      { country_code: 'lt', rate: '0.0390' },
      { country_code: 'LT', rate: 0.04 },
      { country: 'FR', price: '0.05601' },
      { country_code: 'XXX', rate: '1' },
      { country_code: 'DE', rate: 'free' },
      null,
    ])
    expect([...rates]).toEqual([
      ['LT', 400],
      ['FR', 561],
    ])
    expect(() => readRates({})).toThrow('no list')
  })
})

describe('countries', () => {
  it.each([
    ['+37060012345', 'LT'],
    ['+14165550123', 'CA'],
    ['+12125550123', 'US'],
    ['+18095550123', 'DO'],
    ['+77012345678', 'KZ'],
    ['+74951234567', 'RU'],
    ['+447400123456', 'GB'],
    ['+447911123456', 'GG'],
    ['+447911', 'GB'],
    ['+3901', 'IT'],
    ['+10000', 'US'],
    // Not issued by any country.
    ['+99912345', 'US'],
    ['+21012345', 'US'],
    // Of a satellite.
    ['+870773111632', 'US'],
  ])('%s is in %s', async (number, country) => {
    expect(await countryOf(number)).toBe(country)
  })

  it('have a name if they have a price', () => {
    for (const code of Object.keys(defaultRates)) expect(findCountryName(code)).toMatch(/^\p{Lu}/u)
    expect(findCountryName('ZZ')).toBeUndefined()
    expect(findCountryName('QX')).toBeUndefined()
  })
})

describe('states', () => {
  it('go forward only', () => {
    const pairs = smsLife.states.flatMap((from) => smsLife.states.map((to) => [from, to] as const))
    const allowed = pairs
      .filter(([from, to]) => smsLife.findBetween(from, to))
      .map((pair) => pair.join(' '))
    expect(allowed).toEqual(['pending sent', 'pending failed', 'sent delivered', 'sent failed'])
  })
})
