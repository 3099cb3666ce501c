// The parts of bridges that need no bank: protocols and fees, ranking, the simulation, Circle's messages.
import fc from 'fast-check'
import { makeFeeSchedule } from '../../core/transfers/index.ts'
import { base58btc } from 'multiformats/bases/base58'
import { concatHex, decodeFunctionData, isAddress, numberToHex, padHex, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import { chainNames, chainTable, type ChainProvider, priceUsd } from '../chains/index.ts'
import {
  burnCall,
  MESSAGE_TRANSMITTER,
  mintCall,
  readMessage,
  TOKEN_MESSENGER,
} from './providers/cctp.ts'
import { cctpBridge, checkMessage, readAttestation } from './providers/cctp-bridge.ts'
import { readBridgeId, readSwapId, toBridgeId, toSwapId } from './ids.ts'
import {
  isServed,
  protocolNames,
  protocols,
  type ProtocolName,
  type Route,
} from './providers/protocols.ts'
import { makeProviders, type Transfer } from './providers/provider.ts'
import { cheapestOf, fastestOf, rank } from './bridges/ranking.ts'
import { simulatedBridge } from './providers/simulated-bridge.ts'
import { centsOf, feeOf, minimumReceived, makeOffer, type Offer } from './bridges/terms.ts'

const USDC = { asset: 'USDC', precision: 6 }
const WETH = { asset: 'WETH', precision: 18 }
const whole = (units: number) => BigInt(units) * 1_000_000n

describe('the protocols', () => {
  it('serve the chains of the table', () => {
    const serving = chainNames.map((chain) => [
      chain,
      protocolNames.filter((name) => name !== 'demo' && protocols[name].chains.includes(chain)),
    ])
    for (const [chain, names] of serving) expect(names).toEqual(chainTable[chain as 'base'].bridges)
    expect(protocols.demo.chains).not.toContain('bitcoin')
    expect(protocols.demo.chains).not.toContain('tron')
  })

  it.each<[ProtocolName, Route, bigint]>([
    ['wormhole', { from: 'ethereum', to: 'polygon' }, 2_500_000n],
    ['wormhole', { from: 'ethereum', to: 'base' }, 1_000_000n],
    ['wormhole', { from: 'optimism', to: 'bsc' }, 1_000_000n],
    ['wormhole', { from: 'solana', to: 'ethereum' }, 2_500_000n],
    ['layerzero', { from: 'arbitrum', to: 'polygon' }, 250_000n],
    ['layerzero', { from: 'ethereum', to: 'polygon' }, 1_100_000n],
    ['layerzero', { from: 'base', to: 'bsc' }, 1_100_000n],
    ['axelar', { from: 'ethereum', to: 'polygon' }, 1_750_000n],
    ['axelar', { from: 'polygon', to: 'bsc' }, 550_000n],
    ['circle_cctp', { from: 'ethereum', to: 'polygon' }, 800_000n],
    ['circle_cctp', { from: 'arbitrum', to: 'base' }, 50_000n],
    ['circle_cctp', { from: 'base', to: 'ethereum' }, 20_000n],
    ['circle_cctp', { from: 'polygon', to: 'ethereum' }, 10_000n],
    ['demo', { from: 'bsc', to: 'solana' }, 1_000_000n],
  ])('%s %o charges for 1000 USDC', (name, way, fee) => {
    expect(feeOf(protocols[name], way, whole(1000), USDC)).toBe(fee)
  })

  it('convert the fee to the token at its price', () => {
    const way: Route = { from: 'ethereum', to: 'polygon' }
    // 1.10 USD at 2500 USD each.
    expect(feeOf(protocols.layerzero, way, 10n ** 18n, WETH)).toBe(440_000_000_000_000n)
    // 1.75 USD at 45000 USD each is 3888.88… of the smallest unit.
    const WBTC = { asset: 'WBTC', precision: 8 }
    expect(feeOf(protocols.axelar, way, 10n ** 8n, WBTC)).toBe(3889n)
  })

  it('serve no route to the same chain, to a chain or of a token they do not know', () => {
    expect(isServed(protocols.wormhole, { from: 'base', to: 'base' }, 'USDC')).toBe(false)
    expect(isServed(protocols.layerzero, { from: 'base', to: 'solana' }, 'USDC')).toBe(false)
    expect(isServed(protocols.circle_cctp, { from: 'base', to: 'polygon' }, 'USDT')).toBe(false)
    expect(isServed(protocols.axelar, { from: 'base', to: 'polygon' }, 'DAI')).toBe(true)
  })
})

const anyRoute = fc
  .tuple(fc.constantFrom(...chainNames), fc.constantFrom(...chainNames))
  .map(([from, to]): Route => ({ from, to }))
const anyProtocol = fc.constantFrom(...protocolNames).map((name) => protocols[name])
const anyToken = fc.constantFrom(USDC, WETH, { asset: 'WBTC', precision: 8 })
const anyUnits = fc.bigInt({ min: 1n, max: 10n ** 24n })

describe('the terms', () => {
  it('never cost the bank: the fee is at least its exact value, and less than a unit above it', () => {
    fc.assert(
      fc.property(anyProtocol, anyRoute, anyToken, anyUnits, (protocol, way, token, units) => {
        const fee = feeOf(protocol, way, units, token)
        // Both sides times 10000 × price: no division, no rounding.
        const price = priceUsd(token.asset)
        const fixed = protocol.fixedCents(way) * 10n ** 16n * 10n ** BigInt(token.precision)
        const exact = fixed * 10_000n + units * protocol.basisPoints * price
        expect(fee * 10_000n * price).toBeGreaterThanOrEqual(exact)
        expect((fee - 1n) * 10_000n * price).toBeLessThan(exact)
      }),
    )
  })

  it('split the amount into the fee and what arrives, or offer nothing', () => {
    fc.assert(
      fc.property(anyProtocol, anyRoute, anyToken, anyUnits, (protocol, way, token, units) => {
        const offer = makeOffer(protocol, way, units, token)
        if (!offer) {
          expect(feeOf(protocol, way, units, token)).toBeGreaterThanOrEqual(units)
          return
        }
        expect(offer.fee_units + offer.receive_units).toBe(units)
        expect(offer.receive_units).toBeGreaterThan(0n)
        expect(offer.recommended).toBe(offer.fee_units * 50n <= units)
      }),
    )
  })

  it('mark fees above two percent', () => {
    const way: Route = { from: 'ethereum', to: 'polygon' }
    expect(makeOffer(protocols.layerzero, way, whole(55), USDC)?.recommended).toBe(true)
    expect(makeOffer(protocols.layerzero, way, whole(55) - 1n, USDC)?.recommended).toBe(false)
  })

  it('costs no less than a transfer inside the bank', () => {
    const way = { from: 'ethereum', to: 'polygon' } as const
    const feeWithin = makeFeeSchedule(100)
    const dear = makeOffer(protocols.layerzero, way, whole(10_000), USDC, feeWithin)
    expect(dear?.fee_units).toBe(whole(100))
    expect(dear?.receive_units).toBe(whole(9_900))
    const small = makeOffer(protocols.layerzero, way, whole(10), USDC, feeWithin)
    expect(small).toEqual(makeOffer(protocols.layerzero, way, whole(10), USDC))
  })

  it('never lose more than the tolerance', () => {
    fc.assert(
      fc.property(anyUnits, fc.bigInt({ min: 0n, max: 500n }), (units, parts) => {
        const least = minimumReceived(units, { parts, of: 10_000n })
        expect(least * 10_000n).toBeGreaterThanOrEqual(units * (10_000n - parts))
        expect(least).toBeLessThanOrEqual(units)
        expect(least).toBeGreaterThan(0n)
      }),
    )
  })

  it('compute a value in cents', () => {
    expect(centsOf(1n, USDC, 'up')).toBe(1n)
    expect(centsOf(1n, USDC, 'down')).toBe(0n)
    expect(centsOf(10n ** 18n, WETH, 'up')).toBe(250_000n)
  })
})

describe('the ranking', () => {
  const offer = (protocol: ProtocolName, fee_units: bigint, seconds: number): Offer => ({
    protocol,
    units: 1000n,
    fee_units,
    receive_units: 1000n - fee_units,
    seconds,
    recommended: true,
  })
  const cctp = offer('circle_cctp', 80n, 780)
  const layerzero = offer('layerzero', 110n, 120)
  const axelar = offer('axelar', 175n, 180)
  const wormhole = offer('wormhole', 250n, 900)

  it('weighs the fee with 60 % and the time with 40 %', () => {
    // 0.6 × (1 − 110/250) + 0.4 × (1 − 120/900) = 0.683; cctp 0.461; axelar 0.500; wormhole 0.
    const ranked = rank([wormhole, axelar, cctp, layerzero]).map(({ protocol }) => protocol)
    expect(ranked).toEqual(['layerzero', 'axelar', 'circle_cctp', 'wormhole'])
  })

  it('knows the cheapest and the fastest, and breaks ties', () => {
    const all = [wormhole, axelar, cctp, layerzero]
    expect(cheapestOf(all)).toBe(cctp)
    expect(fastestOf(all)).toBe(layerzero)
    const slower = offer('axelar', 80n, 900)
    expect(cheapestOf([slower, cctp])).toBe(cctp)
    expect(fastestOf([offer('demo', 99n, 120), layerzero])?.protocol).toBe('demo')
    expect(rank([])).toEqual([])
    expect(cheapestOf([])).toBeUndefined()
  })

  it('orders as the scores in exact fractions do', () => {
    const anyOffer = fc
      .tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 1000 }))
      .map(([fee, seconds]) => offer('demo', BigInt(fee), seconds))
    fc.assert(
      fc.property(fc.array(anyOffer, { minLength: 1, maxLength: 6 }), (offers) => {
        const ranked = rank(offers)
        const fee = Math.max(1, ...offers.map(({ fee_units }) => Number(fee_units)))
        const time = Math.max(1, ...offers.map(({ seconds }) => seconds))
        const scores = ranked.map(
          (one) => 0.6 * (1 - Number(one.fee_units) / fee) + 0.4 * (1 - one.seconds / time),
        )
        for (let n = 1; n < scores.length; n++)
          expect(scores[n]! - scores[n - 1]!).toBeLessThan(1e-9)
      }),
    )
  })
})

