// Caches the accounts whose owner's name matches no entry of the sanctions list, so that a transfer between two of
// them needs no query. An account keeps its owner; a name may change, so it is looked up again after a minute. An
// entry is valid for one version of the list only. Names that match the list are never cached.
import { RecentMap } from '../../../../kernel/recent-map.ts'

const ACCOUNTS_MAX = 200_000
const NAME_TRUSTED_MS = 60_000

interface Cleared {
  /** Null while the bank has no list. */
  readonly version: string | null
  readonly screenedAtMs: number
}

export class ClearedAccounts {
  private readonly known = new RecentMap<string, Cleared>(ACCOUNTS_MAX)

  has(account: string, version: string | null, now: Date): boolean {
    const cleared = this.known.get(account)
    return cleared?.version === version && now.getTime() - cleared.screenedAtMs < NAME_TRUSTED_MS
  }

  add(account: string, version: string | null, now: Date): void {
    this.known.set(account, { version, screenedAtMs: now.getTime() })
  }
}
