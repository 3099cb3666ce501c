// Asks the guards of transfers about a bridge to somebody else: a bridge is no way around what a transfer is asked.
import type { Context } from '../../../operation/operation.ts'
import { findFirstAccounts } from '../../core/ledger/index.ts'
import type { CrossChainOptions } from './options.ts'

export interface Leaving {
  readonly id: string
  readonly from: string
  readonly recipient_address: string
  readonly asset: string
  readonly units: bigint
}

/** Throws the refusal. Another customer of the bank is screened; of an address outside the sender's check says whose it is. */
export async function checkMayLeave(
  { id, from, recipient_address, asset, units }: Leaving,
  ctx: Context,
  { guards, chains, assets }: Pick<CrossChainOptions, 'guards' | 'chains' | 'assets'>,
): Promise<void> {
  const { environment } = ctx.caller
  const owner = await chains.custody.findOwner(ctx, recipient_address)
  const users = owner === undefined ? [] : [owner]
  const account = (await findFirstAccounts(ctx.tx, { environment, users })).get(owner ?? '')
  await guards.mayTransfer(ctx, {
    id,
    from,
    to: account ?? recipient_address,
    leaves: account === undefined,
    asset: assets.get(asset),
    units,
  })
}
