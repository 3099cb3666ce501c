// Finds the tenant of a request by its id or by the host name it was sent to, without a database read for each request.
// All tenants are kept in memory: they are few, and requests with made-up host names must cost nothing.
import type { Clock } from '../../../../kernel/clock.ts'
import { Forbidden, NotFound, RateLimited } from '../../../../operation/error.ts'
import { Snapshot } from '../../../../operation/snapshot.ts'
import type { Db } from '../../../../platform/database.ts'
import type { TenantStatus } from '../life-cycle.ts'
import type { IsOwnHost } from './own-hosts.ts'
import { type PlanName, plans, UNLIMITED } from './plans.ts'
import type { PartnerRow } from '../store.ts'
import type { TenantMeter } from './meter.ts'
import { listOpenTenants } from './store.ts'
import { monthOf } from '../usage/counter.ts'

/** Published with the uuid of the tenant whose name, domain or state changed, or of the partner whose state did. */
export const TENANT_CHANGED = 'partners.tenant'

interface Known {
  readonly uuid: string
  readonly status: TenantStatus
  readonly partner_status: PartnerRow['status']
  readonly plan: PlanName
  /** The calls of its customers in this month, on all nodes. */
  readonly calls: number
}

/** By id, and by host name where a tenant has one. */
type Tenants = ReadonlyMap<string, Known>

export interface TenantDirectoryOptions {
  readonly db: Db
  readonly clock: Clock
  readonly isListening: () => boolean
  readonly isOwnHost: IsOwnHost
  readonly meter: Pick<TenantMeter, 'callsSince' | 'beginAnew'>
}

export class TenantDirectory {
  private readonly options: TenantDirectoryOptions
  private readonly snapshot: Snapshot<Tenants>

  constructor(options: TenantDirectoryOptions) {
    this.options = options
    this.snapshot = new Snapshot({
      ...options,
      read: () => this.readAll(),
      onRead: () => options.meter.beginAnew(),
    })
  }

  /** The tenant that a request names, or else the one of this host; undefined for the bank itself. */
  find(id: string | undefined, host: string): string | undefined | Promise<string | undefined> {
    const pick = (tenants: Tenants): string | undefined => {
      if (id === undefined) return tenants.get(host.toLowerCase())?.uuid
      const named = tenants.get(id.toLowerCase())
      if (!named) throw NotFound({ what: 'tenant', id })
      return named.uuid
    }
    const tenants = this.snapshot.get()
    return tenants instanceof Promise ? tenants.then(pick) : pick(tenants)
  }

  /** Throws for the customers of a tenant that is suspended, being deleted or deleted, or whose plan is used up. */
  check(tenant: string): void | Promise<void> {
    const verify = (tenants: Tenants): void => {
      const known = tenants.get(tenant)
      if (known?.status !== 'active') throw closed(known?.status ?? 'deleted')
      const { max_api_calls } = plans[known.plan].limits
      const calls = known.calls + this.options.meter.callsSince(tenant)
      if (max_api_calls !== UNLIMITED && calls >= max_api_calls)
        throw RateLimited({ retry_after: this.secondsOfMonth() })
    }
    const tenants = this.snapshot.get()
    return tenants instanceof Promise ? tenants.then(verify) : verify(tenants)
  }

  /** Throws for registrations with a tenant whose partner is suspended or terminated. */
  checkSignUp(tenant: string): undefined | Promise<undefined> {
    const verify = (tenants: Tenants): undefined => {
      const status = tenants.get(tenant)?.partner_status
      if (status !== 'active') throw closed(status ?? 'deleted')
    }
    const tenants = this.snapshot.get()
    return tenants instanceof Promise ? tenants.then(verify) : verify(tenants)
  }

  forgetAll(): void {
    this.snapshot.forget()
  }

  /** The seconds until the next month begins. */
  private secondsOfMonth(): number {
    const now = this.options.clock.now()
    const end = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
    return Math.ceil((end - now.getTime()) / 1000)
  }

  private async readAll(): Promise<Tenants> {
    const month = monthOf(this.options.clock.now())
    const rows = await listOpenTenants(this.options.db, month.first)
    const tenants = new Map<string, Known>()
    for (const { domain, ...row } of rows) {
      const known = { ...row, calls: Number(row.calls) }
      tenants.set(row.uuid, known)
      // A domain that has since become a host name of the bank does not lead the bank's callers to the tenant.
      if (domain !== null && !this.options.isOwnHost(domain)) tenants.set(domain, known)
    }
    return tenants
  }
}

const closed = (status: string) =>
  Forbidden({ reason: `This tenant is ${status}; contact the company whose customer you are.` })
