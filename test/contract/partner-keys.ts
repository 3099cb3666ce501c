// A partner for everybody whose example needs one: onboarded when it is first asked for, with that person as its contact.
import { onboard, type TestPartner } from '../../src/domains/people/partners/test-support.ts'
import type { AnyOperation } from '../../src/operation/operation.ts'
import type { Bank, Person } from '../harness/bank.ts'

const partners = new WeakMap<Bank, Map<string, Promise<TestPartner>>>()

/** The header with the key of the caller's partner; none for a token that is good for nothing. */
export async function partnerHeaders(
  bank: Bank,
  token: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (token === undefined) return {}
  const { status, body } = await bank.call('GET /api/auth/user', undefined, { token })
  if (status !== 200) return {}
  const { email } = body.data as Person
  const known = partners.get(bank) ?? new Map<string, Promise<TestPartner>>()
  partners.set(bank, known)
  const found = known.get(email) ?? onboard(bank, { tier: 'enterprise' }, body.data as Person)
  known.set(email, found)
  const { live, sandbox } = await found
  return { 'X-Partner-Key': token.startsWith('sk_sandbox_') ? sandbox : live }
}

export const needsPartner = ({ auth }: AnyOperation): boolean =>
  auth !== 'public' && auth.some((need) => need.by === 'partner')
