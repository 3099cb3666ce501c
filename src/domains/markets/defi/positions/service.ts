// Positions with their interest, their value and the health of loans, and the portfolio that sums them up.
import { formatDecimal, multiplyDivide } from '../../../../kernel/money.ts'
import type { Context } from '../../../../operation/operation.ts'
import { type ChainName, findToken, type Token, valueUsd } from '../../chains/index.ts'
import { accrue } from './interest.ts'
import { findMarket, STAKING_APY } from './markets.ts'
import { type DefiOptions, userOf } from '../options.ts'
import * as store from './store.ts'
import type { PositionRow } from './store.ts'
import { writeCents, writeUnits } from '../tokens.ts'

export interface Position
  extends Pick<PositionRow, 'id' | 'chain' | 'protocol' | 'type' | 'asset'> {
  readonly token: Token
  readonly units: bigint
  /** In basis points. */
  readonly apy: bigint
  /** In units of 10^-18 dollars. */
  readonly usd: bigint
  readonly created_at: string
}

export function toPosition(row: PositionRow, now: Date): Position {
  const { id, chain, protocol, type, asset, created_at } = row
  const token = findToken(chain, asset)!
  const apy = apyOf(row)
  const accrued_at = new Date(row.accrued_at)
  const units = accrue({ type, units: BigInt(row.units), accrued_at }, apy, now)
  const usd = valueUsd(token, units, type === 'borrow' ? 'up' : 'down')
  return { id, chain, protocol, type, asset, token, units, apy, usd, created_at }
}

function apyOf({ chain, asset, type }: PositionRow): bigint {
  if (type === 'stake') return STAKING_APY
  const market = findMarket(chain, asset)!
  return type === 'supply' ? market.supply_apy : market.borrow_apy
}

export const listOwn = async (ctx: Context): Promise<Position[]> =>
  (await store.listActive(ctx.tx, userOf(ctx))).map((row) => toPosition(row, ctx.now))

const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)

/** The borrowing capacity of the collateral on a chain, and the debt there, in units of 10^-18 dollars. */
export function debtOn(positions: readonly Position[], chain: ChainName) {
  const here = positions.filter((one) => one.chain === chain)
  const supplies = here.filter(({ type }) => type === 'supply')
  return {
    limit: sum(supplies.map(({ usd, asset }) => (usd * findMarket(chain, asset)!.ltv) / 10_000n)),
    debt: sum(here.filter(({ type }) => type === 'borrow').map(({ usd }) => usd)),
  }
}

/** In hundredths, rounded down; undefined without a loan. */
export function healthOn(positions: readonly Position[], chain: ChainName): bigint | undefined {
  const { limit, debt } = debtOn(positions, chain)
  return debt === 0n ? undefined : multiplyDivide(limit, 100n, debt, 'down')
}

const AT_RISK = 150n
const CENT = 10n ** 16n

const writeUsd = (usd: bigint): string => writeCents(usd / CENT)
export const writeRate = (basisPoints: bigint): string => writeCents(basisPoints)

export function showPosition(position: Position, all: readonly Position[]) {
  const { id, protocol, type, chain, token, units, apy, usd, created_at } = position
  const health = type === 'stake' ? undefined : healthOn(all, chain)
  return {
    position_id: `pos-${id}`,
    protocol,
    type,
    status: units === 0n ? ('closed' as const) : ('active' as const),
    chain,
    asset: token.symbol,
    amount: writeUnits(token, units),
    value_usd: writeUsd(usd),
    apy: writeRate(apy),
    health_factor: health === undefined ? null : writeCents(health),
    created_at,
  }
}

export interface PositionFilter {
  readonly wallet_address?: string | undefined
  readonly chain?: ChainName | undefined
  readonly protocol?: string | undefined
}

export const isOwnAddress = (
  chain: ChainName,
  address: string,
  ctx: Context,
  { custody }: Pick<DefiOptions, 'custody'>,
): boolean => custody.addressOf(ctx, chain).toLowerCase() === address.toLowerCase()

/** An address that is not the caller's own has no positions. */
export function filterPositions(
  positions: readonly Position[],
  { wallet_address, chain, protocol }: PositionFilter,
  ctx: Context,
  { custody }: Pick<DefiOptions, 'custody'>,
): Position[] {
  const isOwn = ({ chain: on }: Position): boolean =>
    wallet_address === undefined || isOwnAddress(on, wallet_address, ctx, { custody })
  return positions.filter(
    (one) =>
      (chain === undefined || one.chain === chain) &&
      (protocol === undefined || one.protocol === protocol) &&
      isOwn(one),
  )
}

/** Loans count against the value. */
const worth = ({ type, usd }: Position): bigint => (type === 'borrow' ? -usd : usd)

function breakDown(positions: readonly Position[], keyOf: (one: Position) => string) {
  const groups = new Map<string, Position[]>()
  for (const one of positions) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return Object.fromEntries(
    [...groups].map(([key, group]) => [
      key,
      { value_usd: writeUsd(sum(group.map(worth))), positions: group.length },
    ]),
  )
}

export function summarize(positions: readonly Position[], all: readonly Position[]) {
  const earning = positions.filter(({ type }) => type !== 'borrow')
  const earned = sum(earning.map(({ usd }) => usd))
  const atRisk = (one: Position): boolean =>
    one.type === 'borrow' && (healthOn(all, one.chain) ?? AT_RISK) < AT_RISK
  return {
    total_value_usd: writeUsd(sum(positions.map(worth))),
    positions_count: positions.length,
    protocol_breakdown: breakDown(positions, ({ protocol }) => protocol),
    chain_breakdown: breakDown(positions, ({ chain }) => chain),
    type_breakdown: breakDown(positions, ({ type }) => type),
    weighted_avg_apy:
      earned === 0n
        ? '0.00'
        : formatDecimal({
            units: sum(earning.map(({ usd, apy }) => usd * apy)) / earned,
            asset: { code: '', precision: 2 },
          }),
    at_risk_positions: positions.filter(atRisk).length,
  }
}
