// The work of operators on partners: finding them, changing their terms, and suspending or terminating them.
import type { PageRequest } from '../../../kernel/page.ts'
import { NotFound } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { emitToContact } from './event-recipients.ts'
import { PartnerStateConflict } from './errors.ts'
import { PartnerChanged, PartnerStatusChanged } from './events.ts'
import { checkAddresses, checkHttps } from './validation.ts'
import { partnerLife } from './life-cycle.ts'
import { addMember } from './members.ts'
import { PARTNER_CHANGED } from './recognizer.ts'
import * as store from './store.ts'
import type { PartnerChange, PartnerRow } from './store.ts'
import { TENANT_CHANGED } from './tenants/directory.ts'
import { toDetail } from './view.ts'

export async function getPartner(uuid: string, ctx: Pick<Context, 'tx'>): Promise<PartnerRow> {
  const partner = await store.findPartner(ctx.tx, uuid)
  if (!partner) throw NotFound({ what: 'partner', id: uuid })
  return partner
}

/** A partner with its keys. */
export async function showPartner(uuid: string, ctx: Context) {
  const partner = await getPartner(uuid, ctx)
  return toDetail(partner, await store.listKeys(ctx.tx, partner.uuid))
}

export const listPartners = (
  filter: { readonly status?: PartnerRow['status'] | undefined },
  page: PageRequest,
  ctx: Context,
) => store.listPartners(ctx.tx, filter, page)

async function lockPartner(uuid: string, ctx: Context): Promise<PartnerRow> {
  const partner = await store.lockPartner(ctx.tx, uuid)
  if (!partner) throw NotFound({ what: 'partner', id: uuid })
  return partner
}

export type Terms = Omit<PartnerChange, 'status' | 'status_reason' | 'webhook_secret'>

/** Omitted fields keep their value. */
export async function changeTerms(uuid: string, terms: Terms, ctx: Context): Promise<PartnerRow> {
  const partner = await lockPartner(uuid, ctx)
  if (partnerLife.isEnd(partner.status))
    throw PartnerStateConflict({
      status: partner.status,
      action: 'change',
      allowed: ['active', 'suspended'],
    })
  if (terms.ip_whitelist) checkAddresses('ip_whitelist', terms.ip_whitelist)
  if (typeof terms.webhook_url === 'string') checkHttps('webhook_url', terms.webhook_url)
  const changed = await store.updatePartner(ctx.tx, partner.uuid, terms, ctx.now)
  ctx.invalidate(PARTNER_CHANGED, partner.uuid)
  // As at onboarding, a new contact is invited as a member.
  if (terms.contact_email !== undefined) await addMember(partner.uuid, terms.contact_email, ctx)
  await emitToContact(PartnerChanged, changed, { tier: changed.tier }, ctx)
  return changed
}

export async function changeStatus(
  uuid: string,
  action: (typeof partnerLife)['actions'][number],
  reason: string | null,
  ctx: Context,
): Promise<PartnerRow> {
  const partner = await lockPartner(uuid, ctx)
  const { to: status } = partnerLife.check(partner.status, action)
  if (action === 'terminate')
    await store.revokeKeys(
      ctx.tx,
      { partner_uuid: partner.uuid, environments: ['live', 'sandbox'] },
      ctx.now,
    )
  const change = { status, status_reason: reason }
  const changed = await store.updatePartner(ctx.tx, partner.uuid, change, ctx.now)
  ctx.invalidate(PARTNER_CHANGED, partner.uuid)
  // Whether its tenants accept new customers depends on the state of the partner.
  ctx.invalidate(TENANT_CHANGED, partner.uuid)
  await emitToContact(PartnerStatusChanged, changed, { status }, ctx)
  return changed
}
