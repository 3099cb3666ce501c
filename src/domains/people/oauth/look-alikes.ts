// Names that are made to be taken for other names. A name is reduced to its skeleton: what is left when
// letters that look the same are the same letter. Two names with one skeleton look alike.
//
// The table holds what is drawn alike in common fonts, not everything Unicode knows: a person is warned
// on the consent page, and the address to which the answer goes is always shown beside the name.

/** Each letter stands for all that look like it; small letters, after accents are taken off. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аαɑ@',
  b: 'вьβ',
  c: 'сϲ',
  d: 'ԁ',
  e: 'еєεҽ',
  f: 'ϝғ',
  g: 'ɡց',
  h: 'һнհ',
  j: 'јϳ',
  k: 'кκ',
  // What differs by a dot or a stroke only, and the capital I, is all one.
  l: 'i1|!ıɩιіӏǀⅼ',
  m: 'м',
  n: 'пηո',
  o: '0оοσօ',
  p: 'рρ',
  q: 'ԛգ',
  r: 'гɾ',
  s: 'ѕ5$ꜱ',
  t: 'тτ',
  u: 'υսʋ',
  v: 'νѵ',
  w: 'ԝωшա',
  x: 'хχ×',
  y: 'уγүʏ',
}
const LETTERS = new Map(
  Object.entries(ALIKE).flatMap(([letter, alike]) =>
    Array.from(alike, (one) => [one, letter] as const),
  ),
)

/** Ink that stays when spaces, dots and dashes between single letters are taken out. */
export function skeletonOf(name: string): string {
  const letters = Array.from(
    name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    (letter) => LETTERS.get(letter) ?? letter,
  ).join('')
  return letters
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(
      /(?<![\p{L}\p{N}][\p{L}\p{N}])(?<=[\p{L}\p{N}])[\s._-]+(?=[\p{L}\p{N}](?![\p{L}\p{N}]))/gu,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
}

const BANK = skeletonOf('florin')
const RANKS = new Set(['official', 'admin', 'administrator', 'system'].map(skeletonOf))

/** Whether somebody could take the name for the bank's own. */
export function soundsLikeBank(name: string): boolean {
  const skeleton = skeletonOf(name)
  return (
    skeleton.includes(BANK) || skeleton.split(/[^\p{L}\p{N}]+/u).some((word) => RANKS.has(word))
  )
}

/** Characters that are not seen, or that change how others are: nobody's name needs them here. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}\u2800]/u

export const hasUnseen = (name: string): boolean => UNSEEN.test(name)

const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Cherokee',
  'Georgian',
  'Coptic',
  'Lisu',
] as const
const scriptTests = SCRIPTS.map(
  (script) => [script, new RegExp(`\\p{Script=${script}}`, 'u')] as const,
)

/** Of which alphabets one word is made, when they are several that nobody mixes. */
export function findMixedAlphabets(name: string): string[] | undefined {
  for (const word of name.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const found = scriptTests.filter(([, test]) => test.test(word)).map(([script]) => script)
    if (found.length > 1) return found
  }
  return undefined
}

/** How many of its characters a plain spelling would not have. */
const oddness = (name: string): number =>
  (name.match(/[^\p{ASCII}]|(?<=\p{L})[\d|!@$]|[\d|!@$](?=\p{L})|(?<=\p{Ll})\p{Lu}/gu) ?? []).length

export interface Named {
  readonly name: string
  readonly created_at: string
}

/** The one among others with the same skeleton that this name imitates: plainer than it, or earlier. */
export function findImitated(own: Named, others: readonly Named[]): string | undefined {
  const isSame = (name: string) => name.toLowerCase() === own.name.toLowerCase()
  return others.find((other) => {
    if (isSame(other.name)) return false
    const difference = oddness(own.name) - oddness(other.name)
    return difference > 0 || (difference === 0 && other.created_at < own.created_at)
  })?.name
}
