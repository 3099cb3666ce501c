// The pure parts of payment rails: calendars, hours, costs, routing, statistics and account notations.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../../../kernel/days.ts'
import { businessDayAfter, easterOf, holidaysOf, isBusinessDay } from './calendar.ts'
import { costOf } from './costs.ts'
import { isCreditorId } from '../mandates/creditor-id.ts'
import { isOpen, nextCutoff, nextOpening, settlementTime, submissionTime } from './hours.ts'
import { readParty } from '../party.ts'
import { findRail, railIds, railOf, rails, railsTo } from './catalogue.ts'
import { route, type RoutingRequest, scoreOf } from './routing.ts'
import { summarize } from './statistics.ts'
import { toInstant, toWallTime, weekdayOf } from './zoned-time.ts'

const USD = { code: 'USD', precision: 2 }
const EUR = { code: 'EUR', precision: 2 }
const NEW_YORK = 'America/New_York'

describe('calendars', () => {
  it.each([
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2285, '2285-03-22'],
  ])('Easter of %i', (year, day) => expect(easterOf(year)).toBe(day))

  it('knows the holidays of the Federal Reserve in 2026', () => {
    // Independence Day is a Saturday, so the banks are open on Friday.
    expect(holidaysOf('federal_reserve', 2026).map(({ day }) => day)).toEqual([
      '2026-01-01',
      '2026-01-19',
      '2026-02-16',
      '2026-05-25',
      '2026-06-19',
      '2026-09-07',
      '2026-10-12',
      '2026-11-11',
      '2026-11-26',
      '2026-12-25',
    ])
    expect(isBusinessDay('federal_reserve', '2026-07-03')).toBe(true)
  })

  it('observes a Sunday holiday on Monday, and Juneteenth from 2022 on', () => {
    expect(isBusinessDay('federal_reserve', '2022-06-20')).toBe(false)
    expect(isBusinessDay('federal_reserve', '2021-06-18')).toBe(true)
    expect(isBusinessDay('federal_reserve', '2023-01-02')).toBe(false)
  })

  it('knows the closing days of TARGET in 2026', () => {
    expect(holidaysOf('target', 2026).map(({ day }) => day)).toEqual([
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-01',
      '2026-12-25',
      '2026-12-26',
    ])
  })

  it('finds business days after a day, never a weekend', () => {
    expect(businessDayAfter('target', '2026-04-02', 1)).toBe('2026-04-07')
    fc.assert(
      fc.property(
        fc.constantFrom('target' as const, 'federal_reserve' as const),
        fc.integer({ min: 0, max: 40_000 }),
        fc.integer({ min: 1, max: 10 }),
        (calendar, from, n) => {
          const start = addDays('1990-01-01', from)
          const day = businessDayAfter(calendar, start, n)
          expect([0, 6]).not.toContain(weekdayOf(day))
          let count = 0
          for (let at = addDays(start, 1); at <= day; at = addDays(at, 1))
            if (isBusinessDay(calendar, at)) count += 1
          expect(count).toBe(n)
        },
      ),
      { numRuns: 200 },
    )
  })

  it('has Easter on a Sunday between 22 March and 25 April', () => {
    for (let year = 1900; year < 2300; year++) {
      const easter = easterOf(year)
      expect(weekdayOf(easter)).toBe(0)
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
    }
  })
})

describe('wall-clock time', () => {
  it.each([
    // Winter, the day after the change in March, and the day after the change in November.
    ['2026-01-15', '2026-01-15T21:30:00.000Z'],
    ['2026-03-09', '2026-03-09T20:30:00.000Z'],
    ['2026-11-02', '2026-11-02T21:30:00.000Z'],
  ])('16:30 in New York on %s', (day, instant) => {
    expect(toInstant({ day, minute: 990 }, NEW_YORK).toISOString()).toBe(instant)
  })

  it('converts both ways for every time that exists once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 180, max: 1_439 }),
        fc.constantFrom(NEW_YORK, 'Europe/Berlin'),
        (days, minute, zone) => {
          const wall = { day: addDays('2000-01-01', days), minute }
          expect(toWallTime(toInstant(wall, zone), zone)).toEqual(wall)
        },
      ),
    )
  })
})

