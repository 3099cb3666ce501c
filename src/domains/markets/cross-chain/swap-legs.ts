// The second half of swaps across chains: when the bridge has ended, its tokens are swapped on the destination chain.
// If that fails, they stay there as they are. The swap and its end are one transaction, so neither happens twice.
import { AppError } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { Db } from '../../../platform/database.ts'
import { post, systemAccount } from '../../core/ledger/index.ts'
import { CrossChainSwapCompleted, CrossChainSwapFailed } from './events.ts'
import { toSwapId } from './ids.ts'
import { bridgeLife, swapLife } from './life-cycle.ts'
import { type BridgeRow, findBridge, type Whose } from './store.ts'
import * as store from './swap-store.ts'
import type { SwapRow } from './swap-store.ts'
import type { SwapOptions } from './swaps.ts'
import { toSwapEvent } from './view.ts'

const SWAP_JOB = 'cross_chain.swap'
const SWEPT_AT_ONCE = 200

export class SwapLegs {
  private readonly options: SwapOptions

  constructor(options: SwapOptions) {
    this.options = options
  }

  /** All swaps whose bridge has ended; of everybody, or of one user. */
  async sweep(db: Db, of?: Whose): Promise<void> {
    const due = await store.listSwapsDue(db, { limit: SWEPT_AT_ONCE, ...(of && { of }) })
    for (const id of due) await this.settle(id, db)
  }

  /** The swap that waits for this bridge, if there is one. */
  async settleOf(bridge_id: string, db: Db): Promise<void> {
    const swap = await store.findSwapOf(db, bridge_id)
    if (swap) await this.settle(swap.id, db)
  }

  private async settle(id: string, db: Db): Promise<void> {
    const known = await store.findSwap(db, id)
    if (!known || swapLife.isEnd(known.status)) return
    const end = (work: typeof this.finish) =>
      this.options.work(known.environment, SWAP_JOB, async (ctx) => {
        const swap = await store.findSwap(ctx.tx, id, true)
        const bridge = await findBridge(ctx.tx, known.bridge_id)
        if (!swap || !bridge || swapLife.isEnd(swap.status)) return
        if (bridgeLife.isEnd(bridge.status) || bridge.status === 'failed')
          await work.call(this, swap, bridge, ctx)
      })
    try {
      await end(this.finish)
    } catch (error) {
      if (!(error instanceof AppError)) {
        this.options.log.warn(
          { err: error, swap: id },
          'a swap across chains could not be finished; the next sweep tries again',
        )
        return
      }
      await end((swap, bridge, ctx) => this.keepBridged(swap, bridge, error.message, ctx))
    }
  }

  private async finish(swap: SwapRow, bridge: BridgeRow, ctx: Context): Promise<void> {
    if (bridge.status !== 'completed') {
      const reason = `The bridge failed: ${bridge.reason ?? 'no reason is known.'}`
      return this.fail(swap, bridge, { reason }, ctx)
    }
    const { output_units, tx_hash } =
      swap.from_token === swap.to_token
        ? { output_units: bridge.delivered_units!, tx_hash: null }
        : await this.swap(swap, bridge, ctx)
    const { to: status } = swapLife.check(swap.status, 'complete')
    const ended = await store.endSwap(ctx.tx, swap.id, {
      status,
      output_token: swap.to_token,
      output_units,
      swap_tx_hash: tx_hash,
      ended_at: ctx.now,
    })
    ctx.emit(CrossChainSwapCompleted, toSwapEvent(ended, bridge, this.options), {
      user_uuid: swap.user_uuid,
    })
  }

  /** Swaps in the owner's custody account, and sends the output on if they asked for that. */
  private async swap(swap: SwapRow, bridge: BridgeRow, ctx: Context) {
    const { market, chains } = this.options
    const asOwner = { ...ctx, caller: { ...ctx.caller, user: swap.user_uuid } }
    const chain = bridge.destination_chain
    const account = bridge.destination_account!
    const swapped = await market.execute(asOwner, {
      id: swap.id,
      chain,
      account,
      from_token: swap.from_token,
      to_token: swap.to_token,
      units: bridge.delivered_units!,
      least_units: swap.least_units,
    })
    if (bridge.recipient_address !== chains.custody.addressOf(asOwner, chain))
      await this.sendOn(swap, bridge, swapped.output_units, ctx)
    return swapped
  }

  private async sendOn(swap: SwapRow, bridge: BridgeRow, units: bigint, ctx: Context) {
    const from = bridge.destination_account!
    const to = systemAccount(swap.environment, 'external:withdrawals')
    const asset = swap.to_token
    await post(ctx, {
      books: [
        { account: from, asset },
        { account: to, asset },
      ],
      decide: (ledger) =>
        ledger.post({
          type: 'withdrawal',
          subtype: 'bridge',
          reference: `${asset} to ${bridge.recipient_address} on ${bridge.destination_chain}`,
          metadata: { swap_id: toSwapId(swap.id), simulated: bridge.simulated },
          moves: [{ from, to, asset, units }],
          actor: {
            user_uuid: swap.user_uuid,
            credential_id: null,
            agent: null,
            request_id: ctx.requestId,
          },
        }),
    })
  }

  /** The swap on the destination chain failed; the bridged tokens stay there. */
  private keepBridged(swap: SwapRow, bridge: BridgeRow, reason: string, ctx: Context) {
    return this.fail(
      swap,
      bridge,
      {
        reason,
        swap_failed: true,
        output_token: swap.from_token,
        output_units: bridge.delivered_units!,
      },
      ctx,
    )
  }

  private async fail(
    swap: SwapRow,
    bridge: BridgeRow,
    end: Partial<store.SwapEnd>,
    ctx: Context,
  ): Promise<void> {
    const { to: status } = swapLife.check(swap.status, 'fail')
    const ended = await store.endSwap(ctx.tx, swap.id, { ...end, status, ended_at: ctx.now })
    ctx.emit(CrossChainSwapFailed, toSwapEvent(ended, bridge, this.options), {
      user_uuid: swap.user_uuid,
    })
  }
}
