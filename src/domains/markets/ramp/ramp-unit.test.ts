// The parts of a session that need no bank: its arithmetic, its life, addresses and signatures.
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findAddressError } from './addresses.ts'
import { coinCodes, coins, fiatOf } from './coins.ts'
import { sessionLife, type SessionStatus } from './life-cycle.ts'
import { computeTerms } from './terms.ts'
import { checkSignature } from './providers/signature.ts'
import { toStatus } from './providers/stripe-bridge.ts'

const usd = fiatOf('USD')

describe('the terms of a session', () => {
  /** Coins for one unit of the currency, as a fraction of whole numbers. */
  const rates = fc.record({
    numerator: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    denominator: fc.bigInt({ min: 1n, max: 10n ** 24n }),
  })
  const cents = fc.bigInt({ min: 100n, max: 1_000_000n })
  const anyCoin = fc.constantFrom(...coinCodes).map((code) => coins[code])

  it('on: the fees and the spent money sum to the amount, and one more unit could not be paid', () => {
    fc.assert(
      fc.property(cents, rates, anyCoin, (fiat_units, rate, coin) => {
        const terms = computeTerms('on', fiat_units, rate, usd, coin)
        // 1.5 % in whole cents, never less: 200 parts of it cover 3 parts of the amount.
        const fee = (fiat_units * 3n + 199n) / 200n
        const spent = fiat_units - fee - coin.network_fee
        // coins × denominator × 10^2 against cents × numerator × 10^precision: no division, no rounding.
        const worth = spent * rate.numerator * 10n ** BigInt(coin.precision)
        const one = rate.denominator * 100n
        if (spent <= 0n || worth < one) {
          expect(terms).toBeUndefined()
          return
        }
        expect(terms).toMatchObject({ fee_units: fee, network_fee_units: coin.network_fee })
        expect(terms!.fee_units + terms!.network_fee_units + terms!.net_units).toBe(fiat_units)
        expect(terms!.crypto_units * one).toBeLessThanOrEqual(worth)
        expect((terms!.crypto_units + 1n) * one).toBeGreaterThan(worth)
      }),
    )
  })

  it('off: the fee and the credit sum to the amount, and one unit less would not be enough', () => {
    fc.assert(
      fc.property(cents, rates, anyCoin, (fiat_units, rate, coin) => {
        const terms = computeTerms('off', fiat_units, rate, usd, coin)!
        const worth = fiat_units * rate.numerator * 10n ** BigInt(coin.precision)
        const one = rate.denominator * 100n
        expect(terms.network_fee_units).toBe(0n)
        expect(terms.fee_units).toBe((fiat_units * 3n + 199n) / 200n)
        expect(terms.fee_units + terms.net_units).toBe(fiat_units)
        expect(terms.crypto_units * one).toBeGreaterThanOrEqual(worth)
        expect((terms.crypto_units - 1n) * one).toBeLessThan(worth)
      }),
    )
  })

  it('for example', () => {
    const at45000 = { numerator: 1n, denominator: 45_000n }
    expect(computeTerms('on', 10_000n, at45000, usd, coins.BTC)).toEqual({
      fee_units: 150n,
      network_fee_units: 150n,
      net_units: 9_700n,
      crypto_units: 215_555n,
    })
    expect(computeTerms('off', 10_001n, at45000, usd, coins.BTC)).toEqual({
      fee_units: 151n,
      network_fee_units: 0n,
      net_units: 9_850n,
      crypto_units: 222_245n,
    })
  })
})

describe('the life cycle of a session', () => {
  const ways: Record<SessionStatus, Partial<Record<SessionStatus, SessionStatus[]>>> = {
    pending: {
      pending: [],
      processing: ['processing'],
      completed: ['processing', 'completed'],
      failed: ['failed'],
      expired: ['expired'],
    },
    processing: {
      processing: [],
      completed: ['completed'],
      failed: ['failed'],
      expired: ['expired'],
    },
    completed: { completed: [] },
    failed: { failed: [] },
    expired: { expired: [] },
  }
  const pairs = sessionLife.states.flatMap((from) => sessionLife.states.map((to) => ({ from, to })))

  it.each(pairs)('from $from to $to', ({ from, to }) => {
    expect(sessionLife.findWay(from, to)).toEqual(ways[from][to])
  })

  it('ends in three states', () => {
    const ends = sessionLife.states.filter((status) => sessionLife.isEnd(status))
    expect(ends).toEqual(['completed', 'failed', 'expired'])
    expect(sessionLife.states).toHaveLength(5)
  })
})

