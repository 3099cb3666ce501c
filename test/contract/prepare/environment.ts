// The environment that an example is prepared in: that of the caller's credential.
import type { Bank, Person } from '../../harness/bank.ts'
import type { Scene } from './scene.ts'

export const isInSandbox = ({ token }: Pick<Person, 'token'>): boolean =>
  token.startsWith('sk_sandbox_')

export const environmentOf = (person: Person): 'live' | 'sandbox' =>
  isInSandbox(person) ? 'sandbox' : 'live'

/** An API key of the sandbox with all permissions. */
export async function makeSandboxKey(bank: Bank, person: Person): Promise<string> {
  const key = { name: 'Play', environment: 'sandbox', permissions: ['read', 'write', 'delete'] }
  const { body } = await bank.call('POST /api/v2/api-keys', key, person)
  return body.data.api_key
}

/** Another user, in the environment of the caller. */
export async function anotherUser({ bank, person }: Scene): Promise<Person> {
  const other = await bank.person()
  return isInSandbox(person) ? { ...other, token: await makeSandboxKey(bank, other) } : other
}
