// Compares names: case, accents, punctuation and the order of the parts do not matter, small differences in
// spelling matter little. The score is symmetric and lies between 0 and 1.
import { distance } from 'fastest-levenshtein'

/** Letters that Unicode does not take apart into a letter and an accent. */
const plain: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
}

/** The parts of a name in the form in which they are compared. */
export function partsOf(name: string): string[] {
  const letters = name
    .normalize('NFKD')
    .replace(/[\p{M}'’‘ʼʻ`]/gu, '')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøæœłđðþıς]/g, (letter) => plain[letter]!)
  return letters.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== '')
}

/** Two names with the same key are the same name. */
export const keyOf = (name: string): string => partsOf(name).toSorted().join(' ')

/** Parts that differ more than this are different words. */
const LEAST = 0.75

/** How alike two words are, or 0 when they are different words. */
export function similarityOf(a: string, b: string): number {
  if (a === b) return 1
  const longest = Math.max(a.length, b.length)
  if (Math.min(a.length, b.length) < LEAST * longest) return 0
  const likeness = 1 - distance(a, b) / longest
  return likeness >= LEAST ? likeness : 0
}

/** The lengths that a word like one of this length may have. */
export const similarLengths = (length: number): readonly [number, number] => [
  Math.ceil(length * LEAST),
  Math.floor(length / LEAST),
]

const lengthOf = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0)

/**
 * The best pairs of parts count by their length. The shorter name counts most, because a longer one may have
 * names that the other leaves out; a single word says less, so the rest of the longer name counts more then.
 */
export function scoreOf(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0
  if (a.join('') === b.join('') || a.toSorted().join('') === b.toSorted().join('')) return 1
  const pairs = a
    .flatMap((left, i) => b.map((right, j) => ({ i, j, likeness: similarityOf(left, right) })))
    .filter(({ likeness }) => likeness > 0)
    .toSorted((one, other) => other.likeness - one.likeness)
  const [usedA, usedB] = [new Set<number>(), new Set<number>()]
  let [inA, inB] = [0, 0]
  for (const { i, j, likeness } of pairs) {
    if (usedA.has(i) || usedB.has(j)) continue
    usedA.add(i)
    usedB.add(j)
    inA += likeness * a[i]!.length
    inB += likeness * b[j]!.length
  }
  const sides = [
    { covered: inA / lengthOf(a), length: lengthOf(a), parts: a.length },
    { covered: inB / lengthOf(b), length: lengthOf(b), parts: b.length },
  ]
  const [shorter, longer] = sides.toSorted(
    (one, other) => one.length - other.length || one.covered - other.covered,
  ) as [(typeof sides)[number], (typeof sides)[number]]
  const weight = Math.min(a.length, b.length) === 1 ? 0.6 : 0.9
  return weight * shorter.covered + (1 - weight) * longer.covered
}
