// Finds operations, fields, error codes and guides by words, the best first. Pure: a list of entries and a text give a list.
import type { Api, Route } from './api.ts'

export const KINDS = { operation: 'Operation', guide: 'Guide', error: 'Error', field: 'Field' }
export type Kind = keyof typeof KINDS

/** A page to find. Names count most when they are typed whole, the title next, and the text least. */
export interface Entry {
  readonly kind: Kind
  readonly title: string
  readonly detail: string
  readonly to: string
  readonly names: readonly string[]
  readonly text: string
  /** Of entries that are as good, the lowest comes first. */
  readonly place: number
}

export function entriesOf(api: Api): Entry[] {
  const routes = [...api.routes.values()]
  return [
    ...routes.map(toEntry),
    ...api.errors.map(
      ({ code, status, meaning }): Entry => ({
        kind: 'error',
        title: code,
        detail: `${status} · ${meaning}`,
        to: `errors#${code}`,
        names: [code],
        text: `${status} ${meaning}`,
        place: 3,
      }),
    ),
    ...api.fields.map(({ name, routes: having }): Entry => {
      const first = having.find(({ method }) => method === 'POST') ?? having[0]!
      const others = having.length - 1
      const more = others === 0 ? '' : ` and ${others} other operation${others === 1 ? '' : 's'}`
      return {
        kind: 'field',
        title: name,
        detail: `In “${first.name}”${more}`,
        to: `operations/${first.id}`,
        names: [name],
        text: '',
        place: 4,
      }
    }),
  ]
}

function toEntry({ id, method, path, name, summary, domain, aliasOf }: Route): Entry {
  const [noun] = id.split('.')
  return {
    kind: 'operation',
    title: name,
    detail: `${method} ${path}`,
    to: `operations/${id}`,
    // What is said of an operation is said of its main route; the others are found by their paths.
    names: aliasOf === undefined ? [id, noun!, path] : [id, path],
    text: aliasOf === undefined ? `${method} ${summary} ${domain}` : method,
    // What creates a thing is looked for before what reads it, and the newest version before older ones.
    place: aliasOf === undefined ? (method === 'POST' ? 0 : 1) - versionOf(path) / 10 : 5,
  }
}

const versionOf = (path: string): number => Number(/\/v(\d)\//.exec(path)?.[1] ?? 0)

const FOUND_MAX = 40
const WHOLE = 8
const WORD = 4
const START = 3
const WITHIN = 1

interface Prepared {
  readonly entry: Entry
  readonly names: readonly string[]
  readonly nameWords: readonly string[]
  readonly titleWords: readonly string[]
  readonly textWords: readonly string[]
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)

/** A search over the entries; what is the same for every text is done once. */
export function makeSearch(entries: readonly Entry[]): (text: string) => Entry[] {
  const all = entries.map((entry) => ({
    entry,
    names: entry.names.map((name) => name.toLowerCase()),
    nameWords: entry.names.flatMap(wordsOf),
    titleWords: wordsOf(entry.title),
    textWords: wordsOf(entry.text),
  }))
  return (text) => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    return all
      .flatMap((one) => {
        const scores = words.map((word) => scoreOf(one, word))
        if (scores.includes(0)) return []
        return [{ entry: one.entry, score: scores.reduce((sum, score) => sum + score, 0) }]
      })
      .toSorted((a, b) => b.score - a.score || a.entry.place - b.entry.place)
      .slice(0, FOUND_MAX)
      .map(({ entry }) => entry)
  }
}

/** A word such as `X-Request-ID` has several parts, which all must be there. */
function scoreOf({ names, nameWords, titleWords, textWords }: Prepared, word: string): number {
  if (names.includes(word)) return WHOLE
  const parts = wordsOf(word).filter(Boolean)
  const scores = parts.map((part) =>
    Math.max(match(nameWords, part), match(titleWords, part), match(textWords, part) / 2),
  )
  return Math.min(...scores, WORD) || (names.some((name) => name.includes(word)) ? WITHIN : 0)
}

function match(words: readonly string[], word: string): number {
  if (words.includes(word)) return WORD
  return words.some((one) => one.startsWith(word)) ? START : 0
}
