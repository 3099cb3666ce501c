// Authenticates the key of a partner beside the bearer of a user, without a database read for each request. As with
// bearers, PostgreSQL notifies every node of a change; a node that cannot be notified trusts its cache for a
// quarter of a second only, so a revoked key or a suspension takes effect within a second.
import { type BlockList, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../kernel/clock.ts'
import { type Caller, type Environment, isOperator } from '../../../operation/caller.ts'
import { Forbidden, Unauthenticated } from '../../../operation/error.ts'
import { toBlockList } from '../../../platform/addresses.ts'
import type { Db } from '../../../platform/database.ts'
import type { Window } from '../../../platform/limiter.ts'
import { hashSecret, hashText } from '../../../platform/secrets.ts'
import { findUser } from '../identity/index.ts'
import * as store from './store.ts'
import { perHour, perMinute, tiers } from './tiers.ts'

/** Published with the uuid of the partner, or of the user whose membership changed. */
export const PARTNER_CHANGED = 'partners.changed'

const ENTRIES_MAX = 10_000
const TRUST_MS = 60_000
const TRUST_MS_UNNOTIFIED = 250

interface Entry {
  readonly partner: string
  readonly environment: Environment
  readonly status: string
  readonly hasProduction: boolean
  readonly allowedIps: BlockList | undefined
  readonly windows: readonly Window[]
}

interface Cached<Value> {
  readonly value: Value
  readonly readAtMs: number
}

export interface RecognizerOptions {
  readonly db: Db
  readonly clock: Clock
  readonly isListening: () => boolean
  readonly production: boolean
  /** Whether users who belong to no partner may use a key. */
  readonly allowsNonMembers: boolean
}

export class PartnerAuthenticator {
  private readonly options: RecognizerOptions
  private readonly entries = new LRUCache<string, Cached<Entry | 'unknown'>>({ max: ENTRIES_MAX })
  private readonly partnersOf = new LRUCache<string, Cached<readonly string[]>>({
    max: ENTRIES_MAX,
  })
  /** Grows with every change: a read that began before one must not be cached after it. */
  private changes = 0

  constructor(options: RecognizerOptions) {
    this.options = options
  }

  /** The caller with its partner. A key means nothing without a user beside it. */
  join(key: string, caller: Caller | undefined): Caller | undefined | Promise<Caller> {
    const { user } = caller ?? {}
    if (caller === undefined || user === undefined) return caller
    const name = hashText(key)
    const entry = this.fresh(this.entries.get(name))
    const partners = this.fresh(this.partnersOf.get(user))
    if (entry !== undefined && partners !== undefined) return this.admit(entry, partners, caller)
    return this.read(name, key, user).then((read) => this.admit(read.entry, read.partners, caller))
  }

  /** Called when a partner or a user's membership changed, here or on another node. */
  forget(uuid: string): void {
    this.changes++
    this.partnersOf.delete(uuid)
    for (const [name, { value }] of this.entries)
      if (value === 'unknown' || value.partner === uuid) this.entries.delete(name)
  }

  forgetAll(): void {
    this.changes++
    this.entries.clear()
    this.partnersOf.clear()
  }

  private fresh<Value>(known: Cached<Value> | undefined): Value | undefined {
    if (!known) return undefined
    const age = this.options.clock.now().getTime() - known.readAtMs
    const trust = this.options.isListening() ? TRUST_MS : TRUST_MS_UNNOTIFIED
    return age < trust ? known.value : undefined
  }

  private async read(name: string, key: string, user: string) {
    const { changes } = this
    const readAtMs = this.options.clock.now().getTime()
    const { db } = this.options
    const [row, partners] = await Promise.all([
      store.findByKey(db, hashSecret(key)),
      this.readPartnersOf(user),
    ])
    const entry: Entry | 'unknown' = row ? toEntry(row) : 'unknown'
    if (changes === this.changes) {
      this.entries.set(name, { value: entry, readAtMs })
      if (partners) this.partnersOf.set(user, { value: partners, readAtMs })
    }
    return { entry, partners: partners ?? [] }
  }

  /** Undefined until the address is confirmed; this is not cached, because no notification follows the confirmation. */
  private async readPartnersOf(uuid: string): Promise<readonly string[] | undefined> {
    const user = await findUser(this.options.db, uuid)
    if (!user || user.email_verified_at === null) return undefined
    return store.listPartnersOf(this.options.db, user.email)
  }

  private admit(entry: Entry | 'unknown', partners: readonly string[], caller: Caller): Caller {
    if (entry === 'unknown')
      throw Unauthenticated({ reason: 'The X-Partner-Key is unknown or revoked.' })
    const reason =
      this.refuseKey(entry, caller) ?? this.refuseCaller(entry.partner, partners, caller)
    if (reason !== undefined) throw Forbidden({ reason })
    return { ...caller, partner: entry.partner, windows: entry.windows }
  }

  private refuseKey(entry: Entry, { environment, address }: Caller): string | undefined {
    if (entry.status !== 'active') return `This partner is ${entry.status}.`
    if (entry.allowedIps && !entry.allowedIps.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
      return `The key of this partner may not be used from ${address}.`
    if (entry.environment !== environment)
      return entry.environment === 'sandbox'
        ? 'This is the sandbox key of a partner; use it with an API key of the sandbox.'
        : 'This is the live key of a partner; in the sandbox use its sandbox key.'
    if (environment === 'live' && this.options.production && !entry.hasProduction)
      return 'The tier of this partner does not include production; use its sandbox key.'
    return undefined
  }

  private refuseCaller(
    partner: string,
    partners: readonly string[],
    caller: Caller,
  ): string | undefined {
    // Addresses are unique within a tenant only, so the customers of tenants are never members of a partner.
    if (caller.tenant !== undefined) return 'Customers of a tenant cannot use the key of a partner.'
    if (partners.includes(partner) || isOperator(caller)) return undefined
    if (partners.length === 0 && this.options.allowsNonMembers) return undefined
    return 'You do not belong to the partner of this key.'
  }
}

const toEntry = (row: NonNullable<Awaited<ReturnType<typeof store.findByKey>>>): Entry => ({
  partner: row.uuid,
  environment: row.environment,
  status: row.status,
  hasProduction: tiers[row.tier].features.has('production'),
  allowedIps: row.ip_whitelist.length > 0 ? toBlockList(row.ip_whitelist) : undefined,
  windows: [
    { limit: perMinute(row), seconds: 60 },
    { limit: perHour(row), seconds: 3_600 },
  ],
})
