// Finds the period that a sentence names, with a small grammar. Expressions such as "last 3 weeks" or "march 2025"
// are found first; the words around and between them decide whether each is a beginning, an end or the whole period.
// A month or quarter without a year means the latest one that has begun.
import {
  type Day,
  dayIn,
  dayOf,
  goBack,
  monthOf,
  readDay,
  type Span,
  type Unit,
  unitAround,
  yearOf,
} from './days.ts'

export interface Period {
  readonly from?: Day
  readonly to?: Day
}

/** The meaning of an expression: a span or, for one without a year, the span in any given year. */
type Meaning =
  | { readonly span: Span; readonly point?: Day }
  | { readonly inYear: (year: number) => Span | undefined }

interface Token {
  readonly start: number
  readonly end: number
  readonly meaning: Meaning
}

interface Expression {
  readonly pattern: RegExp
  readonly read: (match: readonly (string | undefined)[], today: Day) => Meaning | undefined
}

const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const LONG_MONTH =
  'january|february|march|april|june|july|august|september|october|november|december'
const monthStarts = [
  'jan',
  'feb',
  'mar',
  'apr',
  'may',
  'jun',
  'jul',
  'aug',
  'sep',
  'oct',
  'nov',
  'dec',
]
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const counts = [
  'zero',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
]
const COUNT = `\\d{1,3}|an?|${counts.slice(1).join('|')}`
const UNIT = 'day|week|month|quarter|year'
/** Words after which the short name of a month or a bare number is a time. */
const BEFORE_TIME =
  '(?<=\\b(?:in|during|since|of|from|until|till|through|between|and|before|after|for|by|throughout|year|last|this|to) )'

/** Smaller four-digit numbers are not read as years. */
const FIRST_YEAR = 1900

const monthNumber = (name: string): number => monthStarts.indexOf(name.slice(0, 3))

const readCount = (text: string): number =>
  /^\d/.test(text) ? Number(text) : Math.max(1, counts.indexOf(text))

/** A span that has begun ends today at the latest. */
const soFar = (span: Span, today: Day): Span =>
  span.from <= today ? { from: span.from, to: Math.min(span.to, today) } : span

const monthIn = (month: number) => (year: number) => unitAround(dayIn(year, month), 'month')

const dateIn = (month: number, date: number) => (year: number) => {
  const day = dayIn(year, month, date)
  return monthOf(day) === month && date > 0 ? { from: day, to: day } : undefined
}

/** An expression with its year, or one that fits any year. */
function named(
  inYear: (year: number) => Span | undefined,
  year: string | undefined,
  today: Day,
): Meaning | undefined {
  if (year === undefined) return { inYear }
  if (Number(year) < FIRST_YEAR) return undefined
  const span = inYear(Number(year))
  return span && { span: soFar(span, today) }
}

const quarterIn = (number: number) => (year: number) =>
  unitAround(dayIn(year, (number - 1) * 3), 'quarter')

const rolling = (count: number, unit: Unit, today: Day): Meaning | undefined =>
  count === 0 ? undefined : { span: { from: goBack(today, unit, count) + 1, to: today } }

