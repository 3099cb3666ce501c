// The spellings of a priced path, and the addresses at which it is served.

const BASE = '/api/v2'

/** A price may be stored with or without the base /api/v2. */
export const spellingsOf = (path: string): string[] =>
  path.startsWith(`${BASE}/`) ? [path, path.slice(BASE.length)] : [path]

/** The addresses at which a priced path can be requested. */
export const addressesOf = (path: string): string[] =>
  path.startsWith('/api/') || path.startsWith('/.well-known/') ? [path] : [path, BASE + path]

/** All stored paths that share an address with this one, in lower case: a price counts in any. */
export const overlappingPaths = (path: string): string[] => [
  ...new Set(addressesOf(path.toLowerCase()).flatMap(spellingsOf)),
]

/** A trailing slash makes no difference. */
export const trimPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** The allowed segments: no characters that could be written in two ways. */
export const SEGMENTS = "[A-Za-z0-9._~!$&'()+,=@-]+(/[A-Za-z0-9._~!$&'()+,=@-]+)*/?"
