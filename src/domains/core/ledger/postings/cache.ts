// The copies of accounts, holds and replies from which the executor decides. They may be stale at any time,
// because nothing is written unless the versions of the rows are still those of the copies.
import { RecentMap } from '../../../../kernel/recent-map.ts'
import type { BookName, HoldView, Plan } from '../../../../operation/posting.ts'
import type { PipelinedConnection } from '../../../../platform/pipelined-connection.ts'
import type { Account, Changes, Hold, LedgerState } from './core.ts'
import { ensureBooks, loadAccounts, loadHolds } from '../store.ts'

const ACCOUNTS_KEPT = 200_000
const HOLDS_KEPT = 100_000
const REPLIES_KEPT = 20_000
/** In characters. The caches are bounded by size because callers choose the lengths. */
const REPLIES_WEIGHT_MAX = 32_000_000
const HOLDS_WEIGHT_MAX = 32_000_000
/** The approximate size of a hold without its metadata and reference. */
const HOLD_WEIGHT = 400

export interface StoredReply {
  readonly inputHash: Buffer
  readonly text: string
}

type Planned = Iterable<{ readonly plan: Plan }>

export class AccountCache {
  /** Committed replies by the names of their slots. */
  readonly replies = new RecentMap<string, StoredReply>(REPLIES_KEPT, {
    max: REPLIES_WEIGHT_MAX,
    of: ({ text }) => text.length,
  })
  private readonly accounts = new RecentMap<string, Account>(ACCOUNTS_KEPT)
  /** Open holds made on this node: most are captured soon, and then need no query. */
  private readonly holds = new RecentMap<string, Hold>(HOLDS_KEPT, {
    max: HOLDS_WEIGHT_MAX,
    of: weighHold,
  })

  /** Everything that the plans name, from memory or from the lane, which answers after the batches before it. */
  async findWorld(
    lane: PipelinedConnection,
    items: readonly { readonly plan: Plan }[],
  ): Promise<LedgerState> {
    const holds = await this.findHolds(lane, items)
    // If no account is missing, nothing is awaited from here on, because copies may be dropped at any await.
    const missing = this.findMissing(items)
    if (missing.length === 0) return { accounts: this.accounts, holds }
    return { accounts: await this.load(lane, items, missing), holds }
  }

  /** The named books of which there is no copy. */
  findMissing(items: Planned): BookName[] {
    const missing: BookName[] = []
    for (const { plan } of items)
      for (const book of plan.books)
        if (!this.accounts.get(book.account)?.books.has(book.asset)) missing.push(book)
    return missing
  }

  keep(accounts: ReadonlyMap<string, Account>): void {
    for (const account of accounts.values()) this.accounts.set(account.id, account)
  }

  forget(account: string): void {
    this.accounts.delete(account)
  }

  forgetAll(): void {
    this.accounts.clear()
    this.holds.clear()
  }

  forgetBooksOf(items: Planned): void {
    for (const { plan } of items) for (const { account } of plan.books) this.forget(account)
  }

  /** Drops all that a batch has changed, because it was not written. */
  drop(changes: Changes): void {
    for (const book of changes.books.keys()) this.forget(book.account.id)
    for (const hold of changes.holds.keys()) this.holds.delete(hold.id)
    for (const id of changes.newHolds.keys()) this.holds.delete(id)
  }

  /** From now on the next batch is decided from the state that this one will leave. */
  adopt(changes: Changes): void {
    for (const book of changes.books.keys()) book.version = changes.version
    for (const hold of changes.holds.keys()) if (hold.status !== 'open') this.holds.delete(hold.id)
    for (const hold of changes.newHolds.values())
      if (hold.status === 'open') this.holds.set(hold.id, hold)
  }

  /** Keeps the known accounts for this batch even if their copies are dropped meanwhile. */
  private async load(
    lane: PipelinedConnection,
    items: Planned,
    missing: readonly BookName[],
  ): Promise<LedgerState['accounts']> {
    const accounts = new Map<string, Account>()
    for (const { plan } of items)
      for (const { account } of plan.books) {
        const known = this.accounts.get(account)
        if (known) accounts.set(account, known)
      }
    const loaded = await loadAccounts(lane, namesOf(missing))
    // Most books exist; only for the others something is written.
    const toMake = missing.filter(
      ({ account, asset }) => loaded.get(account)?.books.has(asset) === false,
    )
    if (toMake.length > 0) {
      await ensureBooks(lane, toMake)
      for (const [id, account] of await loadAccounts(lane, namesOf(toMake))) loaded.set(id, account)
    }
    this.keep(loaded)
    for (const account of loaded.values()) accounts.set(account.id, account)
    return accounts
  }

  private async findHolds(lane: PipelinedConnection, items: Planned): Promise<Map<string, Hold>> {
    // All are read from memory now, because some may be dropped before they are used.
    const found = new Map<string, Hold>()
    const unknown: string[] = []
    for (const { plan } of items)
      for (const id of plan.holds ?? []) {
        const known = this.holds.get(id)
        if (known) found.set(id, known)
        else unknown.push(id)
      }
    if (unknown.length > 0)
      for (const [id, hold] of await loadHolds(lane, unknown, false)) found.set(id, hold)
    return found
  }
}

/** The new holds of a batch that are still open, by purpose. */
export function listOpenHolds(changes: Changes): Map<string, HoldView[]> {
  const open = new Map<string, HoldView[]>()
  for (const hold of changes.newHolds.values()) {
    if (hold.status !== 'open') continue
    const sameOnes = open.get(hold.purpose)
    if (sameOnes) sameOnes.push(hold)
    else open.set(hold.purpose, [hold])
  }
  return open
}

const namesOf = (books: readonly BookName[]): string[] => [
  ...new Set(books.map(({ account }) => account)),
]

const weighHold = ({ metadata, reference }: Hold): number =>
  HOLD_WEIGHT + (reference?.length ?? 0) + (metadata ? JSON.stringify(metadata).length : 0)
