// The rules of branding: what a partner may set, and what is public under the host name of a tenant.
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Environment } from '../../../../operation/caller.ts'
import { Invalid } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Db } from '../../../../platform/database.ts'
import { requireFeature } from '../access.ts'
import { allFields, type BrandingField, defaults, publicFields, urls } from './schema.ts'
import { BRANDING_CHANGED } from './topic.ts'
import * as store from './store.ts'
import { FeatureNotInTier } from '../errors.ts'
import { checkHttps } from '../validation.ts'
import { findLogo } from '../logos/store.ts'
import { toLogo } from '../logos/service.ts'
import type { IsOwnHost } from '../tenants/own-hosts.ts'
import { findPartner, lockPartner } from '../store.ts'
import { findCssProblem, findScriptProblem } from './style-validation.ts'
import { findTenant } from '../tenants/service.ts'
import { type TierName, tiers } from '../tiers.ts'

export type BrandingChange = Readonly<Partial<Record<BrandingField, string | null>>>

/** Omitted fields keep their value; null removes it. */
export async function changeBranding(
  change: BrandingChange,
  features: Readonly<Record<string, boolean>> | undefined,
  ctx: Context,
): Promise<store.BrandingRow> {
  const partner = await requireFeature(ctx, 'white_label')
  checkFields(change, partner.tier)
  // Locked, so that of two concurrent changes of different fields none is lost.
  await lockPartner(ctx.tx, partner.uuid)
  const { environment } = ctx.caller
  const before = await store.findBranding(ctx.tx, partner.uuid, environment)
  const fields: Record<string, string> = { ...before?.fields }
  for (const name of allFields) {
    const value = change[name]
    if (value === null) delete fields[name]
    else if (value !== undefined) fields[name] = value
  }
  const saved = await store.saveBranding(
    ctx.tx,
    { partner_uuid: partner.uuid, environment },
    { fields, features: features ?? before?.features ?? {}, updated_at: ctx.now },
  )
  ctx.invalidate(BRANDING_CHANGED, partner.uuid)
  return saved
}

function checkFields(change: BrandingChange, tier: TierName): void {
  for (const name of urls) if (typeof change[name] === 'string') checkHttps(name, change[name])
  if (typeof change.custom_css === 'string') refuse('custom_css', findCssProblem(change.custom_css))
  if (typeof change.custom_js !== 'string') return
  if (tier !== 'enterprise')
    throw FeatureNotInTier({ feature: 'custom_js', tier, needed_tier: 'enterprise' })
  refuse('custom_js', findScriptProblem(change.custom_js))
}

function refuse(field: string, problem: string | undefined): void {
  if (problem === undefined) return
  throw Invalid({ errors: { [field]: [`The ${field.replaceAll('_', ' ')} field ${problem}.`] } })
}

export const getBranding = (ctx: Context) =>
  store.findBranding(ctx.tx, ctx.caller.partner!, ctx.caller.environment)

const show = (names: readonly BrandingField[], fields: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(names.map((name) => [name, fields[name] ?? defaults[name] ?? null]))

export const toBranding = (row: store.BrandingRow | undefined) => ({
  ...show(allFields, row?.fields),
  updated_at: row?.updated_at ?? null,
})

export const toWhiteLabel = (row: store.BrandingRow | undefined) => ({
  logo_url: row?.fields.logo_url ?? null,
  primary_color: row?.fields.primary_color ?? defaults.primary_color!,
  features: { ...row?.features },
  updated_at: row?.updated_at ?? null,
})

const bankBranding = {
  white_label: false,
  tenant_id: null,
  logo: null,
  ...show(publicFields),
  features: {},
}

export interface HostBranding extends Readonly<Partial<Record<BrandingField, string | null>>> {
  readonly white_label: boolean
  readonly tenant_id: string | null
  readonly logo: Omit<ReturnType<typeof toLogo>, 'uploaded_at'> | null
  readonly features: Readonly<Record<string, boolean>>
}

const NAMES_MAX = 10_000
const TRUST_MS = 60_000

export interface BrandingCacheOptions {
  readonly db: Db
  readonly clock: Clock
  readonly isOwnHost: IsOwnHost
}

/** Reads the branding for a host name or a tenant, and caches it until something changes. */
export class BrandingCache {
  private readonly db: Db
  private readonly clock: Clock
  private readonly isOwnHost: IsOwnHost
  private readonly known = new LRUCache<string, { branding: HostBranding; readAtMs: number }>({
    max: NAMES_MAX,
  })
  private changes = 0

  constructor({ db, clock, isOwnHost }: BrandingCacheOptions) {
    this.db = db
    this.clock = clock
    this.isOwnHost = isOwnHost
  }

  forgetAll(): void {
    this.changes++
    this.known.clear()
  }

  /** An unknown name gets the branding of the bank, so that callers cannot find out which tenants exist. */
  async find(environment: Environment, tenantOrHost: string): Promise<HostBranding> {
    const name = `${environment} ${tenantOrHost.toLowerCase()}`
    const readAtMs = this.clock.now().getTime()
    const known = this.known.get(name)
    if (known && readAtMs - known.readAtMs < TRUST_MS) return known.branding
    const { changes } = this
    const branding = await this.read(environment, tenantOrHost.toLowerCase())
    if (changes === this.changes) this.known.set(name, { branding, readAtMs })
    return branding
  }

  private async read(environment: Environment, tenantOrHost: string): Promise<HostBranding> {
    // The pages on which the bank's own customers sign in never have the branding of a tenant.
    if (this.isOwnHost(tenantOrHost)) return bankBranding
    const tenant = await findTenant(this.db, environment, tenantOrHost)
    if (tenant?.status !== 'active') return bankBranding
    const partner = await findPartner(this.db, tenant.partner_uuid)
    if (partner?.status !== 'active' || !tiers[partner.tier].features.has('white_label'))
      return bankBranding
    const row = await store.findBranding(this.db, partner.uuid, environment)
    const logo = await findLogo(this.db, { partner_uuid: partner.uuid, environment })
    const fields = { company_name: tenant.name, ...row?.fields }
    return {
      white_label: true,
      tenant_id: tenant.uuid,
      logo: logo ? toLogo(logo) : null,
      ...show(publicFields, fields),
      features: { ...row?.features },
    }
  }
}
