// Sentences with their interpretations, and properties that hold for any text.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDay } from '../../spending/index.ts'
import type { Filters } from '../filters.ts'
import { interpret, interpretSearch } from './interpreter.ts'
import { limitBacktracking } from '../test-support.ts'

/** A Wednesday. */
const now = new Date('2026-04-15T09:30:00Z')
const codes: ReadonlySet<string> = new Set(['USD', 'EUR', 'GBP', 'JPY', 'BTC', 'ETH', 'GCU', 'THE'])
const filtersOf = (text: string): Filters => interpret(text, now, codes).filters

describe('periods', () => {
  const span = (date_from: string, date_to: string) => ({ date_from, date_to })
  const day = (text: string) => span(text, text)
  it.each<[string, Filters]>([
    ['today', day('2026-04-15')],
    ['this morning', day('2026-04-15')],
    ['yesterday', day('2026-04-14')],
    ['the day before yesterday', day('2026-04-13')],
    ['this week', span('2026-04-13', '2026-04-15')],
    ['last week', span('2026-04-06', '2026-04-12')],
    ['previous week', span('2026-04-06', '2026-04-12')],
    ['this month', span('2026-04-01', '2026-04-15')],
    ['current month', span('2026-04-01', '2026-04-15')],
    ['last month', span('2026-03-01', '2026-03-31')],
    ['this quarter', span('2026-04-01', '2026-04-15')],
    ['last quarter', span('2026-01-01', '2026-03-31')],
    ['this year', span('2026-01-01', '2026-04-15')],
    ['last year', span('2025-01-01', '2025-12-31')],
    ['last 7 days', span('2026-04-09', '2026-04-15')],
    ['last 30 days', span('2026-03-17', '2026-04-15')],
    ['over the last 90 days', span('2026-01-16', '2026-04-15')],
    ['past 2 weeks', span('2026-04-02', '2026-04-15')],
    ['previous three months', span('2026-01-16', '2026-04-15')],
    ['the past week', span('2026-04-09', '2026-04-15')],
    ['the past year', span('2025-04-16', '2026-04-15')],
    ['last 2 years', span('2024-04-16', '2026-04-15')],
    ['3 days ago', day('2026-04-12')],
    ['a week ago', span('2026-04-06', '2026-04-12')],
    ['two months ago', span('2026-02-01', '2026-02-28')],
    ['1 year ago', span('2025-01-01', '2025-12-31')],
    ['year to date', span('2026-01-01', '2026-04-15')],
    ['ytd', span('2026-01-01', '2026-04-15')],
    ['month-to-date', span('2026-04-01', '2026-04-15')],
    ['in january', span('2026-01-01', '2026-01-31')],
    ['in May', span('2025-05-01', '2025-05-31')],
    ['during sept', span('2025-09-01', '2025-09-30')],
    ['April', span('2026-04-01', '2026-04-15')],
    ['last march', span('2026-03-01', '2026-03-31')],
    ['last april', span('2025-04-01', '2025-04-30')],
    ['February 2024', span('2024-02-01', '2024-02-29')],
    ['march of 2025', span('2025-03-01', '2025-03-31')],
    ['march 3', day('2026-03-03')],
    ['May 3rd', day('2025-05-03')],
    ['on March 3rd, 2025', day('2025-03-03')],
    ['3 march 2025', day('2025-03-03')],
    ['the 3rd of march', day('2026-03-03')],
    ['Feb 29', day('2024-02-29')],
    ['Q3 2025', span('2025-07-01', '2025-09-30')],
    ['2025 q3', span('2025-07-01', '2025-09-30')],
    ['q4', span('2025-10-01', '2025-12-31')],
    ['q2', span('2026-04-01', '2026-04-15')],
    ['third quarter of 2025', span('2025-07-01', '2025-09-30')],
    ['in 2025', span('2025-01-01', '2025-12-31')],
    ['in 2026', span('2026-01-01', '2026-04-15')],
    ['on 2026-02-03', day('2026-02-03')],
    ['2026-02', span('2026-02-01', '2026-02-28')],
    ['on monday', day('2026-04-13')],
    ['on friday', day('2026-04-10')],
    ['wednesday', day('2026-04-15')],
    ['last wednesday', day('2026-04-08')],
    ['since monday', { date_from: '2026-04-13' }],
    ['since March', { date_from: '2026-03-01' }],
    ['since 2026-02-03', { date_from: '2026-02-03' }],
    ['since last month', { date_from: '2026-03-01' }],
    ['since 2 weeks ago', { date_from: '2026-04-01' }],
    ['since the start of the year 2025', { date_from: '2025-01-01' }],
    ['from march onwards', { date_from: '2026-03-01' }],
    ['after March 3', { date_from: '2026-03-04' }],
    ['before march', { date_to: '2026-02-28' }],
    ['until yesterday', { date_to: '2026-04-14' }],
    ['up to march', { date_to: '2026-03-31' }],
    ['between March 3 and April 10 2026', span('2026-03-03', '2026-04-10')],
    ['between March and May', span('2025-03-01', '2025-05-31')],
    ['between november and february', span('2025-11-01', '2026-02-28')],
    ['from november 2024 to february', span('2024-11-01', '2026-02-28')],
    ['between 2026-01-10 and 2026-01-20', span('2026-01-10', '2026-01-20')],
    ['between 2026-01-20 and 2026-01-10', span('2026-01-10', '2026-01-20')],
    ['from 2026-01-10 to 2026-01-20', span('2026-01-10', '2026-01-20')],
    ['2026-01-10 - 2026-01-20', span('2026-01-10', '2026-01-20')],
    ['since 2026-01-10 until 2026-01-20', span('2026-01-10', '2026-01-20')],
    ['after 2026-01-10 and before 2026-01-20', span('2026-01-10', '2026-01-19')],
    ['between 2024 and 2025', span('2024-01-01', '2025-12-31')],
    ['from march to today', span('2026-03-01', '2026-04-15')],
    ['of all time', { date_to: '2026-04-15' }],
    ['have I ever', { date_to: '2026-04-15' }],
    // Not times.
    ['2026-02-30', {}],
    ['you may see', {}],
    ['0 days', {}],
    ['february 30', {}],
    ['hello', {}],
  ])('%s', (text, expected) => {
    expect(filtersOf(text)).toEqual(expected)
  })
})

