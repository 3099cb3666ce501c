// Checks the wording that a language model gave to an answer. The bank computed every figure; a wording that holds any
// other figure, leaves the main ones out, or holds what an answer of the bank never holds is not used.
import { MARK } from '../answers/draft.ts'
import { findFigures, findOrder } from './figures.ts'

const LONGER_BY = 600
/** Links, addresses, markup and code, by which a text could lure the user elsewhere. */
const FOREIGN =
  /https?:|www\.|\w@\w|[<>{}[\]⟦⟧`|\\^~#*_=]|\p{Cc}|\p{Cf}|(?=\p{L})\P{Script=Latin}|\b\w{2,}\.(?:com|net|org|io|co|ai|app|dev|info|xyz|link|me)\b/u
/** Only the bank's own words may ask the user to do something with money or secrets. */
const ORDERS =
  /\b(?:confirm|password|passcode|pin|secret|token|click|visit|call us|contact|transfer (?:to|it|your|all)|send (?:to|it|your|all|money)|pay (?:to|now)|deposit (?:to|now)|withdraw (?:to|now|all))\b/i

/** The main figures are those of the first sentence or line. */
const firstSentence = (text: string): string => /^.*?(?:[.:](?=\s)|\n|$)/s.exec(text)?.[0] ?? text

/** The wording, if all of it is true to the draft; undefined otherwise. Both hold marks for the texts of others. */
export function validateParaphrase(wording: string, draft: string): string | undefined {
  const text = wording.trim()
  if (text === '' || text.length > draft.length + LONGER_BY) return undefined
  const outside = text.replaceAll(MARK, ' ').replaceAll('\n', ' ')
  if (FOREIGN.test(outside) || ORDERS.test(outside)) return undefined
  const said = findFigures(text)
  const computed = findFigures(draft)
  const main = findFigures(firstSentence(draft))
  if (!said || !computed || !main) return undefined
  if (![...said].every((figure) => computed.has(figure))) return undefined
  if (![...main].filter(isSum).every((figure) => said.has(figure))) return undefined
  return isInOrder(text, draft) ? text : undefined
}

/** Sums stay beside the names that they belong to, and what was spent does not become what was received. */
function isInOrder(text: string, draft: string): boolean {
  const [said, computed] = [findOrder(text), findOrder(draft)]
  let at = 0
  for (const token of said.order) {
    const found = computed.order.indexOf(token, at)
    if (found < 0) return false
    at = found
  }
  return [...said.ways].every((way) => computed.ways.has(way))
}

/** Figures that must not be left out: sums and words such as "nothing". */
const isSum = (figure: string): boolean => /^-?[\d.]+ \S|^word /.test(figure)
