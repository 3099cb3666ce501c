// Decides which paths may have a price, and who may set it. Checked when a price is set and again when prices
// are loaded, so that a price that is no longer allowed has no effect.

/** Operators may also sell the bank's own routes under /api. */
export type Seller = 'customer' | 'operator'

/** Signing in, paying, webhooks and the bank's health are always free. */
const ALWAYS_FREE =
  /^(\.|health|metrics|oauth|mcp|openapi)|^(auth|x402|mpp|webhooks|admin|monitoring|status|docs|graphql)\b/

/** Pages on which users sign in, approve requests or read about the bank, and files that browsers request unasked. */
const PAGES =
  /^(console|assets|brand|favicon|robots|llms|sign-(in|up|out)|log(in|out)|register|password|approv\w*|open-banking)\b/

/**
 * The canonical form of a path: decoded, in lower case, with single slashes, without `.` and `..`, and without
 * a trailing slash. Paths that could be confused with each other have the same form.
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

/** Decodes repeatedly, because some servers decode a path more than once. */
function decode(path: string): string {
  let text = path
  for (let round = 0; round < 4; round++) {
    const decoded = text.replace(/%[0-7][0-9a-f]/gi, decodeURIComponent)
    if (decoded === text) return text
    text = decoded
  }
  return text
}

/** Strips the base and the version: `/api/v2/auth` becomes `auth`. */
const belowApi = (path: string): string => path.replace(/^\/(api(\/|$))?(v\d+(\/|$))?/, '')

const isUnsellable = (path: string): boolean => {
  const canonical = canonicalPath(path)
  const rest = belowApi(canonical)
  return rest === '' || ALWAYS_FREE.test(rest) || PAGES.test(canonical.slice(1))
}

/** The field's error message when no seller may put a price on this path. */
export function findPathError(path: string): string | undefined {
  if (isUnsellable(path))
    return 'The path field names a part of the bank that must stay free; choose another, such as /premium/report.'
  if (canonicalPath(path) !== path.toLowerCase())
    return 'The path field must have no empty, . or .. segments and no percent-encoding.'
  return undefined
}

/** All of /api is reserved for the bank, also where it has no route yet. */
const isInterface = (path: string): boolean => canonicalPath(path).startsWith('/api/')

export const isSellable = (path: string, seller: Seller): boolean =>
  !isUnsellable(path) && (seller === 'operator' || !isInterface(path))
