// Liquidation: when loans are liquidated, what is taken for them, and that no borrower gains by it.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import type { Database } from '../../../../platform/database.ts'
import { findToken, valueUsd } from '../../chains/index.ts'
import { planLiquidation } from './liquidation.ts'
import { debtOn, healthOn, type Position } from './service.ts'
import { checkBooks, heldBy, type Holder, makeHolder, openDb } from '../test-support.ts'

const chain = 'ethereum'

function makePosition(type: Position['type'], symbol: string, units: bigint): Position {
  const token = findToken(chain, symbol)!
  const usd = valueUsd(token, units, type === 'borrow' ? 'up' : 'down')
  const id = `${type} ${symbol}`
  const rest = { apy: 0n, created_at: '2026-01-01T00:00:00.000Z' }
  return { id, chain, protocol: 'aave_v3', type, asset: token.asset, token, units, usd, ...rest }
}

describe('the plan of a liquidation', () => {
  const symbols = ['USDC', 'WETH', 'WBTC', 'DAI'] as const
  /** Each market at most once, worth from almost nothing up to millions of dollars. */
  const side = (type: 'supply' | 'borrow') =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...symbols), fc.bigInt(1n, 10n ** 12n)), {
        selector: ([symbol]) => symbol,
        maxLength: 4,
      })
      .map((held) =>
        held.map(([symbol, millionths]) => {
          const { precision } = findToken(chain, symbol)!
          const units = (millionths * 10n ** BigInt(precision)) / 10n ** 6n
          return makePosition(type, symbol, units === 0n ? 1n : units)
        }),
      )
  const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n)

  it('takes nothing from covered loans, else all loans and collateral worth them and the penalty', () => {
    let ended = 0
    fc.assert(
      fc.property(side('supply'), side('borrow'), (supplies, loans) => {
        const positions = [...supplies, ...loans]
        const takings = planLiquidation(positions, chain)
        const health = healthOn(positions, chain)
        if (health === undefined || health >= 95n) {
          expect(takings).toEqual([])
          return
        }
        ended++
        for (const loan of loans)
          expect(takings).toContainEqual({ position: loan, units: loan.units })
        const taken = takings.filter(({ position }) => position.type === 'supply')
        for (const { position, units } of taken) {
          expect(units).toBeGreaterThan(0n)
          expect(units).toBeLessThanOrEqual(position.units)
        }
        const { debt } = debtOn(positions, chain)
        const worth = sum(taken.map(({ position, units }) => valueUsd(position.token, units, 'up')))
        const isAll = supplies.every((one) =>
          taken.some(({ position, units }) => position === one && units === one.units),
        )
        // Either all collateral, or the debt with the penalty and less than one unit of each token more.
        const unit = sum(taken.map(({ position }) => valueUsd(position.token, 1n, 'up') + 1n))
        if (!isAll) expect(worth * 100n).toBeGreaterThanOrEqual(debt * 105n)
        expect(worth * 100n).toBeLessThanOrEqual(debt * 105n + 100n * (unit + 1n))
      }),
    )
    expect(ended).toBeGreaterThan(10)
  })

  it('does not touch other chains', () => {
    const loan = makePosition('borrow', 'DAI', 10n ** 20n)
    expect(planLiquidation([loan], 'base')).toEqual([])
    expect(planLiquidation([loan], chain)).toEqual([{ position: loan, units: loan.units }])
  })
})

describe('a loan that grows', () => {
  let bank: Bank
  let database: Database
  let eve: Holder
  beforeAll(async () => {
    bank = await startBank()
    database = openDb(bank)
    eve = await makeHolder(bank, { WBTC: '1' })
  })
  afterAll(async () => {
    await checkBooks(bank, database)
    await database.close()
    await bank.stop()
  })

  const lend = (action: string, token: string, amount: string) =>
    bank.call(`POST /api/v1/defi/lending/${action}`, { chain, token, amount }, eve)

  const readPortfolio = async () => {
    const { email, password } = eve
    const { body } = await bank.call('POST /api/auth/login', { email, password })
    eve = { ...eve, token: body.access_token ?? body.data.access_token }
    return (await bank.call('GET /api/v2/defi/portfolio', undefined, eve)).body.data
  }

  const liquidatedBy = () =>
    bank.sql<{ data: { type: string; taken: string; amount: string } }>(
      `select data from platform.events where type = 'defi.position_liquidated' order by position`,
    )

  it('is liquidated when its collateral no longer covers it, once, and the rest can be withdrawn', async () => {
    expect((await lend('supply', 'WBTC', '1')).status).toBe(201)
    const limit = Number((await readPortfolio()).total_value_usd) * 0.7
    const borrowed = Math.floor(limit / 1.0001)
    expect((await lend('borrow', 'DAI', String(borrowed))).status).toBe(201)
    // 0.5 % for the collateral and 5.5 % on the loan: after a year 0.95 of it is covered, after two less.
    bank.clock.advance(360 * 86_400)
    await bank.runJob('defi.liquidate')
    expect(await liquidatedBy()).toEqual([])
    expect(await readPortfolio()).toMatchObject({ positions_count: 2, at_risk_positions: 1 })

    bank.clock.advance(80 * 86_400)
    await Promise.all([bank.runJob('defi.liquidate'), bank.runJob('defi.liquidate')])
    const after = await readPortfolio()
    expect(after.positions).toMatchObject([{ type: 'supply', asset: 'WBTC', status: 'active' }])
    const events = await liquidatedBy()
    expect(events.map(({ data }) => data.type).toSorted()).toEqual(['borrow', 'supply'])
    const [loan, supply] = ['borrow', 'supply'].map(
      (type) => events.find(({ data }) => data.type === type)!.data,
    )
    expect(loan).toMatchObject({ amount: '0.000000000000000000' })
    // The debt with its interest, and a twentieth.
    const debt = borrowed * (1 + (0.055 * 440) / 365)
    expect(Number(loan!.taken)).toBeCloseTo(debt, 6)
    const price = limit / 0.7
    expect(Number(supply!.taken) * price).toBeCloseTo(debt * 1.05, 2)
    const statuses = await bank.sql<{ type: string; status: string }>(
      'select type, status from defi.positions order by type',
    )
    expect(statuses).toEqual([
      { type: 'borrow', status: 'liquidated' },
      { type: 'supply', status: 'active' },
    ])

    expect((await lend('withdraw', 'WBTC', supply!.amount)).body.data).toMatchObject({
      status: 'closed',
    })
    const left = BigInt(supply!.amount.replace('.', ''))
    expect(await heldBy(bank, eve.uuid, 'WBTC')).toBe(left)
    // The borrower keeps less than they supplied.
    const kept = borrowed + Number(supply!.amount) * price
    expect(kept).toBeLessThan(price)
  })
})
