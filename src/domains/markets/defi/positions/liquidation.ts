// Liquidates loans that their collateral no longer covers. The bank takes collateral worth the loans and a penalty; the
// owner keeps the rest. No money moves: it is on the bank's lending account already.
import { multiplyDivide } from '../../../../kernel/money.ts'
import type { Bank } from '../../../../operation/bank.ts'
import { sweepDue } from '../../../../operation/due-jobs.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { JobDef } from '../../../../platform/jobs.ts'
import { type ChainName, unitsForUsd } from '../../chains/index.ts'
import { PositionLiquidated } from '../events.ts'
import * as store from './store.ts'
import { debtOn, healthOn, type Position, toPosition } from './service.ts'
import type { DefiUser } from '../store.ts'
import { writeUnits } from '../tokens.ts'

/** In hundredths. A loan may begin at 1.00 and grows with interest; the margin gives its owner time to react. */
const LIQUIDATED_BELOW = 95n
/** In percent of the loans. Even of the largest loan allowed, the collateral is worth more than loan and penalty. */
const PENALTY_PERCENT = 5n
const USERS_MAX = 50

export const LIQUIDATE_JOB = 'defi.liquidate'

export interface Seizure {
  readonly position: Position
  readonly units: bigint
}

/** The units to take from each position on a chain: all loans, and supplies of their value, the largest first. */
export function planLiquidation(positions: readonly Position[], chain: ChainName): Seizure[] {
  const health = healthOn(positions, chain)
  if (health === undefined || health >= LIQUIDATED_BELOW) return []
  const here = positions.filter((one) => one.chain === chain)
  const loans = here.filter(({ type }) => type === 'borrow')
  const supplies = here
    .filter(({ type }) => type === 'supply')
    .toSorted((a, b) => (a.usd === b.usd ? 0 : a.usd > b.usd ? -1 : 1))
  let owed = multiplyDivide(debtOn(positions, chain).debt, 100n + PENALTY_PERCENT, 100n, 'up')
  const takings = loans.map((position) => ({ position, units: position.units }))
  for (const position of supplies) {
    if (owed <= 0n) break
    const wanted = unitsForUsd(position.token, owed, 'up')
    takings.push({ position, units: wanted < position.units ? wanted : position.units })
    owed -= position.usd
  }
  return takings
}

/** Checks all loans of a user under the lock that serializes changes of their positions. */
async function liquidate(user: DefiUser, ctx: Context): Promise<void> {
  await store.lockUser(ctx.tx, user)
  const positions = (await store.listActive(ctx.tx, user)).map((row) => toPosition(row, ctx.now))
  for (const chain of new Set(positions.map((one) => one.chain)))
    for (const taking of planLiquidation(positions, chain)) await take(taking, user, ctx)
}

async function take({ position, units }: Seizure, user: DefiUser, ctx: Context): Promise<void> {
  const left = position.units - units
  const status = left === 0n ? 'liquidated' : 'active'
  await store.updatePosition(ctx.tx, position.id, { units: left, status, now: ctx.now })
  const { id, protocol, type, chain, token } = position
  ctx.emit(
    PositionLiquidated,
    {
      position_id: `pos-${id}`,
      protocol,
      type,
      chain,
      asset: token.symbol,
      taken: writeUnits(token, units),
      amount: writeUnits(token, left),
    },
    { user_uuid: user.user_uuid },
  )
}

export function liquidationJob(bank: Pick<Bank, 'clock' | 'invalidate'>): JobDef {
  return {
    name: LIQUIDATE_JOB,
    cron: '7 * * * *',
    retries: 0,
    async run(_payload, db) {
      const seen = new Map<string, string>()
      await sweepDue(db, bank, LIQUIDATE_JOB, async (ctx) => {
        const { environment } = ctx.caller
        const users = await store.listBorrowers(ctx.tx, {
          environment,
          after: seen.get(environment),
          limit: USERS_MAX,
        })
        for (const user_uuid of users) await liquidate({ environment, user_uuid }, ctx)
        if (users.length > 0) seen.set(environment, users.at(-1)!)
        return users.length
      })
    },
  }
}
