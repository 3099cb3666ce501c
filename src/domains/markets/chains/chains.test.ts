// The reference data, addresses and the simulated chains; custody is tested through the domains that use it.
import { describe, expect, it } from 'vitest'
import { isAddress } from 'viem/utils'
import { readAddress, simulatedAddress } from './addresses.ts'
import { approveCall, swapCall, transferCall } from './calldata.ts'
import { makeProviders } from './provider.ts'
import {
  chainNames,
  chainTable,
  findToken,
  listTokens,
  priceUsd,
  tokenTable,
  unitsForUsd,
  valueUsd,
} from './reference-data.ts'
import { simulatedProvider } from './simulated-provider.ts'

const now = new Date('2026-03-01T12:00:00Z')
const seed = Buffer.from('somebody')

describe('tokens', () => {
  it('have contracts that are addresses on their chain', () => {
    for (const { contracts, symbol } of tokenTable)
      for (const chain of chainNames) {
        const contract = contracts[chain]
        if (typeof contract === 'string')
          expect(readAddress(chain, contract, symbol)).toBe(contract)
      }
  })

  it('are on the chains of the table; symbols are case-insensitive', () => {
    expect(listTokens('tron').map(({ symbol }) => symbol)).toEqual(['USDT', 'TRX'])
    expect(findToken('ethereum', 'steth')).toMatchObject({ symbol: 'stETH', asset: 'STETH' })
    expect(findToken('solana', 'USDC')).toBeUndefined()
    expect(findToken('polygon', 'MATIC')).toMatchObject({ contract: null, precision: 18 })
    expect(findToken('ethereum', 'constructor')).toBeUndefined()
  })

  it('have exact prices, and round in the given direction', () => {
    expect(priceUsd('MATIC')).toBe(7n * 10n ** 17n)
    const matic = findToken('polygon', 'MATIC')!
    expect(valueUsd(matic, 1n)).toBe(0n)
    expect(valueUsd(matic, 1n, 'up')).toBe(1n)
    const usdc = findToken('base', 'USDC')!
    expect(unitsForUsd(usdc, 15n * 10n ** 18n, 'up')).toBe(15_000_000n)
    expect(unitsForUsd(findToken('base', 'WETH')!, 10n ** 18n, 'up')).toBe(400_000_000_000_000n)
  })
})

describe('addresses', () => {
  it.each(chainNames)('are deterministic, in the format of %s, and valid as input', (chain) => {
    const address = simulatedAddress(chain, seed)
    expect(simulatedAddress(chain, seed)).toBe(address)
    expect(readAddress(chain, address, 'to')).toBe(address)
    expect(simulatedAddress(chain, Buffer.from('another'))).not.toBe(address)
    expect(isAddress(address)).toBe(chainTable[chain].is_evm)
  })

  it.each(chainNames)('of %s are refused if they are malformed', (chain) => {
    const address = simulatedAddress(chain, seed)
    for (const broken of ['', 'x', `${address}11`, address.slice(0, -4), '0'.repeat(100)])
      expect(() => readAddress(chain, broken, 'to')).toThrow(`not an address on ${chain}`)
  })

  it('are refused with a wrong checksum', () => {
    const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
    expect(() => readAddress('tron', usdt.replace('j6t', 'j6u'), 'to')).toThrow('not an address')
    const usdc = '0xa0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(() => readAddress('base', usdc, 'to')).toThrow('not an address')
    expect(readAddress('base', usdc.toLowerCase(), 'to')).toBe(
      '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    )
  })
})

describe('the simulated chains', () => {
  const simulated = simulatedProvider()

  it('give the same hash for the same id, in the form of the chain', async () => {
    const hashOf = async (chain: (typeof chainNames)[number], id = 'swap/1') =>
      (await simulated.sendTransaction({ id, chain, now })).tx_hash
    expect(await hashOf('base')).toMatch(/^0x[0-9a-f]{64}$/)
    expect(await hashOf('base')).toBe(await hashOf('base'))
    expect(await hashOf('base', 'swap/2')).not.toBe(await hashOf('base'))
    expect(await hashOf('solana')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    expect(await hashOf('bitcoin')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('confirm transactions by the clock', async () => {
    const at = async (seconds: number) =>
      (
        await simulated.confirmations(
          { chain: 'ethereum', tx_hash: '0x', sent_at: now },
          new Date(now.getTime() + seconds * 1000),
        )
      ).confirmations
    expect([await at(-5), await at(0), await at(11), await at(12), await at(120)]).toEqual([
      0, 0, 0, 1, 10,
    ])
  })

  it('carry no live money in production', () => {
    const real = {
      ...simulated,
      name: 'evm',
      simulated: false,
      serves: (chain: string) => chain === 'base',
    }
    const off = makeProviders({ simulated, real: undefined, production: true })
    expect(() => off.choose('live', 'base')).toThrow('does not reach base')
    expect(off.choose('sandbox', 'base')).toBe(simulated)
    const on = makeProviders({ simulated, real, production: false })
    expect(on.choose('live', 'base')).toBe(real)
    expect(on.choose('sandbox', 'base')).toBe(simulated)
    expect(() => on.choose('live', 'polygon')).toThrow('does not reach polygon')
    expect(on.find({ provider: 'evm', environment: 'sandbox' })).toBeUndefined()
    expect(on.find({ provider: 'evm', environment: 'live' })).toBe(real)
  })
})

describe('call data', () => {
  const token = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
  const to = '0x00000000000000000000000000000000DeaDBeef'
  const word = (hex: string) => hex.padStart(64, '0')

  it('follows ERC-20', () => {
    const args = word('deadbeef') + word('f4240')
    expect(transferCall(token, to, 1_000_000n)).toEqual({
      to: token,
      value: 0n,
      data: `0xa9059cbb${args}`,
    })
    expect(approveCall(token, to, 1_000_000n).data).toBe(`0x095ea7b3${args}`)
  })

  it('encodes a path of several pools for the router', () => {
    const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    const { data } = swapCall({
      router: to,
      tokens: [token, weth, to],
      fee_tiers: [500, 3000],
      recipient: to,
      deadline: now,
      units_in: 5n,
      units_out_min: 4n,
    })
    const path = [token.slice(2), '0001f4', weth.slice(2), '000bb8', to.slice(2)]
      .join('')
      .toLowerCase()
    expect(data.slice(0, 10)).toBe('0xc04b8d59')
    expect(data).toContain(path)
    expect(() =>
      swapCall({
        router: to,
        tokens: [token],
        fee_tiers: [1],
        recipient: to,
        deadline: now,
        units_in: 1n,
        units_out_min: 1n,
      }),
    ).toThrow('one pool between')
  })
})
