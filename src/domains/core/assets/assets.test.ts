// Tests assets over HTTP: listing and describing them, and the changes that operators may make.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'

let bank: Bank
let person: Person
let operator: Person
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
  operator = await bank.operator()
})
afterAll(() => bank.stop())

const codesOf = (body: { data: { code: string }[] }) => body.data.map(({ code }) => code)

async function openAccount(who: Person): Promise<string> {
  const account = { user_uuid: who.uuid, name: 'Money' }
  return (await bank.call('POST /api/accounts', account, who)).body.data.uuid
}

const move = (kind: 'deposit' | 'withdraw', account: string, amount: string, asset_code: string) =>
  bank.call(`POST /api/v2/accounts/${account}/${kind}`, { amount, asset_code }, person)

describe('asset.list', () => {
  it('shows active assets, ordered by code, to anonymous callers too', async () => {
    const { status, body } = await bank.call('GET /api/v1/assets')
    expect(status).toBe(200)
    expect(codesOf(body)).toEqual(
      'BNB BTC CHF DAI ETH EUR FEUR FGOLD FUSD GBP GCU JPY MATIC SOL STETH TRX USD USDC USDT WBTC WETH XAU'.split(
        ' ',
      ),
    )
    expect(body.data[1]).toEqual({
      code: 'BTC',
      name: 'Bitcoin',
      type: 'crypto',
      symbol: '₿',
      precision: 8,
      is_active: true,
      is_tradeable: true,
      max_amount: 1e15,
      metadata: {},
    })
    expect(body.meta).toEqual({
      total: 22,
      active: 22,
      types: { fiat: 5, crypto: 12, commodity: 1, custom: 3, basket: 1 },
    })
  })

  it('filters by type and by part of a code or name, and shows inactive assets on request', async () => {
    const list = async (query: string) =>
      (await bank.call(`GET /api/v2/assets?${query}`, undefined, person)).body
    expect(codesOf(await list('type=commodity'))).toEqual(['XAU'])
    expect(codesOf(await list('search=pound'))).toEqual(['GBP'])
    expect(codesOf(await list('search=usd'))).toEqual(['FUSD', 'USD', 'USDC', 'USDT'])
    expect(codesOf(await list('search=%25'))).toEqual([])
    expect(codesOf(await list('include_inactive=true&search=crypto'))).toEqual(['FCRYPTO'])
    expect((await list('include_inactive=1')).meta).toMatchObject({ total: 23, active: 22 })
    expect((await bank.call('GET /api/v1/assets?type=shares')).status).toBe(422)
  })
})

describe('asset.get', () => {
  it('shows the value and the supply of an asset', async () => {
    const [account, other] = [await openAccount(person), await openAccount(person)]
    await move('deposit', account, '250.50', 'GBP')
    await move('deposit', other, '1.00', 'GBP')
    await bank.call(
      'POST /api/v2/transfers',
      { from_account: account, to_account: other, amount: '50.00', asset_code: 'GBP' },
      person,
    )
    await expect
      .poll(
        async () =>
          (await bank.call(`GET /api/accounts/${other}/balances`, undefined, person)).body.data
            .balances[0].balance,
      )
      .toBe(5_100)
    bank.clock.advance(6)
    const { body } = await bank.call('GET /api/v1/assets/gbp')
    expect(body.data).toMatchObject({
      id: 'GBP',
      code: 'GBP',
      symbol: '£',
      precision: 2,
      created_at: '2026-01-01T00:00:00.000Z',
      statistics: {
        total_supply: '251.50',
        circulating_supply: '251.50',
        total_accounts: 2,
        total_balance: 25_150,
        active_rates: 1,
        market_data: {
          price_usd: '1.2700000000',
          bid_usd: '1.2693650000',
          ask_usd: '1.2706350000',
          source: 'api',
          valid_at: '2026-03-01T00:00:00.000Z',
        },
      },
    })
    const [before] = await bank.sql<{ change: string }>(
      `select to_char(round((1.27 - rate) * 100 / rate, 2), 'FM0.00') as change from assets.rates
       where from_asset = 'GBP' and valid_at = '2026-02-28Z' and is_active`,
    )
    expect(body.data.statistics.market_data['24h_change']).toBe(before!.change)
    expect(before!.change).not.toBe('0.00')
  })

  it('values the dollar at one, and gives no value without a rate', async () => {
    const statistics = async (code: string) =>
      (await bank.call(`GET /api/v2/assets/${code}`, undefined, person)).body.data.statistics
    expect(await statistics('usd')).toMatchObject({
      active_rates: 21,
      market_data: { price_usd: '1.0000000000', '24h_change': '0.00' },
    })
    expect(await statistics('FCRYPTO')).toMatchObject({ market_data: null, active_rates: 0 })
  })

  it('answers 404 for unknown codes', async () => {
    const { status, body } = await bank.call('GET /api/v1/assets/XYZ')
    expect(status).toBe(404)
    expect(body).toEqual({ message: 'There is no asset XYZ.', error: 'Not found' })
  })
})

