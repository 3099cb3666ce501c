// Prepares a sentence for reading: abbreviations and numbers in words are written out, and misspelt words of time,
// category and order are corrected. Names are never corrected: neither merchants nor the words after "to" or "from".
import { categoryWords, merchantWords } from '../../spending/for-tasks.ts'
import { isNoName, STARTS_NAME } from './names.ts'
import { stopWords } from './stop-words.ts'

const abbreviations: Readonly<Record<string, string>> = {
  lst: 'last',
  frm: 'from',
  btw: 'between',
  wk: 'week',
  wks: 'weeks',
  mnth: 'month',
  mnths: 'months',
  mth: 'month',
  mths: 'months',
  yr: 'year',
  yrs: 'years',
  qtr: 'quarter',
  yday: 'yesterday',
}

/** Shorter words are too close to each other; those of this length may only have two letters swapped. */
const SHORTEST = 4

const corrections: readonly string[] = [
  ...'january february march april june july august september october november december'.split(' '),
  ...'monday tuesday wednesday thursday friday saturday sunday yesterday weekend'.split(' '),
  ...'last week today weeks month months quarter quarters year years since between before after until'.split(
    ' ',
  ),
  ...'largest biggest smallest highest lowest cheapest latest newest oldest except excluding without'.split(
    ' ',
  ),
  ...'everything transactions transaction payments payment purchases purchase transfers received'.split(
    ' ',
  ),
  ...'spending spent income incoming outgoing expenses deposits withdrawals refunds compared'.split(
    ' ',
  ),
  ...'savings checking business account euros dollars pounds exactly'.split(' '),
  ...categoryWords.filter((word) => word.length >= SHORTEST),
]

const known: ReadonlySet<string> = new Set([...corrections, ...stopWords, ...merchantWords])

/** Correctable words by their first letter: a misspelling rarely changes it. */
const byLetter = Map.groupBy(new Set(corrections), (word) => word[0]!)

const LONGEST = 16
/** Words of this length may have two mistakes. */
const LONG = 9

/** The number of letters that were added, dropped, replaced or swapped. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const line = [row]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let least = Math.min(
        above[column]! + 1,
        line[column - 1]! + 1,
        above[column - 1]! + Number(!isSame),
      )
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, before[column - 2]! + 1)
      line.push(least)
    }
    before = above
    above = line
  }
  return above[b.length]!
}

const sortLetters = (word: string): string => word.split('').toSorted().join('')
const isSwapped = (a: string, b: string): boolean => sortLetters(a) === sortLetters(b)

/** The only word that is close enough; the word itself when there is none, or several that are equally close. */
function correctWord(word: string): string {
  if (word.length < SHORTEST || word.length > LONGEST || known.has(word)) return word
  const most = word.length >= LONG ? 2 : 1
  let best: string[] = []
  let least = most
  for (const other of byLetter.get(word[0]!) ?? []) {
    if (Math.abs(other.length - word.length) > least) continue
    const found = distance(word, other)
    if (found > least) continue
    best = found < least ? [other] : [...best, other]
    least = found
  }
  const [first = word] = best.toSorted((a, b) => a.length - b.length)
  // A singular and its plural are no two different words.
  const isClear = best.every((other) => other.startsWith(first))
  return isClear && (word.length > SHORTEST || isSwapped(word, first)) ? first : word
}

/** The most words of a name. */
const NAME_WORDS = 3

function correctWords(text: string): string {
  let inName = 0
  return text.replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}&.'_-]*/gu, (word) => {
    const full = Object.hasOwn(abbreviations, word) ? abbreviations[word]! : word
    if (STARTS_NAME.has(full)) inName = NAME_WORDS + 1
    else if (isNoName(full)) inName = 0
    if (inName > 0) inName--
    return inName > 0 || !/^[a-z]+$/.test(full) ? full : correctWord(full)
  })
}

const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const ones = 'one two three four five six seven eight nine ten eleven twelve'.split(' ')
const MANY = new RegExp(
  `\\b(?:(an?|\\d{1,3}|${ones.join('|')}|${tens.join('|')}) )?(hundred|thousand)\\b`,
  'g',
)
const TENS = new RegExp(`\\b(${tens.join('|')})(?:[ -](${ones.slice(0, 9).join('|')}))?\\b`, 'g')

const valueOf = (word: string): number => {
  if (/^\d/.test(word)) return Number(word)
  const ten = tens.indexOf(word)
  return ten < 0 ? Math.max(1, ones.indexOf(word) + 1) : (ten + 2) * 10
}

/** 'fifty' becomes 50, and 'two hundred' 200. Smaller numbers are left to the readers of periods and order. */
const writeNumbers = (text: string): string =>
  text
    .replace(MANY, (all, count: string | undefined, many: string) =>
      count === undefined ? all : String(valueOf(count) * (many === 'hundred' ? 100 : 1000)),
    )
    .replace(TENS, (_, ten: string, one: string | undefined) =>
      String(valueOf(ten) + (one === undefined ? 0 : valueOf(one))),
    )

/** '1.200,50' and '12,50' are written with a decimal comma. */
const writeDecimals = (text: string): string =>
  text.replace(
    /(?<![\d.,])(\d{1,3}(?:\.\d{3}){1,4}|\d{1,15}),(\d{1,2})(?![\d,]|\.\d)/g,
    (_, whole: string, fraction: string) => `${whole.replaceAll('.', '')}.${fraction}`,
  )

export const prepare = (text: string): string =>
  writeDecimals(
    writeNumbers(
      correctWords(
        text.normalize('NFKC').replaceAll('’', "'").toLowerCase().replace(/\s+/g, ' ').trim(),
      ),
    ),
  )
