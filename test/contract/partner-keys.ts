// A partner for every caller whose example needs one: onboarded on first use, with the caller as its contact.
import { onboard, type TestPartner } from '../../src/domains/people/partners/test-support.ts'
import type { AnyOperation } from '../../src/operation/operation.ts'
import type { Bank, Person } from '../harness/bank.ts'
import { isInSandbox } from './prepare/environment.ts'

interface Known {
  /** Whose token it is. */
  readonly contacts: Map<string, Person>
  /** By the address of the contact. */
  readonly partners: Map<string, Promise<TestPartner>>
}

const knownTo = new WeakMap<Bank, Known>()

/** The header with the key of the caller's partner; none for an invalid token. */
export async function partnerHeaders(
  bank: Bank,
  token: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (token === undefined) return {}
  const known = knownTo.get(bank) ?? { contacts: new Map(), partners: new Map() }
  knownTo.set(bank, known)
  const contact = known.contacts.get(token) ?? (await findContact(bank, token))
  if (!contact) return {}
  known.contacts.set(token, contact)
  const { email } = contact
  const found = known.partners.get(email) ?? onboard(bank, { tier: 'enterprise' }, contact)
  known.partners.set(email, found)
  const { live, sandbox } = await found
  return { 'X-Partner-Key': isInSandbox({ token }) ? sandbox : live }
}

async function findContact(bank: Bank, token: string): Promise<Person | undefined> {
  const { status, body } = await bank.call('GET /api/auth/user', undefined, { token })
  return status === 200 ? body.data : undefined
}

export const needsPartner = ({ auth }: AnyOperation): boolean =>
  auth !== 'public' && auth.some((need) => need.by === 'partner')
