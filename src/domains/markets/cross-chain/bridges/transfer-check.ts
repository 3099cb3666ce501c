// Applies the transfer guards to bridges to other customers and outside addresses, so that a bridge cannot bypass them.
import type { Context } from '../../../../operation/operation.ts'
import { findFirstAccounts } from '../../../core/ledger/index.ts'
import type { CrossChainOptions } from '../options.ts'

export interface OutgoingBridge {
  readonly id: string
  readonly from: string
  readonly recipient_address: string
  readonly asset: string
  readonly units: bigint
  /** The customer who has the address; undefined for one outside. */
  readonly to: string | undefined
}

/** Throws if a guard refuses. Customers are screened; for an outside address, the sender's check names the owner. */
export async function checkTransferGuards(
  { id, from, recipient_address, asset, units, to }: OutgoingBridge,
  ctx: Context,
  { guards, assets }: Pick<CrossChainOptions, 'guards' | 'assets'>,
): Promise<void> {
  const { environment } = ctx.caller
  const users = to === undefined ? [] : [to]
  const account = (await findFirstAccounts(ctx.tx, { environment, users })).get(to ?? '')
  await guards.mayTransfer(ctx, {
    id,
    from,
    to: account ?? recipient_address,
    leaves: account === undefined,
    asset: assets.get(asset),
    units,
    isBridge: true,
  })
}
