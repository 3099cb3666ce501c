// Bridges over HTTP with the simulated protocols: quotes, fees, limits, the life of a bridge and its money.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import type { Database } from '../../../platform/database.ts'
import {
  bridge,
  bridgeId,
  clearing,
  eventsOf,
  expectCleared,
  FAILS,
  fees,
  fund,
  initiate,
  LOSES,
  type Holder,
  makeHolder,
  openDb,
  OUTSIDE,
  quote,
  quoteId,
  read,
  readStatus,
  sentOutside,
  STALLS,
  sweep,
  unitsOf,
} from './test-support.ts'

/** None is set by default. */
const LIMITS = {
  BRIDGE_MAX_USD: '100000',
  BRIDGE_DAILY_MAX_USD: '500000',
  BRIDGE_DAILY_COUNT: '50',
}

let bank: Bank
let database: Database
beforeAll(async () => {
  bank = await startBank({ env: LIMITS })
  database = openDb(bank)
})
afterAll(async () => {
  // Bridges that are still pending end within the longest deadline.
  bank.clock.advance(86_400)
  await sweep(bank)
  await expectCleared(bank, database)
  await database.close()
  await bank.stop()
})

const seconds = (count: number) => bank.clock.advance(count)
const USDC = (whole: string) =>
  BigInt(whole.replace('.', '').padEnd(whole.split('.')[0]!.length + 6, '0'))

describe('crosschain.chains', () => {
  it('is public and lists nine chains with the protocols that serve them', async () => {
    const { status, body } = await bank.call('GET /api/v1/crosschain/chains')
    expect(status).toBe(200)
    expect(body.data).toHaveLength(9)
    expect(body.data[1]).toEqual({
      network: 'polygon',
      chain_id: 137,
      is_evm: true,
      native_currency: 'MATIC',
      bridge_providers: ['wormhole', 'layerzero', 'axelar', 'circle_cctp'],
    })
    const bitcoin = body.data.find((one: { network: string }) => one.network === 'bitcoin')
    expect(bitcoin).toMatchObject({ chain_id: null, is_evm: false, bridge_providers: [] })
  })
})

