// Which paths may have a price, and who may put one on them. Asked when a price is made or changed, and
// again when prices are read: a price that should never have been made asks nobody for money.

/** Whoever put a price somewhere; operators may also sell what the bank itself serves under /api. */
export type Seller = 'customer' | 'operator'

/** Nobody sells these: signing in, paying, being told, and knowing whether the bank is well. */
const ALWAYS_FREE =
  /^(\.|health|metrics|oauth|mcp|openapi)|^(auth|x402|mpp|webhooks|admin|monitoring|status|docs|graphql)\b/

/** Pages and files that a browser asks the bank for by itself. */
const PAGES = /^(console|assets|favicon|robots)\b/

/**
 * The one spelling of a path: decoded, in small letters, with single slashes, without `.` and `..`, and
 * without a slash at its end. Two paths that somebody could take for each other have the same.
 */
export function canonicalPath(path: string): string {
  const segments: string[] = []
  for (const segment of decode(path)
    .toLowerCase()
    .split(/[/\\]+/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/** An encoding may be encoded again; who decodes once too often must not be fooled either. */
function decode(path: string): string {
  let text = path
  for (let round = 0; round < 4; round++) {
    const decoded = text.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
    if (decoded === text) return text
    text = decoded
  }
  return text
}

/** Without its base and version: `/api/v2/auth` is `auth`. */
const belowApi = (path: string): string => path.replace(/^\/(api(\/|$))?(v\d+(\/|$))?/, '')

const isForNobody = (path: string): boolean => {
  const canonical = canonicalPath(path)
  const rest = belowApi(canonical)
  return rest === '' || ALWAYS_FREE.test(rest) || PAGES.test(canonical.slice(1))
}

/** Why nobody may put a price on this path, as the sentence of a field. */
export function findPathFault(path: string): string | undefined {
  if (isForNobody(path))
    return 'The path field names something of the bank that must stay free; choose another, such as /premium/report.'
  if (canonicalPath(path) !== path.toLowerCase())
    return 'The path field must be spelt plainly: no empty, . or .. segments and nothing encoded.'
  return undefined
}

/** The bank's own interface, whether or not it serves anything there yet. */
const isInterface = (path: string): boolean => canonicalPath(path).startsWith('/api/')

export const isForSale = (path: string, seller: Seller): boolean =>
  !isForNobody(path) && (seller === 'operator' || !isInterface(path))