describe('hours', () => {
  const at = (instant: string) => new Date(instant)

  it.each([
    ['fedwire', '2026-03-02T13:59:59Z', false],
    ['fedwire', '2026-03-02T14:00:00Z', true],
    ['fedwire', '2026-03-03T01:59:59Z', true],
    ['fedwire', '2026-03-03T02:00:00Z', false],
    // An hour earlier in UTC, once the clocks have changed.
    ['fedwire', '2026-03-09T13:00:00Z', true],
    ['fedwire', '2026-03-07T18:00:00Z', false],
    ['fedwire', '2026-11-26T18:00:00Z', false],
    ['ach', '2026-03-02T21:29:59Z', true],
    ['ach', '2026-03-02T21:30:00Z', false],
    ['sepa_direct_debit', '2026-04-03T10:00:00Z', false],
    ['sepa_direct_debit', '2026-04-07T10:00:00Z', true],
    ['fednow', '2026-12-25T03:00:00Z', true],
    ['swift', '2026-12-25T03:00:00Z', true],
  ] as const)('%s at %s: %s', (id, instant, open) => {
    expect(isOpen(railOf(id), at(instant))).toBe(open)
  })

  it('opens after the weekend and the holiday', () => {
    // The Friday evening before Memorial Day.
    const friday = at('2026-05-23T02:00:00Z')
    expect(nextOpening(railOf('fedwire'), friday).toISOString()).toBe('2026-05-26T13:00:00.000Z')
    expect(nextCutoff(railOf('ach'), friday)?.toISOString()).toBe('2026-05-26T20:30:00.000Z')
  })

  it('sends ACH with the next batch, which settles on the business day after', () => {
    const thursday = at('2026-03-05T15:00:00Z')
    const submitted = submissionTime(railOf('ach'), thursday)
    expect(submitted.toISOString()).toBe('2026-03-05T21:30:00.000Z')
    expect(settlementTime(railOf('ach'), submitted).toISOString()).toBe('2026-03-06T13:30:00.000Z')
  })

  it('opens at an instant at which it is open, and is closed until then', () => {
    const begin = Date.parse('2020-01-01T00:00:00Z')
    fc.assert(
      fc.property(
        fc.constantFrom(...railIds),
        fc.integer({ min: 0, max: 20 * 365 * 24 * 60 }),
        (id, minutes) => {
          const now = new Date(begin + minutes * 60_000)
          const rail = railOf(id)
          const opening = nextOpening(rail, now)
          expect(isOpen(rail, opening)).toBe(true)
          expect(opening >= now).toBe(true)
          if (opening > now) expect(isOpen(rail, new Date(opening.getTime() - 60_000))).toBe(false)
          expect(settlementTime(rail, submissionTime(rail, now)) > now).toBe(true)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('costs', () => {
  it.each([
    ['fednow', 100n, 5n],
    ['ach', 100n, 25n],
    ['fedwire', 1_000_000n, 2_500n],
    ['fedwire', 1_000_001n, 2_501n],
    ['fedwire', 2_000_000n, 2_700n],
  ] as const)('%s for %s cents: %s', (id, units, cost) => {
    expect(costOf(railOf(id).cost, units, USD)).toBe(cost)
  })

  it('are not lowered by splitting a payment', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...railIds),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        (id, one, other) => {
          const { cost } = railOf(id)
          expect(costOf(cost, one, USD) + costOf(cost, other, USD)).toBeGreaterThanOrEqual(
            costOf(cost, one + other, USD),
          )
        },
      ),
    )
  })
})

describe('routing', () => {
  // A Tuesday, 12:00 in New York, and the Sunday before.
  const weekday = new Date('2026-03-03T17:00:00Z')
  const sunday = new Date('2026-03-01T17:00:00Z')
  const us = { form: 'us' } as const
  const iban = { form: 'iban', country: 'DE' } as const
  const ask = (change: Partial<RoutingRequest>): RoutingRequest => ({
    units: 10_000n,
    asset: USD,
    urgency: 'normal',
    now: weekday,
    performance: new Map(),
    ...change,
  })
  const choose = (change: Partial<RoutingRequest>) => {
    const found = route(ask(change))
    return 'decision' in found ? found.decision.recommended_rail : found.obstacles
  }
  const major = (amount: number) => BigInt(amount) * 100n

  it.each([
    ['USD up to 500,000', { units: major(500_000) }, 'fednow'],
    ['USD up to a million', { units: major(1_000_000) }, 'rtp'],
    ['USD up to 25 million', { units: major(25_000_000) }, 'ach'],
    ['USD up to 25 million on Sunday', { units: major(25_000_000), now: sunday }, 'ach'],
    ['more USD while Fedwire is open', { units: major(30_000_000) }, 'fedwire'],
    ['more USD on Sunday', { units: major(30_000_000), now: sunday }, 'swift'],
    ['EUR up to 100,000', { units: major(100_000), asset: EUR }, 'sct_inst'],
    ['more EUR, never a direct debit', { units: major(100_001), asset: EUR }, 'swift'],
    ['other currencies', { asset: { code: 'CHF', precision: 2 } }, 'swift'],
    ['USD to an IBAN', { account: iban }, 'swift'],
    ['EUR to an IBAN', { asset: EUR, account: iban }, 'sct_inst'],
    ['EUR to an IBAN outside SEPA', { asset: EUR, account: { ...iban, country: 'SA' } }, 'swift'],
    ['USD to a US account', { account: us }, 'fednow'],
    ['in a hurry', { urgency: 'instant' }, 'fednow'],
  ] as const)('%s', (_title, change, rail) => expect(choose(change)).toBe(rail))

  it('scores by the formula', () => {
    // 0.3 × 0.995 + 0.2 × 5/6 + 0.25 × (1 − 0.045/30) + 0.15 + 0.1 × 0.5
    expect(scoreOf(railOf('fednow'), ask({})).score).toBe(0.9148)
    // 0.3 × 0.975 + 0 + 0.25 × (1 − 0.25/30) + 0.15 + 0.1
    expect(scoreOf(railOf('ach'), ask({})).score).toBe(0.7904)
    expect(scoreOf(railOf('ach'), ask({ now: sunday })).score).toBe(0.6404)
  })

  it('follows the statistics of the last days', () => {
    const performance = new Map([['fednow', { success: 0.5, p95_ms: 20_000 }]] as const)
    expect(choose({ performance })).toBe('rtp')
  })

  it('says why each other rail was not chosen', () => {
    const found = route(ask({ account: us }))
    const { alternatives, reasons, failover } = 'decision' in found ? found.decision : expect.fail()
    expect(alternatives.map(({ rail }) => rail).toSorted()).toEqual(
      railIds.filter((id) => id !== 'fednow').toSorted(),
    )
    expect(alternatives.find(({ rail }) => rail === 'rtp')?.reason).toContain('listed before')
    expect(alternatives.find(({ rail }) => rail === 'sct_inst')).toMatchObject({ score: null })
    expect(reasons).toContain('It is open now.')
    expect(failover).toEqual(['rtp', 'fedwire', 'ach'])
  })

  it('chooses the best of the rails that can carry the payment, whatever the request', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 13n }),
        fc.constantFrom('USD', 'EUR', 'GBP', 'XAU'),
        fc.constantFrom('normal' as const, 'instant' as const),
        fc.integer({ min: 0, max: 500_000 }),
        (units, code, urgency, minutes) => {
          const now = new Date(weekday.getTime() + minutes * 60_000)
          const request = ask({ units, asset: { code, precision: 2 }, urgency, now })
          const found = route(request)
          if ('obstacles' in found) {
            const served = rails.filter(({ currencies }) => currencies.includes(code))
            for (const rail of served.filter(({ type }) => type === 'credit_transfer'))
              expect(
                units < BigInt(Math.round(Number(rail.min) * 100)) ||
                  units > BigInt(rail.max) * 100n,
              ).toBe(true)
            return
          }
          const { recommended_rail, score, alternatives } = found.decision
          expect(railOf(recommended_rail).type).toBe('credit_transfer')
          for (const other of alternatives) expect(other.score ?? 0).toBeLessThanOrEqual(score)
          expect(alternatives).toHaveLength(railIds.length - 1)
        },
      ),
    )
  })
})