describe('bridge.quote', () => {
  it('quotes the cheapest protocol, with the others in their rank', async () => {
    const { status, body } = await quote(bank, await bank.person())
    expect(status).toBe(200)
    const { quote_id, alternative_quotes, ...rest } = body.data
    expect(rest).toEqual({
      bridge_protocol: 'circle_cctp',
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      token: 'USDC',
      input_amount: '1000.000000',
      estimated_receive_amount: '999.200000',
      fee_amount: '0.800000',
      fee_currency: 'USDC',
      exchange_rate: '1.000000',
      estimated_duration_seconds: 780,
      quote_expires_at: new Date(bank.clock.now().getTime() + 300_000).toISOString(),
      recommended: true,
      simulated: true,
    })
    expect(quote_id).toMatch(/^quote_br_[\w-]+$/)
    expect(alternative_quotes).toEqual([
      {
        bridge_protocol: 'layerzero',
        estimated_receive_amount: '998.900000',
        fee_amount: '1.100000',
        estimated_duration_seconds: 120,
        recommended: true,
      },
      expect.objectContaining({ bridge_protocol: 'axelar', fee_amount: '1.750000' }),
      expect.objectContaining({ bridge_protocol: 'wormhole', fee_amount: '2.500000' }),
    ])
  })

  it('takes the preferred protocol if it serves the route, else the cheapest', async () => {
    const person = await bank.person()
    const named = await quote(bank, person, { preferred_bridge: 'wormhole' })
    expect(named.body.data.bridge_protocol).toBe('wormhole')
    const other = await quote(bank, person, { token: 'usdt', preferred_bridge: 'circle_cctp' })
    expect(other.body.data).toMatchObject({ bridge_protocol: 'layerzero', token: 'USDT' })
  })

  it('uses the test protocol only if it is requested', async () => {
    const person = await bank.person()
    const usual = await quote(bank, person, { token: 'USDT' })
    expect(JSON.stringify(usual.body.data)).not.toContain('demo')
    const { body } = await quote(bank, person, { preferred_bridge: 'demo' })
    expect(body.data).toMatchObject({ bridge_protocol: 'demo', fee_amount: '1.000000' })
  })

  it('marks a fee above two percent', async () => {
    const { body } = await quote(bank, await bank.person(), { amount: '39.99' })
    expect(body.data).toMatchObject({ bridge_protocol: 'circle_cctp', recommended: false })
  })

  it.each([
    [{ token: 'DOGE' }, 'No bridge carries DOGE from ethereum to polygon.'],
    [
      { token: 'DAI', destination_chain: 'solana' },
      'No bridge carries DAI from ethereum to solana.',
    ],
    [{ destination_chain: 'bitcoin' }, 'No bridge carries USDC from ethereum to bitcoin.'],
    [
      { destination_chain: 'ethereum' },
      'A bridge leads to another chain; choose two different chains.',
    ],
    [{ amount: '0.8' }, 'Nothing is left of this amount after the fee; use a larger amount.'],
  ])('refuses %o', async (change, message) => {
    const { status, body } = await quote(bank, await bank.person(), change)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({ code: 'ERR_CROSSCHAIN_001', message })
  })

  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '-5' }, 'amount'],
    [{ amount: '1.0000001' }, 'amount'],
    [{ source_chain: 'dogechain' }, 'source_chain'],
    [{ preferred_bridge: 'hop' }, 'preferred_bridge'],
    [{ token: 'x'.repeat(21) }, 'token'],
  ])('rejects %o', async (change, field) => {
    const { status, body } = await quote(bank, await bank.person(), change)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })
})

describe('bridge.fees', () => {
  const compare = async (query: Record<string, string>) => {
    const all = { from: 'ethereum', to: 'polygon', token: 'USDC', amount: '1000', ...query }
    const text = new URLSearchParams(all).toString()
    return bank.call(`GET /api/v2/crosschain/bridge/fees?${text}`, undefined, await bank.person())
  }

  it('compares all protocols', async () => {
    const { status, body } = await compare({})
    expect(status).toBe(200)
    const { quotes, ...rest } = body.data
    expect(quotes.map((one: { protocol: string }) => one.protocol)).toEqual([
      'layerzero',
      'axelar',
      'circle_cctp',
      'wormhole',
    ])
    expect(rest).toMatchObject({
      from: 'ethereum',
      to: 'polygon',
      token: 'USDC',
      amount: '1000',
      cheapest: {
        protocol: 'circle_cctp',
        fee: '0.800000',
        fee_currency: 'USDC',
        estimated_time_seconds: 780,
        output_amount: '999.200000',
      },
      fastest: { protocol: 'layerzero', estimated_time_seconds: 120 },
      summary: {
        available_providers: 4,
        route_supported: true,
        fee_range: { min: '0.800000', max: '2.500000' },
        time_range: { min_seconds: 120, max_seconds: 900 },
        best_value: 'layerzero',
        fastest_provider: 'layerzero',
      },
    })
  })

  it.each([{ to: 'bitcoin' }, { to: 'ethereum' }, { token: 'DOGE' }])(
    'returns no quotes for %o, without an error',
    async (query) => {
      const { status, body } = await compare(query)
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ quotes: [], cheapest: null, fastest: null })
      expect(body.data.summary).toEqual({
        available_providers: 0,
        route_supported: false,
        fee_range: null,
        time_range: null,
        best_value: null,
        fastest_provider: null,
      })
    },
  )

  it('rejects an invalid amount', async () => {
    expect((await compare({ amount: 'much' })).status).toBe(422)
    expect((await compare({ amount: '0', token: 'DOGE' })).status).toBe(422)
  })
})

