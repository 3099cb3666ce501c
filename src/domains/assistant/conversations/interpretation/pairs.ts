// Reads which asset is asked for in which other, and how much of it: "how much is 100 EUR in dollars?"
import { findAsset } from '../../queries/index.ts'
import type { Pair } from './frame.ts'

const WORD = /[$€£¥₿]|[a-z]{3,10}/g
const AMOUNT = /(?<![\d.,])(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(\.\d{1,18})?(?![\d.,]*\d)/
const INTO = /\b(?:in|into|to|against|as)$/

/** Against the dollar, unless it is the dollar that is asked for. */
const counterOf = (code: string): string => (code === 'USD' ? 'EUR' : 'USD')

/** Undefined when the text names no asset and no amount that could follow the pair before. */
export function readPair(
  text: string,
  before: Pair | undefined,
  codes: ReadonlySet<string>,
): Pair | undefined {
  const found = [...text.matchAll(WORD)].flatMap((match) => {
    const code = findAsset(match[0], codes)
    return code === undefined
      ? []
      : [{ code, isInto: INTO.test(text.slice(0, match.index).trimEnd()) }]
  })
  const assets = found.filter(({ code }, at) => found.findIndex((one) => one.code === code) === at)
  const written = AMOUNT.exec(text)
  const amount = written ? written[1]!.replaceAll(',', '') + (written[2] ?? '') : before?.amount
  const amounts = amount === undefined ? {} : { amount }
  // An amount that cannot be read is not left out.
  if (!written && /\d/.test(text)) return undefined
  const [first, second] = assets
  if (!first)
    return before && written ? { from: before.from, to: before.to, ...amounts } : undefined
  if (second)
    return first.isInto && !second.isInto
      ? { from: second.code, to: first.code, ...amounts }
      : { from: first.code, to: second.code, ...amounts }
  if (!before) return { from: first.code, to: counterOf(first.code), ...amounts }
  const { from, to } = before
  if (first.isInto)
    return { from: from === first.code ? counterOf(from) : from, to: first.code, ...amounts }
  return { from: first.code, to: to === first.code ? counterOf(to) : to, ...amounts }
}
