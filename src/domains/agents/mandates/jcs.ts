// The JSON Canonicalization Scheme (RFC 8785): one text for one value, whoever writes it. Signatures are
// over it, so every key is put in its place by hand: an object would sort keys that look like numbers.

export function canonicalize(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const fields = Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, inner]) => `${JSON.stringify(key)}:${canonicalize(inner)}`)
  return `{${fields.join(',')}}`
}