/** Longer and less ambiguous expressions come first: text that one has matched is not read by later ones. */
const expressions: readonly Expression[] = [
  {
    pattern: /\b(\d{4})[-/](\d{2})[-/](\d{2})\b/g,
    read: ([, year, month, date]) => {
      const day = readDay(`${year}-${month}-${date}`)
      return day === undefined ? undefined : { span: { from: day, to: day } }
    },
  },
  {
    pattern: /\b(\d{4})-(0[1-9]|1[0-2])\b(?!-)/g,
    read: ([, year, month], today) => named(monthIn(Number(month) - 1), year, today),
  },
  {
    pattern: new RegExp(`\\b(?:last|past|previous|recent) (${COUNT}) (${UNIT})s?\\b`, 'g'),
    read: ([, count, unit], today) => rolling(readCount(count!), unit as Unit, today),
  },
  {
    pattern: new RegExp(`\\bpast (${UNIT})\\b`, 'g'),
    read: ([, unit], today) => rolling(1, unit as Unit, today),
  },
  {
    pattern: new RegExp(`\\b(${COUNT}) (${UNIT})s? ago\\b`, 'g'),
    read: ([, count, unit], today) => ({
      span: soFar(unitAround(today, unit as Unit, -readCount(count!)), today),
      point: goBack(today, unit as Unit, readCount(count!)),
    }),
  },
  {
    pattern: new RegExp(`\\b(${UNIT})[- ]to[- ]date\\b`, 'g'),
    read: ([, unit], today) => ({ span: soFar(unitAround(today, unit as Unit), today) }),
  },
  {
    pattern: /\b([ymqw])td\b/g,
    read: ([, letter], today) => {
      const unit = ({ y: 'year', m: 'month', q: 'quarter', w: 'week' } as const)[letter as 'y']
      return { span: soFar(unitAround(today, unit), today) }
    },
  },
  {
    pattern: /\b(this|current|last|previous|prior) (week|month|quarter|year)\b/g,
    read: ([, which, unit], today) => ({
      span: soFar(unitAround(today, unit as Unit, /this|current/.test(which!) ? 0 : -1), today),
    }),
  },
  {
    pattern: /\bq([1-4])(?:(?: of |[ /-])?(\d{4}))?\b/g,
    read: ([, number, year], today) => named(quarterIn(Number(number)), year, today),
  },
  {
    pattern: /\b(\d{4})[ -]?q([1-4])\b/g,
    read: ([, year, number], today) => named(quarterIn(Number(number)), year, today),
  },
  {
    pattern: /\b(first|second|third|fourth|1st|2nd|3rd|4th) quarter(?:(?: of)? (\d{4}))?\b/g,
    read: ([, word, year], today) => {
      const number = 1 + ['first', 'second', 'third', 'fourth'].indexOf(word!)
      return named(quarterIn(number || Number(word![0])), year, today)
    },
  },
  {
    pattern: new RegExp(
      `\\b(\\d{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTH})(?:,? (\\d{4}))?(?![a-z\\d])`,
      'g',
    ),
    read: ([, date, month, year], today) =>
      named(dateIn(monthNumber(month!), Number(date)), year, today),
  },
  {
    pattern: new RegExp(
      `\\b(${MONTH}) (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?![\\d:.]\\d|\\d)(?:,? (\\d{4}))?\\b`,
      'g',
    ),
    read: ([, month, date, year], today) =>
      named(dateIn(monthNumber(month!), Number(date)), year, today),
  },
  {
    pattern: new RegExp(`\\b(${MONTH}),? (?:of )?(\\d{4})\\b`, 'g'),
    read: ([, month, year], today) => named(monthIn(monthNumber(month!)), year, today),
  },
  {
    pattern: new RegExp(`\\blast (${MONTH})\\b`, 'g'),
    read: ([, name], today) => {
      const month = monthNumber(name!)
      const year = yearOf(today) - (month < monthOf(today) ? 0 : 1)
      return { span: monthIn(month)(year) }
    },
  },
  {
    // In "to april" the month may be a person's name; "to" counts only between two times, see `readPeriod`.
    pattern: new RegExp(`\\b(${LONG_MONTH})\\b|${BEFORE_TIME}(${MONTH})\\b`, 'g'),
    read: ([, long, short]) => ({ inYear: monthIn(monthNumber((long ?? short)!)) }),
  },
  {
    pattern: new RegExp(`\\b(last )?(${weekdays.join('|')})\\b`, 'g'),
    read: ([, last, name], today) => {
      const latest = unitAround(today, 'week').from + weekdays.indexOf(name!)
      const day = latest > today || (latest === today && last) ? latest - 7 : latest
      return { span: { from: day, to: day } }
    },
  },
  {
    pattern: /\b(day before yesterday|yesterday|today|tonight|this morning)\b/g,
    read: ([, word], today) => {
      const day = today - (word === 'yesterday' ? 1 : word!.startsWith('day') ? 2 : 0)
      return { span: { from: day, to: day } }
    },
  },
  {
    pattern: new RegExp(`${BEFORE_TIME}(199\\d|20\\d\\d)\\b(?![-/.,]?\\d)`, 'g'),
    read: ([, year], today) => ({
      span: soFar(unitAround(dayIn(Number(year), 0), 'year'), today),
    }),
  },
]

const ALL_TIME = /\b(?:all[ -]time|ever|lifetime|since the (?:beginning|start)|entire history)\b/

/** Replaces words that were already read, so that the words around them do not form a phrase. */
export const GAP = ';'

