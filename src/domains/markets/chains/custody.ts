// Custody: one ordinary account of the user holds their tokens on a chain. It is opened when the chain is first
// used, is seen among the user's accounts, and may be closed by them when it is empty.
import { ownerOf } from '../../../operation/caller.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Sealer } from '../../../platform/key-ring.ts'
import { openAccountFor } from '../../core/accounts/index.ts'
import { type Account, findAccounts } from '../../core/ledger/index.ts'
import type { ChainProviders } from './provider.ts'
import type { ChainName } from './reference-data.ts'
import * as store from './store.ts'

export interface Holding {
  readonly chain: ChainName
  readonly account: Account
  /** Null if the account was opened before addresses were recorded. */
  readonly address: string | null
}

type Reading = Pick<Context, 'tx' | 'caller'>

export interface CustodyOptions {
  readonly sealer: Sealer
  readonly providers: ChainProviders
}

export class Custody {
  private readonly options: CustodyOptions
  constructor(options: CustodyOptions) {
    this.options = options
  }

  /** The caller's custody account on the chain; undefined if they have not used the chain yet. */
  async find(ctx: Reading, chain: ChainName): Promise<Account | undefined> {
    return (await this.findHolding(ctx, chain))?.account
  }

  private async findHolding(ctx: Reading, chain: ChainName): Promise<Holding | undefined> {
    return (await this.list(ctx)).find((held) => held.chain === chain)
  }

  /** All custody accounts of the caller that are open. */
  async list(ctx: Reading): Promise<Holding[]> {
    const rows = await store.listCustody(ctx.tx, ownerOf(ctx))
    const accounts = await findAccounts(
      ctx.tx,
      rows.map((row) => row.account_uuid),
    )
    return rows.flatMap(({ chain, account_uuid, address }) => {
      const account = accounts.get(account_uuid)
      return account && account.status !== 'closed' ? [{ chain, account, address }] : []
    })
  }

  /** The caller's custody account on the chain, opened if there is none. */
  async open(ctx: Context, chain: ChainName): Promise<Account> {
    const known = await this.findHolding(ctx, chain)
    const address = this.addressOf(ctx, chain)
    if (known) {
      if (known.address !== address)
        await store.recordAddress(ctx.tx, { ...ownerOf(ctx), chain, address })
      return known.account
    }
    await store.lockOwner(ctx.tx, ownerOf(ctx))
    const meanwhile = await this.find(ctx, chain)
    if (meanwhile) return meanwhile
    const owner = ownerOf(ctx)
    const { account } = await openAccountFor(
      {
        user_uuid: owner.user_uuid,
        name: `Tokens on ${chain}`,
        metadata: { custody: true, chain, address },
      },
      ctx,
    )
    await store.putCustody(ctx.tx, {
      ...owner,
      chain,
      account_uuid: account.id,
      address,
      created_at: ctx.now,
    })
    return account
  }

  /**
   * The customer who has this address, if they belong to the payer's tenant: customers of other tenants are treated as
   * outside the bank. Undefined also for customers who have used no chain yet.
   */
  async findOwner({ tx }: Reading, address: string, payer: Account): Promise<string | undefined> {
    const { environment } = payer
    const user_uuid = await store.findOwner(tx, environment, address)
    if (user_uuid === undefined) return undefined
    const held = await store.listCustody(tx, { environment, user_uuid })
    const account_uuid = held.find((row) => row.address === address)!.account_uuid
    const account = (await findAccounts(tx, [account_uuid])).get(account_uuid)
    return account?.tenant_uuid === payer.tenant_uuid ? user_uuid : undefined
  }

  /** Constant for a user and a chain; it cannot be computed without the bank's key. */
  addressOf({ caller }: Pick<Context, 'caller'>, chain: ChainName): string {
    const seed = this.options.sealer.constantDigest(
      `chains.custody/${caller.environment}/${caller.user!}`,
    )
    return this.options.providers.choose(caller.environment, chain).addressOf(chain, seed)
  }
}
