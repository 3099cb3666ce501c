// Detects names that imitate other names. A name is reduced to its skeleton, in which letters that look the
// same are the same letter. Two names with one skeleton look alike.
//
// The table holds letters that look alike in common fonts, not every case in Unicode. That is enough, because
// the consent page warns the user and always shows the address of the client beside its name.

/** Each letter with its look-alikes, in lower case and without accents. */
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
  // Letters that differ only by a dot or a stroke, and the capital I, count as one.
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

/** Spaces, dots and dashes between single letters are removed, so that "F l o r i n" is found as well. */
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
const OFFICIAL_WORDS = new Set(['official', 'admin', 'administrator', 'system'].map(skeletonOf))

/** Whether a user could mistake the client for the bank itself. */
export function isConfusableWithBank(name: string): boolean {
  const skeleton = skeletonOf(name)
  return (
    skeleton.includes(BANK) ||
    skeleton.split(/[^\p{L}\p{N}]+/u).some((word) => OFFICIAL_WORDS.has(word))
  )
}

/** Characters that are invisible or change how their neighbours look; a name needs none of them. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}\u2800]/u

export const hasInvisible = (name: string): boolean => INVISIBLE.test(name)

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

/** Returns the alphabets of the first word that mixes several. */
export function findMixedAlphabets(name: string): string[] | undefined {
  for (const word of name.split(/[^\p{L}\p{M}\p{N}]+/u)) {
    const found = scriptTests.filter(([, test]) => test.test(word)).map(([script]) => script)
    if (found.length > 1) return found
  }
  return undefined
}

/** Counts the characters that a plain spelling would not have. */
const oddness = (name: string): number =>
  (name.match(/[^\p{ASCII}]|(?<=\p{L})[\d|!@$]|[\d|!@$](?=\p{L})|(?<=\p{Ll})\p{Lu}/gu) ?? []).length

export interface Named {
  readonly name: string
  readonly created_at: string
}

/** `others` have the same skeleton; the imitated name is spelled more plainly or was registered earlier. */
export function findConfusable(own: Named, others: readonly Named[]): string | undefined {
  const isSame = (name: string) => name.toLowerCase() === own.name.toLowerCase()
  return others.find((other) => {
    if (isSame(other.name)) return false
    const difference = oddness(own.name) - oddness(other.name)
    return difference > 0 || (difference === 0 && other.created_at < own.created_at)
  })?.name
}