describe('bridge.initiate', () => {
  it('debits the whole amount, and shows the recipient', async () => {
    const holder = await makeHolder(bank)
    const id = await quoteId(bank, holder)
    const { status, body } = await initiate(bank, holder, id, { deadline_minutes: 60 })
    expect(status).toBe(201)
    const now = bank.clock.now().getTime()
    expect(body.data).toEqual({
      bridge_tx_id: expect.stringMatching(/^btx_[0-9a-f]{32}$/),
      quote_id: id,
      status: 'pending',
      source_chain: 'ethereum',
      destination_chain: 'polygon',
      token: 'USDC',
      amount: '1000.000000',
      bridge_protocol: 'circle_cctp',
      sender_address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
      recipient_address: OUTSIDE,
      source_tx_hash: null,
      destination_tx_hash: null,
      fee_amount: '0.800000',
      fee_currency: 'USDC',
      confirmations: 0,
      created_at: new Date(now).toISOString(),
      estimated_completion_at: new Date(now + 780_000).toISOString(),
      completed_at: null,
      metadata: {
        simulated: true,
        expected_amount: '999.200000',
        minimum_amount: '994.204000',
        received_amount: null,
        source_account_uuid: holder.account,
        destination_account_uuid: null,
        deadline_at: new Date(now + 3_600_000).toISOString(),
        reason: null,
      },
    })
    expect(await unitsOf(bank, holder.account)).toBe(USDC('9000'))
  })

  it('uses a quote once under concurrent requests', async () => {
    const holder = await makeHolder(bank)
    const id = await quoteId(bank, holder)
    const answers = await Promise.all(Array.from({ length: 6 }, () => initiate(bank, holder, id)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, body } of answers.filter((one) => one.status !== 201)) {
      expect(status).toBe(422)
      expect(body.error).toMatchObject({
        code: 'ERR_CROSSCHAIN_003',
        details: { reason: 'QUOTE_USED' },
      })
    }
    expect(await unitsOf(bank, holder.account)).toBe(USDC('9000'))
  })

  it('accepts a quote for five minutes', async () => {
    const holder = await makeHolder(bank)
    const [early, late] = [await quoteId(bank, holder), await quoteId(bank, holder)]
    seconds(299)
    expect((await initiate(bank, holder, early)).status).toBe(201)
    seconds(1)
    const { status, body } = await initiate(bank, holder, late)
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_003',
      details: { reason: 'QUOTE_EXPIRED' },
    })
  })

  it('does not find quotes of others, of the sandbox, of another kind, or unknown ones', async () => {
    const [holder, other] = [await makeHolder(bank), await makeHolder(bank)]
    const id = await quoteId(bank, holder)
    const inSandbox = await bank.sandboxKey(holder)
    const wrong = [
      [other, id],
      [inSandbox, id],
      [holder, await quoteId(bank, inSandbox)],
      [holder, id.slice('quote_br_'.length)],
      [holder, `${id.slice(0, -2)}xx`],
      [holder, 'quote_br_0'],
    ] as const
    for (const [caller, given] of wrong) {
      const { status, body } = await initiate(bank, caller, given)
      expect(status, given).toBe(404)
      expect(body.error.code).toBe('NOT_FOUND')
    }
    expect(await unitsOf(bank, other.account)).toBe(USDC('10000'))
  })

  it.each([
    [{ recipient_address: '0x1234' }, 'recipient_address'],
    [{ recipient_address: `${OUTSIDE.slice(0, -1)}E` }, 'recipient_address'],
    [{ sender_address: '11111111111111111111111111111111' }, 'sender_address'],
    [{ slippage_tolerance: 0.051 }, 'slippage_tolerance'],
    [{ slippage_tolerance: -0.001 }, 'slippage_tolerance'],
    [{ deadline_minutes: 0 }, 'deadline_minutes'],
    [{ deadline_minutes: 1441 }, 'deadline_minutes'],
  ])('rejects %o', async (change, field) => {
    const holder = await makeHolder(bank)
    const { status, body } = await initiate(bank, holder, await quoteId(bank, holder), change)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(await unitsOf(bank, holder.account)).toBe(USDC('10000'))
  })

  it('refuses an overdraft and the money of others', async () => {
    const [holder, other] = [await makeHolder(bank, { USDC: '999.99' }), await makeHolder(bank)]
    const { status, body } = await initiate(bank, holder, await quoteId(bank, holder))
    expect(status).toBe(422)
    expect(body.error).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { current_balance: '999990000', requested_amount: '1000000000' },
    })
    const theirs = { account_uuid: other.account }
    expect((await initiate(bank, holder, await quoteId(bank, holder), theirs)).status).toBe(404)
    const frozen = await makeHolder(bank)
    await bank.call(`POST /api/accounts/${frozen.account}/freeze`, { reason: 'x' }, frozen)
    const named = { account_uuid: frozen.account }
    const refused = await initiate(bank, frozen, await quoteId(bank, frozen), named)
    expect(refused.body.error.code).toBe('ACCOUNT_FROZEN')
  })

  it('moves money once for one Idempotency-Key', async () => {
    const holder = await makeHolder(bank)
    const id = await quoteId(bank, holder)
    const call = () =>
      initiate(bank, { ...holder, key: 'bridge-with-a-key-0001' }, id).then(({ body }) => body.data)
    const [first, second] = [await call(), await call()]
    expect(second).toEqual(first)
    expect(await unitsOf(bank, holder.account)).toBe(USDC('9000'))
  })
})

