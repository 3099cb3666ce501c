// How the path of a price is spelt, and at which addresses it is asked for.

const BASE = '/api/v2'

/** A path without its base is under it. */
export const spellingsOf = (path: string): string[] =>
  path.startsWith(`${BASE}/`) ? [path, path.slice(BASE.length)] : [path]

/** Where a path with a price may be asked for. */
export const addressesOf = (path: string): string[] =>
  path.startsWith('/api/') || path.startsWith('/.well-known/') ? [path] : [path, BASE + path]

/** All paths that are asked for at an address where this one is. */
export const alikesOf = (path: string): string[] => [
  ...new Set(addressesOf(path).flatMap(spellingsOf)),
]

/** A trailing slash is the same path. */
export const trimPath = (path: string): string => path.replace(/(?<=.)\/+$/, '')

/** Of what a path may be made: nothing that an address could spell in two ways. */
export const SEGMENTS = "[A-Za-z0-9._~!$&'()+,=@-]+(/[A-Za-z0-9._~!$&'()+,=@-]+)*/?"
