// Environment variables that are probably meant as settings: a name with a slip in it changes nothing, and nobody notices.
import { distance } from 'fastest-levenshtein'
import type { Environment } from './settings.ts'

/** Short names are near to many others, such as HOST to HOME. */
const LENGTH_MIN = 8
const SLIPS_MAX = 2

export interface Misspelt {
  readonly name: string
  readonly meant: string
}

export function findMisspelt(names: readonly string[], env: Environment): Misspelt[] {
  const known = new Set(names)
  return Object.keys(env)
    .filter((name) => !known.has(name) && name.length >= LENGTH_MIN)
    .flatMap((name) => {
      const meant = findNear(name, names)
      return meant === undefined ? [] : [{ name, meant }]
    })
}

/** Other programs have names of their own with a letter or two before the same word, such as PGDATABASE. */
const findNear = (name: string, names: readonly string[]): string | undefined =>
  names.find((known) => known[0] === name[0] && distance(name, known) <= SLIPS_MAX)

export const describeMisspelt = ({ name, meant }: Misspelt): string =>
  `there is no setting ${name}; did you mean ${meant}?`
