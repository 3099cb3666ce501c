// The environment that an example is prepared in: that of the caller's credential.
import type { Person } from '../../harness/bank.ts'
import type { Scene } from './scene.ts'

export const isInSandbox = ({ token }: Pick<Person, 'token'>): boolean =>
  token.startsWith('sk_sandbox_')

export const environmentOf = (person: Person): 'live' | 'sandbox' =>
  isInSandbox(person) ? 'sandbox' : 'live'

/** Another user, in the environment of the caller. */
export async function anotherUser({ bank, person }: Scene): Promise<Person> {
  const other = await bank.person()
  return isInSandbox(person) ? { ...other, ...(await bank.sandboxKey(other)) } : other
}
