// Lending, staking, flash loans and portfolios through HTTP against PostgreSQL.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../../test/harness/bank.ts'
import type { Database } from '../../../../platform/database.ts'
import {
  checkBooks,
  codeOf,
  heldBy,
  type Holder,
  makeHolder,
  openDb,
  raisePriceAtOne,
  settle,
  swapNow,
  systemUnits,
} from '../test-support.ts'

let bank: Bank
let database: Database
let ada: Holder
beforeAll(async () => {
  bank = await startBank()
  database = openDb(bank)
  ada = await makeHolder(bank, { USDC: '3000000', ETH: '100' })
})
afterAll(async () => {
  await checkBooks(bank, database)
  await database.close()
  await bank.stop()
})

const lend = (action: string, change: object = {}, who: Holder = ada) =>
  bank.call(
    `POST /api/v1/defi/lending/${action}`,
    { chain: 'ethereum', token: 'USDC', amount: '1000', ...change },
    who,
  )

const stake = (action: string, change: object = {}, who: Holder = ada) =>
  bank.call(
    `POST /api/v1/defi/staking/${action}`,
    { chain: 'ethereum', amount: '2', ...change },
    who,
  )

/** The holder's address at the bank, which their custody account shows. */
async function walletOf(who: Holder): Promise<string> {
  const { body } = await bank.call('GET /api/v2/accounts', undefined, who)
  return body.data.find((one: { metadata: { custody?: boolean } }) => one.metadata.custody).metadata
    .address
}

const portfolioOf = async (who: Holder) =>
  (await bank.call('GET /api/v2/defi/portfolio', undefined, who)).body.data

describe('defi_market.list', () => {
  it('shows the markets of a chain, and ethereum by default', async () => {
    const { body } = await bank.call('GET /api/v1/defi/lending/markets', undefined, ada)
    expect(body.data).toEqual([
      {
        token: 'USDC',
        supply_apy: '3.50',
        borrow_apy: '5.20',
        total_supplied: '50000000.000000',
        total_borrowed: '30000000.000000',
        ltv: '0.80',
      },
      expect.objectContaining({
        token: 'WETH',
        supply_apy: '2.10',
        borrow_apy: '3.80',
        ltv: '0.82',
      }),
      expect.objectContaining({
        token: 'WBTC',
        supply_apy: '0.50',
        borrow_apy: '2.50',
        ltv: '0.70',
      }),
      expect.objectContaining({
        token: 'DAI',
        supply_apy: '3.80',
        borrow_apy: '5.50',
        ltv: '0.75',
      }),
    ])
    const base = await bank.call('GET /api/v1/defi/lending/markets?chain=base', undefined, ada)
    expect(base.body.data).toHaveLength(3)
    const tron = await bank.call('GET /api/v1/defi/lending/markets?chain=tron', undefined, ada)
    expect(codeOf(tron)).toEqual([422, 'ERR_DEFI_003', 'CHAIN_NOT_SUPPORTED'])
  })
})

