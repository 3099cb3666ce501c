// Tests the rate feeds: the simulated table, and the reference rates of a central bank.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readRate, showRate } from '../assets/index.ts'
import { readReferenceRates } from './ecb-document.ts'
import { ecbFeed } from './ecb-feed.ts'
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
  USDT: '1.0000000000',
  DAI: '1.0000000000',
  WETH: '2500.0000000000',
  STETH: '2500.0000000000',
  WBTC: '45000.0000000000',
  MATIC: '0.7000000000',
  BNB: '400.0000000000',
  SOL: '100.0000000000',
  TRX: '0.1000000000',
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

  it('moves pegged assets with their peg, and dollar coins not at all', () => {
    const prices = pricesOn(addDays(started, -17))
    expect(prices.FEUR).toBe(prices.EUR)
    expect(prices.FGOLD).toBe(prices.XAU)
    expect(prices.EUR).not.toBe(readRate(table.EUR))
    expect(showRate(prices.USDC!)).toBe('1.0000000000')
  })

  it('names the rule of a price, and puts bid and ask 0.05 % from it', () => {
    const [eur] = simulatedFeed.daily(started, started, started)
    expect(eur).toMatchObject({
      asset: 'EUR',
      metadata: { generated: true, rule: 'daily-wave-1', started: '2026-03-01' },
    })
    expect(showRate(eur!.bid!)).toBe('1.0844575000')
    expect(showRate(eur!.ask!)).toBe('1.0855425000')
  })
})

/** As the European Central Bank writes it. */
const document = (day: string) => `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
\t\t\t<Cube currency='USD' rate='1.1702'/>
\t\t\t<Cube currency='JPY' rate='173.42'/>
\t\t\t<Cube currency='GBP' rate='0.86630'/>
\t\t\t<Cube currency='CHF' rate='0'/>
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`

const DAY = '2026-02-27'

describe('the reference rates', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  const read = (text: string) =>
    readReferenceRates(text, now).map(({ asset, rate }) => [asset, showRate(rate)])
  const expected = [
    ['JPY', '0.0067477800'],
    ['GBP', '1.3508022625'],
    ['EUR', '1.1702000000'],
  ]

  it('are turned into dollars, digit by digit', () => {
    expect(read(document(DAY))).toEqual(expected)
    const [quote] = readReferenceRates(document(DAY), now)
    expect(quote).toMatchObject({ valid_at: now, metadata: { published: DAY } })
  })

  it.each([
    ['attributes the other way round', /(currency='\w+') (rate='[\d.]+')/g, '$2 $1'],
    ['double quotes', /'/g, '"'],
    ['space around the signs', /currency='(\w+)' rate=/g, "\n currency = '$1'\n\trate\n="],
    ['a prefix on everything', /<(\/?)Cube/g, '<$1gesmes:Cube'],
    ['a character by its number', '1.1702', '&#49;.1702'],
    ['more attributes', /<Cube currency/g, "<Cube obs='A' currency"],
    ['elements that are closed apart', /(<Cube currency[^/]*)\/>/g, '$1></Cube>'],
    ['no envelope', /<\?xml[\s\S]*?(<Cube>[\s\S]*<\/Cube>)[\s\S]*/, '$1'],
    ['comments', /(<Cube currency)/g, "<!-- <Cube currency='USD' rate='9'/> -->$1"],
    [
      'older days below',
      /(\t<\/Cube>\n<\/gesmes)/,
      "<Cube time='2026-02-26'><Cube currency='USD' rate='9'/></Cube>$1",
    ],
    [
      'older days above',
      /(\t<Cube>)/,
      "$1<Cube time='2026-02-26'><Cube currency='USD' rate='9'/></Cube>",
    ],
    [
      'a rate that is not there',
      "<Cube currency='CHF' rate='0'/>",
      "<Cube currency='CHF' rate='N/A'/>",
    ],
  ])('are the same with %s', (_name, pattern, replacement) => {
    const other = document(DAY).replace(pattern, replacement)
    expect(other).not.toBe(document(DAY))
    expect(read(other)).toEqual(expected)
  })

  it.each([
    ['something else', '<html>Sorry</html>', /no reference rates/],
    ['what is not XML', 'Sorry', /is not valid XML: /],
    ['nothing', '', /is not valid XML: /],
    ['half of it', document(DAY).slice(0, -100), /is not valid XML: /],
    ['rates without a day', document(DAY).replace(/ time='[^']*'/, ''), /no reference rates/],
    ['rates in a comment', document(DAY).replace(/<Cube>([\s\S]*)<\/Cube>/, '<!--$1-->'), /no ref/],
    ['a document without the dollar', document(DAY).replace('USD', 'SEK'), /no reference/],
    [
      'a document that is never renewed',
      document('2026-02-21'),
      /newest rates of the feed are of 2026-02-21/,
    ],
    [
      'a document with a type',
      document(DAY).replace('<gesmes:E', '<!DOCTYPE Envelope [<!ENTITY a "1.2">]><gesmes:E'),
      /a document type declaration, which is refused/,
    ],
    ['a rate that is an entity', document(DAY).replace('1.1702', '&a;'), /is not valid XML: /],
    ['too deep a document', '<a>'.repeat(50) + '</a>'.repeat(50), /is not valid XML: .*nested/],
  ])('are not read from %s', (_name, text, problem) => {
    expect(() => read(text)).toThrow(problem)
  })
})

describe('the feed of reference rates', () => {
  async function ask(answer: { status: number; body: Iterable<string> }) {
    const server = createServer((_request, response) => {
      response.writeHead(answer.status, { 'Content-Type': 'text/xml' })
      pipeline(Readable.from(answer.body), response, () => undefined)
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
    try {
      const { port } = server.address() as AddressInfo
      const now = new Date('2026-03-01T12:00:00Z')
      return await ecbFeed(`http://127.0.0.1:${port}/`).latest(now, now)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  }

  it('reads the document in chunks of any size', async () => {
    const quotes = await ask({ status: 200, body: document(DAY) })
    expect(quotes.map(({ asset }) => asset)).toEqual(['JPY', 'GBP', 'EUR'])
  })

  it('reports any other answer', async () => {
    await expect(ask({ status: 503, body: [''] })).rejects.toThrow('answered 503')
  })

  it('refuses a document that is too long', async () => {
    const long = (length: number) => document(DAY) + ' '.repeat(length - document(DAY).length)
    expect(await ask({ status: 200, body: [long(1_000_000)] })).toHaveLength(3)
    await expect(ask({ status: 200, body: [long(1_000_001)] })).rejects.toThrow(
      'more than 1000000 characters',
    )
  })

  it('stops reading an endless document', async () => {
    function* endless() {
      for (;;) yield 'x'.repeat(65_536)
    }
    await expect(ask({ status: 200, body: endless() })).rejects.toThrow(
      'more than 1000000 characters',
    )
  })
})