describe('amounts and currencies', () => {
  const range = (amount_min: string, amount_max: string) => ({ amount_min, amount_max })
  it.each<[string, Filters]>([
    ['over 50', { amount_min: '50' }],
    ['above 50.25', { amount_min: '50.25' }],
    ['more than 1,234.50', { amount_min: '1234.5' }],
    ['at least 20', { amount_min: '20' }],
    ['> 20', { amount_min: '20' }],
    ['>=20', { amount_min: '20' }],
    ['under 50', { amount_max: '50' }],
    ['below 1k', { amount_max: '1000' }],
    ['less than 2.5k', { amount_max: '2500' }],
    ['no more than 9', { amount_max: '9' }],
    ['no less than 9', { amount_min: '9' }],
    ['at most 2 million', { amount_max: '2000000' }],
    ['between 10 and 20', range('10', '20')],
    ['between 20 and 10', range('10', '20')],
    ['from 10 to 20', range('10', '20')],
    ['over 10 and under 20', range('10', '20')],
    ['over $20', { amount_min: '20', asset_code: 'USD' }],
    ['over € 20', { amount_min: '20', asset_code: 'EUR' }],
    ['over 20€', { amount_min: '20', asset_code: 'EUR' }],
    ['under 20 euros', { amount_max: '20', asset_code: 'EUR' }],
    ['under usd 20', { amount_max: '20', asset_code: 'USD' }],
    ['under 20 usd', { amount_max: '20', asset_code: 'USD' }],
    ['over 0.005 btc', { amount_min: '0.005', asset_code: 'BTC' }],
    ['between $10 and $20', { ...range('10', '20'), asset_code: 'USD' }],
    ['between 1990 and 2050 dollars', { ...range('1990', '2050'), asset_code: 'USD' }],
    ['$10-$20', { ...range('10', '20'), asset_code: 'USD' }],
    ['exactly 45.90', range('45.9', '45.9')],
    ['of $45.90', { ...range('45.9', '45.9'), asset_code: 'USD' }],
    ['$50 or more', { amount_min: '50', asset_code: 'USD' }],
    ['$50+', { amount_min: '50', asset_code: 'USD' }],
    ['£50 or less', { amount_max: '50', asset_code: 'GBP' }],
    ['around $50', { asset_code: 'USD' }],
    ['in euros', { asset_code: 'EUR' }],
    ['in GBP', { asset_code: 'GBP' }],
    ['my eth', { asset_code: 'ETH' }],
    ['5 the', { ...range('5', '5'), asset_code: 'THE' }],
    // A code that is a word means itself only with an amount; an unknown one means nothing.
    ['the', {}],
    ['over 20 sek', { amount_min: '20' }],
    ['over 30 days', {}],
    ['more than 3 times', {}],
    ['over 5%', {}],
    ['over 2 weeks', {}],
    ['number 12', {}],
    [
      'over $20 last month',
      { amount_min: '20', asset_code: 'USD', date_from: '2026-03-01', date_to: '2026-03-31' },
    ],
    ['over 100 in 2025', { amount_min: '100', date_from: '2025-01-01', date_to: '2025-12-31' }],
    ['under 10 since march', { amount_max: '10', date_from: '2026-03-01' }],
  ])('%s', (text, expected) => {
    expect(filtersOf(text)).toEqual(expected)
  })
})

