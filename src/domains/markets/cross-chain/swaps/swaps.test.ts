// Swaps across chains over HTTP: both forms, the swap after the bridge, its failures; and that no sequence of bridges
// and swaps gains value.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Bank,
  type CallOptions,
  startBank,
} from '../../../../../test/harness/bank.ts'
import type { Database } from '../../../../platform/database.ts'
import { priceUsd } from '../../chains/index.ts'
import {
  bridge,
  eventsOf,
  expectCleared,
  FAILS,
  type Holder,
  makeHolder,
  openDb,
  OUTSIDE,
  sentOutside,
  sweep,
  unitsOf,
} from '../test-support.ts'

let bank: Bank
let database: Database
beforeAll(async () => {
  bank = await startBank({ env: { BRIDGE_MAX_USD: '150000' } })
  database = openDb(bank)
})
afterAll(async () => {
  bank.clock.advance(86_400)
  await sweep(bank)
  bank.clock.advance(60)
  await sweep(bank)
  await expectCleared(bank, database)
  await database.close()
  await bank.stop()
})

const seconds = (count: number) => bank.clock.advance(count)

const order = {
  source_chain: 'ethereum',
  destination_chain: 'polygon',
  from_token: 'USDC',
  to_token: 'WETH',
  amount: '1000',
}
const { source_chain: from_chain, destination_chain: to_chain, ...tokens } = order
const form = { from_chain, to_chain, ...tokens }

const swap = (caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/v2/crosschain/swap', { ...order, ...change }, caller)
const quoteSwap = (caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/v1/crosschain/swap/quote', { ...form, ...change }, caller)
const execute = (caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call('POST /api/v1/crosschain/swap/execute', { ...form, ...change }, caller)
const read = async (caller: CallOptions, id: string) =>
  (await bank.call(`GET /api/v1/crosschain/swap/${id}/status`, undefined, caller)).body.data

const start = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBe(201)
  return body.data
}

/** Reads the swap until it has ended, advancing the clock. */
async function finish(caller: CallOptions, id: string) {
  for (let round = 0; round < 20; round++) {
    const found = await read(caller, id)
    if (found.status !== 'pending') return found
    seconds(60)
  }
  throw new Error('the swap does not end')
}

/** All digits count: amounts are written with every place of their asset. */
const toUnits = (amount: string): bigint => BigInt(amount.replace('.', ''))

const custodyOf = async (caller: CallOptions, bridge_tx_id: string): Promise<string> =>
  (await bank.call(`GET /api/v1/crosschain/bridge/${bridge_tx_id}/status`, undefined, caller)).body
    .data.metadata.destination_account_uuid

describe('cross_chain_swap.quote', () => {
  it('adds the fee of the bridge and the gas of the swap, and thirty seconds', async () => {
    const { status, body } = await quoteSwap(await bank.person())
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      quote_id: expect.stringMatching(/^xswap_[\w-]+$/),
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      from_token: 'USDC',
      to_token: 'WETH',
      input_amount: '1000.000000',
      bridge_protocol: 'circle_cctp',
      bridged_amount: '999.200000',
      bridge_fee: '0.800000',
      fee_currency: 'USDC',
      requires_swap: true,
      estimated_time_seconds: 810,
      simulated: true,
    })
    const { swap_gas, total_fee, expected_output } = body.data
    expect(Number(swap_gas)).toBeGreaterThan(0)
    expect(Number(total_fee)).toBeCloseTo(0.8 + Number(swap_gas), 6)
    // A little less than 999.2 USD at 2500 USD each.
    expect(Number(expected_output)).toBeGreaterThan(0.39)
    expect(Number(expected_output)).toBeLessThan(0.39968)
  })

  it('needs no swap for the same token', async () => {
    const { body } = await quoteSwap(await bank.person(), { to_token: 'usdc' })
    expect(body.data).toMatchObject({
      expected_output: '999.200000',
      swap_gas: '0.000000',
      total_fee: '0.800000',
      requires_swap: false,
      estimated_time_seconds: 780,
    })
  })

  it.each([
    [{ from_token: 'DOGE' }, 'ROUTE_UNSUPPORTED'],
    [{ to_token: 'DOGE' }, 'ROUTE_UNSUPPORTED'],
    [{ to_chain: 'ethereum' }, 'ROUTE_UNSUPPORTED'],
    [{ to_chain: 'bitcoin' }, 'ROUTE_UNSUPPORTED'],
    [{ to_chain: 'solana' }, 'ROUTE_UNSUPPORTED'],
    [{ to_token: 'EUR' }, 'ROUTE_UNSUPPORTED'],
    [{ to_token: 'BNB' }, 'ROUTE_UNSUPPORTED'],
    [{ amount: '0.5' }, 'AMOUNT_TOO_SMALL'],
    [{ amount: '0.81' }, 'AMOUNT_TOO_SMALL'],
    [{ amount: '100000000' }, 'NO_LIQUIDITY'],
  ])('refuses %o: %s', async (change, reason) => {
    const { status, body } = await quoteSwap(await bank.person(), change)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ code: 'ERR_CROSSCHAIN_004', details: { reason } })
  })
})

