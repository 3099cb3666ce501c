// The same answers as another library gives.
import fc from 'fast-check'
import {
  encodeFunctionData,
  getAddress as viemAddress,
  isAddress as isViemAddress,
  parseAbi,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import {
  accountOf,
  addressToWord,
  bytesToHex,
  defineCall,
  getAddress,
  type Hex,
  isAddress,
  isHex,
  numberToHex,
  recoverSigner,
} from './evm.ts'

const KEY: Hex = `0x${'4c'.repeat(32)}`
const other = privateKeyToAccount(KEY)
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('addresses', () => {
  const anAddress = fc
    .uint8Array({ minLength: 20, maxLength: 20 })
    .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}` as const)

  it('have the checksum of EIP-55', () => {
    fc.assert(
      fc.property(anAddress, (address) => {
        const checked = viemAddress(address)
        expect(getAddress(address)).toBe(checked)
        expect(getAddress(checked)).toBe(checked)
      }),
    )
  })

  it('are valid in lower case or with their checksum', () => {
    const good = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    const texts = [
      good,
      good.toLowerCase(),
      `0x${good.slice(2).toUpperCase()}`,
      good.toUpperCase(),
      good.replace('A', 'a'),
      good.slice(2),
      good.slice(0, -1),
      `${good}0`,
      `0x${'1'.repeat(40)}`,
      '0x',
      '',
    ]
    for (const text of texts) expect(isAddress(text), text).toBe(isViemAddress(text))
    expect(() => getAddress(good.replace('A', 'a'))).toThrow('is not an address')
  })
})

describe('hexadecimal texts', () => {
  it('have a prefix and digits', () => {
    expect(['0x', '0x1', '0xAf'].every(isHex)).toBe(true)
    expect(['', '0xg', 'ab', 1].some(isHex)).toBe(false)
  })

  it('have the length that is asked for', () => {
    expect(numberToHex(500, 3)).toBe('0x0001f4')
    expect(() => numberToHex(2 ** 24, 3)).toThrow('3 bytes')
    expect(() => numberToHex(-1n, 3)).toThrow('3 bytes')
    expect(bytesToHex(addressToWord(`0x${'1'.repeat(40)}`))).toBe(
      `0x${'0'.repeat(24)}${'1'.repeat(40)}`,
    )
  })
})

describe('calls', () => {
  it('are encoded by the signature of their function', () => {
    const signature = 'function f(uint256 amount, address to, bytes data)'
    const args = [2n ** 256n - 1n, other.address, '0x123456'] as const
    const named = { amount: args[0], to: args[1], data: Buffer.from('123456', 'hex') }
    expect(defineCall(signature)(named)).toBe(
      encodeFunctionData({ abi: parseAbi([signature]), args }),
    )
    expect(() => defineCall(signature)({ ...named, amount: 2n ** 256n })).toThrow()
  })

  it('are refused for what is not a function', () => {
    expect(() => defineCall('event E(uint256 a)')).toThrow('not a function')
  })
})

describe('an account', () => {
  const account = accountOf(KEY)

  it('signs transactions, each always alike', async () => {
    expect(account.address).toBe(other.address)
    const transaction = {
      chainId: 8_453,
      to: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      data: '0xa9059cbb',
      value: 0n,
      gas: 60_000n,
      // More than the library allows for human input.
      maxFeePerGas: 10n ** 15n,
      maxPriorityFeePerGas: 1n,
    } as const
    const { raw, tx_hash } = await account.sign({ ...transaction, nonce: 7n })
    expect(raw).toBe(await other.signTransaction({ ...transaction, nonce: 7, type: 'eip1559' }))
    expect(tx_hash).toMatch(/^0x[0-9a-f]{64}$/)
  })
})

describe('signed messages', () => {
  const typed = {
    domain: { name: 'USD Coin', version: '2', chainId: 1n, verifyingContract: other.address },
    types: {
      Offer: [
        { name: 'amount', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'Offer',
    message: { amount: 5n, nonce: `0x${'ab'.repeat(32)}` },
  } as const

  it('reveal their signer, in all forms of the signature', async () => {
    const signature = await other.signTypedData(typed)
    expect(recoverSigner(typed, signature)).toBe(other.address)
    const [rs, v] = [signature.slice(0, -2), Number(`0x${signature.slice(-2)}`) - 27]
    expect(recoverSigner(typed, `${rs}0${v}`)).toBe(other.address)
    const s = ORDER - BigInt(`0x${rs.slice(66)}`)
    const twin = `${rs.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v === 0 ? '1c' : '1b'}`
    expect(recoverSigner(typed, twin)).toBe(other.address)
    const changed = { ...typed, message: { ...typed.message, amount: 6n } }
    expect(recoverSigner(changed, signature)).not.toBe(other.address)
  })

  it('are refused if the signature has no such form', () => {
    for (const wrong of [`0x${'00'.repeat(65)}`, `0x${'11'.repeat(64)}1d`, '0x1234', ''])
      expect(() => recoverSigner(typed, wrong)).toThrow()
  })
})
