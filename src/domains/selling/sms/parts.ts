// How many parts a text is sent in. A phone network carries 140 bytes at a time: 160 characters of its
// own alphabet (GSM 03.38), or 70 of any other (UCS-2). A longer text loses six bytes of each part to the
// number of the part, and nothing that belongs together is torn apart between two.

const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
/** Behind an escape, so each takes the room of two. */
const EXTENDED = '\f^{}\\[~]|€'

const widths = new Map<string, number>([
  ...Array.from(BASIC, (char) => [char, 1] as const),
  ...Array.from(EXTENDED, (char) => [char, 2] as const),
])

export type Encoding = 'GSM-7' | 'UCS-2'

const rooms: Readonly<Record<Encoding, { readonly single: number; readonly multi: number }>> = {
  'GSM-7': { single: 160, multi: 153 },
  'UCS-2': { single: 70, multi: 67 },
}

export const encodingOf = (text: string): Encoding =>
  Array.from(text).every((char) => widths.has(char)) ? 'GSM-7' : 'UCS-2'

export function countParts(text: string): number {
  const encoding = encodingOf(text)
  const { single, multi } = rooms[encoding]
  // A character beyond the first 65,536 is a pair of units, which stays together.
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
