// Which entries of the palette a text finds, the best first.
export const KINDS = [
  'Page',
  'Action',
  'Account',
  'Payment',
  'User',
  'Customer’s account',
  'API',
] as const
export type Kind = (typeof KINDS)[number]

export interface Findable {
  readonly kind: Kind
  readonly title: string
  /** Shown beside the title. */
  readonly detail?: string
  /** Further words by which it is found; never shown. */
  readonly words?: string
  /** Found by the bank, which also looks at what is not shown. */
  readonly isFound?: boolean
}

const FOUND_MAX = 40
/** The operations are far more than everything else. */
const PER_KIND_MAX = 10

const NO_MATCH = Number.POSITIVE_INFINITY

/** Lowercase, and without accents. */
const plain = (text: string): string =>
  text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** How well a word matches: 0 is best. */
function scoreOf(word: string, title: string, rest: string): number {
  if (title === word) return 0
  if (title.startsWith(word)) return 1
  if (title.includes(` ${word}`)) return 2
  if (title.includes(word)) return 3
  return rest.includes(word) ? 4 : NO_MATCH
}

function rankOf({ title, detail = '', words = '', isFound }: Findable, text: string): number {
  const name = plain(title)
  const rest = plain(`${detail} ${words}`)
  // A title with the whole text in it is better than one with its words.
  const whole = Math.min(scoreOf(text, name, ''), 4)
  const each = text.split(/\s+/).map((word) => scoreOf(word, name, rest))
  const sum = whole + Math.max(...each)
  return sum === NO_MATCH && isFound === true ? whole + 5 : sum
}

export function rank<Entry extends Findable>(entries: readonly Entry[], typed: string): Entry[] {
  const text = plain(typed.trim())
  if (text === '') return entries.filter(({ kind }) => kind !== 'API').slice(0, FOUND_MAX)
  const ranked = entries
    .map((entry) => ({ entry, place: rankOf(entry, text) }))
    .filter(({ place }) => place < NO_MATCH)
    .toSorted((a, b) => a.place - b.place || kindOf(a.entry) - kindOf(b.entry))
    .map(({ entry }) => entry)
  const shown = new Map<Kind, number>()
  return ranked
    .filter(({ kind }) => {
      const count = (shown.get(kind) ?? 0) + 1
      shown.set(kind, count)
      return count <= PER_KIND_MAX
    })
    .slice(0, FOUND_MAX)
}

const kindOf = ({ kind }: Findable): number => KINDS.indexOf(kind)