describe('lending', () => {
  it('supplies, borrows up to the limit, repays everything and withdraws with interest', async () => {
    const eve = await makeHolder(bank, { USDC: '1100', WETH: '1' })
    const supplied = await lend('supply', {}, eve)
    expect(supplied.status, JSON.stringify(supplied.body)).toBe(201)
    expect(supplied.body.data).toMatchObject({
      protocol: 'aave_v3',
      type: 'supply',
      status: 'active',
      amount: '1000.000000',
      value_usd: '1000.00',
      apy: '3.50',
      health_factor: null,
    })
    // 800 dollars cover 0.32 WETH.
    const much = await lend('borrow', { token: 'WETH', amount: '0.320001' }, eve)
    expect(codeOf(much)).toEqual([422, 'ERR_DEFI_003', 'HEALTH_FACTOR'])
    const loan = await lend('borrow', { token: 'ETH', amount: '0.32' }, eve)
    expect(loan.body.data).toMatchObject({ type: 'borrow', asset: 'WETH', health_factor: '1.00' })
    expect(codeOf(await lend('withdraw', { amount: '0.01' }, eve))).toEqual([
      422,
      'ERR_DEFI_003',
      'HEALTH_FACTOR',
    ])
    expect(await portfolioOf(eve)).toMatchObject({
      total_value_usd: '200.00',
      positions_count: 2,
      at_risk_positions: 1,
      weighted_avg_apy: '3.50',
      type_breakdown: {
        supply: { value_usd: '1000.00', positions: 1 },
        borrow: { value_usd: '-800.00', positions: 1 },
      },
    })
    bank.clock.advance(365 * 86_400)
    const renewed = await bank.call('POST /api/auth/login', {
      email: eve.email,
      password: eve.password,
    })
    const later = { ...eve, token: renewed.body.access_token ?? renewed.body.data.access_token }
    const repaid = await lend('repay', { token: 'WETH', amount: '1' }, later)
    expect(repaid.body.data, JSON.stringify(repaid.body)).toMatchObject({
      status: 'closed',
      amount: '0.000000000000000000',
    })
    // The debt was 0.32 with 3.8 % for a year.
    const owed = 320_000_000_000_000_000n + 12_160_000_000_000_000n
    expect(await heldBy(bank, eve.uuid, 'WETH')).toBe(10n ** 18n + 32n * 10n ** 16n - owed)
    expect(codeOf(await lend('repay', { token: 'WETH' }, later))).toEqual([
      422,
      'ERR_DEFI_003',
      'POSITION_TOO_SMALL',
    ])
    const all = await lend('withdraw', { amount: '1035' }, later)
    expect(all.body.data, JSON.stringify(all.body)).toMatchObject({ status: 'closed' })
    expect(await heldBy(bank, eve.uuid, 'USDC')).toBe(1_135_000_000n)
    expect(codeOf(await lend('withdraw', { amount: '1' }, later))[2]).toBe('POSITION_TOO_SMALL')
    ada = { ...ada, token: (await signIn(ada)).token }
  })

  it('refuses what the market does not offer', async () => {
    expect(codeOf(await lend('supply', { token: 'USDT' }))).toEqual([
      422,
      'ERR_DEFI_003',
      'TOKEN_NOT_SUPPORTED',
    ])
    expect(codeOf(await lend('supply', { chain: 'bsc' }))[2]).toBe('CHAIN_NOT_SUPPORTED')
    expect(codeOf(await lend('supply', { amount: '99999999' }))[1]).toBe('INSUFFICIENT_FUNDS')
    expect(codeOf(await lend('borrow', { amount: '20000001' }))).toEqual([
      422,
      'ERR_DEFI_001',
      'NO_LIQUIDITY',
    ])
  })

  it('lets parallel calls borrow no more than the collateral covers', async () => {
    const zoe = await makeHolder(bank, { USDC: '1000' })
    expect((await lend('supply', { chain: 'base' }, zoe)).status).toBe(201)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        lend('borrow', { chain: 'base', token: 'WETH', amount: '0.1' }, zoe),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    const withdrawals = await Promise.all(
      Array.from({ length: 3 }, () => lend('withdraw', { chain: 'base', amount: '30' }, zoe)),
    )
    expect(withdrawals.filter(({ status }) => status === 201)).toHaveLength(2)
    await checkBooks(bank, database)
  })
})

async function signIn(who: Holder): Promise<Holder> {
  const { body } = await bank.call('POST /api/auth/login', {
    email: who.email,
    password: who.password,
  })
  return { ...who, token: body.access_token ?? body.data.access_token }
}

describe('staking', () => {
  it('earns interest, and is paid out three days after unstaking', async () => {
    const kai = await makeHolder(bank, { ETH: '3' })
    expect((await stake('stake', {}, kai)).body.data).toMatchObject({
      protocol: 'lido',
      type: 'stake',
      asset: 'ETH',
      amount: '2.000000000000000000',
      apy: '3.80',
    })
    const wallet_address = await walletOf(kai)
    const read = async (address: string, who: Holder) =>
      (
        await bank.call(
          `GET /api/v1/defi/staking?chain=ethereum&wallet_address=${address}`,
          undefined,
          who,
        )
      ).body.data
    expect(await read(wallet_address, kai)).toEqual({
      protocol: 'lido',
      staking_apy: '3.80',
      staked_balance: {
        staked: '2.000000000000000000',
        derivative_balance: '2.000000000000000000',
        derivative_token: 'stETH',
        value_usd: '5000.00',
      },
      unstaking: [],
    })
    // The stake of another user's address is not visible.
    expect((await read(wallet_address, ada)).staked_balance.staked).toBe('0.000000000000000000')
    expect(codeOf(await stake('unstake', { amount: '2.1' }, kai))).toEqual([
      422,
      'ERR_DEFI_004',
      'STAKE_TOO_SMALL',
    ])
    expect(codeOf(await stake('stake', { chain: 'base' }, kai))).toEqual([
      422,
      'ERR_DEFI_004',
      'CHAIN_NOT_SUPPORTED',
    ])
    const both = await Promise.all([stake('unstake', {}, kai), stake('unstake', {}, kai)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 422])
    expect(await heldBy(bank, kai.uuid, 'ETH')).toBe(10n ** 18n)
    const coming = async (address: string) => {
      const query = `chain=ethereum&wallet_address=${address}`
      const { body } = await bank.call(`GET /api/v1/defi/staking?${query}`, undefined, kai)
      return body.data.unstaking
    }
    const due = new Date(bank.clock.now().getTime() + 3 * 86_400_000).toISOString()
    expect(await coming(await walletOf(kai))).toEqual([
      { amount: '2.000000000000000000', available_at: due },
    ])
    expect(await coming(`0x${'1'.repeat(40)}`)).toEqual([])
    bank.clock.advance(3 * 86_400 - 1)
    await bank.runJob('defi.unstake')
    expect(await heldBy(bank, kai.uuid, 'ETH')).toBe(10n ** 18n)
    bank.clock.advance(1)
    await bank.runJob('defi.unstake')
    await bank.runJob('defi.unstake')
    expect(await heldBy(bank, kai.uuid, 'ETH')).toBe(3n * 10n ** 18n)
    ada = await signIn(ada)
  })
})