describe('bridge.start', () => {
  it('quotes and starts in one step, to the caller’s own account on the chain', async () => {
    const holder = await makeHolder(bank)
    const { status, body } = await bridge(bank, holder)
    expect(status).toBe(201)
    const { data } = body
    expect(data).toMatchObject({ status: 'pending', bridge_protocol: 'circle_cctp' })
    expect(data.quote_id).toMatch(/^quote_br_/)
    const custody = data.metadata.destination_account_uuid
    expect(custody).toMatch(/^[0-9a-f-]{36}$/)
    const feesBefore = await unitsOf(bank, fees)
    seconds(780)
    expect(await read(bank, holder, data.bridge_tx_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, custody)).toBe(USDC('999.2'))
    expect(await unitsOf(bank, holder.account)).toBe(USDC('9000'))
    expect((await unitsOf(bank, fees)) - feesBefore).toBe(USDC('0.8'))
  })

  it('pays from the account on the chain', async () => {
    const holder = await makeHolder(bank)
    const there = (await bridge(bank, holder, { protocol: 'demo' })).body.data
    seconds(5)
    await read(bank, holder, there.bridge_tx_id)
    const back = (
      await bridge(bank, holder, {
        source_chain: 'polygon',
        destination_chain: 'ethereum',
        amount: '999',
        protocol: 'demo',
      })
    ).body.data
    const custody = there.metadata.destination_account_uuid
    expect(back.metadata.source_account_uuid).toBe(custody)
    expect(back.sender_address).toBe(there.recipient_address)
    seconds(5)
    expect(await read(bank, holder, back.bridge_tx_id)).toMatchObject({ status: 'completed' })
    expect(await unitsOf(bank, custody)).toBe(0n)
    expect(await unitsOf(bank, back.metadata.destination_account_uuid)).toBe(USDC('998.001'))
  })

  it('uses no protocol other than the requested one', async () => {
    const holder = await makeHolder(bank)
    const usdt = await bridge(bank, holder, { token: 'USDT', protocol: 'circle_cctp' })
    expect(usdt.status).toBe(422)
    expect(usdt.body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_001',
      message: 'circle_cctp does not carry USDT from ethereum to polygon.',
    })
    const small = await bridge(bank, holder, { amount: '1.50', protocol: 'wormhole' })
    expect(small.body.error.details.reason).toBe('AMOUNT_TOO_SMALL')
  })

  it('reaches Solana', async () => {
    const holder = await makeHolder(bank)
    const { body } = await bridge(bank, holder, { destination_chain: 'solana' })
    expect(body.data).toMatchObject({ bridge_protocol: 'wormhole' })
    expect(body.data.recipient_address).toMatch(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
    seconds(900)
    const done = await read(bank, holder, body.data.bridge_tx_id)
    expect(done.destination_tx_hash).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
  })
})

