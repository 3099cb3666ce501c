// The HTTP request of a call: which of its fields go into the path, the query and the body.

export interface SdkRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
}

/** `query` names the fields that go into the query; those in braces go into the path. */
export function toRequest(
  method: string,
  path: string,
  query: readonly string[],
  input: object,
): SdkRequest {
  const fields = new Map(Object.entries(input))
  const take = (name: string): unknown => {
    const value: unknown = fields.get(name)
    fields.delete(name)
    return value
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_brace, name: string) => {
    const value = String(take(name))
    // The others would lead to another path.
    if (['undefined', 'null', '', '.', '..'].includes(value))
      throw new TypeError(`${name} must not be empty`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const name of query) {
    const value = take(name)
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one))
  }
  const isBodied = method !== 'GET' && fields.size > 0
  return {
    method,
    path: search.size > 0 ? `${filled}?${search}` : filled,
    body: isBodied ? Object.fromEntries(fields) : undefined,
  }
}
