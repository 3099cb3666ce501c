// Tests what the keys of the bank open, and for how long.
import { verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  CONSTANT,
  firstValueOf,
  headerOf,
  type Key,
  KeyRing,
  makeSealer,
  makeWrapper,
  ROOT,
  SIGN,
} from './key-ring.ts'

const at = (minutes: number): Date => new Date(Date.UTC(2026, 2, 1, 12, minutes))
const first = 'the first root key of this test'
const keyOf = (purpose: Key['purpose'], generation: number, value: string, from = 0): Key => ({
  purpose,
  generation,
  value,
  activatesAt: at(from),
  earlierUntil: at(from + 60),
})
const initial: readonly Key[] = [ROOT, CONSTANT, SIGN].map((purpose) =>
  keyOf(purpose as Key['purpose'], 1, firstValueOf(purpose as Key['purpose'], first), -600),
)
/** Active from minute 10. */
const renewed = [...initial, keyOf(ROOT, 2, 'the second root key', 10)]

function ringAt(minute: number, keys: readonly Key[] = renewed): KeyRing {
  const ring = new KeyRing()
  ring.load(keys, at(minute))
  return ring
}

describe('the key ring', () => {
  it('seals as earlier versions did, until there is a second key', () => {
    const sealed = ringAt(0, initial).seal('x')
    expect(sealed).toHaveLength(12 + 16 + 1)
    expect(makeSealer(first).open(sealed)).toBe('x')
  })

  it('uses a key from its time on, and opens what either sealed', () => {
    const [before, after] = [ringAt(9), ringAt(10)]
    const [old, fresh] = [before.seal('old'), after.seal('new')]
    expect(fresh.subarray(0, 6)).toEqual(headerOf(2))
    for (const ring of [before, after])
      expect([ring.open(old), ring.open(fresh)]).toEqual(['old', 'new'])
    expect(after.digest('a')).not.toEqual(before.digest('a'))
    // Each knows what the other made, whichever of two nodes is ahead.
    expect(after.digests('a')).toEqual([after.digest('a'), before.digest('a')])
    expect(before.digests('a')).toEqual([before.digest('a'), after.digest('a')])
    expect(after.constantDigest('a')).toEqual(before.constantDigest('a'))
    expect(after.constantDigest('a')).toEqual(makeSealer(first).digest('a'))
  })

  it('does not count for clients what an earlier key made, after a time, but opens what is stored', () => {
    const token = ringAt(9).seal('cookie')
    expect(ringAt(69).openToken(token)).toBe('cookie')
    expect(() => ringAt(70).openToken(token)).toThrow('a key that this bank does not have')
    expect(ringAt(70).open(token)).toBe('cookie')
    expect(ringAt(70).digests('a')).toHaveLength(1)
  })

  it('opens nothing of a key that was deleted, and nothing that was changed', () => {
    const only = renewed.filter((key) => key.purpose !== ROOT || key.generation === 2)
    const ring = ringAt(80, only)
    expect(() => ring.open(ringAt(9).seal('old'))).toThrow('a key that this bank does not have')
    const sealed = ringAt(80).seal('new')
    expect(ring.open(sealed)).toBe('new')
    for (const place of [4, 5, 6, 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[place]! ^= 1
      expect(() => ring.open(changed), String(place)).toThrow()
    }
  })

  it('changes its version when other keys count, and not otherwise', () => {
    const ring = ringAt(0)
    const { version } = ring
    ring.load(renewed, at(9))
    expect(ring.version).toBe(version)
    ring.load(renewed, at(10))
    expect(ring.version).toBe(version + 1)
    ring.load(renewed, at(70))
    expect(ring.version).toBe(version + 2)
  })

  it('authenticates nodes by the new key, and by the earlier one for five minutes', () => {
    const old = ringAt(9).own()
    expect(old.identity).toBe('florin')
    expect(ringAt(9).find(ringAt(10).own().identity)).toEqual(ringAt(10).own().psk)
    expect(ringAt(14).find(old.identity)).toEqual(old.psk)
    expect(ringAt(15).find(old.identity)).toBeUndefined()
    expect(ringAt(10).find('another')).toBeUndefined()
  })

  it('signs with the newest active key, and publishes all', () => {
    const keys = [...initial, keyOf(SIGN, 2, '11'.repeat(32), 10)]
    const [before, after] = [ringAt(9, keys).signers(), ringAt(10, keys).signers()]
    expect(after.map(({ publicKey }) => publicKey)).toEqual(
      before.map(({ publicKey }) => publicKey).toReversed(),
    )
    const signed = after[0]!.sign(Buffer.from('a'))
    const x = before[1]!.publicKey.toString('base64url')
    const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' } as const
    expect(verify(null, Buffer.from('a'), key, signed)).toBe(true)
  })

  it('is of no use before the keys are loaded', () => {
    const ring = new KeyRing()
    for (const use of [
      () => ring.seal('a'),
      () => ring.digest('a'),
      () => ring.constantDigest('a'),
      () => ring.signers(),
      () => ring.own(),
    ])
      expect(use).toThrow('not loaded')
  })
})

describe('a wrapped key', () => {
  it('is opened by its secret for its purpose only', () => {
    const secret = 'a secret that opens the keys'
    const key = { purpose: ROOT, generation: 1, value: 'root' } as const
    const wrapped = makeWrapper(secret).wrap(key)
    expect(makeWrapper(secret).unwrap(wrapped, key)).toBe('root')
    expect(() => makeWrapper('another').unwrap(wrapped, key)).toThrow()
    expect(() => makeWrapper(secret).unwrap(wrapped, { ...key, generation: 2 })).toThrow()
    expect(() => makeWrapper(secret).unwrap(wrapped, { ...key, purpose: SIGN })).toThrow()
  })
})
