// The callers of partner operations, and whether the caller's tier includes a feature.
import { NotFound, Unauthenticated } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import { FeatureNotInTier } from './errors.ts'
import * as store from './store.ts'
import type { PartnerRow } from './store.ts'
import { type Feature, tiers, tierWith } from './tiers.ts'

/** The bearer of a user together with the key of a partner. */
export const partnerReader = [{ by: 'user', scope: 'read' }, { by: 'partner' }] as const
export const partnerWriter = [{ by: 'user', scope: 'write' }, { by: 'partner' }] as const

export const partnerRemover = [{ by: 'user', scope: 'delete' }, { by: 'partner' }] as const

// For keys and members, which are the same in both environments: an API key, which may be of the sandbox, is not
// enough.
export const partnerInPerson = [
  { by: 'user', scope: 'write', via: 'login' },
  { by: 'partner' },
] as const
export const partnerRemoverInPerson = [
  { by: 'user', scope: 'delete', via: 'login' },
  { by: 'partner' },
] as const

export async function getCallingPartner(ctx: Pick<Context, 'tx' | 'caller'>): Promise<PartnerRow> {
  const { partner: uuid } = ctx.caller
  if (uuid === undefined)
    throw Unauthenticated({ reason: 'Send the key of a partner in the header X-Partner-Key.' })
  const partner = await store.findPartner(ctx.tx, uuid)
  if (!partner) throw NotFound({ what: 'partner', id: uuid })
  return partner
}

/** Throws unless the calling partner's tier includes the feature; returns the partner. */
export async function requireFeature(
  ctx: Pick<Context, 'tx' | 'caller'>,
  feature: Feature,
): Promise<PartnerRow> {
  const partner = await getCallingPartner(ctx)
  const tier = tiers[partner.tier]
  if (!tier.features.has(feature))
    throw FeatureNotInTier({ feature, tier: tier.name, needed_tier: tierWith(feature).name })
  return partner
}
