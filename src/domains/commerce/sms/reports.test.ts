// Tests how delivery reports are authenticated.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isAuthentic } from './reports.ts'

const raw = '{"a":1}'
const none = { token: undefined, signature: undefined, raw }
const sign = (secret: string): string => createHmac('sha256', secret).update(raw).digest('hex')

describe('a delivery report', () => {
  it('is accepted by either secret, while the bank has two', () => {
    const secrets = ['new', 'old']
    for (const secret of secrets) {
      expect(isAuthentic({ ...none, token: secret }, secrets)).toBe(true)
      expect(isAuthentic({ ...none, signature: sign(secret) }, secrets)).toBe(true)
    }
    expect(isAuthentic({ ...none, signature: sign('third') }, secrets)).toBe(false)
    // A wrong signature is not made good by a token.
    expect(isAuthentic({ ...none, token: 'new', signature: sign('third') }, secrets)).toBe(false)
  })

  it('is accepted by nothing at a bank without a secret', () => {
    expect(isAuthentic({ ...none, token: '', signature: sign('') }, [])).toBe(false)
  })
})
