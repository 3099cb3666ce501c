// Counts the parts in which a text is sent. A network carries 140 bytes per part: 160 characters of the
// GSM 03.38 alphabet, or 70 of any other (UCS-2). In a longer text a header takes six bytes of each part,
// and a character is never split between two parts.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Sent after an escape character, so each takes the space of two. */
const EXTENDED = '\f^{}\\[~]|€'

const widths = new Map<string, number>([
  ...Array.from(BASIC, (char) => [char, 1] as const),
  ...Array.from(EXTENDED, (char) => [char, 2] as const),
])

export type Encoding = 'GSM-7' | 'UCS-2'

const capacities: Readonly<Record<Encoding, { readonly single: number; readonly multi: number }>> =
  {
    'GSM-7': { single: 160, multi: 153 },
    'UCS-2': { single: 70, multi: 67 },
  }

export const encodingOf = (text: string): Encoding =>
  Array.from(text).every((char) => widths.has(char)) ? 'GSM-7' : 'UCS-2'

export function countParts(text: string): number {
  const encoding = encodingOf(text)
  const { single, multi } = capacities[encoding]
  // A character beyond U+FFFF is a surrogate pair, which must not be split.
  const sizes = Array.from(text, (char) => (encoding === 'GSM-7' ? widths.get(char)! : char.length))
  if (sizes.reduce((sum, size) => sum + size, 0) <= single) return 1
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > multi) {
      parts++
      used = 0
    }
    used += size
  }
  return parts
}
