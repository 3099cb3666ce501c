// The contact of a partner as a person of the bank: a member, because the partner or an operator named them, whose e-mail
// address is proven. Whoever only registers the address of a contact learns nothing of the partner.
import type { Db } from '../../../platform/database.ts'
import { findConfirmedUser } from '../identity/index.ts'
import * as store from './store.ts'
import type { PartnerRow } from './store.ts'

/** The uuid of the contact, if there is such a person. */
export async function findContact(
  tx: Db,
  { uuid, contact_email }: Pick<PartnerRow, 'uuid' | 'contact_email'>,
): Promise<string | undefined> {
  const user = await findConfirmedUser(tx, contact_email, undefined)
  const member = user && (await store.findMember(tx, uuid, contact_email.toLowerCase()))
  return member && user.uuid
}
