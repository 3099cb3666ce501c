// Conversations as users have them, with what each message means after those before it, on Wednesday 18 November
// 2026; and what holds for every message.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitBacktracking } from '../../queries/test-support.ts'
import { type Filters, interpret } from '../../queries/index.ts'
import { carryOver, shiftPeriod } from './carry-over.ts'
import { type Frame, type Pair, type ReadTopic, readTopics, type Topic } from './frame.ts'
import { toQueryInput, toSentence } from '../answers/query-input.ts'
import { isTransferRequest, readConfirmation, readTransfer } from './transfer-request.ts'
import { interpretMessage, type InterpreterContext } from './interpreter.ts'

const codes: ReadonlySet<string> = new Set('USD EUR GBP JPY CHF BTC ETH USDC GCU XAU'.split(' '))
const world: InterpreterContext = { now: new Date('2026-11-18T09:30:00Z'), codes }

const span = (date_from: string, date_to: string) => ({ date_from, date_to })
const on = (day: string) => span(day, day)
const out = { direction: 'debit' } as const
const incoming = { direction: 'credit' } as const
const groceries = { category: 'groceries' }
const EUR = { asset_code: 'EUR' }
const september = span('2026-09-01', '2026-09-30')
const october = span('2026-10-01', '2026-10-31')

type Turn = readonly [message: string, topic: Topic, meaning?: Filters | { readonly pair: Pair }]

