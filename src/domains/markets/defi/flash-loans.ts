// Flash loans: a loan that is taken, used and repaid in one transaction. Either the operations end with the loan and
// its fee, or nothing changes at all.
import { uuidv7 } from '../../../kernel/uuid.ts'
import { multiplyDivide } from '../../../kernel/money.ts'
import { Invalid } from '../../../operation/error.ts'
import type { Context } from '../../../operation/operation.ts'
import type { NewMove } from '../../../operation/posting.ts'
import { readUnits } from '../../core/assets/index.ts'
import { systemAccount } from '../../core/ledger/index.ts'
import { type ChainName, type Token, valueUsd } from '../chains/index.ts'
import { ExecutionFailed, NoLiquidity } from './errors.ts'
import { FlashLoanRepaid } from './events.ts'
import { checkLiquidity, readMarket } from './positions/lending.ts'
import { chooseChain, type DefiOptions, userOf } from './options.ts'
import { outputOf, swapIn } from './pools/math.ts'
import {
  fundingOf,
  type KnownPool,
  lockPools,
  postAll,
  savePools,
  toPool,
} from './pools/service.ts'
import { type Dex, findDex } from './protocols.ts'
import { isForSize } from './pools/routes.ts'
import * as store from './store.ts'
import { assetOf, poolAsset, readToken, writeUnits } from './tokens.ts'

/** In basis points: 0.05 %. */
const FEE = 5n
const BASIS = 10_000n

export interface FlashOperation {
  readonly type: 'swap'
  readonly from: string
  readonly to: string
  readonly dex: string
}

export interface FlashRequest {
  readonly chain: ChainName
  readonly token: string
  readonly amount: string | number
  readonly operations: readonly FlashOperation[]
}

interface Step {
  readonly from: Token
  readonly to: Token
  readonly dex: Dex
}

interface Done extends Step {
  readonly units_in: bigint
  readonly units_out: bigint
  readonly account: string
}

export async function flashLoan(request: FlashRequest, ctx: Context, options: DefiOptions) {
  const { chain } = request
  const provider = chooseChain(options, ctx.caller.environment, chain)
  const market = readMarket(chain, request.token)
  const { token } = market
  const units = readUnits(request.amount, assetOf(token))
  const steps = readSteps(request, token)
  await checkLiquidity(market, units, ctx)
  const pools = await lockUsed(steps, chain, ctx)
  const { done, after } = run(steps, units, pools)
  const fee = multiplyDivide(units, FEE, BASIS, 'up')
  const end = done.at(-1)!.units_out
  if (end < units + fee)
    throw ExecutionFailed({
      reason: 'LOAN_NOT_REPAID',
      sentence: `The operations end with ${writeUnits(token, end)} ${token.symbol}, but ${writeUnits(token, units + fee)} must be repaid; nothing was changed.`,
    })
  const profit = end - units - fee
  const id = uuidv7(ctx.now)
  const { tx_hash } = await provider.sendTransaction({ id: `flash/${id}`, chain, now: ctx.now })
  const custody = await options.custody.open(ctx, chain)
  const clearing = systemAccount(ctx.caller.environment, 'clearing:chains')
  const lending = systemAccount(ctx.caller.environment, 'defi:lending')
  const { asset } = token
  const moves: NewMove[] = [
    { from: lending, to: clearing, asset, units },
    ...done.flatMap((step) => [
      { from: clearing, to: step.account, asset: poolAsset(step.from), units: step.units_in },
      { from: step.account, to: clearing, asset: poolAsset(step.to), units: step.units_out },
    ]),
    { from: clearing, to: lending, asset, units },
    {
      from: clearing,
      to: systemAccount(ctx.caller.environment, 'fees'),
      asset,
      units: fee,
      subtype: 'fee',
    },
    { from: clearing, to: custody.id, asset, units: profit },
  ]
  await postAll(ctx, [
    ...fundingOf(pools.values(), ctx.caller.environment),
    {
      type: 'transfer',
      subtype: 'defi',
      reference: `Flash loan of ${token.symbol} on ${chain}`,
      metadata: { loan_id: id, tx_hash },
      moves,
    },
  ])
  await savePools(ctx, after.values())
  const shown = {
    loan_id: `flash_${id}`,
    tx_hash,
    chain,
    token: token.symbol,
    borrowed_amount: writeUnits(token, units),
    fee: writeUnits(token, fee),
    repay_amount: writeUnits(token, units + fee),
    operations: done.map((step) => ({
      type: 'swap' as const,
      from: step.from.symbol,
      to: step.to.symbol,
      dex: step.dex,
      input: writeUnits(step.from, step.units_in),
      output: writeUnits(step.to, step.units_out),
    })),
    profit: writeUnits(token, profit),
    status: 'repaid' as const,
    simulated: provider.simulated,
    created_at: ctx.now.toISOString(),
  }
  await store.insertFlashLoan(ctx.tx, {
    ...userOf(ctx),
    id,
    chain,
    asset,
    units,
    fee_units: fee,
    profit_units: profit,
    operations: shown.operations,
    tx_hash,
    created_at: ctx.now,
  })
  const { loan_id, borrowed_amount } = shown
  ctx.emit(
    FlashLoanRepaid,
    {
      loan_id,
      chain,
      token: token.symbol,
      borrowed_amount,
      fee: shown.fee,
      profit: shown.profit,
    },
    { user_uuid: ctx.caller.user!, account_uuid: custody.id },
  )
  return shown
}

