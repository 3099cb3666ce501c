// Finds the amounts in a sentence, as a minimum and a maximum, and their currency. Amounts are found before periods:
// "over $20 last month" has an amount and a month, not twenty months.
import { compareDecimals, toDecimal } from '../../../../kernel/decimal.ts'
import { blank } from './periods.ts'

export interface AmountRange {
  readonly min?: string | undefined
  readonly max?: string | undefined
  readonly asset?: string | undefined
}

const currencyWords: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  bucks: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  '£': 'GBP',
  pound: 'GBP',
  pounds: 'GBP',
  quid: 'GBP',
  '¥': 'JPY',
  yen: 'JPY',
  franc: 'CHF',
  francs: 'CHF',
  '₿': 'BTC',
  bitcoin: 'BTC',
  bitcoins: 'BTC',
  ether: 'ETH',
  ethereum: 'ETH',
}

/** Codes that are not English words: they name the asset wherever they stand. */
const plainCodes: ReadonlySet<string> = new Set([
  'USD',
  'EUR',
  'GBP',
  'CHF',
  'JPY',
  'BTC',
  'ETH',
  'USDC',
  'GCU',
  'XAU',
])

interface Found {
  readonly value: string
  readonly asset: string | undefined
  /** Whether it carries a currency, unlike a bare number. */
  readonly isMarked: boolean
  readonly end: number
}

const NUMBER =
  /\s*(?:(us\$|[$€£¥₿])\s?|([a-z]{3,10})\s)?(\d{1,3}(?:,\d{3})+|\d{1,15})(?:\.(\d{1,18}))?(k\b)?(?![\d,]*\d)/y
const THOUSANDS = /\s(thousand|million)\b/y
const CURRENCY_AFTER = /\s?([$€£¥₿]|[a-z]{3,10}(?![a-z]))/y
/** Follows a number that is not an amount: a count of other things, or part of a date. */
const NO_AMOUNT =
  /\s?(?:%|(?:percent|st|nd|rd|th|days?|weeks?|months?|quarters?|years?|times?|transactions?|payments?|purchases?|transfers?|deposits?|withdrawals?|accounts?|of|q[1-4]|jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december)\b|[/:]\d|-\d(?!\d{0,9}(?:\.\d{1,9})?\s?[$€£¥₿]))/y

const at = (pattern: RegExp, text: string, index: number): RegExpExecArray | null => {
  pattern.lastIndex = index
  return pattern.exec(text)
}

const PLACES: Readonly<Record<string, number>> = { thousand: 3, million: 6 }

export type Codes = ReadonlySet<string>

/** The asset code for a currency sign, word or lower-case code; undefined when the bank does not know it. */
export function findAsset(word: string | undefined, codes: Codes): string | undefined {
  if (word === undefined) return undefined
  const code = Object.hasOwn(currencyWords, word) ? currencyWords[word]! : word.toUpperCase()
  return codes.has(code) ? code : undefined
}

function readAmount(text: string, index: number, codes: Codes): Found | undefined {
  const match = at(NUMBER, text, index)
  if (!match) return undefined
  const [all, sign, word, whole, fraction = '', thousand] = match
  if (word !== undefined && findAsset(word, codes) === undefined) return undefined
  let end = index + all.length
  let places = thousand ? 3 : 0
  const many = at(THOUSANDS, text, end)
  if (many) {
    places += PLACES[many[1]!]!
    end += many[0].length
  }
  const after = at(CURRENCY_AFTER, text, end)
  const mark = sign ?? word ?? after?.[1]
  const isMarked =
    sign !== undefined ||
    findAsset(mark, codes) !== undefined ||
    (mark !== undefined && Object.hasOwn(currencyWords, mark))
  if (after && sign === undefined && word === undefined && isMarked) end += after[0].length
  if (at(NO_AMOUNT, text, end)) return undefined
  const value = toDecimal(whole!.replaceAll(',', ''), fraction, places)
  return { value, asset: findAsset(mark, codes), isMarked, end }
}

