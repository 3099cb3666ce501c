// The second half of swaps across chains: when the bridge has ended, its tokens are swapped on the destination chain.
// If that fails, they stay there unswapped. Submitting the swap and recording it are one transaction, and so are its
// end and its effects, so neither happens twice.
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import { mayTake } from '../../../../operation/spending.ts'
import type { Db } from '../../../../platform/database.ts'
import { CrossChainSwapCompleted, CrossChainSwapFailed } from '../events.ts'
import { bridgeLife, swapLife } from '../life-cycle.ts'
import { type BridgeRow, findBridge, type OwnerScope } from '../bridges/store.ts'
import * as store from './store.ts'
import type { SwapRow } from './store.ts'
import type { SwapOptions } from './service.ts'
import { toSwapEvent } from '../view.ts'

const SWAP_JOB = 'cross_chain.swap'
/** Advances the swap that waits for a bridge. */
export const LEG_JOB = 'cross_chain.swap_leg'

export const secondLeg = {
  open: 'Swaps the delivered tokens for their owner, who paid for the bridge and the swap.',
}
const SWEPT_AT_ONCE = 200
const AGAIN_SECONDS = 15

type Step = (swap: SwapRow, bridge: BridgeRow, ctx: Context) => Promise<void>

export class SwapLegs {
  private readonly options: SwapOptions

  constructor(options: SwapOptions) {
    this.options = options
  }

  /** Advances all swaps whose bridge has ended; of all users, or of one. */
  async sweep(db: Db, of?: OwnerScope): Promise<void> {
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
    const locked = (take: Step) =>
      this.options.work(known.environment, SWAP_JOB, async (ctx) => {
        const swap = await store.findSwap(ctx.tx, id, true)
        const bridge = await findBridge(ctx.tx, known.bridge_id)
        if (!swap || !bridge || swapLife.isEnd(swap.status)) return
        if (bridgeLife.isEnd(bridge.status) || bridge.status === 'failed')
          await take(swap, bridge, ctx)
      })
    try {
      await locked((swap, bridge, ctx) => this.takeOn(swap, bridge, ctx))
    } catch (error) {
      if (!(error instanceof AppError) || error.def.status >= 500) {
        this.options.log.warn(
          { err: error, swap: id },
          'could not advance a swap across chains; the next sweep tries again',
        )
        return
      }
      const { message: reason } = error
      // The failed attempt is rolled back; a swap that has been submitted is polled again.
      await locked(async (swap, bridge, ctx) => {
        if (swap.market_swap === null)
          await this.keepBridged(swap, bridge, { reason, lost: 0n }, ctx)
      })
    }
  }

  private async takeOn(swap: SwapRow, bridge: BridgeRow, ctx: Context): Promise<void> {
    if (bridge.status !== 'completed') {
      const reason = `The bridge failed: ${bridge.reason ?? 'no reason is known.'}`
      return this.fail(swap, bridge, { reason }, ctx)
    }
    if (swap.from_token === swap.to_token)
      return this.complete(swap, bridge, bridge.delivered_units!, ctx)
    const { market } = this.options
    const caller = { ...ctx.caller, user: swap.user_uuid }
    const asOwner = { ...ctx, caller, maySpend: mayTake(secondLeg) }
    if (swap.market_swap === null) return this.submit(swap, bridge, asOwner)
    const progress = await market.observe(asOwner, swap.market_swap)
    if (progress.state === 'failed') {
      const { reason, lost_units: lost } = progress
      return this.keepBridged(swap, bridge, { reason, lost }, ctx)
    }
    if (progress.state === 'pending') return this.lookAgain(bridge.id, ctx)
    return this.complete(swap, bridge, progress.output_units, ctx)
  }

  /** Submits the swap in the owner's account on the chain; a recipient outside the bank gets the output directly. */
  private async submit(swap: SwapRow, bridge: BridgeRow, asOwner: Context): Promise<void> {
    const own = this.options.chains.custody.addressOf(asOwner, bridge.destination_chain)
    const { recipient_address } = bridge
    const { id, tx_hash } = await this.options.market.submit(asOwner, {
      chain: bridge.destination_chain,
      account: bridge.destination_account!,
      from_token: swap.from_token,
      to_token: swap.to_token,
      units: bridge.delivered_units!,
      least_units: swap.least_units,
      recipient: recipient_address === own ? undefined : recipient_address,
    })
    await store.recordSubmission(asOwner.tx, swap.id, {
      market_swap: id,
      swap_tx_hash: tx_hash,
      updated_at: asOwner.now,
    })
    await this.lookAgain(bridge.id, asOwner)
  }

  private lookAgain(bridge: string, { tx }: Context): Promise<void> {
    return this.options.jobs.send(tx, LEG_JOB, { bridge }, { afterSeconds: AGAIN_SECONDS })
  }

  private async complete(
    swap: SwapRow,
    bridge: BridgeRow,
    output_units: bigint,
    ctx: Context,
  ): Promise<void> {
    const { to: status } = swapLife.check(swap.status, 'complete')
    const ended = await store.endSwap(ctx.tx, swap.id, {
      status,
      output_token: swap.to_token,
      output_units,
      ended_at: ctx.now,
    })
    ctx.emit(CrossChainSwapCompleted, toSwapEvent(ended, bridge, this.options), {
      user_uuid: swap.user_uuid,
    })
  }

  /** The swap on the destination chain failed; the bridged tokens stay there. */
  private keepBridged(
    swap: SwapRow,
    bridge: BridgeRow,
    { reason, lost }: { readonly reason: string; readonly lost: bigint },
    ctx: Context,
  ): Promise<void> {
    const end = {
      reason,
      swap_failed: true,
      output_token: swap.from_token,
      output_units: bridge.delivered_units! - lost,
    }
    return this.fail(swap, bridge, end, ctx)
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