describe('positions', () => {
  it('are listed by address, chain and protocol, and by their rate', async () => {
    const mia = await makeHolder(bank, { USDC: '500', ETH: '5', DAI: '500' })
    for (const token of ['USDC', 'DAI']) await lend('supply', { token, amount: '500' }, mia)
    await stake('stake', {}, mia)
    const address = await walletOf(mia)
    const list = async (path: string) =>
      (await bank.call(`GET /api/v1/defi/${path}`, undefined, mia)).body.data as {
        asset: string
        position_id: string
      }[]
    const all = await list(`positions?wallet_address=${address.toLowerCase()}`)
    expect(all.map(({ asset }) => asset)).toEqual(['USDC', 'DAI', 'ETH'])
    expect(all[0]!.position_id).toMatch(/^pos-/)
    expect(await list(`positions?wallet_address=${address}&chain=base`)).toEqual([])
    expect(await list(`positions?wallet_address=0x${'1'.repeat(40)}`)).toEqual([])
    expect(await list(`positions?wallet_address=${address}&protocol=lido`)).toHaveLength(1)
    const rates = (await list(`yield?wallet_address=${address}`)).map(({ asset }) => asset)
    expect(rates.toSorted()).toEqual(['DAI', 'ETH', 'USDC'])
    expect(rates.at(-1)).toBe('USDC')
    expect(await portfolioOf(mia)).toMatchObject({
      total_value_usd: '6000.00',
      positions_count: 3,
      protocol_breakdown: { aave_v3: { positions: 2 }, lido: { value_usd: '5000.00' } },
      chain_breakdown: { ethereum: { positions: 3 } },
      weighted_avg_apy: '3.77',
      at_risk_positions: 0,
    })
    expect(await portfolioOf(await makeHolder(bank, {}))).toMatchObject({
      total_value_usd: '0.00',
      positions: [],
      weighted_avg_apy: '0.00',
    })
  })
})

const flash = (change: object = {}, who: Holder = ada) =>
  bank.call(
    'POST /api/v2/defi/flash-loan',
    {
      token: 'USDC',
      amount: '100000',
      operations: [
        { type: 'swap', from: 'USDC', to: 'WETH', dex: 'uniswap' },
        { type: 'swap', from: 'WETH', to: 'USDC', dex: 'sushiswap' },
      ],
      ...change,
    },
    who,
  )

