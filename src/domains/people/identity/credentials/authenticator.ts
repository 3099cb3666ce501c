// Authenticates bearers without a database read for each request. Known credentials are cached, and PostgreSQL
// notifies every node of a revocation. While a node cannot receive notifications, it trusts its cache for a
// quarter of a second only, so a revoked credential always stops working within a second.
import type { BlockList } from 'node:net'
import { isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Caller, CredentialKind, Environment } from '../../../../operation/caller.ts'
import { Forbidden } from '../../../../operation/error.ts'
import { toBlockList } from '../../../../platform/addresses.ts'
import type { Db } from '../../../../platform/database.ts'
import { RecentMap } from '../../../../kernel/recent-map.ts'
import { hashSecret, hashText } from '../../../../platform/secrets.ts'
import * as store from '../store.ts'

const ENTRIES_MAX = 50_000
/** How many hashes of bearers are cached: hashing takes longer than the rest of the authentication. */
const HASHES_MAX = 4_096
/** Longer texts are no bearers of this bank, and are not cached. */
const HASHED_LENGTH_MAX = 512
const TRUST_MS = 60_000
/** Applies while notifications may be missed: far below the second that a revocation may take. */
const TRUST_MS_UNNOTIFIED = 250

interface Entry {
  readonly id: string
  readonly user: string
  readonly agent: string | null
  readonly tenant: string | null
  readonly kind: CredentialKind
  readonly scopes: ReadonlySet<string>
  readonly environment: Environment
  readonly allowedIps: BlockList | undefined
  readonly expiresAtMs: number
  readonly provedAtMs: number | undefined
  /** Its owner is suspended. It is cached under its id, so that reinstating the owner evicts it. */
  readonly isSilent: boolean
}
/** An unknown bearer is cached as well (without an entry), so that repeating it costs nothing. */
interface CachedLookup {
  readonly entry: Entry | undefined
  readonly readAtMs: number
}

export interface AuthenticatorOptions {
  readonly db: Db
  readonly clock: Clock
  /** Whether notifications of revocations are being received. */
  readonly isListening: () => boolean
}

export class Authenticator {
  private readonly options: AuthenticatorOptions
  private readonly cache = new LRUCache<string, CachedLookup>({
    max: ENTRIES_MAX,
    dispose: ({ entry }) => entry && this.hashById.delete(entry.id),
  })
  private readonly hashes = new RecentMap<string, string>(HASHES_MAX)
  private readonly hashById = new Map<string, string>()
  private pending = new Map<string, Promise<Entry | undefined>>()
  private batch:
    | { readonly hashes: Buffer[]; readonly rows: Promise<Map<string, Entry>> }
    | undefined
  /** Grows with every invalidation: a read that began before one must not be cached after it. */
  private invalidations = 0

  constructor(options: AuthenticatorOptions) {
    this.options = options
  }

  authenticate(bearer: string, address: string): Caller | undefined | Promise<Caller | undefined> {
    const key = this.hash(bearer)
    const known = this.cache.get(key)
    if (known && this.isFresh(known)) return this.toCaller(known.entry, address)
    return this.read(key, hashSecret(bearer)).then((entry) => this.toCaller(entry, address))
  }

  private hash(bearer: string): string {
    const known = this.hashes.get(bearer)
    if (known !== undefined) return known
    const hash = hashText(bearer)
    if (bearer.length <= HASHED_LENGTH_MAX) this.hashes.set(bearer, hash)
    return hash
  }

  /** Called when a credential was revoked or changed, here or on another node. */
  forget(id: string): void {
    this.invalidations++
    const key = this.hashById.get(id)
    if (key !== undefined) this.cache.delete(key)
    this.hashById.delete(id)
  }

  /** Called when notifications may have been missed. */
  forgetAll(): void {
    this.invalidations++
    this.cache.clear()
    this.hashById.clear()
  }

  private isFresh(known: CachedLookup): boolean {
    const age = this.options.clock.now().getTime() - known.readAtMs
    return age < (this.options.isListening() ? TRUST_MS : TRUST_MS_UNNOTIFIED)
  }

  private toCaller(entry: Entry | undefined, address: string): Caller | undefined {
    if (!entry || entry.isSilent) return undefined
    if (entry.expiresAtMs <= this.options.clock.now().getTime()) return undefined
    if (entry.allowedIps && !entry.allowedIps.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
      throw Forbidden({ reason: `This API key may not be used from ${address}.` })
    return {
      // An agent is not its owner: it has its own scopes, and none of the rights of a user.
      ...(entry.agent === null ? { user: entry.user } : { agent: entry.agent }),
      ...(entry.tenant !== null && { tenant: entry.tenant }),
      credential: entry,
      scopes: entry.scopes,
      environment: entry.environment,
      address,
    }
  }

  /** Concurrent requests with one bearer share one read. */
  private read(key: string, hash: Buffer): Promise<Entry | undefined> {
    const running = this.pending.get(key)
    if (running) return running
    const reading = this.readOnce(key, hash).finally(() => this.pending.delete(key))
    this.pending.set(key, reading)
    return reading
  }

  private async readOnce(key: string, hash: Buffer): Promise<Entry | undefined> {
    const { invalidations } = this
    const readAtMs = this.options.clock.now().getTime()
    const entry = (await this.readInBatch(hash)).get(key)
    if (invalidations === this.invalidations) {
      this.cache.set(key, { entry, readAtMs })
      if (entry) this.hashById.set(entry.id, key)
    }
    return entry
  }

  /** Concurrent cache misses share one statement, so a flood of unknown bearers costs few round trips. */
  private readInBatch(hash: Buffer): Promise<Map<string, Entry>> {
    if (!this.batch) {
      const hashes: Buffer[] = []
      const rows = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
        this.batch = undefined
        return this.readRows(hashes)
      })
      this.batch = { hashes, rows }
    }
    this.batch.hashes.push(hash)
    return this.batch.rows
  }

  private async readRows(hashes: readonly Buffer[]): Promise<Map<string, Entry>> {
    const rows = await store.findCredentials(this.options.db, hashes)
    const live = rows.filter((row) => row.revoked_at === null)
    return new Map(live.map((row) => [row.hash.toString('base64'), toEntry(row)]))
  }
}

const kinds: Readonly<Record<string, CredentialKind>> = {
  api_key: 'api_key',
  agent_session: 'agent_session',
  agent_key: 'agent_key',
}

function toEntry(row: Awaited<ReturnType<typeof store.findCredentials>>[number]): Entry {
  return {
    id: row.id,
    user: row.user_uuid,
    agent: row.agent_uuid,
    tenant: row.tenant_uuid,
    kind: kinds[row.kind] ?? 'login',
    scopes: new Set(row.scopes),
    environment: row.environment === 'sandbox' ? 'sandbox' : 'live',
    allowedIps: row.allowed_ips ? toBlockList(row.allowed_ips) : undefined,
    isSilent: row.status !== 'active',
    provedAtMs: row.proved_at === null ? undefined : new Date(row.proved_at).getTime(),
    expiresAtMs: row.expires_at === null ? Infinity : new Date(row.expires_at).getTime(),
  }
}