describe('cross_chain_swap.start', () => {
  it('bridges first and swaps on the destination chain', async () => {
    const holder = await makeHolder(bank)
    const started = await start(swap(holder, { slippage_bps: 100 }))
    expect(started).toMatchObject({
      swap_id: expect.stringMatching(/^swap_[0-9a-f]{32}$/),
      status: 'pending',
      bridge_status: 'pending',
      swap_tx_hash: null,
      input_amount: '1000.000000',
      output_amount: null,
      swap_failed: false,
      fee_currency: 'USDC',
      estimated_time_seconds: 810,
    })
    expect(Number(started.min_output)).toBeCloseTo(Number(started.expected_output) * 0.99, 12)
    expect(await unitsOf(bank, holder.account)).toBe(9_000_000_000n)
    seconds(780)
    expect(await read(holder, started.swap_id)).toMatchObject({
      status: 'pending',
      bridge_status: 'completed',
      swap_tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
    seconds(30)
    const ended = await read(holder, started.swap_id)
    expect(ended).toMatchObject({
      status: 'completed',
      output_token: 'WETH',
      output_amount: started.expected_output,
      completed_at: bank.clock.now().toISOString(),
    })
    const custody = await custodyOf(holder, started.bridge_tx_id)
    expect(await unitsOf(bank, custody, 'WETH')).toBe(toUnits(ended.output_amount))
    expect(await unitsOf(bank, custody, 'USDC')).toBe(0n)
    expect(await eventsOf(bank, 'swap_id', started.swap_id)).toEqual([
      'cross_chain_swap.initiated',
      'cross_chain_swap.completed',
    ])
  })

  it('pays wrapped ether where ether is not the chain’s own coin, and says so', async () => {
    const holder = await makeHolder(bank)
    const started = await start(swap(holder, { to_token: 'eth' }))
    const ended = await finish(holder, started.swap_id)
    expect(ended).toMatchObject({ status: 'completed', to_token: 'WETH', output_token: 'WETH' })
    const custody = await custodyOf(holder, started.bridge_tx_id)
    expect(await unitsOf(bank, custody, 'WETH')).toBe(toUnits(ended.output_amount))
    expect(await unitsOf(bank, custody, 'ETH')).toBe(0n)
  })

  it('accepts ether, wraps it for the bridge, and returns ether if the bridge fails', async () => {
    const holder = await makeHolder(bank, { ETH: '2' })
    const started = await start(
      swap(holder, { from_token: 'ETH', to_token: 'MATIC', amount: '1.0' }),
    )
    expect(await unitsOf(bank, holder.account, 'ETH')).toBe(10n ** 18n)
    const ended = await finish(holder, started.swap_id)
    expect(ended).toMatchObject({ status: 'completed', output_token: 'MATIC' })
    const custody = await custodyOf(holder, started.bridge_tx_id)
    expect(await unitsOf(bank, custody, 'MATIC')).toBe(toUnits(ended.output_amount))
    const failing = await start(
      execute(holder, {
        from_token: 'ETH',
        to_token: 'MATIC',
        amount: '0.5',
        wallet_address: FAILS,
      }),
    )
    expect(await unitsOf(bank, holder.account, 'ETH')).toBe(5n * 10n ** 17n)
    expect((await finish(holder, failing.swap_id)).bridge_status).toBe('refunded')
    expect(await unitsOf(bank, holder.account, 'ETH')).toBe(10n ** 18n)
    expect(await unitsOf(bank, holder.account, 'WETH')).toBe(0n)
  })

  it('keeps the bridged token if the swap on the chain fails', async () => {
    const holder = await makeHolder(bank, { USDC: '100000' })
    const small = await start(swap(holder, { slippage_bps: 1, amount: '20000' }))
    // Another trader moves the price in all pools meanwhile.
    const other = await makeHolder(bank, { USDC: '300000' })
    const market = { from_token: 'USDC', to_token: 'WETH', chain: 'polygon', slippage_bps: 500 }
    for (let round = 0; round < 6; round++) {
      const moving = { ...market, amount: '40000' }
      const { status } = await bank.call('POST /api/v2/defi/swap/execute', moving, other)
      expect(status).toBe(201)
      seconds(60)
      await bank.runJob('defi.settle')
    }
    const ended = await finish(holder, small.swap_id)
    expect(ended).toMatchObject({
      status: 'failed',
      bridge_status: 'completed',
      swap_failed: true,
      output_token: 'USDC',
      output_amount: '19999.200000',
      completed_at: null,
    })
    const custody = await custodyOf(holder, small.bridge_tx_id)
    expect(await unitsOf(bank, custody)).toBe(19_999_200_000n)
    expect(await eventsOf(bank, 'swap_id', small.swap_id)).toContain('cross_chain_swap.failed')
  })

  it('refuses an overdraft, and more than a bridge may carry', async () => {
    const holder = await makeHolder(bank, { USDC: '200000' })
    const large = await swap(holder, { amount: '150001', to_token: 'USDC' })
    expect(large.body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_002',
      details: { reason: 'TRANSFER_LIMIT' },
    })
    const poor = await makeHolder(bank, { USDC: '1' })
    expect((await swap(poor)).body.error.code).toBe('INSUFFICIENT_FUNDS')
    expect((await swap(holder, { from_token: 'DOGE' })).body.error.code).toBe('ERR_CROSSCHAIN_004')
    for (const slippage_bps of [0, 501, 1.5])
      expect((await swap(holder, { slippage_bps })).status).toBe(422)
    expect(await unitsOf(bank, holder.account)).toBe(200_000_000_000n)
  })
})

describe('cross_chain_swap.execute', () => {
  it('uses a quote once, for its own terms', async () => {
    const [holder, other] = [await makeHolder(bank), await makeHolder(bank)]
    const { quote_id, expected_output } = (await quoteSwap(holder)).body.data
    const wrong = await execute(holder, { quote_id, amount: '999' })
    expect(wrong.body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_005',
      details: { reason: 'QUOTE_MISMATCH' },
    })
    for (const caller of [other, await bank.sandboxKey(holder)])
      expect((await execute(caller, { quote_id })).status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => execute(holder, { quote_id })),
    )
    const started = answers.filter(({ status }) => status === 201)
    expect(started).toHaveLength(1)
    expect(started[0]!.body.data).toMatchObject({ quote_id, expected_output })
    for (const { body } of answers.filter(({ status }) => status !== 201))
      expect(body.error.details.reason).toBe('QUOTE_USED')
    expect(await unitsOf(bank, holder.account)).toBe(9_000_000_000n)
    const late = (await quoteSwap(other)).body.data.quote_id
    seconds(300)
    const expired = await execute(other, { quote_id: late })
    expect(expired.body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_003',
      details: { reason: 'QUOTE_EXPIRED' },
    })
  })

  it('sends the output to an address outside', async () => {
    const holder = await makeHolder(bank)
    const started = await start(execute(holder, { wallet_address: OUTSIDE }))
    const ended = await finish(holder, started.swap_id)
    expect(ended).toMatchObject({ status: 'completed', output_token: 'WETH' })
    expect(await sentOutside(bank, started.bridge_tx_id, ended.swap_tx_hash)).toEqual({
      WETH: toUnits(ended.output_amount),
    })
    const custody = await custodyOf(holder, started.bridge_tx_id)
    expect(await unitsOf(bank, custody, 'WETH')).toBe(0n)
  })

  it('protects the output on its way to an address outside', async () => {
    const holder = await makeHolder(bank)
    const started = await start(execute(holder, { wallet_address: OUTSIDE }))
    seconds(780)
    await read(holder, started.swap_id)
    const custody = await custodyOf(holder, started.bridge_tx_id)
    // The chain confirms the swap before the next check.
    seconds(10)
    await bank.runJob('defi.settle')
    expect(await unitsOf(bank, custody, 'WETH')).toBe(0n)
    const { status } = await bank.call(
      'POST /api/v2/transfers',
      {
        from_account: custody,
        to_account: holder.account,
        amount: '0.1',
        asset_code: 'WETH',
        workflow_enabled: false,
      },
      holder,
    )
    expect(status).toBe(422)
    expect(await finish(holder, started.swap_id)).toMatchObject({ status: 'completed' })
  })

  it('sends the same token directly to the address', async () => {
    const holder = await makeHolder(bank)
    const started = await start(execute(holder, { to_token: 'USDC', wallet_address: OUTSIDE }))
    expect(await finish(holder, started.swap_id)).toMatchObject({
      status: 'completed',
      output_amount: '999.200000',
      swap_tx_hash: null,
    })
    expect(await sentOutside(bank, started.bridge_tx_id)).toEqual({ USDC: 999_200_000n })
  })

  it('fails with its bridge, which is refunded', async () => {
    const holder = await makeHolder(bank)
    const started = await start(execute(holder, { wallet_address: FAILS }))
    expect(await finish(holder, started.swap_id)).toMatchObject({
      status: 'failed',
      bridge_status: 'refunded',
      swap_failed: false,
      output_amount: null,
      reason: 'The bridge failed: The bridge rejected the transfer.',
    })
    expect(await unitsOf(bank, holder.account)).toBe(10_000_000_000n)
  })

  it('rejects an address of another chain', async () => {
    const holder = await makeHolder(bank)
    const { status, body } = await execute(holder, { wallet_address: 'nowhere' })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual(['wallet_address'])
  })
})

