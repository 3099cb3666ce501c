// Emits the events of a partner to its contact, if that person has registered.
import type { TObject } from 'typebox'
import type { EventDef } from '../../../operation/event.ts'
import type { Context } from '../../../operation/operation.ts'
import { findUserByEmail } from '../identity/index.ts'
import type { PartnerRow } from './store.ts'

export async function announce(
  event: EventDef,
  partner: Pick<PartnerRow, 'uuid' | 'organization_name' | 'contact_email'>,
  data: Readonly<Record<string, unknown>>,
  ctx: Context,
): Promise<void> {
  const contact = await findUserByEmail(ctx.tx, partner.contact_email)
  const { uuid: partner_id, organization_name } = partner
  ctx.emit<TObject>(event, { partner_id, organization_name, ...data }, { user_uuid: contact?.uuid })
}
