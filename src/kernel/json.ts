// Checks JSON from outside for depth and storable text, reads numbers exactly, and compares JSON values.

/** Deeper than any legitimate request, and shallow enough for recursive functions. */
export const JSON_DEPTH_MAX = 64

/** Whether JSON text is nested too deeply. Most texts have few brackets and need no closer look. */
export const isTooDeep = (text: string): boolean =>
  countUpTo(text, '{', JSON_DEPTH_MAX) + countUpTo(text, '[', JSON_DEPTH_MAX) > JSON_DEPTH_MAX &&
  nestingDepth(text) > JSON_DEPTH_MAX

function countUpTo(text: string, char: string, max: number): number {
  let count = 0
  for (let at = text.indexOf(char); at >= 0 && count <= max; at = text.indexOf(char, at + 1))
    count++
  return count
}

/** The depth of nesting in JSON text, read without parsing it; brackets in strings do not count. */
export function nestingDepth(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i)
    if (quoted) {
      if (char === 0x5c) i++
      else if (char === 0x22) quoted = false
    } else if (char === 0x22) quoted = true
    else if (char === 0x7b || char === 0x5b) deepest = Math.max(deepest, ++depth)
    else if (char === 0x7d || char === 0x5d) depth--
  }
  return deepest
}

/** PostgreSQL cannot store NUL, and UTF-8 cannot encode half a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether every string in the value, keys included, can be stored and sent again. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value)
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(isStorable)
  return Object.entries(value).every(([key, inner]) => isStorableText(key) && isStorable(inner))
}

/** Whether the value is a raw number from `readJson`, an object without fields to look into. */
export const isRawNumber = (value: unknown): boolean =>
  (JSON as unknown as { isRawJSON(value: unknown): boolean }).isRawJSON(value)

/** Parses JSON that the bank wrote; integers beyond 2^53 stay exact and are written again unchanged. */
export const readJson = (text: string): unknown => JSON.parse(text, keepExact as never)

const keepExact = (_key: string, value: unknown, context: { readonly source?: string }): unknown =>
  typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)
    ? (JSON as unknown as { rawJSON(text: string): number }).rawJSON(context.source!)
    : value

/** The same for decimals: every number that a double would write differently keeps its digits. */
export const readExactJson = (text: string): unknown => JSON.parse(text, keepDigits as never)

const keepDigits = (
  _key: string,
  value: unknown,
  context: { readonly source?: string },
): unknown =>
  typeof value === 'number' && String(value) !== context.source
    ? (JSON as unknown as { rawJSON(text: string): number }).rawJSON(context.source!)
    : value

/** JSON with sorted keys, so that the same input has the same hash whatever order its fields came in. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** An object with fields, not a list. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