const transfer: Transfer = {
  id: '0199d3a2-7c00-7000-8000-000000000001',
  protocol: 'circle_cctp',
  source_chain: 'ethereum',
  destination_chain: 'base',
  token: 'USDC',
  receive_units: 1_000_001n,
  least_units: 995_001n,
  recipient_address: '0x742d35Cc6634C0532925a3b844Bc454e4438f44e',
  source_tx_hash: null,
  destination_tx_hash: null,
  created_at: '2026-03-01T12:00:00.000Z',
}
const at = (seconds: number) => new Date(Date.parse(transfer.created_at) + seconds * 1000)

describe('the simulated bridge', () => {
  const observe = (change: Partial<Transfer>, seconds: number) =>
    simulatedBridge('circle_cctp').observe({ ...transfer, ...change }, at(seconds))

  it('depends on the clock only', async () => {
    expect(await observe({}, 0)).toMatchObject({ state: 'pending', source_tx_hash: null })
    const bridging = await observe({}, 195)
    expect(bridging).toMatchObject({ state: 'bridging', confirmations: 32 })
    expect(bridging.source_tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await observe({}, 390)).toMatchObject({ state: 'confirming', confirmations: 65 })
    const done = await observe({}, 780)
    expect(done).toMatchObject({ state: 'completed', delivered_units: 1_000_001n, since: at(780) })
    expect(done.destination_tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(done.destination_tx_hash).not.toBe(done.source_tx_hash)
    expect(await observe({}, 780)).toEqual(done)
  })

  it('fails, stalls or loses for the documented recipients', async () => {
    const to = (end: string) => ({ recipient_address: `0x${end.padStart(40, '0')}` })
    expect(await observe(to('dead'), 389)).toMatchObject({ state: 'bridging' })
    expect(await observe(to('dead'), 390)).toMatchObject({ state: 'failed' })
    expect(await observe(to('cafe'), 9999)).toMatchObject({ state: 'bridging', confirmations: 64 })
    expect(await observe(to('beef'), 780)).toMatchObject({
      state: 'failed',
      reason: 'Less would have arrived than the slippage allows.',
    })
    expect(await observe({ ...to('beef'), least_units: 990_000n }, 780)).toMatchObject({
      state: 'completed',
      delivered_units: 990_000n,
    })
    // Other addresses with these endings are ordinary ones.
    const other = { recipient_address: '0x742d35Cc6634C0532925a3b844Bc454e4438dead' }
    expect(await observe(other, 780)).toMatchObject({ state: 'completed' })
  })

  it('knows the same recipients on Solana, where hashes are signatures in base58', async () => {
    const bytes = Buffer.alloc(32)
    bytes.writeUInt16BE(0xdead, 30)
    const solana = {
      protocol: 'wormhole',
      destination_chain: 'solana',
      recipient_address: base58btc.baseEncode(bytes),
    } as const
    expect(await observe(solana, 450)).toMatchObject({ state: 'failed' })
    const recipient_address = base58btc.baseEncode(Buffer.alloc(32, 7))
    const done = await observe({ ...solana, recipient_address }, 900)
    expect(base58btc.baseDecode(done.destination_tx_hash!)).toHaveLength(64)
  })
})

describe('the choice of providers', () => {
  const real = cctpBridge({
    chains: { choose: () => ({}) as ChainProvider, find: () => undefined },
    attestationUrl: 'https://iris.example',
    outbound: { get: () => Promise.reject(new Error('offline')) },
  })
  const make = (production: boolean, reals = [real]) =>
    makeProviders({ simulated: simulatedBridge, real: reals, production })

  it('never simulates live money in production, and never sends sandbox money to a real one', () => {
    const providers = make(true)
    expect(providers.serves('wormhole', 'live')).toBe(false)
    expect(providers.serves('demo', 'live')).toBe(false)
    expect(() => providers.choose('wormhole', 'live')).toThrow('not available')
    expect(providers.choose('circle_cctp', 'live').simulated).toBe(false)
    expect(providers.choose('circle_cctp', 'sandbox').simulated).toBe(true)
    expect(providers.choose('demo', 'sandbox').simulated).toBe(true)
    expect(make(false, []).choose('circle_cctp', 'live').simulated).toBe(true)
  })

  it('finds the provider of an existing bridge only where it may be used', () => {
    const of = (simulated: boolean, environment: 'live' | 'sandbox') =>
      ({ protocol: 'circle_cctp', simulated, environment }) as const
    expect(make(true).find(of(true, 'live'))).toBeUndefined()
    expect(make(true).find(of(false, 'sandbox'))).toBeUndefined()
    expect(make(true).find(of(false, 'live'))).toBe(real)
    expect(make(true, []).find(of(false, 'live'))).toBeUndefined()
    expect(make(true).find(of(true, 'sandbox'))?.simulated).toBe(true)
  })
})

describe('the calls of Circle’s protocol', () => {
  const abi = parseAbi([
    'function depositForBurn(uint256 amount, uint32 destinationDomain, bytes32 mintRecipient, address burnToken, bytes32 destinationCaller, uint256 maxFee, uint32 minFinalityThreshold)',
    'function receiveMessage(bytes message, bytes attestation) returns (bool success)',
  ])
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

  it('burn for a recipient on another chain', () => {
    const call = burnCall({
      token,
      units: 999_200_000n,
      to: 'base',
      recipient: transfer.recipient_address,
    })
    expect(isAddress(TOKEN_MESSENGER) && isAddress(MESSAGE_TRANSMITTER)).toBe(true)
    expect(call).toMatchObject({ to: TOKEN_MESSENGER, value: 0n })
    // The selector, from the keccak hash of the signature.
    expect(call.data.slice(0, 10)).toBe('0x8e0250ee')
    expect(decodeFunctionData({ abi, data: call.data })).toEqual({
      functionName: 'depositForBurn',
      args: [
        999_200_000n,
        6,
        padHex(transfer.recipient_address as '0x', { size: 32 }).toLowerCase(),
        token,
        padHex('0x', { size: 32 }),
        0n,
        2000,
      ],
    })
    expect(() => burnCall({ token, units: 1n, to: 'bsc', recipient: token })).toThrow('bsc')
  })

  it('mint with a message and its attestation', () => {
    const call = mintCall('0x1234', '0xabcdef')
    expect(call.to).toBe(MESSAGE_TRANSMITTER)
    expect(decodeFunctionData({ abi, data: call.data })).toEqual({
      functionName: 'receiveMessage',
      args: ['0x1234', '0xabcdef'],
    })
  })

  const word = (value: bigint | number, size: number) => numberToHex(value, { size })
  const makeMessage = (change: { units?: bigint; fee?: bigint; to?: number } = {}) =>
    concatHex([
      word(1, 4),
      word(0, 4),
      word(change.to ?? 6, 4),
      word(77, 32),
      padHex(TOKEN_MESSENGER, { size: 32 }),
      padHex(TOKEN_MESSENGER, { size: 32 }),
      word(0, 32),
      word(2000, 4),
      word(2000, 4),
      word(1, 4),
      padHex(token, { size: 32 }),
      padHex(transfer.recipient_address as '0x', { size: 32 }),
      word(change.units ?? transfer.receive_units, 32),
      padHex(token, { size: 32 }),
      word(0, 32),
      word(change.fee ?? 0n, 32),
      word(0, 32),
    ])

  it('read the message of a burn', () => {
    expect(readMessage(makeMessage())).toEqual({
      source_domain: 0,
      destination_domain: 6,
      token,
      recipient: transfer.recipient_address,
      units: 1_000_001n,
      fee_units: 0n,
    })
    expect(readMessage('0x1234')).toBeUndefined()
  })

  it('mint only what was burnt for this bridge', () => {
    expect(checkMessage(makeMessage(), transfer)).toBe(1_000_001n)
    expect(checkMessage(makeMessage({ fee: 5_000n }), transfer)).toBe(995_001n)
    for (const wrong of [{ fee: 5_001n }, { units: 1_000_000n }, { to: 3 }])
      expect(() => checkMessage(makeMessage(wrong), transfer)).toThrow(
        'does not belong to the bridge',
      )
    const other = { ...transfer, recipient_address: token }
    expect(() => checkMessage(makeMessage(), other)).toThrow('does not belong to the bridge')
  })

  it('wait for an attestation', () => {
    const answer = (messages: unknown) => JSON.stringify({ messages })
    const pending = { status: 'pending_confirmations', message: '0x', attestation: 'PENDING' }
    const complete = { status: 'complete', message: '0x12', attestation: '0xab' }
    expect(readAttestation(answer([pending]))).toBeUndefined()
    expect(readAttestation(answer('none'))).toBeUndefined()
    expect(readAttestation('[]')).toBeUndefined()
    expect(readAttestation(answer([{ ...complete, attestation: 'PENDING' }]))).toBeUndefined()
    expect(readAttestation(answer([pending, complete]))).toEqual({
      message: '0x12',
      attestation: '0xab',
    })
  })

  it('carry a bridge from the burn to the mint, sending each transaction under its own id', async () => {
    const sent: string[] = []
    const progress = { confirmations: 0, failed: false }
    const chain = {
      sendTransaction: ({ id }: { id: string }) => {
        sent.push(id)
        return Promise.resolve({ tx_hash: `hash of ${id}`, simulated: false })
      },
      confirmations: () => Promise.resolve({ ...progress }),
    } as unknown as ChainProvider
    let answer = { status: 404, headers: {}, body: '' }
    const asked: string[] = []
    const bridge = cctpBridge({
      chains: { choose: () => chain, find: () => chain },
      attestationUrl: 'https://iris.example',
      outbound: {
        get: ({ url }) => {
          asked.push(url)
          return Promise.resolve(answer)
        },
      },
    })
    const id = `bridge/${transfer.id}`
    const source_tx_hash = `hash of ${id}/source`
    const first = await bridge.observe(transfer, at(1))
    expect(first).toMatchObject({ state: 'bridging', source_tx_hash, recallable: false })
    expect(sent).toEqual([`${id}/approve`, `${id}/source`])
    const known = { ...transfer, source_tx_hash }
    progress.confirmations = 65
    expect(await bridge.observe(known, at(800))).toMatchObject({ state: 'confirming' })
    const { origin, pathname, searchParams } = new URL(asked[0]!)
    expect(`${origin}${pathname}`).toBe('https://iris.example/v2/messages/0')
    expect(searchParams.get('transactionHash')).toBe(source_tx_hash)
    const body = JSON.stringify({
      messages: [{ status: 'complete', message: makeMessage(), attestation: '0xab' }],
    })
    answer = { status: 200, headers: {}, body }
    expect(await bridge.observe(known, at(900))).toMatchObject({
      state: 'completed',
      destination_tx_hash: `hash of ${id}/destination`,
      delivered_units: 1_000_001n,
    })
    answer = { status: 500, headers: {}, body: '' }
    await expect(bridge.observe(known, at(900))).rejects.toThrow('status 500')
    progress.failed = true
    expect(await bridge.observe(known, at(900))).toMatchObject({ state: 'failed' })
    expect(sent).toEqual([`${id}/approve`, `${id}/source`, `${id}/destination`])
  })
})

describe('the ids', () => {
  it('are read as they are written, and nothing else is', () => {
    fc.assert(
      fc.property(fc.uuid(), (uuid) => {
        expect(readBridgeId(toBridgeId(uuid))).toBe(uuid)
        expect(readSwapId(toSwapId(uuid))).toBe(uuid)
        expect(readBridgeId(toSwapId(uuid))).toBeUndefined()
        expect(readBridgeId(uuid)).toBeUndefined()
      }),
    )
  })
})
