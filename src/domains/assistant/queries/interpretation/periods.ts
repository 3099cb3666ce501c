// Finds the period that a sentence names, and the one that it is compared with. The words around and between the
// expressions of time decide whether each is a beginning, an end or the whole period. A month or quarter without a
// year means the latest one that has begun.
import { dayOf, unitAround, yearOf } from '../../spending/for-tasks.ts'
import type { Day, Span, Unit } from '../../spending/index.ts'
import { expressions, type Meaning, soFar } from './time-expressions.ts'

export interface Period {
  readonly from?: Day
  readonly to?: Day
}

interface Token {
  readonly start: number
  readonly end: number
  readonly meaning: Meaning
}

const ALL_TIME = /\b(?:all[ -]time|ever|lifetime|since the (?:beginning|start)|entire history)\b/

/** Replaces words that were already read, so that the words around them do not form a phrase. */
export const GAP = ';'

export const blank = (text: string, { start, end }: { start: number; end: number }): string =>
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

/** Follows words that compare, and comes before the period that they compare with. */
const COMPARED =
  /\b(?:than|compared? (?:to|with|against)|vs\.?|versus|against)(?: (?:in|on|during|for|the|i did|i spent|i earned)){0,2} $/
const COMPARE = /\bcompare\b/
const COMPARE_WITH = /^ (?:and|with|to|against)(?: (?:in|the)){0,2} $/

/** The position of the expression that the others are compared with. */
function findCompared(text: string, tokens: readonly Token[]): number {
  return tokens.findIndex(({ start }, index) => {
    const before = text.slice(0, start)
    if (COMPARED.test(before)) return true
    const previous = tokens[index - 1]
    return (
      previous !== undefined &&
      COMPARE.test(text.slice(0, previous.start)) &&
      COMPARE_WITH.test(text.slice(previous.end, start))
    )
  })
}

/** The current unit of about the length of a span: "more than last month" asks about this month. */
function currentLike({ from, to }: Span, today: Day): Span {
  const days = to - from + 1
  const longest: readonly (readonly [number, Unit])[] = [
    [1, 'day'],
    [7, 'week'],
    [31, 'month'],
    [92, 'quarter'],
  ]
  const unit = longest.find(([most]) => days <= most)?.[1] ?? 'year'
  return soFar(unitAround(today, unit), today)
}

interface ReadPeriod {
  readonly period: Period | undefined
  /** The period to compare with. */
  readonly compared?: Span
  /** The text with the words that named the periods blanked out. */
  readonly rest: string
}

export function readPeriod(text: string, now: Date): ReadPeriod {
  const today = dayOf(now)
  const tokens = findTokens(text, today)
  const index = findCompared(text, tokens)
  const found = index < 0 ? undefined : findLatest(tokens[index]!.meaning, today)
  if (!found) return readAlone(text, tokens, today)
  const compared = soFar(found, today)
  const others = tokens.filter((_, at) => at !== index)
  const { period, rest } = readAlone(blank(text, tokens[index]!), others, today)
  return { period: period ?? currentLike(compared, today), compared, rest }
}

function readAlone(text: string, tokens: readonly Token[], today: Day): ReadPeriod {
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
