// Swaps through HTTP against PostgreSQL: quotes, execution, settlement, errors, races.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import type { Database } from '../../../../platform/database.ts'
import {
  checkBooks,
  codeOf,
  execute,
  heldBy,
  type Holder,
  makeHolder,
  openDb,
  quoteOf,
  readSwap,
  settle,
  swapNow,
  systemUnits,
} from '../test-support.ts'

let bank: Bank
let database: Database
let ada: Holder
let bob: Holder
beforeAll(async () => {
  bank = await startBank()
  database = openDb(bank)
  ada = await makeHolder(bank, { USDC: '2000000', ETH: '100', USDT: '5000' })
  bob = await makeHolder(bank, { USDC: '2000000' })
})
afterAll(async () => {
  await checkBooks(bank, database)
  await database.close()
  await bank.stop()
})

const quoteId = async (change: object = {}, who: Holder = ada): Promise<string> => {
  const { status, body } = await quoteOf(bank, who, change)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.quote_id
}

describe('defi_protocol.list', () => {
  it('is public', async () => {
    const { status, body } = await bank.call('GET /api/v1/defi/protocols')
    expect(status).toBe(200)
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual([
      'uniswap_v3',
      'curve',
      'sushiswap',
      'aave_v3',
      'lido',
      'demo',
    ])
  })
})

describe('defi_quote', () => {
  it('gives the best route by the arithmetic of the pools, and the others', async () => {
    const { body } = await quoteOf(bank, ada)
    // 1000 × 0.997 through 30,000,000 USDC against 12,000 WETH.
    const fresh =
      (997_000_000n * 1000n * 12_000n * 10n ** 18n) /
      (30_000_000_000_000n * 1000n + 997_000_000n * 1000n)
    expect(body.data).toMatchObject({
      chain: 'ethereum',
      token_in: 'USDC',
      token_out: 'WETH',
      amount_in: '1000.000000',
      estimated_output: `0.${String(fresh).padStart(18, '0')}`,
      price_impact_percent: '0.0034',
      estimated_gas_usd: '15.00',
      gas_amount: '15.000000',
      best_route: { dex: 'uniswap_v3', path: ['USDC', 'WETH'], fee_tier: '0.3%' },
      simulated: true,
      quote_expires_at: '2026-03-01T12:01:00.000Z',
    })
    expect(body.data.quote_id).toMatch(/^quote_sw_/)
    expect(body.data.best_route.pools[0]).toMatch(/^0x[0-9a-fA-F]{40}$/)
    const others = body.data.alternative_routes.map(({ dex }: { dex: string }) => dex)
    expect(others).toEqual(['sushiswap', 'curve'])
  })

  it('is the same in the short form, for ether by its own name, and over two pools', async () => {
    const short = await bank.call(
      'GET /api/v2/defi/swap/quote?from=eth&to=USDT&amount=1&chain=arbitrum',
      undefined,
      ada,
    )
    expect(short.body.data).toMatchObject({
      token_in: 'ETH',
      best_route: { path: ['WETH', 'USDT'] },
    })
    const detour = await quoteOf(bank, ada, { token_in: 'USDT', token_out: 'WBTC' })
    expect(detour.body.data.best_route.path).toHaveLength(3)
    expect(detour.body.data.best_route.pools).toHaveLength(2)
  })

  it('uses the cheaper tier above 10,000 dollars, and only the requested exchanges', async () => {
    const large = await quoteOf(bank, ada, { amount_in: '10000.01', dex_sources: ['uniswap_v3'] })
    expect(large.body.data).toMatchObject({
      best_route: { fee_tier: '0.05%' },
      alternative_routes: [],
    })
    const curve = await quoteOf(bank, ada, { token_out: 'USDT', dex_sources: ['curve'] })
    expect(curve.body.data.best_route).toMatchObject({ dex: 'curve', fee_tier: '0.04%' })
  })

  it.each([
    [
      'no pool',
      { chain: 'solana', token_in: 'SOL', token_out: 'SOL' },
      [422, 'VALIDATION_ERROR', undefined],
    ],
    ['no such token there', { chain: 'solana' }, [422, 'VALIDATION_ERROR', undefined]],
    ['the same token', { token_in: 'ETH' }, [422, 'VALIDATION_ERROR', undefined]],
    [
      'no route',
      { token_out: 'stETH', dex_sources: ['sushiswap'] },
      [422, 'ERR_DEFI_001', 'NO_ROUTE'],
    ],
    [
      'nothing left',
      { amount_in: '0.000001', token_out: 'WBTC' },
      [422, 'ERR_DEFI_001', 'NO_ROUTE'],
    ],
    ['too large for the price', { amount_in: '2000000' }, [422, 'ERR_DEFI_002', 'PRICE_IMPACT']],
    ['too many places', { amount_in: '1.0000001' }, [422, 'VALIDATION_ERROR', undefined]],
    ['too much slippage', { slippage_tolerance: 0.06 }, [422, 'VALIDATION_ERROR', undefined]],
  ])('is refused: %s', async (_what, change, refused) => {
    expect(codeOf(await quoteOf(bank, ada, change))).toEqual(refused)
  })
})