const blank = (text: string, { start, end }: { start: number; end: number }): string =>
  text.slice(0, start) + GAP.repeat(end - start) + text.slice(end)

/** All expressions in the order of the text, without overlaps. */
function findTokens(text: string, today: Day): Token[] {
  const tokens: Token[] = []
  let left = text
  for (const { pattern, read } of expressions)
    for (const match of left.matchAll(pattern)) {
      const meaning = read(match, today)
      if (!meaning) continue
      const token = { start: match.index, end: match.index + match[0].length, meaning }
      tokens.push(token)
      left = blank(left, token)
    }
  return tokens.toSorted((a, b) => a.start - b.start)
}

/** The latest span of an expression that has begun by a day. */
function findLatest(meaning: Meaning, limit: Day): Span | undefined {
  if ('span' in meaning) return meaning.span
  const year = yearOf(limit)
  // The latest 29 February may be up to eight years back.
  for (let back = 0; back <= 8; back++) {
    const span = meaning.inYear(year - back)
    if (span && span.from <= limit) return span
  }
  return undefined
}

/** The first span of an expression that ends on or after a day. */
function findNext(meaning: Meaning, limit: Day): Span | undefined {
  if ('span' in meaning) return meaning.span
  for (let ahead = 0; ahead <= 8; ahead++) {
    const span = meaning.inYear(yearOf(limit) + ahead)
    if (span && span.to >= limit) return span
  }
  return undefined
}

const CONNECTED =
  /^ ?(?:(?:and |but )?(?:to|until|till|through|thru|up to|(before))|and|-|–|—) ?(?:the )?$/
const OPENS_PAIR = /\b(?:between|from|since|after|starting)(?: the)? $/

function readPair(text: string, a: Token, b: Token, today: Day): Period | undefined {
  const connection = text.slice(a.end, b.start)
  const match = CONNECTED.exec(connection)
  if (!match) return undefined
  const isAnd = /^ ?and ?(?:the )?$/.test(connection)
  if (isAnd && !OPENS_PAIR.test(text.slice(0, a.start))) return undefined
  let last = findLatest(b.meaning, today)
  const first = last && findLatest(a.meaning, last.to)
  if (last && first && last.to < first.from) last = findNext(b.meaning, first.from)
  if (!first || !last) return undefined
  const ends = match[1] === undefined ? soFar(last, today).to : last.from - 1
  return { from: Math.min(first.from, ends), to: Math.max(first.from, ends) }
}

function readOne(text: string, token: Token, today: Day): Period | undefined {
  const { meaning } = token
  const before = text.slice(0, token.start)
  const after = text.slice(token.end)
  const found = findLatest(meaning, today)
  if (!found) return undefined
  const span = soFar(found, today)
  const point = 'point' in meaning ? meaning.point : undefined
  if (/\bafter(?: the)? $/.test(before)) return { from: found.to + 1 }
  if (
    /\b(?:since|starting|beginning)(?: from| on| in| at| with)?(?: the)?(?: (?:start|beginning) of)?(?: the)?(?: year)? $/.test(
      before,
    ) ||
    /^ (?:onwards?|forward|to now|till now|until now)\b/.test(after)
  )
    return { from: point ?? span.from }
  if (/\b(?:before|prior to)(?: the)? $/.test(before)) return { to: found.from - 1 }
  if (
    /\b(?:until|till|by|up to|through|no later than)(?: the)?(?: end of)?(?: the)? $/.test(before)
  )
    return { to: point ?? span.to }
  // In "payments to june" June is a person.
  if ('inYear' in meaning && /\bto $/.test(before)) return undefined
  return span
}

/** Returns the period, and the text with the words that named it blanked out. */
export function readPeriod(
  text: string,
  now: Date,
): { readonly period: Period | undefined; readonly rest: string } {
  const today = dayOf(now)
  const tokens = findTokens(text, today)
  for (const [index, token] of tokens.entries()) {
    const next = tokens[index + 1]
    const period = next && readPair(text, token, next, today)
    if (period) return { period, rest: blank(text, { start: token.start, end: next.end }) }
  }
  for (const token of tokens) {
    const period = readOne(text, token, today)
    if (period) return { period, rest: blank(text, token) }
  }
  const all = ALL_TIME.exec(text)
  if (!all) return { period: undefined, rest: text }
  return {
    period: { to: today },
    rest: blank(text, { start: all.index, end: all.index + all[0].length }),
  }
}
