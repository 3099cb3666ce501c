// A challenge is recognized only for its subject and purpose, complete and in its one spelling.
import { describe, expect, it } from 'vitest'
import { defineChallenge, isProof, makeProof } from './challenge.ts'
import { makeSealer } from './key-ring.ts'

const sealer = makeSealer('a secret of the test that is long enough')
const form = { purpose: 'test', carriedBytes: 3, nonceBytes: 16, proofBytes: 16 }
const challenges = defineChallenge(form)
const until = new Date('2026-01-01T00:05:00.123Z')
const carried = Buffer.from('abc')
const subject = ['login', 'alice']
const issued = challenges.issue(subject, until, sealer, carried)

describe('a challenge', () => {
  it('is read as it was issued', () => {
    expect(challenges.open(issued.text, subject, sealer)).toEqual(issued)
    expect(issued).toMatchObject({ expires_at: until, carried })
    expect(issued.nonce).toHaveLength(16)
  })

  it('is another one each time', () => {
    expect(challenges.issue(subject, until, sealer, carried).text).not.toBe(issued.text)
  })

  it.each([[['login', 'bob']], [['login']], [['loginalice']], [['login', 'alice', '']]])(
    'is none for %j',
    (other) => {
      expect(challenges.open(issued.text, other, sealer)).toBeUndefined()
    },
  )

  it('is none for another purpose, under another key, or of another form', () => {
    const other = defineChallenge({ ...form, purpose: 'other' })
    expect(other.open(issued.text, subject, sealer)).toBeUndefined()
    const foreign = makeSealer('another secret, as long as the first')
    expect(challenges.open(issued.text, subject, foreign)).toBeUndefined()
    const longer = defineChallenge({ ...form, nonceBytes: 17 })
    expect(longer.open(issued.text, subject, sealer)).toBeUndefined()
  })

  it('is none with any bit changed', () => {
    const bytes = Buffer.from(issued.text, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(challenges.open(changed.toString('base64url'), subject, sealer)).toBeUndefined()
    }
  })

  it('has one spelling', () => {
    const base64 = Buffer.from(issued.text, 'base64url').toString('base64')
    for (const text of [`${issued.text}=`, ` ${issued.text}`, `${base64}==`])
      expect(challenges.open(text, subject, sealer)).toBeUndefined()
  })

  it('carries what its form says, no more and no less', () => {
    expect(() => challenges.issue(subject, until, sealer)).toThrow('test carries 3 bytes')
  })
})

it('a proof keeps words apart', () => {
  const proof = makeProof('p', ['a', 'b'], 16, sealer)
  expect(isProof(proof, 'p', ['a b'], 16, sealer)).toBe(false)
  expect(isProof(proof, 'p', ['a', 'b'], 16, sealer)).toBe(true)
  expect(isProof(Buffer.alloc(3), 'p', ['a'], 16, sealer)).toBe(false)
})
