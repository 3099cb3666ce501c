// By what rows are found that are about a person. An address that was never confirmed may be that of somebody else, whose
// rows are neither shown nor erased.
import type { Context } from '../../../operation/operation.ts'
import type { Person } from '../../../operation/personal-data-store.ts'
import { getPerson } from '../identity/index.ts'

type User = Awaited<ReturnType<typeof getPerson>>

/** What is kept sealed of an erased person. */
export type Identity = Pick<User, 'name' | 'email' | 'email_verified_at'>

export const toIdentity = ({ name, email, email_verified_at }: Identity): Identity => ({
  name,
  email,
  email_verified_at,
})

export const toKnownPerson = (
  uuid: string,
  { name, email, email_verified_at }: Identity,
): Person => ({
  uuid,
  name,
  ...(email_verified_at !== null && { email }),
})

export async function findKnownPerson(user: string, ctx: Context): Promise<Person> {
  const found = await getPerson(user, ctx)
  return toKnownPerson(found.uuid, found)
}
