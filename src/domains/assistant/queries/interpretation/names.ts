// Finds the names of people and companies in a sentence, such as "to Alice Smith", "from ACME" or "paid Bob".
import { findCategory, locateMerchant } from '../../spending/for-tasks.ts'
import type { Named } from '../../spending/index.ts'

/** Words that are never part of a name. */
const noNames: ReadonlySet<string> = new Set(
  `a about above account accounts after again all amount amounts an and any anything are at back balance be been
  before below between but buy by charge check checking compare compared did do during each else ever every everything
  except excluding exclude expenses find for from get give had has have he her
  him his how i if in into is it its know last less list look made make me month months monthly more most my myself
  no not of off on once or our out over own pay payments please purchases review save savings see send she show since
  so someone somebody spend spending spent than that the their them then there these they this those through
  till to today transactions transfer transfers twice under understand until up us view vs versus was we week weekly
  biggest cheapest earliest highest largest latest lowest newest oldest smallest
  were what when where which while who whom why with without year yearly yesterday you your`.split(
    /\s+/,
  ),
)

export const isNoName = (word: string): boolean => noNames.has(word)

/** Words that a name may follow. */
export const STARTS_NAME: ReadonlySet<string> = new Set(['to', 'from', 'at', 'with', 'paid', 'pay'])

const NAME =
  /(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}&.'_-]*)(?: [\p{L}\p{N}][\p{L}\p{M}\p{N}&.'_-]*){0,2}/uy

const trimName = (name: string): string => name.replace(/(?:'s)?[.'_&-]{0,9}$/, '')

/** The name that begins at a place in the text, of up to three words. */
export function readNameAt(text: string, index: number): Named | undefined {
  NAME.lastIndex = index
  const phrase = NAME.exec(text)?.[0]
  if (phrase === undefined) return undefined
  const words = phrase.split(' ')
  const end = words.findIndex((word) => isNoName(trimName(word)))
  const taken = (end < 0 ? words : words.slice(0, end)).join(' ')
  const name = trimName(taken)
  if (name === '' || findCategory(name) === name || /^\d+$/.test(name)) return undefined
  return { name, start: index, end: index + taken.length }
}

/** The first name after a word that names follow, or else the first merchant. */
export function locateRecipient(text: string): Named | undefined {
  for (const match of text.matchAll(/\b(?:to|from|at|with|paid|pay) /g)) {
    const found = readNameAt(text, match.index + match[0].length)
    // "Pay rent" names a purpose; only "to", "from" and "at" introduce a name that is also such a word.
    const isPurpose = /^(?:with|pa)/.test(match[0]) && found && findCategory(found.name)
    if (found && !isPurpose) return found
  }
  return locateMerchant(text)
}
