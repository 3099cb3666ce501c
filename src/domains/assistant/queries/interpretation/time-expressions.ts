// The expressions of time that a sentence may hold, such as "last 3 weeks" or "march 2025", each with its meaning.
import { dayIn, goBack, monthOf, readDay, unitAround, yearOf } from '../../spending/for-tasks.ts'
import type { Day, Span, Unit } from '../../spending/index.ts'

/** The meaning of an expression: a span or, for one without a year, the span in any given year. */
export type Meaning =
  | { readonly span: Span; readonly point?: Day }
  | { readonly inYear: (year: number) => Span | undefined }

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
const COUNT = `\\d{1,3}|couple(?: of)?|few|an?|${counts.slice(1).join('|')}`
const UNIT = 'day|week|month|quarter|year'
/** Words after which the short name of a month or a bare number is a time. */
const BEFORE_TIME =
  '(?<=\\b(?:in|during|since|of|from|until|till|through|between|and|before|after|for|by|throughout|year|last|this|to|than|vs|versus|with|against|compare) )'

/** Smaller four-digit numbers are not read as years. */
const FIRST_YEAR = 1900

const monthNumber = (name: string): number => monthStarts.indexOf(name.slice(0, 3))

const readCount = (text: string): number =>
  /^\d/.test(text)
    ? Number(text)
    : text.startsWith('couple')
      ? 2
      : text === 'few'
        ? 3
        : Math.max(1, counts.indexOf(text))

/** A span that has begun ends today at the latest. */
export const soFar = (span: Span, today: Day): Span =>
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

const lengthOf = ({ from, to }: Span): number => to - from + 1

/** The beginning of a span is its first third, the middle its second, the end its last. */
function partOf(span: Span, word: string): Span {
  const third = Math.floor(lengthOf(span) / 3)
  if (/^(?:early|beginning|start)/.test(word)) return { from: span.from, to: span.from + third - 1 }
  if (word.startsWith('mid')) return { from: span.from + third, to: span.from + 2 * third - 1 }
  return { from: span.from + 2 * third, to: span.to }
}

/** The first or last day or week of a span. */
function edgeOf({ from, to }: Span, which: string, unit: string): Span {
  const length = unit === 'week' ? 7 : 1
  return which === 'first' ? { from, to: from + length - 1 } : { from: to - length + 1, to }
}

const halfIn = (number: number) => (year: number) => ({
  from: dayIn(year, number === 1 ? 0 : 6),
  to: dayIn(year, number === 1 ? 6 : 12) - 1,
})

const datesIn = (month: number, first: number, last: number) => (year: number) => {
  const from = dateIn(month, first)(year)
  const to = dateIn(month, last)(year)
  return from && to && from.from <= to.to ? { from: from.from, to: to.to } : undefined
}

/** The latest weekend that has begun; "last" is the one before when today is in it. */
function weekendBefore(today: Day, isLast: boolean): Span {
  const from = unitAround(today, 'week').from + 5
  const begun = from > today || (isLast && from <= today) ? from - 7 : from
  return { from: begun, to: begun + 1 }
}

/** The latest day that is the given date of its month. */
function latestDate(date: number, today: Day): Day | undefined {
  for (let back = 0; back <= 2; back++) {
    const { from, to } = unitAround(today, 'month', -back)
    const day = from + date - 1
    if (day <= to && day <= today) return day
  }
  return undefined
}

const ORDINAL = '(?:st|nd|rd|th)?'
const TO = '(?: ?[-–] ?| (?:to|until|till|through|thru) )'
const PART = '(early|beginning of|start of|mid|middle of|end of|late)[ -]'
/** In "until the end of april" the end belongs to the word before it. */
const NOT_BOUND = '(?<!\\b(?:since|until|till|by|to|from|before|after|through|starting)(?: the)? )'
const dayRange = (between: string): Expression => ({
  pattern: new RegExp(
    `${between}\\b(\\d{1,2})${ORDINAL}${between === '' ? TO : ' and '}(?:the )?(\\d{1,2})${ORDINAL}(?: of)? (${MONTH})(?:,? (\\d{4}))?(?![a-z\\d])`,
    'g',
  ),
  read: ([, first, last, month, year], today) =>
    named(datesIn(monthNumber(month!), Number(first), Number(last)), year, today),
})