describe('cross_chain_swap.status and cross_chain_swap.list', () => {
  it('show swaps to their owner only', async () => {
    const [holder, other] = [await makeHolder(bank), await bank.person()]
    const { swap_id } = await start(swap(holder))
    expect(
      (await bank.call(`GET /api/v1/crosschain/swap/${swap_id}/status`, undefined, other)).status,
    ).toBe(404)
    const list = (caller: CallOptions) =>
      bank.call('GET /api/v1/crosschain/swaps', undefined, caller).then(({ body }) => body.data)
    expect((await list(holder)).map((one: { swap_id: string }) => one.swap_id)).toEqual([swap_id])
    expect(await list(other)).toEqual([])
    expect(await list(await bank.sandboxKey(holder))).toEqual([])
  })
})

describe('no sequence of bridges and swaps', () => {
  const chains = ['ethereum', 'polygon', 'arbitrum', 'base'] as const
  const symbols = ['USDC', 'USDT', 'WETH'] as const
  const amounts = { USDC: '321.654321', USDT: '210.987654', WETH: '0.123456789012345678' }
  const precision = { USDC: 6, USDT: 6, WETH: 18 }
  const step = fc.record({
    kind: fc.constantFrom('bridge' as const, 'swap' as const, 'wait' as const),
    source_chain: fc.constantFrom(...chains),
    destination_chain: fc.constantFrom(...chains),
    token: fc.constantFrom(...symbols),
    to_token: fc.constantFrom(...symbols),
    protocol: fc.constantFrom(undefined, 'demo', 'wormhole'),
    fails: fc.boolean(),
  })

  /** The total holdings of a user, including pending amounts, in units of 10^-18 dollars × 10^18. */
  async function wealthOf({ uuid }: Holder): Promise<bigint> {
    const rows = await bank.sql<{ asset: string; units: string }>(
      `select b.asset, b.units::text from ledger.balances b join ledger.accounts a on a.id = b.account_id
         where a.user_uuid = $1
       union all
       select token, units::text from cross_chain.bridges
         where user_uuid = $1 and status in ('pending', 'bridging', 'confirming', 'failed')
       union all
       select token_in, (units_in + gas_units)::text from defi.swaps
         where user_uuid = $1 and status = 'submitted'`,
      [uuid],
    )
    return rows
      .filter(({ asset }) => asset in precision)
      .map(({ asset, units }) => {
        const scale = 10n ** BigInt(18 - precision[asset as keyof typeof precision])
        return BigInt(units) * scale * priceUsd(asset)
      })
      .reduce((sum, value) => sum + value, 0n)
  }

  it('increases its owner’s total, and the books always balance', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 7 }), async (steps) => {
        const holder = await makeHolder(bank, { USDC: '1000', USDT: '1000', WETH: '1' })
        const atFirst = await wealthOf(holder)
        let wealth = atFirst
        for (const { kind, token, to_token, fails, protocol, ...way } of steps) {
          const common = { ...way, amount: amounts[token] }
          if (kind === 'bridge')
            await bridge(bank, holder, {
              ...common,
              token,
              ...(protocol && { protocol }),
              ...(fails && { recipient_address: FAILS }),
            })
          if (kind === 'swap') await swap(holder, { ...common, from_token: token, to_token })
          if (kind === 'wait') seconds(450)
          await bank.call('GET /api/v2/crosschain/portfolio', undefined, holder)
          wealth = await wealthOf(holder)
          expect(wealth).toBeLessThanOrEqual(atFirst)
        }
        seconds(3600)
        for (let round = 0; round < 2; round++) {
          await bank.call('GET /api/v2/crosschain/portfolio', undefined, holder)
          seconds(60)
        }
        expect(await wealthOf(holder)).toBeLessThanOrEqual(wealth)
        await sweep(bank)
      }),
      { numRuns: 5 },
    )
  })
})