describe('the provider’s statuses', () => {
  it.each([
    ['initialized', 'pending'],
    ['requires_payment', 'pending'],
    ['payment_pending', 'processing'],
    ['payment_complete', 'processing'],
    ['fulfillment_processing', 'processing'],
    ['anything else', 'processing'],
    ['constructor', 'processing'],
    ['fulfilled', 'completed'],
    ['fulfillment_complete', 'completed'],
    ['payment_failed', 'failed'],
    ['rejected', 'failed'],
    ['expired', 'expired'],
  ])('%s is %s', (said, status) => {
    expect(toStatus(said)).toBe(status)
  })
})

describe('wallet addresses', () => {
  // The examples of EIP-55, BIP 173 and BIP 350, and two well-known old ones.
  it.each([
    ['ethereum', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
    ['bitcoin', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
    ['bitcoin', 'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y'],
  ] as const)('%s %s', (network, address) => {
    expect(findAddressError(address, network)).toBeUndefined()
  })

  it.each([
    ['one letter in the wrong case', 'ethereum', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a digit short', 'ethereum', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beae'],
    ['no 0x', 'ethereum', '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['of the other network', 'ethereum', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['of the other network', 'bitcoin', '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'],
    ['a letter mistyped', 'bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['a letter mistyped', 'bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['in both cases', 'bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3T4'],
    ['of a test network', 'bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    [
      'a later version with the checksum of the first',
      'bitcoin',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    ],
    ['nothing', 'bitcoin', ''],
  ] as const)('not: %s (%s)', (_why, network, address) => {
    expect(findAddressError(address, network)).toMatch(/^The wallet address must be/)
  })
})

describe('signatures', () => {
  const secret = 'whsec'
  const now = new Date('2026-03-01T12:00:00Z')
  const seconds = now.getTime() / 1000
  const sign = (body: string, at: number, by = secret) =>
    createHmac('sha256', by).update(`${at}.${body}`).digest('hex')
  const check =
    (header: string | undefined, body = '{"a":1}', secrets = [secret]) =>
    () =>
      checkSignature(header, body, secrets, now)

  it.each([
    ['made now', 0],
    ['of the greatest allowed age', -300],
    ['from a clock that is ahead', 300],
  ])('valid: %s', (_how, offset) => {
    const at = seconds + offset
    expect(check(`t=${at},v1=${sign('{"a":1}', at)}`)).not.toThrow()
  })

  it('valid: one of two, while the secret is being rotated', () => {
    const old = sign('{"a":1}', seconds, 'another')
    const good = sign('{"a":1}', seconds)
    expect(check(`t=${seconds}, v1=${old}, v1=${good}, v0=ignored`)).not.toThrow()
  })

  it('valid: by either secret, while the bank has two', () => {
    for (const by of [secret, 'another']) {
      const header = `t=${seconds},v1=${sign('{"a":1}', seconds, by)}`
      expect(check(header, '{"a":1}', ['another', secret])).not.toThrow()
    }
    const foreign = `t=${seconds},v1=${sign('{"a":1}', seconds, 'a third')}`
    expect(check(foreign, '{"a":1}', ['another', secret])).toThrow(/does not match/)
  })

  it.each([
    ['none', undefined],
    ['empty', ''],
    ['no time', `v1=${sign('{"a":1}', seconds)}`],
    ['no signature', `t=${seconds}`],
    ['two times', `t=${seconds},t=1,v1=${sign('{"a":1}', seconds)}`],
    ['cut short', `t=${seconds},v1=${sign('{"a":1}', seconds).slice(2)}`],
    ['with another secret', `t=${seconds},v1=${sign('{"a":1}', seconds, 'another')}`],
    ['over another body', `t=${seconds},v1=${sign('{"a":2}', seconds)}`],
    ['for another time', `t=${seconds - 1},v1=${sign('{"a":1}', seconds)}`],
    ['too old', `t=${seconds - 301},v1=${sign('{"a":1}', seconds - 301)}`],
    ['too far ahead', `t=${seconds + 301},v1=${sign('{"a":1}', seconds + 301)}`],
  ])('refused: %s', (_why, header) => {
    expect(check(header)).toThrow(/signature/)
  })
})