/** Longer and less ambiguous expressions come first: text that one has matched is not read by later ones. */
export const expressions: readonly Expression[] = [
  {
    pattern: /\b(\d{4})[-/](\d{2})[-/](\d{2})\b/g,
    read: ([, year, month, date]) => {
      const day = readDay(`${year}-${month}-${date}`)
      return day === undefined ? undefined : { span: { from: day, to: day } }
    },
  },
  {
    // The day comes first, as in Europe, unless the second number cannot be a month.
    pattern: /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/g,
    read: ([, a, b, year], today) => {
      const [date, month] = Number(b) > 12 ? [Number(b), Number(a)] : [Number(a), Number(b)]
      return named(dateIn(month - 1, date), year, today)
    },
  },
  dayRange('(?<=\\bbetween (?:the )?)'),
  dayRange(''),
  {
    pattern: new RegExp(
      `\\b(${MONTH}) (?:the )?(\\d{1,2})${ORDINAL}${TO}(?:the )?(\\d{1,2})${ORDINAL}(?![\\d:.]\\d|\\d| (?:${MONTH})\\b)(?:,? (\\d{4}))?\\b`,
      'g',
    ),
    read: ([, month, first, last, year], today) =>
      named(datesIn(monthNumber(month!), Number(first), Number(last)), year, today),
  },
  {
    pattern: new RegExp(
      `\\b(first|last) (day|week) of (?:the )?(?:(last|this) (month|quarter|year)|(${MONTH})(?:,? (\\d{4}))?)\\b`,
      'g',
    ),
    read: ([, which, unit, when, whole, month, year], today) => {
      if (whole !== undefined) {
        const span = unitAround(today, whole as Unit, when === 'last' ? -1 : 0)
        return { span: soFar(edgeOf(span, which!, unit!), today) }
      }
      const inMonth = monthIn(monthNumber(month!))
      return named((any) => edgeOf(inMonth(any), which!, unit!), year, today)
    },
  },
  {
    pattern: new RegExp(
      `${NOT_BOUND}\\b${PART}(?:the )?(?:(last|this) (month|quarter|year)|(${MONTH})(?:,? (\\d{4}))?)\\b`,
      'g',
    ),
    read: ([, part, when, whole, month, year], today) => {
      if (whole !== undefined) {
        const span = unitAround(today, whole as Unit, when === 'last' ? -1 : 0)
        return { span: soFar(partOf(span, part!), today) }
      }
      const inMonth = monthIn(monthNumber(month!))
      return named((any) => partOf(inMonth(any), part!), year, today)
    },
  },
  {
    pattern: /\b(week|month|quarter|year) before last\b/g,
    read: ([, unit], today) => ({ span: unitAround(today, unit as Unit, -2) }),
  },
  {
    pattern: /\b(?:(last|this|past|previous) )?weekend\b/g,
    read: ([, which], today) => ({
      span: soFar(weekendBefore(today, which !== undefined && which !== 'this'), today),
    }),
  },
  {
    pattern: /\b(?:last|past|previous) (?:fortnight|(half)(?: a)?[- ]year)\b/g,
    read: ([, half], today) =>
      half === undefined ? rolling(2, 'week', today) : rolling(6, 'month', today),
  },
  {
    pattern: /\b(?:last|past|previous) (24|48|72) hours\b/g,
    read: ([, hours], today) => ({ span: { from: today - Number(hours) / 24, to: today } }),
  },
  {
    pattern: new RegExp(
      `\\b(${weekdays.join('|')}) (?:of )?last week\\b|\\blast week(?:'s)? (?:on )?(${weekdays.join('|')})\\b`,
      'g',
    ),
    read: ([, before, after], today) => {
      const day = unitAround(today, 'week', -1).from + weekdays.indexOf((before ?? after)!)
      return { span: { from: day, to: day } }
    },
  },
  {
    pattern: /\bh([12])(?:(?: of |[ /-])?(\d{4}))?\b/g,
    read: ([, number, year], today) => named(halfIn(Number(number)), year, today),
  },
  {
    pattern: /\b(first|second|1st|2nd) half(?: of)?(?: (\d{4}))?\b/g,
    read: ([, word, year], today) => named(halfIn(/^[f1]/.test(word!) ? 1 : 2), year, today),
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
    pattern: /\b(?:start|beginning) of the (week|month|quarter|year)\b(?! \d)/g,
    read: ([, unit], today) => ({ span: soFar(unitAround(today, unit as Unit), today) }),
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
    pattern: new RegExp(`\\b(${MONTH})(?=${TO}(?:${MONTH})\\b)`, 'g'),
    read: ([, name]) => ({ inYear: monthIn(monthNumber(name!)) }),
  },
  {
    pattern: new RegExp(`(?<=\\b(?:${MONTH})${TO})(${MONTH})\\b`, 'g'),
    read: ([, name]) => ({ inYear: monthIn(monthNumber(name!)) }),
  },
  {
    // In "to april" the month may be a person's name; "to" counts only between two times, see `readPeriod`.
    pattern: new RegExp(`\\b(${LONG_MONTH})\\b|${BEFORE_TIME}(${MONTH})\\b`, 'g'),
    read: ([, long, short]) => ({ inYear: monthIn(monthNumber((long ?? short)!)) }),
  },
  {
    pattern:
      /\b(?:the|on) (\d{1,2})(?:st|nd|rd|th)\b(?! (?:quarter|half|largest|biggest|smallest|of)\b)/g,
    read: ([, date], today) => {
      const day = latestDate(Number(date), today)
      return day === undefined || date === '0' ? undefined : { span: { from: day, to: day } }
    },
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