describe('who, what for, which way, which account', () => {
  it.each<[string, Filters]>([
    ['groceries', { category: 'groceries' }],
    ['restaurants', { category: 'dining' }],
    ['dining', { category: 'dining' }],
    ['transportation', { category: 'transportation' }],
    ['travel', { category: 'travel' }],
    ['entertainment', { category: 'entertainment' }],
    ['shopping', { category: 'shopping' }],
    ['utilities', { category: 'utilities' }],
    ['subscriptions', { category: 'subscriptions' }],
    ['healthcare', { category: 'healthcare' }],
    ['gas station', { category: 'transportation' }],
    ['the interest rate', {}],
    ['interest', { category: 'interest' }],
    ['sent', { direction: 'debit' }],
    ['what I paid', { direction: 'debit' }],
    ['received', { direction: 'credit' }],
    ['income', { direction: 'credit' }],
    ['when I got paid', { direction: 'credit' }],
    ['sent and received', {}],
    ['sent to Alice', { direction: 'debit', recipient: 'alice' }],
    [
      'sent to Alice Smith in March',
      {
        direction: 'debit',
        recipient: 'alice smith',
        date_from: '2026-03-01',
        date_to: '2026-03-31',
      },
    ],
    [
      'received from ACME Corp. last week',
      {
        direction: 'credit',
        recipient: 'acme corp',
        date_from: '2026-04-06',
        date_to: '2026-04-12',
      },
    ],
    ['payments to June', { recipient: 'june' }],
    ["at Joe's", { recipient: 'joe' }],
    ['at Café Zürich', { recipient: 'café zürich' }],
    ['I want to see it', {}],
    ['to my account', {}],
    ['to the bank', {}],
    ['netflix', { recipient: 'netflix' }],
    ['uber eats', { recipient: 'uber eats' }],
    ['savings account', { account_type: 'savings' }],
    ['from my checking', { account_type: 'checking' }],
    ['primary account', { account_type: 'main' }],
    ['main account', { account_type: 'main' }],
    ['business account', { account_type: 'business' }],
    ['business lunch', { category: 'dining' }],
    ['checking it', {}],
    [
      'How much did I spend on groceries over €20.50 between March 3 and April 10 2026 at Lidl from my checking account?',
      {
        date_from: '2026-03-03',
        date_to: '2026-04-10',
        amount_min: '20.5',
        category: 'groceries',
        asset_code: 'EUR',
        account_type: 'checking',
        recipient: 'lidl',
        direction: 'debit',
      },
    ],
  ])('%s', (text, expected) => {
    expect(filtersOf(text)).toEqual(expected)
  })
})