const talks: readonly (readonly Turn[])[] = [
  [
    [
      'How much did I spend on groceries last month?',
      'spending',
      { ...october, ...groceries, ...out },
    ],
    ['and the month before?', 'spending', { ...september, ...groceries, ...out }],
    ['and in euros?', 'spending', { ...september, ...groceries, ...out }],
    ['only euros', 'spending', { ...september, ...groceries, ...out, ...EUR }],
    ['only at Lidl', 'spending', { ...september, ...groceries, ...out, ...EUR, recipient: 'lidl' }],
    [
      'show them',
      'transactions',
      { ...september, ...groceries, ...out, ...EUR, recipient: 'lidl' },
    ],
    [
      'the five largest',
      'transactions',
      { ...september, ...groceries, ...out, ...EUR, recipient: 'lidl', sort: 'largest', limit: 5 },
    ],
    ['What did I spend this year?', 'spending', { ...span('2026-01-01', '2026-11-18'), ...out }],
    ['by category', 'spending', { ...span('2026-01-01', '2026-11-18'), ...out }],
    ['the same period last year', 'spending', { ...span('2025-01-01', '2025-11-18'), ...out }],
  ],
  [
    ['What is my balance?', 'balance', {}],
    ['and in euros?', 'balance', EUR],
    ['and savings?', 'balance', { ...EUR, account_type: 'savings' }],
    ['What accounts do I have?', 'accounts', {}],
    ['how much money do I have on my checking account', 'balance', { account_type: 'checking' }],
    ['what about business', 'balance', { account_type: 'business' }],
    ['How much bitcoin do I have?', 'balance', { asset_code: 'BTC' }],
    ['and in all currencies?', 'balance', {}],
    ['groceries last month', 'transactions', { ...october, ...groceries }],
  ],
  [
    ['What is GCU worth?', 'rate', { pair: { from: 'GCU', to: 'USD' } }],
    ['and in euros?', 'rate', { pair: { from: 'GCU', to: 'EUR' } }],
    ['and the pound?', 'rate', { pair: { from: 'GBP', to: 'EUR' } }],
    ['how much is 100 EUR in USD?', 'rate', { pair: { from: 'EUR', to: 'USD', amount: '100' } }],
    ['and 250?', 'rate', { pair: { from: 'EUR', to: 'USD', amount: '250' } }],
    ['EUR/GBP', 'rate', { pair: { from: 'EUR', to: 'GBP' } }],
    ['What is my balance?', 'balance', {}],
    ['convert 1,000 dollars to yen', 'rate', { pair: { from: 'USD', to: 'JPY', amount: '1000' } }],
    ['what is the exchange rate of the dollar?', 'rate', { pair: { from: 'USD', to: 'EUR' } }],
  ],
  [
    [
      'Show transactions over 50 last week',
      'transactions',
      { ...span('2026-11-09', '2026-11-15'), amount_min: '50' },
    ],
    [
      'and the week before?',
      'transactions',
      { ...span('2026-11-02', '2026-11-08'), amount_min: '50' },
    ],
    ['under 20', 'transactions', { ...span('2026-11-02', '2026-11-08'), amount_max: '20' }],
    ['and in March?', 'transactions', { ...span('2026-03-01', '2026-03-31'), amount_max: '20' }],
    ['the month after', 'transactions', { ...span('2026-04-01', '2026-04-30'), amount_max: '20' }],
    ['any amount', 'transactions', span('2026-04-01', '2026-04-30')],
    [
      'except rent',
      'transactions',
      { ...span('2026-04-01', '2026-04-30'), category_not: ['housing'] },
    ],
    ['all categories', 'transactions', span('2026-04-01', '2026-04-30')],
    [
      'what about Alice?',
      'transactions',
      { ...span('2026-04-01', '2026-04-30'), recipient: 'alice' },
    ],
    ['and Bob?', 'transactions', { ...span('2026-04-01', '2026-04-30'), recipient: 'bob' }],
    ['everyone', 'transactions', span('2026-04-01', '2026-04-30')],
    ['only received', 'transactions', { ...span('2026-04-01', '2026-04-30'), ...incoming }],
    ['yesterday', 'transactions', { ...on('2026-11-17'), ...incoming }],
    ['and the day before?', 'transactions', { ...on('2026-11-16'), ...incoming }],
  ],
  [
    [
      'What did I receive in 2025?',
      'transactions',
      { ...span('2025-01-01', '2025-12-31'), ...incoming },
    ],
    ['and the year before?', 'transactions', { ...span('2024-01-01', '2024-12-31'), ...incoming }],
    ['the year after that', 'transactions', { ...span('2025-01-01', '2025-12-31'), ...incoming }],
    [
      'without refunds',
      'transactions',
      { ...span('2025-01-01', '2025-12-31'), ...incoming, category_not: ['refunds'] },
    ],
    [
      'last quarter',
      'transactions',
      { ...span('2026-07-01', '2026-09-30'), ...incoming, category_not: ['refunds'] },
    ],
    [
      'the quarter before',
      'transactions',
      { ...span('2026-04-01', '2026-06-30'), ...incoming, category_not: ['refunds'] },
    ],
  ],
  [
    ['last 30 days', 'transactions', span('2026-10-20', '2026-11-18')],
    ['the month before', 'transactions', span('2026-09-20', '2026-10-19')],
    ['and before that?', 'transactions', span('2026-08-21', '2026-09-19')],
    ['Where did my money go this month?', 'spending', span('2026-11-01', '2026-11-18')],
    ['and the previous month?', 'spending', october],
    ['and the one before?', 'spending', september],
  ],
  [
    [
      'my five largest payments last month',
      'transactions',
      { ...october, sort: 'largest', limit: 5, payments_only: true },
    ],
    [
      'and the month before?',
      'transactions',
      { ...september, sort: 'largest', limit: 5, payments_only: true },
    ],
    ['and the newest?', 'transactions', { ...september, sort: 'newest', payments_only: true }],
    [
      'only in euros',
      'transactions',
      { ...september, ...EUR, sort: 'newest', payments_only: true },
    ],
    ['and the largest transactions?', 'transactions', { ...september, ...EUR, sort: 'largest' }],
    [
      'and the largest purchases?',
      'transactions',
      { ...september, ...EUR, ...out, sort: 'largest', payments_only: true },
    ],
    ['and deposits?', 'transactions', { ...september, ...EUR, ...incoming, sort: 'largest' }],
    [
      'the three largest bills',
      'transactions',
      { ...september, ...EUR, ...incoming, sort: 'largest', limit: 3, payments_only: true },
    ],
    ['how much was that by category', 'spending', { ...september, ...EUR, ...incoming }],
  ],
  [
    ['send 20 EUR to savings', 'transfer'],
    ['yes', 'assent'],
    ['confirm 20.00 EUR to Savings', 'confirm'],
    ['Please transfer 5 USD to Bob', 'transfer'],
    ['no', 'cancel'],
    ['show my latest transfers', 'transfers', { sort: 'newest' }],
    ['transfers in March', 'transactions', span('2026-03-01', '2026-03-31')],
  ],
  [
    ['hello', 'greeting'],
    ['What can you do?', 'help'],
    ['Can I get a loan?', 'unsupported'],
    ['purple elephants dance', 'unknown'],
    ['and the month before?', 'unknown'],
    ['only groceries', 'transactions', groceries],
  ],
]

