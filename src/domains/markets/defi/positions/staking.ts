// Staking ether: it earns interest as a position, one stETH for one ETH, and is paid out three days after unstaking.
import { uuidv7 } from '../../../../kernel/uuid.ts'
import { sendWhenDue } from '../../../../operation/due-jobs.ts'
import type { Context } from '../../../../operation/operation.ts'
import { readUnits } from '../../../core/assets/index.ts'
import { systemAccount } from '../../../core/ledger/index.ts'
import { type ChainName, valueUsd } from '../../chains/index.ts'
import { changePosition, findPosition } from './adjustment.ts'
import { StakingFailed } from '../errors.ts'
import { PositionChanged } from '../events.ts'
import { eventOf } from './lending.ts'
import { STAKING_APY } from './markets.ts'
import { chooseChain, type DefiOptions, userOf } from '../options.ts'
import { findOpenOf, postAll } from '../pools/service.ts'
import * as store from './store.ts'
import { filterPositions, isOwnAddress, listOwn, showPosition, writeRate } from './service.ts'
import { STAKING_CHAIN } from '../protocols.ts'
import { assetOf, readToken, writeCents, writeUnits } from '../tokens.ts'

export const UNSTAKE_JOB = 'defi.unstake'
const UNSTAKE_SECONDS = 3 * 86_400
const RETRY_SECONDS = 3_600
/** The most pending unstakings that are shown. */
export const UNSTAKING_SHOWN = 100
const CENT = 10n ** 16n

const kind = { chain: STAKING_CHAIN, protocol: 'lido', type: 'stake', asset: 'ETH' } as const
const ether = () => readToken(STAKING_CHAIN, 'ETH', 'token')

function checkChain(chain: ChainName): void {
  if (chain !== STAKING_CHAIN)
    throw StakingFailed({
      reason: 'CHAIN_NOT_SUPPORTED',
      sentence: `Ether can be staked on ${STAKING_CHAIN} only.`,
    })
}

export async function readStaking(
  { chain, wallet_address }: { readonly chain: ChainName; readonly wallet_address: string },
  ctx: Context,
  options: DefiOptions,
) {
  checkChain(chain)
  const own = filterPositions(await listOwn(ctx), { wallet_address, chain }, ctx, options)
  const units = findPosition(own, kind)?.units ?? 0n
  const token = ether()
  const amount = writeUnits(token, units)
  const isOwn = isOwnAddress(chain, wallet_address, ctx, options)
  const coming = isOwn ? await store.listUnstakings(ctx.tx, userOf(ctx), UNSTAKING_SHOWN) : []
  return {
    protocol: 'lido',
    staking_apy: writeRate(STAKING_APY),
    staked_balance: {
      staked: amount,
      derivative_balance: amount,
      derivative_token: 'stETH' as const,
      value_usd: writeCents(valueUsd(token, units) / CENT),
    },
    unstaking: coming.map((row) => ({
      amount: writeUnits(token, BigInt(row.units)),
      available_at: row.due_at!,
    })),
  }
}

export interface StakingRequest {
  readonly chain: ChainName
  readonly amount: string | number
  readonly account_uuid?: string | undefined
}

export async function stake(request: StakingRequest, ctx: Context, options: DefiOptions) {
  checkChain(request.chain)
  chooseChain(options, ctx.caller.environment, request.chain)
  const token = ether()
  const units = readUnits(request.amount, assetOf(token))
  await store.lockUser(ctx.tx, userOf(ctx))
  const { account_uuid } = request
  const source = await options.sourceOf(ctx, { token, units, account_uuid })
  await options.custody.open(ctx, request.chain)
  const staking = systemAccount(ctx.caller.environment, 'defi:staking')
  await postAll(ctx, [
    {
      type: 'transfer',
      subtype: 'defi',
      reference: 'Staking of ETH',
      moves: [{ from: source.id, to: staking, asset: token.asset, units }],
    },
  ])
  return change('stake', units, ctx)
}

/** Ends the interest now, and pays three days later. */
export async function unstake(request: StakingRequest, ctx: Context, options: DefiOptions) {
  checkChain(request.chain)
  const token = ether()
  const units = readUnits(request.amount, assetOf(token))
  await store.lockUser(ctx.tx, userOf(ctx))
  const held = findPosition(await listOwn(ctx), kind)?.units ?? 0n
  if (units > held)
    throw StakingFailed({
      reason: 'STAKE_TOO_SMALL',
      sentence: `You have staked ${writeUnits(token, held)} ETH; use a smaller amount.`,
    })
  const custody = await options.custody.open(ctx, request.chain)
  const row = await store.insertUnstaking(ctx.tx, {
    ...userOf(ctx),
    id: uuidv7(ctx.now),
    custody_uuid: custody.id,
    units,
    due_at: new Date(ctx.now.getTime() + UNSTAKE_SECONDS * 1000),
    created_at: ctx.now,
  })
  const due = { uuid: row.id, environment: row.environment, expires_at: row.due_at! }
  await sendWhenDue(options.jobs, UNSTAKE_JOB, due, ctx)
  return { ...(await change('unstake', -units, ctx)), available_at: row.due_at }
}

async function change(action: 'stake' | 'unstake', units: bigint, ctx: Context) {
  const position = await changePosition(await listOwn(ctx), kind, units, ctx)
  const shown = showPosition(position, [position])
  const changed_by = writeUnits(ether(), units < 0n ? -units : units)
  ctx.emit(
    PositionChanged,
    { action, ...eventOf(shown), changed_by },
    { user_uuid: ctx.caller.user! },
  )
  return shown
}

/** Pays out an unstaking once, even to a frozen account. */
export async function payUnstaked(id: string, ctx: Context): Promise<void> {
  const row = await store.lockUnstaking(ctx.tx, id)
  if (!row || row.due_at === null || new Date(row.due_at) > ctx.now) return
  const to = await findOpenOf(ctx, row.user_uuid, [row.custody_uuid])
  if (to === undefined) {
    const due_at = new Date(ctx.now.getTime() + RETRY_SECONDS * 1000)
    return store.updateUnstaking(ctx.tx, id, { status: 'waiting', due_at })
  }
  const from = systemAccount(row.environment, 'defi:staking')
  await postAll(ctx, [
    {
      type: 'transfer',
      subtype: 'defi',
      reference: 'Unstaking of ETH',
      moves: [{ from, to, asset: 'ETH', units: BigInt(row.units) }],
      evenIfFrozen: true,
    },
  ])
  await store.updateUnstaking(ctx.tx, id, { status: 'paid', due_at: null })
}
