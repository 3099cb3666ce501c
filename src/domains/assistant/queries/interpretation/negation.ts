// Finds what a sentence leaves out: "everything except rent and groceries", "not in euros", "apart from Netflix".
import { type Codes, findAsset } from './amounts.ts'
import { locateCategory, locateMerchant } from '../../spending/for-tasks.ts'
import type { Named } from '../../spending/index.ts'
import type { Filters } from '../filters.ts'
import { readNameAt } from './names.ts'
import { blank } from './periods.ts'

/** Words that leave out whatever follows. After the other words only a known category or merchant is left out. */
const SURE =
  'except(?:ing)?(?: for)?|excluding|exclude|other than|apart from|aside from|ignoring|leav(?:e|ing) out'
const WEAK =
  "without|ignore|minus|(?:everything|anything|all) but|but no[t]?|not|no|isn't|aren't|wasn't|weren't"
const MARK = new RegExp(`\\b(?:(${SURE})|${WEAK})(?= )`, 'g')
const FILLING =
  /(?: (?:for|on|the|my|any|an?|all|payments?|transactions?|purchases?|transfers?|spending|of)\b){0,4}/y
const PREPOSITION = / (?:to|from|at|with|by)(?= )/y
const AND = /,? (?:and|or|nor)(?= )/y
const COMMA = /,(?= )/y

const lengthAt = (pattern: RegExp, text: string, index: number): number => {
  pattern.lastIndex = index
  return pattern.exec(text)?.[0].length ?? 0
}

type Item = Named & { readonly field: 'category_not' | 'recipient_not' }

/** A category, merchant or name that begins at a place in the text. */
function readItem(text: string, from: number, takesNames: boolean): Item | undefined {
  let index = from + lengthAt(FILLING, text, from)
  const preposition = lengthAt(PREPOSITION, text, index)
  index += preposition
  if (text[index] !== ' ') return undefined
  const start = index + 1
  const merchant = locateMerchant(text, start)
  if (merchant?.start === start) return { ...merchant, field: 'recipient_not' }
  const category = preposition > 0 ? undefined : locateCategory(text, start)
  if (category?.start === start) return { ...category, field: 'category_not' }
  const name = takesNames || preposition > 0 ? readNameAt(text, start) : undefined
  return name && { ...name, field: 'recipient_not' }
}

type Negated = Pick<Filters, 'category_not' | 'recipient_not'>

export function readNegation(text: string): { readonly negated: Negated; readonly rest: string } {
  const found = { category_not: new Set<string>(), recipient_not: new Set<string>() }
  let rest = text
  for (const mark of text.matchAll(MARK)) {
    let end = mark.index + mark[0].length
    let item = readItem(text, end, mark[1] !== undefined)
    // "Rent, insurance and taxes" is a list; a comma after its last thing begins something else.
    let isLast = false
    while (item) {
      found[item.field].add(item.name)
      end = item.end
      const and = lengthAt(AND, text, end)
      const gap = and > 0 || isLast ? and : lengthAt(COMMA, text, end)
      isLast ||= and > 0
      item = gap === 0 ? undefined : readItem(text, end + gap, false)
    }
    if (end > mark.index + mark[0].length) rest = blank(rest, { start: mark.index, end })
  }
  const { category_not, recipient_not } = found
  return {
    negated: {
      ...(category_not.size > 0 && { category_not: [...category_not] }),
      ...(recipient_not.size > 0 && { recipient_not: [...recipient_not] }),
    },
    rest,
  }
}

const NO_CURRENCY = new RegExp(
  `\\b(?:${SURE}|without|not|but not)(?: (?:in|for|any|my))? ([a-z]{3,10}|[$€£¥₿])(?![a-z\\d])`,
  'g',
)

/** Currencies are left out before amounts are read, because "in euros" alone would ask for them. */
export function readCurrencyNegation(
  text: string,
  codes: Codes,
): { readonly asset_not: readonly string[]; readonly rest: string } {
  const asset_not = new Set<string>()
  let rest = text
  for (const match of text.matchAll(NO_CURRENCY)) {
    const asset = findAsset(match[1], codes)
    if (asset === undefined) continue
    asset_not.add(asset)
    rest = blank(rest, { start: match.index, end: match.index + match[0].length })
  }
  return { asset_not: [...asset_not], rest }
}