describe('statistics of the last days', () => {
  const day = (succeeded: number, failed: number, slot: number) => ({
    rail: 'rtp' as const,
    succeeded,
    failed,
    latencies: Array.from({ length: 24 }, (_, at) => (at === slot ? succeeded : 0)),
  })

  it('say nothing while there are few payments', () => {
    expect(summarize([day(19, 0, 3)]).size).toBe(0)
    expect(summarize([day(10, 0, 3), day(10, 0, 3)]).get('rtp')).toEqual({
      success: 1,
      p95_ms: 8_000,
    })
  })

  it('count successes, and the class of the 95th percentile', () => {
    expect(summarize([day(94, 0, 0), day(6, 100, 5)]).get('rtp')).toEqual({
      success: 0.5,
      p95_ms: 32_000,
    })
    expect(summarize([day(0, 30, 0)]).get('rtp')?.success).toBe(0)
  })
})

describe('rails', () => {
  it('are found by id and alias', () => {
    expect(findRail('SEPA')?.id).toBe('sepa_direct_debit')
    expect(findRail('sepa_instant')?.id).toBe('sct_inst')
    expect(findRail('FEDNOW')?.id).toBe('fednow')
    expect(findRail('auto')).toBeUndefined()
  })

  it.each([
    ['US', ['ach', 'fedwire', 'rtp', 'fednow']],
    ['DE', ['sepa_direct_debit', 'sct_inst']],
    ['JP', ['swift']],
  ])('reach %s', (country, ids) => expect(railsTo(country).map(({ id }) => id)).toEqual(ids))
})

describe('accounts', () => {
  it.each([
    ['DE89 3704 0044 0532 0130 00', { iban: 'DE89370400440532013000' }],
    ['021000021:123456789', { routing_number: '021000021', account_number: '123456789' }],
    [{ iban: 'FR1420041010050500013M02606' }, { iban: 'FR1420041010050500013M02606' }],
  ])('%j', (written, read) => expect(readParty(written, 'a')).toMatchObject(read))

  it.each([
    ['DE88370400440532013000', 'a'],
    ['021000022:123456789', 'a.routing_number'],
    ['021000021:1234567890123456789', 'a.account_number'],
    [{ name: 'Nobody' }, 'a'],
    [{ iban: 'DE89370400440532013000', bic: 'nonsense' }, 'a.bic'],
  ])('refuses %j', (written, field) => {
    try {
      readParty(written, 'a')
      expect.fail()
    } catch (error) {
      expect((error as { details: { errors: object } }).details.errors).toHaveProperty([field])
    }
  })

  it.each([
    ['DE98ZZZ09999999999', true],
    ['DE98ABC09999999999', true],
    ['DE97ZZZ09999999999', false],
    ['nonsense', false],
  ])('creditor identifier %s: %s', (id, good) => expect(isCreditorId(id)).toBe(good))
})