const isRead = (topic: Topic): topic is ReadTopic =>
  (readTopics as readonly string[]).includes(topic)

describe('a message means', () => {
  it('has at least 60 turns to show', () => {
    expect(talks.flat().length).toBeGreaterThanOrEqual(60)
  })

  it.each(talks.map((turns) => ({ first: turns[0]![0], turns })))('$first …', ({ turns }) => {
    let frame: Frame | undefined
    for (const [message, topic, meaning] of turns) {
      const { filters, pair, ...understood } = interpretMessage(message, frame, world)
      expect.soft(understood.topic, message).toBe(topic)
      if (meaning) expect.soft(pair ? { pair } : filters, message).toEqual(meaning)
      if (isRead(understood.topic))
        frame = { topic: understood.topic, filters, ...(pair && { pair }) }
    }
  })

  it('something on its own, when it names a topic of its own', () => {
    const frame: Frame = { topic: 'spending', filters: { ...october, ...groceries } }
    expect(interpretMessage('What is my balance?', frame, world)).toMatchObject({
      topic: 'balance',
      filters: {},
      carried: false,
    })
  })

  it('less certainly, the more of it was not understood', () => {
    const sure = interpretMessage('transactions last month', undefined, world)
    const unsure = interpretMessage('transactions glorp frobnicate last month', undefined, world)
    expect(sure.confidence).toBe(0.9)
    expect(unsure.confidence).toBe(0.6)
    expect(unsure.not_understood).toEqual(['glorp', 'frobnicate'])
  })
})

const day = fc
  .date({ min: new Date('2001-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a period that is moved', () => {
  const unit = fc.constantFrom('day', 'week', 'month', 'quarter', 'year', 'period' as const)

  it('lies wholly before the one it is moved from, or wholly after it', () => {
    fc.assert(
      fc.property(
        day,
        fc.nat(800),
        unit,
        fc.constantFrom(-1 as const, 1 as const),
        (from, days, one, by) => {
          const to = new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10)
          const before = { date_from: from, date_to: to }
          const moved = shiftPeriod(before, { unit: one, by, sameDays: false })!
          expect(moved.date_from! <= moved.date_to!).toBe(true)
          if (by < 0) expect(moved.date_from! < from).toBe(true)
          if (by > 0) expect(moved.date_to! > from).toBe(true)
        },
      ),
    )
  })

  it('comes back from a whole month', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 2000, max: 2090 }),
        (month, year) => {
          const write = (date: number) => new Date(date).toISOString().slice(0, 10)
          const whole = {
            date_from: write(Date.UTC(year, month, 1)),
            date_to: write(Date.UTC(year, month + 1, 0)),
          }
          const back = shiftPeriod(whole, { unit: 'month', by: -1, sameDays: false })!
          expect(shiftPeriod(back, { unit: 'month', by: 1, sameDays: false })).toEqual(whole)
        },
      ),
    )
  })
})

describe('filters that are carried over', () => {
  const filters: fc.Arbitrary<Filters> = fc.record(
    {
      direction: fc.constantFrom('debit' as const, 'credit' as const),
      account_type: fc.constantFrom('savings' as const, 'checking' as const, 'main' as const),
      recipient: fc.constantFrom('alice', 'bob smith', 'lidl', 'acme'),
      sort: fc.constantFrom('largest' as const, 'oldest' as const),
      payments_only: fc.constant(true as const),
      category_not: fc.constantFrom(['housing'], ['groceries', 'dining']),
      recipient_not: fc.constantFrom(['carol'], ['dave', 'erin']),
      asset_not: fc.constantFrom(['EUR'], ['BTC', 'GBP']),
    },
    { requiredKeys: [] },
  )

  it('are read back from the sentence that asks for them', () => {
    fc.assert(
      fc.property(filters, (meant) => {
        expect(interpret(toSentence(meant), world.now, codes).filters).toEqual(meant)
      }),
    )
  })

  it('keep what was not said again, and nothing else', () => {
    fc.assert(
      fc.property(filters, filters, (before, said) => {
        const merged = carryOver(before, said, '', codes)
        expect(merged).toMatchObject(said)
        for (const name of Object.keys(merged)) expect(name in said || name in before).toBe(true)
      }),
    )
  })

  it('reach the search as fields where there are fields', () => {
    expect(
      toQueryInput({ ...october, ...EUR, amount_min: '12.5', limit: 3, category: 'dining' }),
    ).toEqual({
      ...october,
      ...EUR,
      query: 'transactions',
      amount_min: 12.5,
      limit: 3,
      category: 'dining',
    })
  })
})

