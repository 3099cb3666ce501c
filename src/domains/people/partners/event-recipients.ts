// Emits the events of a partner to its contact, if the contact is a user.
import type { TObject } from 'typebox'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import { findContact } from './contacts.ts'
import type { PartnerRow } from './store.ts'

export async function emitToContact(
  event: EventDef,
  partner: Pick<PartnerRow, 'uuid' | 'organization_name' | 'contact_email'>,
  data: Readonly<Record<string, unknown>>,
  ctx: Context,
): Promise<void> {
  const user_uuid = await findContact(ctx.tx, partner)
  const { uuid: partner_id, organization_name } = partner
  ctx.emit<TObject>(event, { partner_id, organization_name, ...data }, { user_uuid })
}
