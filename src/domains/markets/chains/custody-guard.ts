// Keeps tokens on their chain: an account that holds a user's tokens on a chain is paid from that chain, and from
// elsewhere only by a bridge. Otherwise a plain transfer between own accounts, or to another customer, would carry
// tokens to another chain without the fee and the limits of a bridge.
import { RecentMap } from '../../../kernel/recent-map.ts'
import type { Db } from '../../../platform/database.ts'
import {
  BridgeRequired,
  type GuardedTransfer,
  type TransferGuard,
} from '../../core/transfers/index.ts'
import { type ChainName, tokenAssets } from './reference-data.ts'
import { listChainsOf } from './store.ts'

const ACCOUNTS_MAX = 100_000

export class CustodyGuard implements TransferGuard {
  readonly includesOwn = true
  /** Null for an account on no chain. An account's chain is set when it is opened, so entries never become stale. */
  private readonly known = new RecentMap<string, ChainName | null>(ACCOUNTS_MAX)

  isOn(_environment: string, asset: string): boolean {
    return tokenAssets.has(asset)
  }

  concerns({ from, to, leaves, isBridge }: GuardedTransfer): boolean {
    if (leaves || isBridge) return false
    const chain = this.known.get(to)
    return chain !== null && (chain === undefined || chain !== this.known.get(from ?? ''))
  }

  async judge({ tx }: { readonly tx: Db }, { from, to }: GuardedTransfer) {
    const chain = await this.chainOf(tx, to)
    if (chain === null || (from !== null && chain === (await this.chainOf(tx, from))))
      return undefined
    return BridgeRequired({ account_uuid: to, chain })
  }

  private async chainOf(tx: Db, account: string): Promise<ChainName | null> {
    const known = this.known.get(account)
    if (known !== undefined) return known
    const chain = (await listChainsOf(tx, account))[0] ?? null
    this.known.set(account, chain)
    return chain
  }

  async release(): Promise<void> {}
}
