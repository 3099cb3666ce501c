// Finds the entries of a sanctions list that are like a name, without comparing all of them: words are found by
// their first or last letter and their length, entries by their words. A list of 50,000 names takes a few
// milliseconds for a name, and the index is built in slices, so that calls are answered in between.
import { similarityOf, similarLengths, partsOf, scoreOf } from './names.ts'

export interface ListEntry {
  readonly id: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly type: string | null
  readonly program: string | null
}

export interface Match {
  readonly entry: ListEntry
  /** The name or alias of the entry that is like the name. */
  readonly matched: string
  readonly score: number
}

interface Variant {
  readonly entry: ListEntry
  readonly text: string
  readonly parts: readonly string[]
  readonly length: number
}

/** More matches than this add no information. */
const MATCHES_MAX = 20
const SLICE = 1_000
/** With less of the shorter name found, no score reaches the lowest threshold that can be set. */
const COVERED_MIN = 0.5

export class NameIndex {
  readonly size: number
  private readonly variants: Variant[] = []
  private readonly byWord = new Map<string, number[]>()
  private readonly byWhole = new Map<string, number[]>()
  private readonly buckets = new Map<string, string[]>()
  /** How much of each variant was found; zero between two searches. */
  private found = new Float64Array(0)

  private constructor(size: number) {
    this.size = size
  }

  static async build(entries: readonly ListEntry[]): Promise<NameIndex> {
    const index = new NameIndex(entries.length)
    for (const [at, entry] of entries.entries()) {
      for (const text of [entry.name, ...entry.aliases]) index.add(entry, text)
      if (at % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve))
    }
    index.found = new Float64Array(index.variants.length)
    return index
  }

  private add(entry: ListEntry, text: string): void {
    const parts = partsOf(text)
    if (parts.length === 0) return
    const number = this.variants.length
    const length = parts.join('').length
    this.variants.push({ entry, text, parts, length })
    for (const word of new Set(parts)) {
      const known = this.byWord.get(word)
      if (known) known.push(number)
      else {
        this.byWord.set(word, [number])
        for (const bucket of bucketsOf(word, word.length)) push(this.buckets, bucket, word)
      }
    }
    for (const whole of wholesOf(parts)) push(this.byWhole, whole, number)
  }

  /** The entries that reach the threshold, the most alike first; one match for each entry. */
  find(name: string, threshold: number): Match[] {
    const parts = partsOf(name)
    const best = new Map<string, Match>()
    for (const number of this.candidates(parts)) {
      const { entry, text, parts: theirs } = this.variants[number]!
      const score = scoreOf(parts, theirs)
      if (score >= threshold && score > (best.get(entry.id)?.score ?? 0))
        best.set(entry.id, { entry, matched: text, score })
    }
    return [...best.values()]
      .toSorted((a, b) => b.score - a.score || a.entry.id.localeCompare(b.entry.id))
      .slice(0, MATCHES_MAX)
  }

  private candidates(parts: readonly string[]): Set<number> {
    const { found } = this
    const touched: number[] = []
    for (const word of new Set(parts))
      for (const [like, likeness] of this.wordsLike(word))
        for (const number of this.byWord.get(like)!) {
          if (found[number] === 0) touched.push(number)
          found[number]! += likeness * Math.max(word.length, like.length)
        }
    const length = parts.join('').length
    const enough = touched.filter(
      (number) => found[number]! >= COVERED_MIN * Math.min(length, this.variants[number]!.length),
    )
    for (const number of touched) found[number] = 0
    return new Set([
      ...enough,
      ...wholesOf(parts).flatMap((whole) => this.byWhole.get(whole) ?? []),
    ])
  }

  private wordsLike(word: string): Map<string, number> {
    const words = new Map<string, number>(this.byWord.has(word) ? [[word, 1]] : [])
    const [shortest, longest] = similarLengths(word.length)
    for (let length = shortest; length <= longest; length++)
      for (const bucket of bucketsOf(word, length))
        for (const other of this.buckets.get(bucket) ?? []) {
          if (words.has(other)) continue
          const likeness = similarityOf(word, other)
          if (likeness > 0) words.set(other, likeness)
        }
    return words
  }
}

const bucketsOf = (word: string, length: number): string[] => [
  `${word.at(0)}…${length}`,
  `…${word.at(-1)}${length}`,
]

/** A name without its spaces, in its own order and sorted: "Abdul Rahman" is also written "Abdulrahman". */
const wholesOf = (parts: readonly string[]): string[] => [
  ...new Set([parts.join(''), parts.toSorted().join('')]),
]

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
