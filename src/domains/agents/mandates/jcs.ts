// The JSON Canonicalization Scheme (RFC 8785): the same value always gives the same text, which is then
// signed. Keys are written by hand in sorted order, because JavaScript objects put keys that look like
// numbers first.

export function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalize(inner)}`)
  return `{${fields.join(',')}}`
}