describe('defi_swap.execute', () => {
  it('submits once, debits the input with the gas, and pays the output when it is confirmed', async () => {
    const quote = await quoteId({ amount_in: '500' })
    const before = await heldBy(bank, ada.uuid, 'USDC')
    const { status, body } = await execute(bank, ada, quote, { max_gas_price_gwei: 35 })
    expect(status, JSON.stringify(body)).toBe(201)
    const swap = body.data
    expect(swap).toMatchObject({
      quote_id: quote,
      status: 'submitted',
      amount_in: '500.000000',
      gas_price_gwei: '35',
      gas_usd: '15.00',
      output: null,
      simulated: true,
      account_uuid: ada.account,
    })
    expect(swap.swap_id).toMatch(/^swap_/)
    expect(swap.tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(before - (await heldBy(bank, ada.uuid, 'USDC'))).toBe(515_000_000n)
    expect(codeOf(await execute(bank, ada, quote))).toEqual([422, 'ERR_DEFI_002', 'QUOTE_USED'])
    const weth = await heldBy(bank, ada.uuid, 'WETH')
    await settle(bank)
    const done = await readSwap(bank, ada, swap.swap_id)
    expect(done).toMatchObject({ status: 'confirmed', output: swap.expected_output })
    const got = (await heldBy(bank, ada.uuid, 'WETH')) - weth
    expect(done.output).toBe(`0.${String(got).padStart(18, '0')}`)
    // Settling again changes nothing.
    await settle(bank)
    expect((await heldBy(bank, ada.uuid, 'WETH')) - weth).toBe(got)
    const accounts = await bank.call('GET /api/v2/accounts', undefined, ada)
    const custody = accounts.body.data.find(
      (one: { uuid: string }) => one.uuid === swap.custody_account_uuid,
    )
    expect(custody).toMatchObject({ name: 'Tokens on ethereum', metadata: { chain: 'ethereum' } })
    await checkBooks(bank, database)
  })

  it('accepts one of parallel executions of a quote', async () => {
    const quote = await quoteId({ amount_in: '10' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => execute(bank, ada, quote)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422])
    await settle(bank)
  })

  it('repeats its answer for the same key', async () => {
    const quote = await quoteId({ amount_in: '11' })
    const body = { quote_id: quote, wallet_address: `0x${'a'.repeat(40)}` }
    const call = () =>
      bank.call('POST /api/v1/defi/swap/execute', body, { ...ada, key: 'swap-once-and-only-once' })
    const [one, two] = [await call(), await call()]
    expect(two.body.data.swap_id).toBe(one.body.data.swap_id)
    await settle(bank)
  })

  it('refuses quotes of others, expired quotes, and gas above the limit', async () => {
    const quote = await quoteId()
    expect(codeOf(await execute(bank, bob, quote))).toEqual([404, 'NOT_FOUND', undefined])
    expect(codeOf(await execute(bank, ada, 'quote_sw_x'))).toEqual([404, 'NOT_FOUND', undefined])
    expect(codeOf(await execute(bank, ada, quote.slice(9)))).toEqual([404, 'NOT_FOUND', undefined])
    expect(codeOf(await execute(bank, ada, quote, { max_gas_price_gwei: 34.9 }))).toEqual([
      422,
      'ERR_DEFI_002',
      'GAS_PRICE',
    ])
    const wallet = { wallet_address: 'nowhere' }
    expect(codeOf(await execute(bank, ada, quote, wallet))[1]).toBe('VALIDATION_ERROR')
    const account = { account_uuid: bob.account }
    expect(codeOf(await execute(bank, ada, quote, account))).toEqual([404, 'NOT_FOUND', undefined])
    bank.clock.advance(60)
    expect(codeOf(await execute(bank, ada, quote))).toEqual([422, 'ERR_DEFI_002', 'QUOTE_EXPIRED'])
  })

  it('says how much is missing', async () => {
    const poor = await makeHolder(bank, { USDC: '100' })
    const answer = await swapNow(bank, poor, { amount: '100' })
    expect(codeOf(answer)).toEqual([422, 'INSUFFICIENT_FUNDS', undefined])
    expect(answer.body.error.details).toMatchObject({
      asset_code: 'USDC',
      current_balance: '100000000',
      requested_amount: '115000000',
    })
  })

  it('fails at its confirmation when the price has moved too far, and returns all but the gas', async () => {
    const quote = await quoteId({
      amount_in: '1000',
      slippage_tolerance: 0.0001,
      dex_sources: ['sushiswap'],
    })
    const before = await heldBy(bank, ada.uuid, 'USDC')
    const gas = await systemUnits(bank, 'chains:gas', 'USDC')
    const late = await execute(bank, ada, quote)
    expect(late.status).toBe(201)
    // Bob's larger swap is older in the order of settling only if it is due earlier, so it is made due first.
    const move = await quoteId({ amount_in: '100000', dex_sources: ['sushiswap'] }, bob)
    const moved = await execute(bank, bob, move)
    expect(moved.status).toBe(201)
    await bank.sql(`update defi.swaps set due_at = due_at - interval '1 second' where id = $1`, [
      moved.body.data.swap_id.slice(5),
    ])
    const again = await quoteId({ dex_sources: ['sushiswap'], slippage_tolerance: 0.0001 })
    await settle(bank)
    expect(await readSwap(bank, bob, moved.body.data.swap_id)).toMatchObject({
      status: 'confirmed',
    })
    expect(await readSwap(bank, ada, late.body.data.swap_id)).toMatchObject({
      status: 'failed',
      output: null,
    })
    expect(before - (await heldBy(bank, ada.uuid, 'USDC'))).toBe(15_000_000n)
    expect((await systemUnits(bank, 'chains:gas', 'USDC')) - gas).toBe(30_000_000n)
    expect(codeOf(await execute(bank, ada, again))).toEqual([422, 'ERR_DEFI_002', 'SLIPPAGE'])
    await checkBooks(bank, database)
  })

  it('expires after its deadline, and returns everything', async () => {
    const before = await heldBy(bank, ada.uuid, 'USDC')
    const swap = await execute(bank, ada, await quoteId(), { deadline_minutes: 1 })
    expect(swap.status).toBe(201)
    await settle(bank, 61)
    expect(await readSwap(bank, ada, swap.body.data.swap_id)).toMatchObject({ status: 'expired' })
    expect(await heldBy(bank, ada.uuid, 'USDC')).toBe(before)
  })
})

describe('defi_swap.create', () => {
  it('quotes and executes in one step; ether is wrapped and unwrapped', async () => {
    const ether = await heldBy(bank, ada.uuid, 'ETH')
    const out = await swapNow(bank, ada, {
      from_token: 'ETH',
      to_token: 'USDC',
      amount: '1',
      chain: 'base',
    })
    expect(out.status, JSON.stringify(out.body)).toBe(201)
    await settle(bank)
    // 1 ETH and gas for 0.10 dollars.
    expect(ether - (await heldBy(bank, ada.uuid, 'ETH'))).toBe(1_000_040_000_000_000_000n)
    const back = await swapNow(bank, ada, { to_token: 'ETH', amount: '2000', chain: 'base' })
    expect(back.body.data.account_uuid).toBe(out.body.data.custody_account_uuid)
    await settle(bank)
    expect(await readSwap(bank, ada, back.body.data.swap_id)).toMatchObject({ status: 'confirmed' })
    expect(await heldBy(bank, ada.uuid, 'ETH')).toBeGreaterThan(ether - 10n ** 18n)
    await checkBooks(bank, database)
  })

  it('does not pay with tokens on another chain', async () => {
    const custody = (await bank.call('GET /api/v2/accounts', undefined, ada)).body.data.find(
      (one: { name: string }) => one.name === 'Tokens on base',
    )
    const account_uuid = custody.uuid as string
    expect(codeOf(await swapNow(bank, ada, { account_uuid }))[1]).toBe('VALIDATION_ERROR')
  })

  it('keeps every pool consistent under concurrent swaps', async () => {
    const people = [ada, bob]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        swapNow(bank, people[n % 2]!, {
          amount: String(100 + n),
          chain: 'polygon',
          slippage_bps: 500,
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201))
    bank.clock.advance(3)
    const ids = answers.map(({ body }) => body.data.swap_id.slice(5) as string)
    const settleOne = (uuid: string) =>
      bank.runJob('defi.settle_one', { uuid, environment: 'live' })
    await Promise.all([...ids, ...ids].map(settleOne))
    const rows = await bank.sql<{ status: string }>(
      'select distinct status from defi.swaps where id = any($1)',
      [ids],
    )
    expect(rows).toEqual([{ status: 'confirmed' }])
    await checkBooks(bank, database)
  })

  it('is seen by its owner only', async () => {
    const swap = (await swapNow(bank, ada, { amount: '20' })).body.data
    const get = (who: Holder, id: string) =>
      bank.call(`GET /api/v2/defi/swaps/${id}`, undefined, who)
    expect((await get(ada, swap.swap_id)).status).toBe(200)
    expect((await get(bob, swap.swap_id)).status).toBe(404)
    expect((await get(ada, 'swap_x')).status).toBe(404)
    const list = await bank.call('GET /api/v2/defi/swaps?per_page=1', undefined, ada)
    expect(list.body.data[0].swap_id).toBe(swap.swap_id)
    await settle(bank)
  })
})

describe('custody accounts and the sandbox', () => {
  it('does not lose the output if the custody account is closed or frozen', async () => {
    const ivy = await makeHolder(bank, { USDC: '1000' })
    const swap = (await swapNow(bank, ivy, { amount: '100', chain: 'base' })).body.data
    const custody = swap.custody_account_uuid as string
    const closed = await bank.call(`DELETE /api/v2/accounts/${custody}`, undefined, ivy)
    expect(closed.status, JSON.stringify(closed.body)).toBeLessThan(300)
    await settle(bank)
    expect(await readSwap(bank, ivy, swap.swap_id)).toMatchObject({ status: 'confirmed' })
    const inSource = await bank.sql(
      `select 1 from ledger.balances where account_id = $1 and asset = 'WETH' and units > 0`,
      [ivy.account],
    )
    expect(inSource).toHaveLength(1)
    const next = (await swapNow(bank, ivy, { amount: '100', chain: 'base' })).body.data
    expect(next.custody_account_uuid).not.toBe(custody)
    const path = `POST /api/accounts/${next.custody_account_uuid}/freeze`
    expect((await bank.call(path, { reason: 'Lost' }, ivy)).status).toBeLessThan(300)
    await settle(bank)
    expect(await readSwap(bank, ivy, next.swap_id)).toMatchObject({ status: 'confirmed' })
    await checkBooks(bank, database)
  })

  it('opens one custody account for a chain, also under concurrent first swaps', async () => {
    const una = await makeHolder(bank, { USDC: '1000' })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => swapNow(bank, una, { amount: '10', chain: 'arbitrum' })),
    )
    const custody = new Set(answers.map(({ body }) => body.data.custody_account_uuid))
    expect(custody.size).toBe(1)
    await settle(bank)
  })

  it('keeps the sandbox apart: its own money, pools and quotes', async () => {
    const player = await bank.apiKey(ada, {
      environment: 'sandbox',
      permissions: ['read', 'write'],
    })
    const live = await quoteId()
    expect(codeOf(await execute(bank, player, live))).toEqual([404, 'NOT_FOUND', undefined])
    expect(codeOf(await swapNow(bank, player))[1]).toBe('INSUFFICIENT_FUNDS')
    const account_uuid = ada.account
    expect(codeOf(await swapNow(bank, player, { account_uuid }))[1]).toBe('NOT_FOUND')
    const opened = await bank.call(
      'POST /api/accounts',
      { user_uuid: ada.uuid, name: 'Play' },
      player,
    )
    const account = opened.body.data.uuid as string
    const deposit = { amount: '5000', asset_code: 'USDC' }
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, deposit, player)
    const reserves = (environment: string) =>
      bank.sql('select number, reserve_a, reserve_b from defi.pools where environment = $1', [
        environment,
      ])
    const before = await reserves('live')
    const swap = await swapNow(bank, player)
    expect(swap.status, JSON.stringify(swap.body)).toBe(201)
    await settle(bank)
    expect(await readSwap(bank, player, swap.body.data.swap_id)).toMatchObject({
      status: 'confirmed',
    })
    expect(
      (await bank.call(`GET /api/v2/defi/swaps/${swap.body.data.swap_id}`, undefined, ada)).status,
    ).toBe(404)
    expect(new Set((await reserves('live')).map((row) => JSON.stringify(row)))).toEqual(
      new Set(before.map((row) => JSON.stringify(row))),
    )
  })
})