const COMPARISONS = new RegExp(
  [
    '\\b(?<range>between|from)\\b',
    '(?<most>\\b(?:no more than|not more than|not over|not above|not exceeding|under|below|less than|smaller than|lower than|cheaper than|at most|up to|maximum(?: of)?|max)\\b|<=?)',
    '(?<least>\\b(?:no less than|not less than|not under|not below|over|above|more than|greater than|larger than|bigger than|higher than|exceeding|at least|upwards of|minimum(?: of)?|min)\\b|>=?)',
    '\\b(?<vague>about|around|roughly|approximately)\\b',
    '\\b(?<exact>exactly|precisely|costing|worth)\\b',
    // An amount without a comparing word means exactly that amount.
    '(?<money>us\\$|[$€£¥₿]|(?<![a-z\\d.,])\\d)',
    '\\b(?<code>[a-z]{3,10}) \\d',
  ].join('|'),
  'g',
)

const AND = /\s?(?:and|to|-|–)/y
const OR_MORE = /\s?(?:\+|(?:or|and) (?:more|up|above|over)\b)/y
const OR_LESS = /\s?(?:or|and) (?:less|below|under)\b/y

const looksLikeYear = ({ value, isMarked }: Found): boolean =>
  !isMarked && /^(?:199\d|20\d\d)$/.test(value)

interface Phrase extends AmountRange {
  readonly end: number
}

function readRange(text: string, first: Found, codes: Codes): Phrase | undefined {
  const and = at(AND, text, first.end)
  const second = and && readAmount(text, first.end + and[0].length, codes)
  if (!second || (looksLikeYear(first) && looksLikeYear(second))) return undefined
  const [low, high] =
    compareDecimals(first.value, second.value) <= 0 ? [first, second] : [second, first]
  const asset = first.asset ?? second.asset
  return { min: low.value, max: high.value, end: second.end, asset }
}

function readPhrase(text: string, match: RegExpExecArray, codes: Codes): Phrase | undefined {
  const words = match.groups!
  const isBare = words.money !== undefined || words.code !== undefined
  const found = readAmount(text, match.index + (isBare ? 0 : match[0].length), codes)
  if (!found) return undefined
  const { value, end, asset } = found
  if (words.range) return readRange(text, found, codes)
  if (words.least) return { min: value, end, asset }
  if (words.most) return { max: value, end, asset }
  if (words.vague) return { end, asset }
  if (words.exact) return { min: value, max: value, end, asset }
  const range = readRange(text, found, codes)
  if (range && (found.isMarked || range.asset !== undefined)) return range
  const more = at(OR_MORE, text, end)
  if (more) return { min: value, end: end + more[0].length, asset }
  const less = at(OR_LESS, text, end)
  if (less) return { max: value, end: end + less[0].length, asset }
  if (!found.isMarked) return undefined
  return { min: value, max: value, end, asset }
}

/** Finds "in euros", or an asset code that is not an English word. */
function findCurrency(text: string, codes: Codes): string | undefined {
  for (const [, word] of text.matchAll(/\bin ([a-z]{3,10})\b/g)) {
    const asset = findAsset(word, codes)
    if (asset !== undefined) return asset
  }
  for (const [word] of text.matchAll(/\b[a-z]{3,10}\b/g)) {
    const asset = findAsset(word, codes)
    if (asset !== undefined && (plainCodes.has(asset) || Object.hasOwn(currencyWords, word)))
      return asset
  }
  return undefined
}

/** Returns the range, and the text with the words that named it blanked out. */
export function readAmounts(
  text: string,
  codes: Codes,
): { readonly range: AmountRange; readonly rest: string } {
  const range: { -readonly [Name in keyof AmountRange]: AmountRange[Name] } = {}
  let rest = text
  COMPARISONS.lastIndex = 0
  for (let match = COMPARISONS.exec(text); match; match = COMPARISONS.exec(text)) {
    const phrase = readPhrase(text, match, codes)
    if (!phrase) {
      // The match was no amount; an amount may still begin within it.
      COMPARISONS.lastIndex = match.index + 1
      continue
    }
    range.min ??= phrase.min
    range.max ??= phrase.max
    range.asset ??= phrase.asset
    rest = blank(rest, { start: match.index, end: phrase.end })
    COMPARISONS.lastIndex = phrase.end
  }
  if (
    range.min !== undefined &&
    range.max !== undefined &&
    compareDecimals(range.min, range.max) > 0
  )
    [range.min, range.max] = [range.max, range.min]
  range.asset ??= findCurrency(rest, codes)
  return { range, rest }
}
