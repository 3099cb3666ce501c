// Finds in which order transactions are asked for, and how many: "five largest", "last 3 payments", "smallest first".
import type { Sort } from '../filters.ts'
import { blank } from './periods.ts'

interface Order {
  readonly sort?: Sort
  readonly limit?: number
}

const counts = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const COUNT = `\\d{1,4}|${counts.join('|')}`
const superlatives: readonly (readonly [Sort, string])[] = [
  ['largest', 'largest|biggest|highest|greatest|most expensive|priciest|costliest'],
  ['smallest', 'smallest|lowest|least expensive|cheapest|tiniest'],
  ['newest', 'latest|newest|most recent'],
  ['oldest', 'oldest|earliest'],
]
const SUPERLATIVE = superlatives.map(([, words]) => words).join('|')
const sortOf = (word: string): Sort =>
  superlatives.find(([, words]) => words.split('|').includes(word))![0]

/** One of these things is asked for in the singular: "my biggest payment". */
const THING =
  'transaction|payment|purchase|transfer|expense|deposit|withdrawal|amount|bill|charge|order|entry|movement|cost|refund'
const THINGS =
  'transactions|payments|purchases|transfers|expenses|deposits|withdrawals|amounts|bills|charges|orders|entries|movements|costs|refunds|ones'

/** More rows than this are never shown. */
const MOST_ROWS = 100
const readLimit = (text: string | undefined): { readonly limit?: number } => {
  if (text === undefined) return {}
  const count = /^\d/.test(text) ? Number(text) : counts.indexOf(text) + 1
  return count === 0 ? {} : { limit: Math.min(count, MOST_ROWS) }
}

interface Form {
  readonly pattern: RegExp
  readonly read: (match: readonly (string | undefined)[]) => Order
}

/** The first form that is found counts. */
const forms: readonly Form[] = [
  {
    pattern: new RegExp(`\\btop(?: (${COUNT}))?\\b`),
    read: ([, count]) => ({ sort: 'largest', ...readLimit(count) }),
  },
  {
    pattern: new RegExp(`\\b(${COUNT}) (${SUPERLATIVE})\\b`),
    read: ([, count, word]) => ({ sort: sortOf(word!), ...readLimit(count) }),
  },
  {
    pattern: new RegExp(`\\b(${SUPERLATIVE}) (${COUNT})\\b(?! ?(?:days|weeks|months|years))`),
    read: ([, word, count]) => ({ sort: sortOf(word!), ...readLimit(count) }),
  },
  {
    pattern: new RegExp(`\\b(${SUPERLATIVE})(?= (?:[a-z']{1,20} ){0,2}(?:${THING})\\b)`),
    read: ([, word]) => ({ sort: sortOf(word!), limit: 1 }),
  },
  {
    pattern: new RegExp(`\\b(${SUPERLATIVE})(?: first)?\\b`),
    read: ([, word]) => ({ sort: sortOf(word!) }),
  },
  {
    pattern: new RegExp(
      `\\b(last|first) (${COUNT})(?= (?:[a-z']{1,20} ){0,2}(?:${THINGS}|${THING})\\b)`,
    ),
    read: ([, word, count]) => ({
      sort: word === 'first' ? 'oldest' : 'newest',
      ...readLimit(count),
    }),
  },
  {
    pattern: new RegExp(`\\b(last|first)(?= (?:${THING})\\b)`),
    read: ([, word]) => ({ sort: word === 'first' ? 'oldest' : 'newest', limit: 1 }),
  },
  {
    pattern:
      /(?<=\b(?:sort|order|rank|list)(?:ed)? (?:.{0,60}[ ;])?)by (?:the )?(amount|size|value|date|time)(?: (asc|desc)(?:ending)?)?\b/,
    read: ([, by, way]) => {
      if (by === 'date' || by === 'time') return { sort: way === 'asc' ? 'oldest' : 'newest' }
      return { sort: way === 'asc' ? 'smallest' : 'largest' }
    },
  },
]

export function readOrder(text: string): { readonly order: Order; readonly rest: string } {
  for (const { pattern, read } of forms) {
    const match = pattern.exec(text)
    if (!match) continue
    const end = match.index + match[0].length
    return { order: read(match), rest: blank(text, { start: match.index, end }) }
  }
  return { order: {}, rest: text }
}
