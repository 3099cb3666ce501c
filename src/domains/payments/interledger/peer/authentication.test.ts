// Tests how the peer is recognized: by its token, or by a JWT that is signed with it and expires.
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { checkPeer } from './authentication.ts'

const TOKEN = 'the token that bank and peer agreed on'
const now = new Date('2026-03-01T12:00:00Z')
const seconds = now.getTime() / 1000

/** The code of the refusal, if any. */
const check = (authorization: string | undefined, incomingTokens = [TOKEN]) =>
  checkPeer(authorization, { now }, { incomingTokens }).then(
    () => 'accepted',
    (error: { def: { code: string } }) => error.def.code,
  )

const sign = (claims: Record<string, unknown>, key = TOKEN, alg = 'HS256') =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(Buffer.from(key))

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the peer', () => {
  it('is recognized by its token', async () => {
    expect(await check(`Bearer ${TOKEN}`)).toBe('accepted')
    expect(await check(`bearer ${TOKEN}`)).toBe('accepted')
  })

  it('is recognized by a JWT until it expires', async () => {
    expect(await check(`Bearer ${await sign({ sub: 'peer', exp: seconds + 1 })}`)).toBe('accepted')
    expect(await check(`Bearer ${await sign({ exp: seconds + 300 })}`)).toBe('accepted')
    expect(await check(`Bearer ${await sign({ exp: seconds })}`)).toBe('UNKNOWN_PEER')
  })

  it('is not recognized by anything else', async () => {
    const exp = seconds + 60
    const none = `${encode({ alg: 'none' })}.${encode({ exp })}.`
    const others = [
      undefined,
      '',
      'Bearer',
      'Bearer ',
      TOKEN,
      `Bearer ${TOKEN} `,
      `Bearer  ${TOKEN}`,
      `Basic ${TOKEN}`,
      `Bearer ${none}`,
      `Bearer ${await sign({ exp }, 'another token that is as long as that')}`,
      `Bearer ${await sign({ exp }, TOKEN.padEnd(64), 'HS512')}`,
      `Bearer ${await sign({})}`,
      `Bearer ${await sign({ exp, nbf: exp })}`,
      `Bearer ${(await sign({ exp })).slice(0, -2)}`,
    ]
    for (const authorization of others)
      expect(await check(authorization), authorization).toBe('UNKNOWN_PEER')
  })

  it('is recognized by either token, while the bank has two', async () => {
    const tokens = ['the token of tomorrow, as long', TOKEN]
    const exp = seconds + 60
    for (const token of tokens) {
      expect(await check(`Bearer ${token}`, tokens)).toBe('accepted')
      expect(await check(`Bearer ${await sign({ exp }, token)}`, tokens)).toBe('accepted')
    }
    expect(await check(`Bearer ${await sign({ exp }, 'a third')}`, tokens)).toBe('UNKNOWN_PEER')
  })

  it('is recognized by nothing at a bank that has none', async () => {
    for (const authorization of [undefined, 'Bearer ', 'Bearer x'])
      expect(await check(authorization, [])).toBe('SERVICE_UNAVAILABLE')
  })
})
