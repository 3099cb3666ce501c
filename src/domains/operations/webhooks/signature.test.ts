// The signatures of Standard Webhooks: their text, and the key of a secret. The libraries themselves are run in
// test/clients.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { keyOf, signatureHeaders } from './signature.ts'

const at = new Date('2026-11-15T09:00:00.900Z')
const message = { id: 'evt_0000000000012c08', at, body: '{"name":"Zoë"}' }

describe('the headers of Standard Webhooks', () => {
  it('have the id, the second of the attempt and a signature', () => {
    const secret = `whsec_${Buffer.from('a key of the test').toString('base64')}`
    const headers = signatureHeaders(message, { secret, previous: undefined })
    const expected = createHmac('sha256', 'a key of the test')
      .update('evt_0000000000012c08.1794733200.{"name":"Zoë"}')
      .digest('base64')
    expect(headers).toMatchObject({
      'Webhook-Id': 'evt_0000000000012c08',
      'Webhook-Timestamp': '1794733200',
      'Webhook-Signature': `v1,${expected}`,
    })
  })

  it('have a signature by each secret while one is replaced, the new one first', () => {
    const [secret, previous] = ['whsec_bmV3', 'whsec_b2xk']
    const signed = signatureHeaders(message, { secret, previous })['Webhook-Signature']
    const by = (one: string) =>
      signatureHeaders(message, { secret: one, previous: undefined })['Webhook-Signature']
    expect(signed).toBe(`${by(secret)} ${by(previous)}`)
  })
})

describe('the key of a secret', () => {
  it.each([
    ['whsec_YSBrZXk=', 'a key'],
    ['YSBrZXk=', 'a key'],
    ['whsec_YSBrZXk', 'a key'],
    ['not Base64!', 'not Base64!'],
    ['whsec_no-Base64', 'whsec_no-Base64'],
    ['YSBrZXk=YSBr', 'YSBrZXk=YSBr'],
  ])('%s is %s', (secret, key) => {
    expect(keyOf(secret).toString()).toBe(key)
  })

  it('is never empty', () => {
    for (const secret of ['whsec_==', 'whsec_', '========', 'whsec_=A==', 'A'])
      expect(keyOf(secret).length).toBeGreaterThan(0)
  })
})