/** Each operation begins with the token with which the one before it ended, and the last ends with the loan's. */
function readSteps({ chain, operations }: FlashRequest, token: Token): Step[] {
  let asset = token.asset
  const steps = operations.map((operation, n) => {
    const refuse = (field: string, sentence: string) =>
      Invalid({ errors: { [`operations.${n}.${field}`]: [sentence] } })
    const dex = findDex(operation.dex)
    if (!dex) throw refuse('dex', `There is no exchange ${operation.dex}.`)
    const from = readToken(chain, operation.from, `operations.${n}.from`)
    const to = readToken(chain, operation.to, `operations.${n}.to`)
    if (poolAsset(from) !== asset) throw wrongToken(n, asset, poolAsset(from))
    if (poolAsset(to) === asset) throw refuse('to', 'The two tokens must be different.')
    asset = poolAsset(to)
    return { from, to, dex }
  })
  if (asset !== token.asset)
    throw ExecutionFailed({
      reason: 'WRONG_TOKEN',
      sentence: `The operations end with ${asset}, but ${token.asset} must be repaid; nothing was changed.`,
    })
  return steps
}

const wrongToken = (n: number, held: string, wanted: string) =>
  ExecutionFailed({
    reason: 'WRONG_TOKEN',
    sentence: `Operation ${n + 1} begins with ${wanted}, but the loan is in ${held} by then; nothing was changed.`,
  })

const serves = (pool: KnownPool, { from, to, dex }: Step): boolean =>
  pool.dex === dex &&
  [poolAsset(from), poolAsset(to)].every((one) => one === pool.asset_a || one === pool.asset_b)

/** All pools that the steps may use, under lock. */
async function lockUsed(
  steps: readonly Step[],
  chain: ChainName,
  ctx: Context,
): Promise<Map<number, KnownPool>> {
  const known = await store.listPools(ctx.tx, ctx.caller.environment, chain)
  const used = known.map(toPool).filter((pool) => steps.some((step) => serves(pool, step)))
  return lockPools(
    ctx,
    used.map(({ number }) => number),
  )
}

/** Runs the steps, each through the best pool of its exchange as the steps before it left it. */
function run(
  steps: readonly Step[],
  units: bigint,
  locked: ReadonlyMap<number, KnownPool>,
): { readonly done: Done[]; readonly after: Map<number, KnownPool> } {
  const after = new Map(locked)
  const done: Done[] = []
  let units_in = units
  for (const step of steps) {
    const asset = poolAsset(step.from)
    const value = valueUsd(step.from, units_in)
    const best = [...after.values()]
      .filter((pool) => serves(pool, step) && isForSize(pool, value))
      .toSorted((a, b) => (outputOf(a, asset, units_in) > outputOf(b, asset, units_in) ? -1 : 1))[0]
    if (!best)
      throw NoLiquidity({
        reason: 'NO_ROUTE',
        sentence: `${step.dex} has no pool for ${step.from.symbol} and ${step.to.symbol} on ${step.from.chain}.`,
      })
    const { pool, units_out } = swapIn(best, asset, units_in)
    if (units_out === 0n)
      throw NoLiquidity({
        reason: 'AMOUNT_TOO_SMALL',
        sentence: `Nothing is left of this amount after the swap at ${step.dex}; use a larger amount.`,
      })
    after.set(pool.number, pool)
    done.push({ ...step, units_in, units_out, account: pool.account_id })
    units_in = units_out
  }
  return { done, after }
}
