// Where prices come from: the table with its movement, and the reference rates of a central bank.
import { describe, expect, it } from 'vitest'
import { readRate, showRate } from '../assets/index.ts'
import { readReferenceRates } from './ecb-feed.ts'
import { addDays } from './feed.ts'
import { simulatedFeed } from './simulated-feed.ts'

const started = new Date('2026-03-01T00:00:00Z')
const table = {
  EUR: '1.0850000000',
  GBP: '1.2700000000',
  CHF: '1.0870000000',
  JPY: '0.0067000000',
  XAU: '2000.0000000000',
  BTC: '45000.0000000000',
  ETH: '2500.0000000000',
  USDC: '1.0000000000',
  FUSD: '1.0000000000',
  FEUR: '1.0850000000',
  FGOLD: '2000.0000000000',
}

const pricesOn = (day: Date) =>
  Object.fromEntries(simulatedFeed.daily(day, day, started).map(({ asset, rate }) => [asset, rate]))

describe('the simulated feed', () => {
  it('has exactly the table on the day of the first start, at any time of it', async () => {
    const show = (quotes: readonly { asset: string; rate: bigint }[]) =>
      Object.fromEntries(quotes.map(({ asset, rate }) => [asset, showRate(rate)]))
    expect(show(simulatedFeed.daily(started, started, started))).toEqual(table)
    const evening = new Date('2026-03-01T23:59:59Z')
    expect(show(await simulatedFeed.latest(evening, evening))).toEqual(table)
  })

  it('moves every day, a little, and stays near the table', () => {
    for (const [code, { step, range }] of Object.entries({
      EUR: { step: 12n, range: 160n },
      XAU: { step: 12n, range: 160n },
      BTC: { step: 48n, range: 640n },
    })) {
      const base = readRate(table[code as keyof typeof table])
      let moved = 0
      for (let n = -400; n < 400; n++) {
        const [today, tomorrow] = [n, n + 1].map((days) => pricesOn(addDays(started, days))[code]!)
        const ten_thousandths = (a: bigint, b: bigint) => ((a > b ? a - b : b - a) * 10_000n) / base
        expect(ten_thousandths(today!, tomorrow!)).toBeLessThanOrEqual(step)
        expect(ten_thousandths(today!, base)).toBeLessThanOrEqual(range)
        if (today !== tomorrow) moved++
      }
      expect(moved).toBeGreaterThan(780)
    }
  })

  it('moves what is pegged with what it is pegged to, and the dollar coins not at all', () => {
    const prices = pricesOn(addDays(started, -17))
    expect(prices.FEUR).toBe(prices.EUR)
    expect(prices.FGOLD).toBe(prices.XAU)
    expect(prices.EUR).not.toBe(readRate(table.EUR))
    expect(showRate(prices.USDC!)).toBe('1.0000000000')
  })

  it('says which rule made a price, and puts bid and ask 0.05 % from it', () => {
    const [eur] = simulatedFeed.daily(started, started, started)
    expect(eur).toMatchObject({
      asset: 'EUR',
      metadata: { generated: true, rule: 'daily-wave-1', started: '2026-03-01' },
    })
    expect(showRate(eur!.bid!)).toBe('1.0844575000')
    expect(showRate(eur!.ask!)).toBe('1.0855425000')
  })
})

const document = (day: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
  <Cube><Cube time='${day}'>
    <Cube currency='USD' rate='1.1702'/><Cube currency='JPY' rate='173.42'/>
    <Cube currency='GBP' rate='0.86630'/><Cube currency='CHF' rate='0'/>
  </Cube></Cube>
</gesmes:Envelope>`

describe('the reference rates', () => {
  const now = new Date('2026-03-01T12:00:00Z')

  it('are turned into dollars, digit by digit', () => {
    const quotes = readReferenceRates(document('2026-02-27'), now)
    expect(quotes.map(({ asset, rate }) => [asset, showRate(rate)])).toEqual([
      ['JPY', '0.0067477800'],
      ['GBP', '1.3508022625'],
      ['EUR', '1.1702000000'],
    ])
    expect(quotes[0]).toMatchObject({ valid_at: now, metadata: { published: '2026-02-27' } })
  })

  it.each([
    ['something else', '<html>Sorry</html>', /no reference rates/],
    ['a document without the dollar', document('2026-02-27').replace('USD', 'SEK'), /no reference/],
    ['a document that is never renewed', document('2026-02-21'), /stands still since 2026-02-21/],
    ['too much', 'x'.repeat(1_000_001), /too much/],
  ])('are not read from %s', (_name, text, problem) => {
    expect(() => readReferenceRates(text, now)).toThrow(problem)
  })
})