describe('intents', () => {
  it.each([
    ['my investments and balance', 'investment_query'],
    ['show the GCU basket payments', 'investment_query'],
    ['what is the return on it', 'investment_query'],
    ['how much did I spend', 'balance_query'],
    ['do i have enough for a payment', 'balance_query'],
    ['recent activity', 'transaction_query'],
    ['pay for my purchases', 'transaction_query'],
    ['send money to mum', 'transfer_request'],
    ['pay rent', 'transfer_request'],
    ['wire it for the loan', 'transfer_request'],
    ['borrow', 'loan_inquiry'],
    ['the interest rate', 'loan_inquiry'],
    ['verify my identity', 'compliance_query'],
    ['help with aml', 'compliance_query'],
    ['tell me about florin', 'general_query'],
    ['lorem ipsum', 'unknown'],
    ['', 'unknown'],
    // Parts of words are no words.
    ['repaying wireless bondage', 'unknown'],
  ])('%s: %s', (text, intent) => {
    expect(interpret(text, now, codes).intent).toBe(intent)
  })

  it('become a question about transactions once it is said which ones', () => {
    const of = (text: string) => interpretSearch(text, now, codes).intent
    expect(of('how much did I spend')).toBe('balance_query')
    expect(of('how much did I spend last month')).toBe('transaction_query')
    expect(of('groceries')).toBe('transaction_query')
    expect(of('invest over 50')).toBe('transaction_query')
    expect(of('lorem ipsum')).toBe('unknown')
  })
})

describe('confidence', () => {
  it.each([
    ['lorem ipsum', 0.2],
    ['help', 0.7],
    ['please help me', 0.8],
    ['x'.repeat(200), 0.2],
    [`help ${'x'.repeat(200)}`, 0.7],
    ['loan $5', 0.9],
    ['balance last month', 0.9],
    ['balance last month on groceries', 1],
    ['balance last month on groceries over $5 to alice', 1],
  ])('%s: %f', (text, confidence) => {
    expect(interpret(text, now, codes).confidence).toBe(confidence)
  })
})

it('explains in a sentence what was understood', () => {
  const of = (text: string) => interpret(text, now, codes).explanation
  expect(of('payments sent to Alice over $20 since march for groceries')).toBe(
    'Taken for a question about transactions: money that went out, category groceries, with "alice", at least 20, in USD, from 2026-03-01.',
  )
  expect(of('exactly $5 on my savings account')).toBe(
    'Taken for something that this bank does not know: exactly 5, in USD, on savings accounts.',
  )
  expect(of('my two largest payments')).toBe(
    'Taken for a question about transactions: payments, without deposits and withdrawals, movements between own accounts, and trades, largest first, 2 of them.',
  )
  expect(of('help')).toBe('Taken for a general question.')
})

