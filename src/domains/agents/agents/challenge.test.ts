// A challenge is accepted only unchanged: every character of it counts.
import { describe, expect, it } from 'vitest'
import { makeSealer } from '../../../platform/key-ring.ts'
import { issueChallenge, readChallenge } from './challenge.ts'

const sealer = makeSealer('a secret for the tests of challenges')
const now = new Date('2026-03-01T12:00:00Z')
const did = 'did:florin:agent:0123456789abcdef0123456789abcdef'
const { challenge, nonce } = issueChallenge(did, now, sealer)

interface Body {
  readonly nonce: string
  readonly [field: string]: string
}

/** The same challenge with some of its fields changed. */
function change(fields: Partial<Body>): string {
  const body = JSON.parse(Buffer.from(challenge, 'base64').toString('utf8')) as Body
  return Buffer.from(JSON.stringify({ ...body, ...fields }), 'utf8').toString('base64')
}

describe('readChallenge', () => {
  it('reads what was issued, for five minutes', () => {
    const expires_at = new Date('2026-03-01T12:05:00Z')
    expect(readChallenge(challenge, now, sealer)).toEqual({ did, nonce, expires_at })
    expect(readChallenge(change({}), now, sealer)).toEqual({ did, nonce, expires_at })
    expect(readChallenge(challenge, new Date(expires_at.getTime() - 1), sealer)).toBeDefined()
    expect(readChallenge(challenge, expires_at, sealer)).toBeUndefined()
  })

  it('rejects a nonce that is shorter or longer', () => {
    for (let length = 0; length < nonce.length; length++)
      expect(readChallenge(change({ nonce: nonce.slice(0, length) }), now, sealer)).toBeUndefined()
    expect(readChallenge(change({ nonce: `${nonce}0` }), now, sealer)).toBeUndefined()
  })

  it('rejects a nonce with one changed character, at any position', () => {
    for (let at = 0; at < nonce.length; at++) {
      const other = nonce[at] === '0' ? '1' : '0'
      const changed = nonce.slice(0, at) + other + nonce.slice(at + 1)
      expect(readChallenge(change({ nonce: changed }), now, sealer), String(at)).toBeUndefined()
    }
  })

  it.each([
    { did: 'did:florin:agent:0123456789abcdef0123456789abcdee' },
    { timestamp: '2026-03-01T12:00:00.001Z' },
    { action: 'authorize' },
  ])('rejects one with another %j', (fields) => {
    expect(readChallenge(change(fields), now, sealer)).toBeUndefined()
  })

  it('rejects one that another bank made', () => {
    expect(readChallenge(challenge, now, makeSealer('another secret'))).toBeUndefined()
  })
})
