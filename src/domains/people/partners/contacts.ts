// The contact of a partner as a user of the bank: a member, invited by the partner or an operator, whose e-mail address
// is confirmed. A user who merely registers the address of a contact learns nothing about the partner.
import type { Db } from '../../../platform/database.ts'
import { findConfirmedUser } from '../identity/index.ts'
import * as store from './store.ts'
import type { PartnerRow } from './store.ts'

/** The uuid of the contact, if they are a user. */
export async function findContact(
  tx: Db,
  { uuid, contact_email }: Pick<PartnerRow, 'uuid' | 'contact_email'>,
): Promise<string | undefined> {
  const user = await findConfirmedUser(tx, contact_email, undefined)
  const member = user && (await store.findMember(tx, uuid, contact_email.toLowerCase()))
  return member && user.uuid
}