describe('the life of a bridge', () => {
  it('follows the clock, and reading advances it', async () => {
    const holder = await makeHolder(bank)
    const id = await bridgeId(bank, holder, { recipient_address: OUTSIDE })
    expect(await read(bank, holder, id)).toMatchObject({ status: 'pending', source_tx_hash: null })
    seconds(1)
    const bridging = await read(bank, holder, id)
    expect(bridging.status).toBe('bridging')
    expect(bridging.source_tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
    seconds(389)
    expect(await read(bank, holder, id)).toMatchObject({
      status: 'confirming',
      confirmations: 65,
      destination_tx_hash: null,
      completed_at: null,
    })
    expect(await sentOutside(bank, id)).toEqual({})
    seconds(390)
    const done = await read(bank, holder, id)
    expect(done).toMatchObject({
      status: 'completed',
      source_tx_hash: bridging.source_tx_hash,
      completed_at: bank.clock.now().toISOString(),
      metadata: { received_amount: '999.200000', destination_account_uuid: null },
    })
    expect(done.destination_tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await sentOutside(bank, id)).toEqual({ USDC: USDC('999.2') })
    expect(await eventsOf(bank, 'bridge_tx_id', id)).toEqual([
      'bridge.initiated',
      'bridge.completed',
    ])
  })

  it('is advanced by its job and by the sweep, each step once', async () => {
    const holder = await makeHolder(bank)
    const id = await bridgeId(bank, holder, { protocol: 'demo' })
    const uuid = id.slice(4).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    const statusOf = async () =>
      (
        await bank.sql<{ status: string }>('select status from cross_chain.bridges where id = $1', [
          uuid,
        ])
      )[0]!.status
    seconds(1)
    await bank.runJob('cross_chain.advance', { bridge: uuid })
    expect(await statusOf()).toBe('bridging')
    seconds(10)
    await Promise.all([
      sweep(bank),
      bank.runJob('cross_chain.advance', { bridge: uuid }),
      bank.runJob('cross_chain.advance', { bridge: uuid }),
      read(bank, holder, id),
    ])
    expect(await statusOf()).toBe('completed')
    const { metadata } = await read(bank, holder, id)
    expect(await unitsOf(bank, metadata.destination_account_uuid)).toBe(USDC('999'))
  })

  it.each([
    ['fails', { recipient_address: FAILS }, 390, 'The bridge rejected the transfer.'],
    [
      'stalls',
      { recipient_address: STALLS },
      1800,
      'The deadline passed before the tokens arrived.',
    ],
    [
      'is too slow',
      { deadline_minutes: 10 },
      600,
      'The deadline passed before the tokens arrived.',
    ],
    [
      'loses too much',
      { recipient_address: LOSES },
      780,
      'Less would have arrived than the slippage allows.',
    ],
  ])('refunds everything when it %s', async (_how, change, after, reason) => {
    const holder = await makeHolder(bank)
    const id = await bridgeId(bank, holder, change)
    seconds(after - 1)
    expect((await read(bank, holder, id)).status).toMatch(/bridging|confirming/)
    expect(await unitsOf(bank, holder.account)).toBe(USDC('9000'))
    seconds(1)
    const ended = await read(bank, holder, id)
    expect(ended).toMatchObject({ status: 'refunded', completed_at: null, metadata: { reason } })
    expect(ended.destination_tx_hash).toBeNull()
    expect(await unitsOf(bank, holder.account)).toBe(USDC('10000'))
    expect(await eventsOf(bank, 'bridge_tx_id', id)).toEqual([
      'bridge.initiated',
      'bridge.failed',
      'bridge.refunded',
    ])
  })

  it('compares the deadline with the time of arrival, not of the check', async () => {
    const holder = await makeHolder(bank)
    const inTime = await bridgeId(bank, holder, { deadline_minutes: 13 })
    const tooLate = await bridgeId(bank, holder, { deadline_minutes: 12 })
    seconds(7200)
    await sweep(bank)
    expect(await read(bank, holder, inTime)).toMatchObject({ status: 'completed' })
    expect(await read(bank, holder, tooLate)).toMatchObject({ status: 'refunded' })
  })

  it('completes with less if the slippage allows it', async () => {
    const holder = await makeHolder(bank)
    const change = { recipient_address: LOSES, slippage_tolerance: 0.01 }
    const id = await bridgeId(bank, holder, change)
    seconds(780)
    expect(await read(bank, holder, id)).toMatchObject({
      status: 'completed',
      metadata: { received_amount: '989.208000', minimum_amount: '989.208000' },
    })
  })

  it('refunds a frozen account, and another one if the account was closed', async () => {
    const holder = await makeHolder(bank)
    const frozen = await bridgeId(bank, holder, { recipient_address: FAILS })
    await bank.call(`POST /api/accounts/${holder.account}/freeze`, { reason: 'x' }, holder)
    seconds(400)
    expect(await read(bank, holder, frozen)).toMatchObject({ status: 'refunded' })
    expect(await unitsOf(bank, holder.account)).toBe(USDC('10000'))

    const closer = await bank.person()
    const account = await fund(bank, closer, closer.uuid, { USDC: '1000' })
    const id = await bridgeId(bank, closer, { recipient_address: FAILS })
    const closed = await bank.call(`DELETE /api/accounts/${account}`, undefined, closer)
    expect(closed.status).toBeLessThan(300)
    seconds(400)
    expect(await read(bank, closer, id)).toMatchObject({ status: 'refunded' })
    const rows = await bank.sql<{ units: string }>(
      `select b.units::text from ledger.balances b join ledger.accounts a on a.id = b.account_id
       where a.user_uuid = $1 and b.asset = 'USDC' and b.units > 0`,
      [closer.uuid],
    )
    expect(rows).toEqual([{ units: '1000000000' }])
  })

  it('opens a new account on the chain if the old one was closed meanwhile', async () => {
    const holder = await makeHolder(bank)
    const { data } = (await bridge(bank, holder, { protocol: 'demo' })).body
    const { destination_account_uuid: old } = data.metadata
    const closed = await bank.call(`DELETE /api/accounts/${old}`, undefined, holder)
    expect(closed.status).toBeLessThan(300)
    seconds(5)
    const done = await read(bank, holder, data.bridge_tx_id)
    expect(done.status).toBe('completed')
    expect(done.metadata.destination_account_uuid).not.toBe(old)
    expect(await unitsOf(bank, done.metadata.destination_account_uuid)).toBe(USDC('999'))
  })

  it('waits while the account on the chain is frozen', async () => {
    const holder = await makeHolder(bank)
    const { data } = (await bridge(bank, holder, { protocol: 'demo' })).body
    const account = data.metadata.destination_account_uuid
    await bank.call(`POST /api/accounts/${account}/freeze`, { reason: 'x' }, holder)
    seconds(5)
    const waiting = await read(bank, holder, data.bridge_tx_id)
    expect(waiting.status).toBe('confirming')
    expect(waiting.metadata.reason).toMatch(
      /^The tokens arrived but cannot be credited yet: .*frozen/,
    )
    await bank.call(`POST /api/accounts/${account}/unfreeze`, { reason: 'x' }, holder)
    seconds(61)
    expect(await read(bank, holder, data.bridge_tx_id)).toMatchObject({
      status: 'completed',
      metadata: { reason: null },
    })
  })
})

describe('bridge.status and bridge.list', () => {
  it('show a bridge to its owner only, in its environment', async () => {
    const [holder, other] = [await makeHolder(bank), await bank.person()]
    const id = await bridgeId(bank, holder)
    for (const caller of [other, await bank.sandboxKey(holder)]) {
      const { status, body } = await readStatus(bank, caller, id)
      expect(status).toBe(404)
      expect(body.error.code).toBe('NOT_FOUND')
    }
    expect((await readStatus(bank, holder, 'btx_0')).status).toBe(404)
    const list = await bank.call('GET /api/v1/crosschain/bridges', undefined, other)
    expect(list.body.data).toEqual([])
  })

  it('list the newest first, by status', async () => {
    const holder = await makeHolder(bank)
    const first = await bridgeId(bank, holder, { protocol: 'demo' })
    seconds(5)
    const second = await bridgeId(bank, holder)
    const ids = async (query: string) =>
      (await bank.call(`GET /api/v1/crosschain/bridges${query}`, undefined, holder)).body.data.map(
        (one: { bridge_tx_id: string }) => one.bridge_tx_id,
      )
    expect(await ids('')).toEqual([second, first])
    expect(await ids('?status=completed')).toEqual([first])
    expect(await ids('?status=failed')).toEqual([])
  })
})

describe('the address of another customer', () => {
  const addressOf = async (caller: Holder): Promise<string> =>
    (await bank.call('GET /api/v2/crosschain/portfolio', undefined, caller)).body.data
      .wallet_address
  const held = async (caller: Holder, chain: string) =>
    (
      await bank.call('GET /api/v2/crosschain/portfolio', undefined, caller)
    ).body.data.balances.find((one: { chain: string }) => one.chain === chain)?.balance

  it('receives the tokens, and the sender does not learn the account', async () => {
    const [holder, other] = [await makeHolder(bank), await makeHolder(bank)]
    await bridgeId(bank, other, { protocol: 'demo', destination_chain: 'arbitrum' })
    const id = await bridgeId(bank, holder, {
      protocol: 'demo',
      destination_chain: 'base',
      recipient_address: await addressOf(other),
    })
    seconds(5)
    const bridged = await read(bank, holder, id)
    expect(bridged).toMatchObject({
      status: 'completed',
      metadata: { received_amount: '999.000000', destination_account_uuid: null },
    })
    expect(await held(other, 'base')).toBe('999.000000')
    expect(await held(holder, 'base')).toBeUndefined()
  })

  it('is refused for a swap, whose output would pass through the sender’s account', async () => {
    const [holder, other] = [await makeHolder(bank), await makeHolder(bank)]
    await bridgeId(bank, other, { protocol: 'demo' })
    const { status, body } = await bank.call(
      'POST /api/v1/crosschain/swap/execute',
      {
        from_chain: 'ethereum',
        to_chain: 'polygon',
        from_token: 'USDC',
        to_token: 'WETH',
        amount: '1000',
        wallet_address: await addressOf(other),
      },
      holder,
    )
    expect([status, Object.keys(body.errors)]).toEqual([422, ['wallet_address']])
    expect(await unitsOf(bank, holder.account)).toBe(USDC('10000'))
  })
})

describe('the limits', () => {
  it('of one transfer: 100,000 USD', async () => {
    const holder = await makeHolder(bank, { USDC: '300000', WETH: '50' })
    const refused = await bridge(bank, holder, { amount: '100000.000001' })
    expect(refused.status).toBe(422)
    expect(refused.body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_002',
      details: { reason: 'TRANSFER_LIMIT' },
    })
    const ether = await bridge(bank, holder, { token: 'WETH', amount: '40.000000000000000001' })
    expect(ether.body.error.details.reason).toBe('TRANSFER_LIMIT')
    expect((await bridge(bank, holder, { token: 'WETH', amount: '40' })).status).toBe(201)
    expect((await bridge(bank, holder, { amount: '100000' })).status).toBe(201)
  })

  it('of a day: 500,000 USD, also under concurrency; refunds do not count, and each day starts at zero', async () => {
    const holder = await makeHolder(bank, { USDC: '1000000' })
    const most = { amount: '100000', protocol: 'demo' }
    const refunded = await bridgeId(bank, holder, { ...most, recipient_address: FAILS })
    seconds(5)
    expect(await read(bank, holder, refunded)).toMatchObject({ status: 'refunded' })
    const answers = await Promise.all(Array.from({ length: 8 }, () => bridge(bank, holder, most)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    const { body } = answers.find(({ status }) => status === 422)!
    expect(body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_002',
      details: { reason: 'DAILY_LIMIT' },
    })
    expect(await unitsOf(bank, holder.account)).toBe(USDC('500000'))
    const key = await bank.apiKey(holder)
    seconds(86_400)
    expect((await bridge(bank, key, most)).status).toBe(201)
  })

  it('of a day: 50 bridges', async () => {
    const holder = await makeHolder(bank)
    const small = { amount: '10', protocol: 'demo' }
    const answers = []
    for (let round = 0; round < 6; round++)
      answers.push(
        ...(await Promise.all(Array.from({ length: 9 }, () => bridge(bank, holder, small)))),
      )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
    expect(answers.at(-1)!.body.error).toMatchObject({
      code: 'ERR_CROSSCHAIN_002',
      details: { reason: 'DAILY_COUNT' },
    })
  })
})

describe('the sandbox', () => {
  it('has bridges and accounts of its own', async () => {
    const person = await makeHolder(bank)
    const caller = await bank.sandboxKey(person)
    expect((await bridge(bank, caller)).body.error.code).toBe('INSUFFICIENT_FUNDS')
    const account = await fund(bank, caller, person.uuid, { USDC: '2000' })
    const { data } = (await bridge(bank, caller, { protocol: 'demo' })).body
    expect(data.metadata.source_account_uuid).toBe(account)
    const stolen = { account_uuid: account }
    expect((await bridge(bank, person, stolen)).status).toBe(404)
    seconds(5)
    expect((await read(bank, caller, data.bridge_tx_id)).status).toBe('completed')
    expect(await unitsOf(bank, person.account)).toBe(USDC('10000'))
  })
})

describe('crosschain.portfolio', () => {
  const portfolio = async (caller: { token?: string | undefined }) =>
    (await bank.call('GET /api/v2/crosschain/portfolio', undefined, caller)).body.data

  it('is empty at first', async () => {
    const person = await bank.person()
    expect(await portfolio(person)).toMatchObject({
      wallet_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
      total_value_usd: '0.00',
      balances: [],
      bridge_history: { total: 0, pending: 0, completed: 0 },
      chains_active: [],
    })
  })

  it('shows the holdings of each chain, their value and the bridges', async () => {
    const holder = await makeHolder(bank, { USDC: '10000', WETH: '2' })
    await bridge(bank, holder, { protocol: 'demo' })
    await bridge(bank, holder, {
      token: 'WETH',
      amount: '1',
      destination_chain: 'arbitrum',
      protocol: 'demo',
    })
    seconds(5)
    await bridge(bank, holder)
    expect(await portfolio(holder)).toMatchObject({
      total_value_usd: '3496.50',
      balances: [
        { chain: 'polygon', token: 'USDC', balance: '999.000000', value_usd: '999.00' },
        {
          chain: 'arbitrum',
          token: 'WETH',
          balance: '0.999000000000000000',
          value_usd: '2497.50',
        },
      ],
      bridge_history: { total: 3, pending: 1, completed: 2 },
      chains_active: ['polygon', 'arbitrum'],
    })
    expect(await unitsOf(bank, clearing)).not.toBe(0n)
  })
})
