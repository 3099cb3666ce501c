// The host names of tenants: which one a tenant may have, and that each belongs to one tenant.
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { DomainTaken, FeatureNotInTier } from '../errors.ts'
import { checkHostName } from '../validation.ts'
import type { IsOwnHost } from './own-hosts.ts'
import type { PlanName } from './plans.ts'
import type { PartnerRow } from '../store.ts'
import * as store from './store.ts'
import type { TenantRow } from './store.ts'
import { tiers } from '../tiers.ts'

export function readDomain(given: string | null | undefined, isOwnHost: IsOwnHost): string | null {
  if (given === null || given === undefined) return null
  const domain = checkHostName('domain', given)
  if (isOwnHost(domain))
    throw Invalid({
      errors: { domain: [`${domain} is a host name of the bank itself; choose another.`] },
    })
  return domain
}

/** A domain of its own needs a tenant on the plan enterprise, or a partner whose tier includes it. */
export function checkMayHaveDomain(plan: PlanName, partner: Pick<PartnerRow, 'tier'>): void {
  const tier = tiers[partner.tier]
  if (plan !== 'enterprise' && !tier.features.has('custom_domain'))
    throw FeatureNotInTier({
      feature: 'custom_domain',
      tier: tier.name,
      needed_tier: 'enterprise, or a tenant on the plan enterprise',
    })
}

/** Serialises concurrent claims of one domain; a unique index backs it. */
export async function claimDomain(
  domain: string,
  { environment, uuid }: Pick<TenantRow, 'environment' | 'uuid'>,
  ctx: Context,
): Promise<void> {
  await store.lockDomain(ctx.tx, environment, domain)
  if (await store.isDomainTaken(ctx.tx, environment, domain, uuid)) throw DomainTaken({ domain })
}