describe('an order to move money', () => {
  it.each([
    ['send 20 EUR to savings', { amount: '20', asset: 'EUR', to: 'savings' }],
    [
      'Send €20.50 to my Savings account.',
      { amount: '20.50', asset: 'EUR', to: 'Savings account' },
    ],
    [
      'could you transfer 1,000 USD from Main to Holiday fund please',
      { amount: '1000', asset: 'USD', to: 'Holiday fund', from: 'Main' },
    ],
    ['pay Bob 5 dollars', { amount: '5', asset: 'USD', to: 'Bob' }],
    ['send 20 to savings', { amount: '20', asset: undefined, to: 'savings' }],
  ])('%s', (message, meant) => {
    expect(readTransfer(message, codes)).toEqual({ from: undefined, ...meant })
  })

  it.each([
    ['send 20k EUR to bob', 'amount'],
    ['send 20,50 EUR to bob', 'amount'],
    ['send 1.000,00 EUR to bob', 'amount'],
    ['send 20 thousand EUR to bob', 'amount'],
    ['send twenty EUR to bob', 'amount'],
    ['send -20 EUR to bob', 'amount'],
    ['send 2O EUR to bob', 'amount'],
    ['send 1e3 EUR to bob', 'amount'],
    ['send EUR 20 USD to bob', 'amount'],
    ['send not 20 EUR to bob', 'amount'],
    ['send everything to bob', 'amount'],
    ['send ２0 and 30 EUR to bob', 'several'],
    ['send 20 EUR to bob and 30 EUR to eve', 'several'],
    ['send 20 EUR', 'receiver'],
    [`send 20 EUR to ${'x'.repeat(300)}`, 'several'],
  ])('is not guessed: %s', (message, what) => {
    expect(readTransfer(message, codes)).toBe(what)
  })

  it.each([
    'what did I send to bob',
    'do not send 20 EUR to bob',
    'transfers last week',
    'how do I pay bob',
  ])('is not: %s', (message) => expect(isTransferRequest(message)).toBe(false))

  it.each([
    'confirm',
    'confirm 20 to savings',
    'confirm to savings',
    'confirm EUR to savings',
    'confirm twenty EUR to savings',
  ])('is not confirmed by: %s', (message) =>
    expect(readConfirmation(message, codes)).toBeUndefined(),
  )
})

describe('any text', () => {
  const words = fc.constantFrom(
    ...'and the month before only groceries in euros send 20 EUR to savings confirm 1,000.50 $ what about show them except over 50 last week 2026-03-01 ? . , ; balance worth of by category'.split(
      ' ',
    ),
  )
  const text = fc.oneof(
    fc.string({ maxLength: 600 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(words, { maxLength: 120 }).map((list) => list.join(' ')),
  )
  const frame: Frame = { topic: 'spending', filters: { ...october, ...groceries } }

  it('is understood somehow, the same each time, and with what the bank can store', () => {
    fc.assert(
      fc.property(text, fc.constantFrom(undefined, frame), (message, before) => {
        const first = interpretMessage(message, before, world)
        expect(interpretMessage(message, before, world)).toEqual(first)
        expect(first.confidence).toBeGreaterThan(0)
        expect(first.confidence).toBeLessThanOrEqual(1)
        expect(toSentence(first.filters).length).toBeLessThanOrEqual(500)
        readTransfer(message, codes)
        readConfirmation(message, codes)
      }),
      { numRuns: 300 },
    )
  })

  it('is understood without long backtracking', () => {
    const long = [
      'send '.repeat(100),
      'and the month before '.repeat(24),
      'to from '.repeat(60),
      '1,000.'.repeat(80),
      'how much is '.repeat(40),
      'a '.repeat(250),
      `send 20 EUR to ${'from a to '.repeat(18)}`,
    ]
    for (const message of long)
      limitBacktracking(60_000, () => {
        interpretMessage(message, frame, world)
        readTransfer(message, codes)
        readConfirmation(`confirm ${message}`, codes)
      })
  })
})
