// Conditions, fulfilments and encrypted packets: a sealed packet can be opened with the same secret only, and
// arbitrary bytes cause no crash.
import { createHmac, hash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readLargest, readPrepare, readReply, writeReject, writeTooLarge } from './ilp.ts'
import { conditionOf, fulfillmentOf, openPacket, readSecret, sealPacket } from './stream.ts'
import type { Frame } from './stream-packet.ts'

const bytes = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map((array) => Buffer.from(array))
const secret = bytes(32, 32)

describe('fulfilments', () => {
  it('follow from secret and data as the protocol says', () => {
    fc.assert(
      fc.property(secret, bytes(0, 100), (key, data) => {
        const inner = createHmac('sha256', key).update('ilp_stream_fulfillment').digest()
        const expected = createHmac('sha256', inner).update(data).digest()
        expect(fulfillmentOf(key, data)).toEqual(expected)
        expect(conditionOf(expected)).toEqual(hash('sha256', expected, 'buffer'))
      }),
    )
  })

  it('are those of the same secret, however it is written', () => {
    fc.assert(
      fc.property(secret, (key) => {
        expect(readSecret(key.toString('hex'))).toEqual(key)
        expect(readSecret(key.toString('hex').toUpperCase())).toEqual(key)
        expect(readSecret(key.toString('base64'))).toEqual(key)
        expect(readSecret(key.toString('base64url'))).toEqual(key)
      }),
    )
    expect(readSecret('a secret of any other form, long enough')).toEqual(
      Buffer.from('a secret of any other form, long enough'),
    )
  })
})

describe('packets', () => {
  const uint = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
  const text = fc.string({ maxLength: 300 }).map((value) => value.toWellFormed())
  const frame: fc.Arbitrary<Frame> = fc.oneof(
    fc.record({ kind: fc.constant('new_address' as const), address: text }),
    fc.record({
      kind: fc.constant('asset' as const),
      code: text,
      scale: fc.integer({ min: 0, max: 255 }),
    }),
    fc.record({ kind: fc.constant('money' as const), stream: uint, shares: uint }),
    fc.record({
      kind: fc.constant('max_money' as const),
      stream: uint,
      maximum: uint,
      received: uint,
    }),
  )
  const packet = fc.record({
    type: fc.constantFrom(12, 13, 14),
    sequence: fc.bigInt({ min: 0n, max: 2n ** 32n }),
    amount: uint,
    frames: fc.array(frame, { maxLength: 100 }),
  })

  it('are the same after sealing and opening', () => {
    fc.assert(
      fc.property(secret, packet, (key, one) => {
        expect(openPacket(key, sealPacket(key, one))).toEqual(one)
      }),
    )
  })

  it('are opened by no other secret, and not after a change', () => {
    fc.assert(
      fc.property(secret, secret, packet, fc.nat(), (key, other, one, at) => {
        const sealed = sealPacket(key, one)
        if (!key.equals(other)) expect(openPacket(other, sealed)).toBeUndefined()
        sealed[at % sealed.length]! ^= 1
        expect(openPacket(key, sealed)).toBeUndefined()
      }),
    )
  })

  it('of nonsense are none', () => {
    fc.assert(
      fc.property(secret, bytes(0, 200), (key, data) => {
        expect(openPacket(key, data)).toBeUndefined()
      }),
    )
    const key = Buffer.alloc(32, 1)
    expect(openPacket(key, Buffer.alloc(0))).toBeUndefined()
  })
})

describe('Interledger packets', () => {
  it('of nonsense are none, and do no harm', () => {
    fc.assert(
      fc.property(bytes(0, 300), (data) => {
        expect(() => [readPrepare(data), readReply(data)]).not.toThrow()
      }),
      { numRuns: 1_000 },
    )
    fc.assert(
      fc.property(bytes(0, 60), fc.constantFrom(12, 13, 14), (data, type) => {
        const framed = Buffer.concat([Buffer.from([type, data.length]), data])
        expect(() => [readPrepare(framed), readReply(framed)]).not.toThrow()
      }),
      { numRuns: 1_000 },
    )
  })

  it('that were rejected for their size report the size that fits', () => {
    expect(readLargest(5_000n, writeTooLarge(5_000n, 1_000n))).toBe(1_000n)
    // The rejecting node counts in another unit.
    expect(readLargest(5_000n, writeTooLarge(50n, 10n))).toBe(1_000n)
    expect(readLargest(5_000n, writeTooLarge(0n, 10n))).toBeUndefined()
    expect(readLargest(5_000n, writeTooLarge(10n, 20n))).toBeUndefined()
    expect(readLargest(5_000n, Buffer.alloc(3))).toBeUndefined()
  })

  it('that are rejected are read as they were written', () => {
    const written = writeReject('F02', 'No.', 'g.florin')
    expect(readReply(written)).toMatchObject({ type: 'reject', code: 'F02', message: 'No.' })
  })
})
