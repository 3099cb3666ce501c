// What a payment by x402 must say, and in which order it is refused; known vectors of others.
import { domainSeparator, keccak256, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { getNetwork, networks, USDC_VERSION } from './networks.ts'
import {
  type Authorization,
  findFault,
  makeRequirement,
  proofKeyOf,
  readPayload,
  readX402Headers,
  type X402Proof,
} from './protocol.ts'
import { toBase64, x402Shown } from './response.ts'
import { signPayment } from '../test-support.ts'

const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000
const payTo = '0x209693Bc6afc0C5328bA36FaF03C514EF312287C'
const requirement = makeRequirement('eip155:8453', 10_000n, payTo)
const ada = privateKeyToAccount(generatePrivateKey())

const read = (payload: unknown): X402Proof => {
  const proof = readPayload(payload)
  if ('reason' in proof) throw new Error(proof.reason)
  return proof
}

const payment = (change: Partial<Authorization> = {}, demanded = requirement) =>
  signPayment(ada, demanded, now, change)

describe('known vectors', () => {
  it('recovers the signer of the example in the x402 specification', async () => {
    const demanded = makeRequirement('eip155:84532', 10_000n, payTo)
    const example = {
      x402Version: 1,
      scheme: 'exact',
      network: 'base-sepolia',
      payload: {
        signature:
          '0x2d6a7588d6acca505cbf0d9a4a227e0c52c6c34008c8e8986a1283259764173608a2ce6496642e377d6da8dbbf5836e9bd15092f9ecab05ded3d6293af148b571c',
        authorization: {
          from: '0x857b06519E91e3A54538791bDbb0E22373e36b66',
          to: payTo,
          value: '10000',
          validAfter: '1740672089',
          validBefore: '1740672154',
          nonce: '0xf3746613c2d920b5fdabc0856f2aeb2d4f88ee6037b8cc5d04a71a4462f13480',
        },
      },
    }
    const then = new Date(1_740_672_100_000)
    expect(findFault(read(example), demanded, then)).toBeUndefined()
    const other = structuredClone(example)
    other.payload.authorization.value = '10001'
    expect(findFault(read(other), demanded, then)).toBe('invalid_exact_evm_payload_signature')
  })

  it('has the domains that the contracts have', () => {
    const separator = (id: string) => {
      const { usdc_name, chain_id, usdc_address } = getNetwork(id)
      return domainSeparator({
        domain: {
          name: usdc_name,
          version: USDC_VERSION,
          chainId: chain_id!,
          verifyingContract: usdc_address as `0x${string}`,
        },
      })
    }
    expect(separator('eip155:1')).toBe(
      '0x06c37168a7db5138defc7866392bb87a741f9b3d104deb5094588ce041cae335',
    )
    expect(separator('eip155:8453')).toBe(
      '0x02fa7265e7c5d81118673727957699e4d68f74cd74b7db77da710fe8a2c7834f',
    )
    const type =
      'TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'
    expect(keccak256(toHex(type))).toBe(
      '0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267',
    )
  })
})

describe('a payment counts', () => {
  it('for its price or more, while it is valid', async () => {
    expect(findFault(read(await payment()), requirement, now)).toBeUndefined()
    expect(findFault(read(await payment({ value: '10001' })), requirement, now)).toBe(undefined)
    const edge = await payment({
      validAfter: String(seconds),
      validBefore: String(seconds + 6),
    })
    expect(findFault(read(edge), requirement, now)).toBeUndefined()
  })

  const faults: [reason: string, change: Partial<Authorization>][] = [
    ['invalid_exact_evm_payload_recipient_mismatch', { to: `0x${'1'.repeat(40)}` }],
    ['invalid_exact_evm_payload_authorization_value', { value: '9999' }],
    ['invalid_exact_evm_payload_authorization_valid_after', { validAfter: String(seconds + 1) }],
    ['invalid_exact_evm_payload_authorization_valid_before', { validBefore: String(seconds + 5) }],
    ['invalid_exact_evm_payload_authorization_valid_before', { validBefore: '0' }],
  ]
  it.each(faults)('not with %s %o', async (reason, change) => {
    expect(findFault(read(await payment(change)), requirement, now)).toBe(reason)
  })

  it('not when it is signed by another key, for another chain, or not at all', async () => {
    const good = await payment()
    const eve = privateKeyToAccount(generatePrivateKey())
    const theirs = await signPayment(eve, requirement, now, { from: ada.address })
    const elsewhere = await payment({}, makeRequirement('eip155:84532', 10_000n, payTo))
    const { signature } = good.payload
    const flipped = `${signature.slice(0, -3)}${signature.at(-3) === '0' ? '1' : '0'}${signature.slice(-2)}`
    for (const bad of [
      theirs,
      { ...elsewhere, accepted: requirement },
      ...[flipped, '0x', `0x${'0'.repeat(130)}`, `0x${'f'.repeat(130)}`, `${signature}00`].map(
        (text) => ({ ...good, payload: { ...good.payload, signature: text } }),
      ),
    ])
      expect(findFault(read(bad), requirement, now)).toBe('invalid_exact_evm_payload_signature')
  })

  it('not by another scheme or network', async () => {
    const good = await payment()
    const change = (accepted: object) => ({ ...good, accepted: { ...requirement, ...accepted } })
    expect(findFault(read(change({ scheme: 'upto' })), requirement, now)).toBe('invalid_scheme')
    expect(findFault(read(change({ network: 'eip155:1' })), requirement, now)).toBe(
      'invalid_network',
    )
    expect(findFault(read(change({ network: 'base' })), requirement, now)).toBe(undefined)
  })

  it('on chains that sign transactions only as a transaction', async () => {
    const solana = makeRequirement('solana:mainnet', 10_000n, payTo)
    const transaction = { x402Version: 2, accepted: solana, payload: { transaction: 'AAAA' } }
    expect(findFault(read(transaction), solana, now)).toBeUndefined()
    expect(findFault(read(transaction), requirement, now)).toBe('invalid_network')
    const mixed = { ...(await payment()), accepted: solana }
    expect(findFault(read(mixed), solana, now)).toBe('invalid_payload')
  })

  it('once, however it is spelt', async () => {
    const good = await payment()
    const { signature, authorization } = good.payload
    const shouted = {
      x402Version: 1,
      scheme: 'exact',
      network: 'base',
      payload: {
        signature,
        authorization: {
          ...authorization,
          from: authorization.from.toLowerCase(),
          nonce: `0x${authorization.nonce.slice(2).toUpperCase()}`,
        },
      },
    }
    expect(proofKeyOf(read(shouted), 'eip155:8453')).toBe(proofKeyOf(read(good), 'eip155:8453'))
  })
})

describe('headers', () => {
  it('are read in every form', async () => {
    const good = await payment()
    const { signature, authorization } = good.payload
    const forms = [
      { payment_signature: toBase64(good) },
      {
        x_payment: toBase64({
          x402Version: 1,
          scheme: 'exact',
          network: 'base',
          payload: good.payload,
        }),
      },
      { x_payment_signature: signature, x_payment_payload: toBase64(authorization) },
      { x_payment_signature: signature, x_payment_payload: toBase64(good) },
    ]
    for (const form of forms) {
      const proof = readX402Headers(form)
      if (!proof || 'reason' in proof) throw new Error('not read')
      expect(findFault(proof, requirement, now)).toBeUndefined()
    }
    expect(readX402Headers({})).toBeUndefined()
  })

  it('are refused when they cannot be understood', async () => {
    const good = await payment()
    const { signature, authorization } = good.payload
    const invalid = [
      { payment_signature: 'nonsense' },
      { payment_signature: toBase64([]) },
      { payment_signature: toBase64({ x402Version: 2 }) },
      { payment_signature: toBase64({ x402Version: 2, payload: {} }) },
      { payment_signature: toBase64({ x402Version: 2, payload: { signature } }) },
      { payment_signature: `${toBase64(good)}${' '.repeat(8192)}` },
      { x_payment_signature: signature },
      { x_payment_payload: toBase64(authorization) },
      ...[
        { value: '-1' },
        { value: '1e3' },
        { value: 10_000 },
        { value: '9'.repeat(78) },
        { from: 'ada' },
        { nonce: '0x1' },
        { validBefore: null },
      ].map((change) => ({
        x_payment_signature: signature,
        x_payment_payload: toBase64({ ...authorization, ...change }),
      })),
    ]
    for (const headers of invalid)
      expect(readX402Headers(headers)).toEqual({ reason: 'invalid_payload' })
    expect(readX402Headers({ payment_signature: toBase64({ ...good, x402Version: 3 }) })).toEqual({
      reason: 'invalid_x402_version',
    })
    const other = `0x${'0'.repeat(130)}`
    expect(
      readX402Headers({ x_payment_signature: other, x_payment_payload: toBase64(good) }),
    ).toEqual({ reason: 'invalid_exact_evm_payload_signature' })
  })

  it('say amounts in dollars with as few places as needed', () => {
    const amount = (units: bigint) =>
      x402Shown({
        accepts: [makeRequirement('eip155:8453', units, payTo)],
        resource: { url: 'http://x', description: '', mimeType: 'application/json' },
        facilitator: 'local',
        error: '',
      }).headers!['X-Payment-Amount']
    expect([10_000n, 48_438n, 1_500_000n, 120_000n, 1n].map(amount)).toEqual([
      '0.01',
      '0.048438',
      '1.50',
      '0.12',
      '0.000001',
    ])
  })
})

it('knows each chain once', () => {
  for (const name of ['id', 'usdc_address'] as const)
    expect(new Set(networks.map((network) => network[name])).size).toBe(networks.length)
  const names = networks.flatMap(({ v1_name }) => v1_name ?? [])
  expect(new Set(names).size).toBe(names.length)
  // Clients of version 1 refuse a list with any other.
  expect(names.toSorted()).toEqual([
    'avalanche',
    'avalanche-fuji',
    'base',
    'base-sepolia',
    'solana',
    'solana-devnet',
  ])
})
