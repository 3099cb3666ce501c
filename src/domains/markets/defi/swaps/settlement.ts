// Ends swaps when their chain has confirmed them: through the pools at their price then, or back to the payer. The
// swap, the pools and the money change in one transaction, and each swap ends once.
import type { Context } from '../../../../operation/operation.ts'
import type { EventDef } from '../../../../operation/event.ts'
import type { NewMove } from '../../../../operation/posting.ts'
import { systemAccount } from '../../../core/ledger/index.ts'
import { chainTable, findToken } from '../../chains/index.ts'
import { SwapConfirmed, SwapExpired, SwapFailed } from '../events.ts'
import { swapLife } from '../life-cycle.ts'
import type { DefiOptions } from '../options.ts'
import { swapThrough } from '../pools/math.ts'
import {
  findOpenOf,
  fundingOf,
  type KnownPool,
  lockPools,
  postAll,
  savePools,
} from '../pools/service.ts'
import * as store from '../store.ts'
import type { SwapRow } from '../store.ts'
import { toSwapEvent } from './view.ts'

type End = 'confirm' | 'fail' | 'expire'

const events: Readonly<Record<End, EventDef<typeof SwapConfirmed.data>>> = {
  confirm: SwapConfirmed,
  fail: SwapFailed,
  expire: SwapExpired,
}

/** The delay before a retry while no open account can receive the money. */
const RETRY_SECONDS = 3_600

export async function settleSwap(
  id: string,
  ctx: Context,
  { providers }: Pick<DefiOptions, 'providers'>,
): Promise<void> {
  const swap = await store.lockSwap(ctx.tx, id)
  if (!swap || swapLife.isEnd(swap.status) || new Date(swap.due_at!) > ctx.now) return
  if (new Date(swap.deadline_at) <= ctx.now)
    return giveBack(swap, 'expire', 'The deadline passed before the swap was confirmed.', ctx)
  const provider = providers.find(swap)
  if (!provider) return wait(swap, RETRY_SECONDS, ctx)
  const sent_at = new Date(swap.created_at)
  const { chain, tx_hash } = swap
  const progress = await provider.confirmations({ chain, tx_hash, sent_at }, ctx.now)
  if (progress.failed) return giveBack(swap, 'fail', 'The chain reverted the transaction.', ctx)
  if (progress.confirmations === 0) return wait(swap, chainTable[chain].block_seconds, ctx)
  return confirm(swap, ctx)
}

async function confirm(swap: SwapRow, ctx: Context): Promise<void> {
  const locked = await lockPools(ctx, swap.pools)
  const before = swap.pools.map((number) => locked.get(number)!)
  const { pools, outputs } = swapThrough(before, swap.path[0]!, BigInt(swap.units_in))
  const output = outputs.at(-1)!
  if (output < BigInt(swap.min_units))
    return giveBack(swap, 'fail', 'The price moved by more than the slippage allowed.', ctx)
  const receiver = await findReceiver(swap, ctx)
  if (receiver === undefined) return wait(swap, RETRY_SECONDS, ctx)
  const moves = movesOf(swap, before, outputs, receiver)
  await postAll(ctx, [
    ...fundingOf(before, swap.environment),
    {
      type: 'transfer',
      subtype: 'swap',
      reference: `Swap of ${swap.token_in} for ${swap.token_out} on ${swap.chain}`,
      metadata: { swap_id: swap.id, tx_hash: swap.tx_hash },
      moves: [...moves, gasMove(swap)],
      // The owner submitted the swap before any freeze; a later freeze does not revert the chain.
      evenIfFrozen: true,
    },
  ])
  await savePools(ctx, pools)
  await end(swap, 'confirm', { output_units: String(output) }, ctx)
}

const findReceiver = async (swap: SwapRow, ctx: Context): Promise<string | undefined> =>
  swap.pays_out
    ? systemAccount(swap.environment, 'external:withdrawals')
    : findOpenOf(ctx, swap.user_uuid, [swap.custody_uuid, swap.account_uuid])

/** From the clearing account through the pools to the receiver; ether is wrapped before and unwrapped after. */
function movesOf(
  swap: SwapRow,
  pools: readonly KnownPool[],
  outputs: readonly bigint[],
  receiver: string,
): NewMove[] {
  const { environment, chain, path } = swap
  const clearing = systemAccount(environment, 'clearing:chains')
  const wrapped = systemAccount(environment, 'chains:wrapped')
  const [asset_in, asset_out] = [swap.token_in, swap.token_out].map(
    (symbol) => findToken(chain, symbol)!.asset,
  )
  const units_in = BigInt(swap.units_in)
  const [first, last] = [path[0]!, path.at(-1)!]
  const stations = [
    ...(asset_in === first ? [clearing] : [wrapped]),
    ...pools.map(({ account_id }) => account_id),
    ...(asset_out === last ? [receiver] : [wrapped]),
  ]
  const through = [units_in, ...outputs].map((units, n) => ({
    from: stations[n]!,
    to: stations[n + 1]!,
    asset: path[n]!,
    units,
  }))
  const output = outputs.at(-1)!
  return [
    ...(asset_in === first
      ? []
      : [{ from: clearing, to: wrapped, asset: asset_in!, units: units_in }]),
    ...through,
    ...(asset_out === last
      ? []
      : [{ from: wrapped, to: receiver, asset: asset_out!, units: output }]),
  ]
}

const assetIn = ({ chain, token_in }: SwapRow): string => findToken(chain, token_in)!.asset

const gasMove = (swap: SwapRow): NewMove => ({
  from: systemAccount(swap.environment, 'clearing:chains'),
  to: systemAccount(swap.environment, 'chains:gas'),
  asset: assetIn(swap),
  units: BigInt(swap.gas_units),
  subtype: 'fee',
})

/** Returns the input; a failed transaction has cost its gas, one that was never confirmed has not. */
async function giveBack(swap: SwapRow, how: 'fail' | 'expire', reason: string, ctx: Context) {
  const to = await findOpenOf(ctx, swap.user_uuid, [swap.account_uuid, swap.custody_uuid])
  if (to === undefined) return wait(swap, RETRY_SECONDS, ctx)
  const back = {
    from: systemAccount(swap.environment, 'clearing:chains'),
    to,
    asset: assetIn(swap),
  }
  await postAll(ctx, [
    {
      type: 'transfer',
      subtype: 'swap',
      reference: `Return of a swap on ${swap.chain}`,
      metadata: { swap_id: swap.id, tx_hash: swap.tx_hash },
      moves: [
        { ...back, units: BigInt(swap.units_in) },
        how === 'fail' ? gasMove(swap) : { ...back, units: BigInt(swap.gas_units) },
      ],
      evenIfFrozen: true,
    },
  ])
  await end(swap, how, { reason }, ctx)
}

async function end(
  swap: SwapRow,
  action: End,
  change: Pick<store.SwapChange, 'output_units' | 'reason'>,
  ctx: Context,
): Promise<void> {
  const { to: status } = swapLife.check(swap.status, action)
  const row = await store.updateSwap(ctx.tx, swap.id, {
    ...change,
    status,
    due_at: null,
    ended_at: ctx.now,
  })
  ctx.emit(events[action], toSwapEvent(row), {
    user_uuid: row.user_uuid,
    account_uuid: row.custody_uuid,
  })
}

async function wait(swap: SwapRow, seconds: number, ctx: Context): Promise<void> {
  await store.updateSwap(ctx.tx, swap.id, { due_at: new Date(ctx.now.getTime() + seconds * 1000) })
}