describe('payments only', () => {
  const isAsked = (text: string) => filtersOf(text).payments_only

  it.each([
    'my five largest payments',
    'biggest payment last month',
    'ten smallest payments',
    'the 3 most expensive purchases',
    'highest expenses this year',
    'largest bills',
    'cheapest charge',
    'payments sorted by amount',
    'biggest payment to my landlord',
    'largest payment to Exchange Office',
    'largest payments in GCU',
    'biggest of the payments for the flat',
    'largest payments from my trading account',
    'payments only, newest first',
  ])('are asked for: %s', (text) => expect(isAsked(text)).toBe(true))

  it.each([
    'payments last month',
    'my last 3 payments',
    'oldest purchases',
    'largest transactions',
    'largest deposit',
    'biggest transfer',
    'largest amount sent to Bill',
    'largest payments and deposits',
    'my biggest withdrawals and other payments',
    'largest payments between my accounts',
    'largest payment into my savings',
    'biggest payment to my business account',
    'largest payments for trades',
    'largest currency exchange payment',
    'biggest GCU purchase',
    'largest purchases of bitcoin',
    'smallest payments for GCU',
  ])('are not asked for: %s', (text) => expect(isAsked(text)).toBeUndefined())

  it('make no question clearer than its order does', () => {
    const of = (text: string) => interpret(text, now, codes).confidence
    expect(of('largest payments')).toBe(of('largest transactions'))
  })
})

describe('any text', () => {
  const words = fc.constantFrom(
    ...'between from to and since after before until last this past next 3 12 2025 1,000 0 99999 2026-02-30 2026-12-31 0001-01-01 9999-12-31 days week months quarter year ago q1 q4 feb 29 march may december monday today yesterday $ € usd btc over under exactly about more than at least k alice sent received groceries netflix savings account all time ever - – > < 29th of first'.split(
      ' ',
    ),
  )
  const sentence = fc.oneof(
    fc.array(words, { maxLength: 40 }).map((list) => list.join(' ').slice(0, 500)),
    fc.string({ maxLength: 500, unit: 'binary' }),
    fc.string({ maxLength: 500, unit: 'grapheme' }),
  )
  const instant = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-12-31'),
    noInvalidDate: true,
  })

  it('is understood somehow, with a period and amounts that make sense', () => {
    fc.assert(
      fc.property(sentence, instant, (text, at) => {
        const { intent, confidence, explanation, filters } = interpret(text, at, codes)
        expect(intent).toMatch(/^[a-z_]+$/)
        expect(confidence).toBeGreaterThanOrEqual(0.2)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(explanation).toMatch(/^Taken for .*\.$/s)
        for (const day of [filters.date_from, filters.date_to])
          if (day !== undefined) expect(readDay(day), text).toBeDefined()
        if (filters.date_from !== undefined && filters.date_to !== undefined)
          expect(filters.date_from <= filters.date_to, text).toBe(true)
        for (const amount of [filters.amount_min, filters.amount_max])
          if (amount !== undefined) expect(amount).toMatch(/^\d+(\.\d*[1-9])?$/)
        if (filters.amount_min !== undefined && filters.amount_max !== undefined)
          expect(Number(filters.amount_min)).toBeLessThanOrEqual(Number(filters.amount_max))
        expect(filters.recipient).not.toBe('')
      }),
      { numRuns: 3_000 },
    )
  })

  it('means the same however it is spaced and capitalised', () => {
    const spaces = fc.constantFrom(' ', '  ', '\n', '\t ', '\u00a0')
    fc.assert(
      fc.property(
        fc.array(words, { maxLength: 20 }),
        spaces,
        fc.boolean(),
        (list, space, upper) => {
          const plain = list.join(' ')
          const other = space + list.join(space) + space
          const changed = upper ? other.toUpperCase() : other
          expect(interpret(changed, now, codes)).toEqual(interpret(plain, now, codes))
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it.each(
    "between |1|1,|to a |march |from 1 to |last 1 |a'|except a, |not in |jan to |1-|than the |compare march and |sort by |top 1 |largest |first a |an hundred |1.000,|the 3rd and ".split(
      '|',
    ),
  )('is read in one go, however often it repeats %j', (piece) => {
    const text = piece.repeat(500).slice(0, 500)
    limitBacktracking(text.length, () => void interpret(text, now, codes))
  })
})
