// The name under which the holder of an account is known to its counterparties.
import type { Environment } from '../../../operation/caller.ts'

/**
 * In the sandbox a payment costs nothing, so that whoever pays every account would learn the names of all users; there
 * it is the first name and an initial.
 */
export function holderNameOf(name: string, environment: Environment): string {
  if (environment === 'live') return name
  const [first = '', ...rest] = name.trim().split(/\s+/u)
  const last = rest.at(-1)
  return last === undefined ? first : `${first} ${Array.from(last)[0]}.`
}