describe('asset.create', () => {
  const coin = { code: 'COIN', name: 'A coin', type: 'crypto', decimals: 4 }
  const create = (asset: object, who = operator) => bank.call('POST /api/v2/assets', asset, who)

  it('adds an asset that can be held at once, on every node', async () => {
    const node = await startBank({ address: bank.address, clock: bank.clock })
    const { status, body } = await create({ ...coin, metadata: { network: 'test' } })
    expect(status).toBe(201)
    expect(body.data).toEqual({
      code: 'COIN',
      name: 'A coin',
      type: 'crypto',
      symbol: 'COIN',
      precision: 4,
      is_active: true,
      is_tradeable: false,
      max_amount: 1e15,
      metadata: { network: 'test' },
    })
    const account = await openAccount(person)
    for (const one of [bank, node])
      await expect
        .poll(async () => {
          const deposit = { amount: '1.2345', asset_code: 'COIN' }
          return (await one.call(`POST /api/v2/accounts/${account}/deposit`, deposit, person))
            .status
        })
        .toBe(200)
    await node.stop()
  })

  it('refuses existing codes, invalid fields, and callers who are not operators', async () => {
    expect((await create({ ...coin, code: 'USD' })).body.error.code).toBe('ASSET_EXISTS')
    expect((await create(coin, person)).status).toBe(403)
    for (const [change, field] of [
      [{ code: 'no' }, 'code'],
      [{ code: 'coin' }, 'code'],
      [{ name: '' }, 'name'],
      [{ type: 'shares' }, 'type'],
      [{ decimals: 19 }, 'decimals'],
      [{ decimals: -1 }, 'decimals'],
      [{ decimals: undefined }, 'precision'],
      [{ precision: 3 }, 'decimals'],
    ] as const) {
      const { status, body } = await create({ ...coin, code: 'OTHER', ...change })
      expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
    }
    expect((await bank.call('GET /api/v1/assets/OTHER')).status).toBe(404)
  })
})

describe('asset.update and asset.deactivate', () => {
  const asset = { code: 'THING', name: 'A thing', type: 'custom', precision: 2 }
  beforeAll(async () => {
    await bank.call('POST /api/v2/assets', asset, operator)
  })
  const update = (code: string, change: object) =>
    bank.call(`PUT /api/v2/assets/${code}`, change, operator)
  const deactivate = (code: string) =>
    bank.call(`DELETE /api/v2/assets/${code}`, undefined, operator)

  it('change everything but the precision', async () => {
    const { body } = await update('thing', { name: 'Renamed', symbol: 'T', precision: 2 })
    expect(body.data).toMatchObject({ code: 'THING', name: 'Renamed', symbol: 'T', precision: 2 })
    expect((await update('THING', { precision: 3, name: 'No' })).body.errors).toEqual({
      precision: ['The precision stays at 2: balances are counted in that smallest unit.'],
    })
    expect((await update('THING', {})).status).toBe(422)
    expect((await update('NOTHING', { name: 'No' })).status).toBe(404)
    expect((await bank.call('GET /api/v1/assets/THING')).body.data.name).toBe('Renamed')
  })

  it('deactivate only an asset that no customer holds', async () => {
    const account = await openAccount(person)
    await expect
      .poll(async () => (await move('deposit', account, '5.00', 'THING')).status)
      .toBe(200)
    for (const refused of [
      await deactivate('THING'),
      await update('THING', { is_active: false }),
    ]) {
      expect(refused.status).toBe(409)
      expect(refused.body.error).toEqual({
        code: 'ASSET_IN_USE',
        message: 'The asset THING cannot be deactivated: customers still hold it.',
      })
    }
    expect((await deactivate('USD')).status).toBe(409)
    // Only the deposit from before the refusals is held; once it is withdrawn, the asset can be deactivated.
    const { body: held } = await bank.call(
      `GET /api/accounts/${account}/balances`,
      undefined,
      person,
    )
    const cents = String(held.data.balances[0].balance)
    await move('withdraw', account, `${cents.slice(0, -2)}.${cents.slice(-2)}`, 'THING')
    const { status, body } = await deactivate('thing')
    expect([status, body.data.is_active]).toEqual([200, false])
    await expect
      .poll(async () => (await move('deposit', account, '5.00', 'THING')).body.errors)
      .toEqual({ asset_code: ['The asset THING is not active.'] })
    expect((await update('THING', { is_active: true })).body.data.is_active).toBe(true)
    await expect
      .poll(async () => (await move('deposit', account, '5.00', 'THING')).status)
      .toBe(200)
  })
})