describe('defi_flash_loan.create', () => {
  const hop = (from: string, to: string, dex = 'sushiswap') => ({ type: 'swap', from, to, dex })

  it('changes nothing when the loan is not repaid', async () => {
    const count = async () =>
      (await bank.sql<{ n: string }>('select count(*)::text as n from ledger.moves'))[0]!.n
    const before = await count()
    expect(codeOf(await flash())).toEqual([422, 'ERR_DEFI_002', 'LOAN_NOT_REPAID'])
    expect(codeOf(await flash({ operations: [hop('USDC', 'WETH')] }))).toEqual([
      422,
      'ERR_DEFI_002',
      'WRONG_TOKEN',
    ])
    expect(codeOf(await flash({ operations: [hop('WETH', 'USDC')] }))[2]).toBe('WRONG_TOKEN')
    expect(codeOf(await flash({ operations: [hop('USDC', 'DAI'), hop('DAI', 'USDC')] }))).toEqual([
      422,
      'ERR_DEFI_001',
      'NO_ROUTE',
    ])
    // Uniswap's cheap pool is for swaps above 10,000 dollars, also within a loan: twice 0.3 % are gone here.
    const small = [hop('USDC', 'WETH', 'uniswap'), hop('WETH', 'USDC', 'uniswap')]
    expect((await flash({ amount: '1000', operations: small })).body.message).toMatch(
      /end with 99[34]\.\d+ USDC/,
    )
    expect(codeOf(await flash({ amount: '0.000001' }))[2]).toBe('AMOUNT_TOO_SMALL')
    expect(codeOf(await flash({ amount: '21000000' }))[2]).toBe('NO_LIQUIDITY')
    expect(codeOf(await flash({ chain: 'bsc' }))[2]).toBe('CHAIN_NOT_SUPPORTED')
    expect(codeOf(await flash({ operations: [] }))[1]).toBe('VALIDATION_ERROR')
    expect(codeOf(await flash({ operations: [hop('USDC', 'USDC')] }))[1]).toBe('VALIDATION_ERROR')
    expect(await count()).toBe(before)
  })

  it('repays with its fee and keeps the rest if two exchanges have different prices', async () => {
    await raisePriceAtOne(bank, ada, 3)
    const kim = await makeHolder(bank, {})
    const fees = await systemUnits(bank, 'fees', 'USDC')
    const lending = await systemUnits(bank, 'defi:lending', 'USDC')
    const { status, body } = await flash({}, kim)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toMatchObject({
      token: 'USDC',
      borrowed_amount: '100000.000000',
      fee: '50.000000',
      repay_amount: '100050.000000',
      status: 'repaid',
      simulated: true,
    })
    const [first, second] = body.data.operations
    expect(first).toMatchObject({ dex: 'uniswap_v3', input: '100000.000000' })
    expect(second.input).toBe(first.output)
    const profit = await heldBy(bank, kim.uuid, 'USDC')
    expect(profit > 0n).toBe(true)
    expect(body.data.profit).toBe(
      `${profit / 1_000_000n}.${String(profit % 1_000_000n).padStart(6, '0')}`,
    )
    expect((await systemUnits(bank, 'fees', 'USDC')) - fees).toBe(50_000_000n)
    expect(await systemUnits(bank, 'defi:lending', 'USDC')).toBe(lending)
    await checkBooks(bank, database)
  })

  it('taken many times concurrently keeps the pools consistent', async () => {
    await Promise.all(Array.from({ length: 4 }, () => flash({ amount: '20000' })))
    await checkBooks(bank, database)
  })
})

describe('any sequence of swaps', () => {
  it('on fresh pools never increases the total of all traders', async () => {
    const tokens = ['USDC', 'USDT', 'WETH', 'DAI'] as const
    const dollars: Readonly<Record<string, bigint>> = { USDC: 1n, USDT: 1n, WETH: 2500n, DAI: 1n }
    const places: Readonly<Record<string, bigint>> = { USDC: 6n, USDT: 6n, WETH: 18n, DAI: 18n }
    const worth = async (who: Holder): Promise<bigint> => {
      let sum = 0n
      for (const token of tokens)
        sum +=
          (await heldBy(bank, who.uuid, token)) * dollars[token]! * 10n ** (18n - places[token]!)
      return sum
    }
    // At the reference price a pool is worth least when it holds both tokens in equal value, as it does at first:
    // one trader may gain what another lost, but not all of them together.
    let gained = 0n
    const step = fc.record({
      from_token: fc.constantFrom(...tokens),
      to_token: fc.constantFrom(...tokens),
      amount: fc.integer({ min: 1, max: 9_999 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        const who = await makeHolder(bank, { USDC: '10000', WETH: '4' })
        const before = await worth(who)
        for (const { amount, ...swap } of steps) {
          const isEther = swap.from_token === 'WETH'
          const text = isEther ? `0.${String(amount).padStart(4, '0')}` : String(amount)
          await swapNow(bank, who, { ...swap, amount: text, chain: 'arbitrum' })
          await settle(bank)
        }
        gained += (await worth(who)) - before
        expect(gained <= 0n).toBe(true)
      }),
      { numRuns: 6 },
    )
    await checkBooks(bank, database)
  })
})
