// Credentials, verified by independent code: what the documentation asks third parties to do, with
// node:crypto and no code of the bank.
import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, startBank } from '../../../../test/harness/bank.ts'
import { canonicalize } from './jcs.ts'
import { mandateTypes } from './life-cycle.ts'
import { makeMandates, type MandateBank } from './test-support.ts'

let bank: Bank
let m: MandateBank
beforeAll(async () => {
  bank = await startBank()
  m = await makeMandates(bank)
})
afterAll(async () => {
  await m.stop()
  await bank.stop()
})

interface Signed {
  proof: Record<string, string>
  [field: string]: unknown
}

// An independent implementation: RFC 8785 by recursion over sorted keys, base58 by arithmetic.
const jcs = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return '[' + value.map((inner) => jcs(inner)).join() + ']'
  const object = value as Record<string, unknown>
  const keys = Object.keys(object).toSorted()
  return '{' + keys.map((key) => JSON.stringify(key) + ':' + jcs(object[key])).join() + '}'
}
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
function decodeBase58(text: string): Buffer {
  let number = 0n
  for (const char of text) number = number * 58n + BigInt(ALPHABET.indexOf(char))
  const hex = number.toString(16)
  const leading = /^1*/.exec(text)![0].length
  return Buffer.concat([
    Buffer.alloc(leading),
    Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex'),
  ])
}
const sha256 = (text: string) => createHash('sha256').update(text).digest()
function isGood(credential: Signed, x: string): boolean {
  const { proof, ...document } = credential
  const { proofValue, ...options } = proof
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const bytes = Buffer.concat([sha256(jcs(options)), sha256(jcs(document))])
  return verify(null, bytes, key, decodeBase58(proofValue!.slice(1)))
}

const issuerKey = async () =>
  (await m.beside.call('GET /api/agent-protocol/mandates/issuer-key')).body.data
const verdictOn = async (credential: object) =>
  (await m.beside.call('POST /api/agent-protocol/mandates/verify', { credential })).body.data
const credentialOf = async (type: (typeof mandateTypes)[number], change = {}): Promise<Signed> =>
  (await m.create(type, change)).body.data.credential

describe('a credential', () => {
  it.each(mandateTypes)(
    'of a %s says what was agreed, and can be checked offline',
    async (type) => {
      const { body } = await m.create(type)
      const { credential, uuid, vdc_hash, payload, expires_at, created_at } = body.data
      expect(credential).toMatchObject({
        type: `${type}_vdc`,
        issuer: m.ada.did,
        subject: m.bob.did,
        claims: {
          mandate_id: uuid,
          mandate_type: type,
          payload_hash: sha256(jcs(payload)).toString('hex'),
          amount_cents: body.data.amount_cents,
          currency: 'USD',
          environment: 'live',
        },
        issued_at: created_at,
        expires_at,
      })
      const { id, public_key_jwk, public_key_multibase } = await issuerKey()
      expect(credential.proof).toMatchObject({
        type: 'DataIntegrityProof',
        cryptosuite: 'eddsa-jcs-2022',
        verificationMethod: id,
      })
      expect(id).toBe(`did:key:${public_key_multibase}#${public_key_multibase}`)
      expect(decodeBase58(public_key_multibase.slice(1)).toString('base64url')).toBe(
        Buffer.concat([
          Buffer.from([0xed, 0x01]),
          Buffer.from(public_key_jwk.x, 'base64url'),
        ]).toString('base64url'),
      )
      expect(isGood(credential, public_key_jwk.x)).toBe(true)
      expect(vdc_hash).toBe(sha256(jcs(credential)).toString('hex'))
    },
  )

  it('discloses the default payment methods when the payload names none', async () => {
    const { disclosures } = await credentialOf('payment')
    expect(disclosures).toEqual({
      payment_method_preferences: ['x402', 'mpp'],
      reference: 'Invoice 7',
    })
  })

  it('is signed with the same key after a restart', async () => {
    const before = await issuerKey()
    const again = await makeMandates(bank)
    const key = await again.beside.call('GET /api/agent-protocol/mandates/issuer-key')
    expect(key.body.data).toEqual(before)
    await again.stop()
    const other = (await bank.call('GET /api/agent-protocol/mandates/issuer-key')).body.data
    expect(other.id).not.toBe(before.id)
  })
})

const notOurs = ['This bank did not sign this credential.']

describe('mandate.verify', () => {
  it('accepts a credential of the bank', async () => {
    const { body } = await m.create('cart')
    expect(await verdictOn(body.data.credential)).toEqual({
      valid: true,
      reasons: [],
      mandate_id: body.data.uuid,
      mandate_type: 'cart',
      status: 'issued',
      vdc_hash: body.data.vdc_hash,
    })
  })

  it('rejects every changed credential, and so does the independent check', async () => {
    const credential = await credentialOf('intent')
    const { x } = (await issuerKey()).public_key_jwk
    const { claims, disclosures, proof } = credential as unknown as Record<string, object>
    const forged: object[] = [
      { ...credential, subject: m.outsider.did },
      { ...credential, issuer: m.bob.did },
      { ...credential, type: 'payment_vdc' },
      { ...credential, expires_at: '2099-01-01T00:00:00.000Z' },
      { ...credential, extra: true },
      { ...credential, claims: { ...claims, amount_cents: 1001 } },
      { ...credential, claims: { ...claims, environment: 'sandbox' } },
      { ...credential, disclosures: { ...disclosures, intent: 'Buy gold.' } },
      { ...credential, proof: { ...proof, created: '2026-01-01T00:00:00.000Z' } },
      { ...credential, proof: { ...proof, proofPurpose: 'authentication' } },
    ]
    for (const one of forged) {
      expect(isGood(one as Signed, x)).toBe(false)
      const verdict = await verdictOn(one)
      expect(verdict).toMatchObject({ valid: false, reasons: notOurs, mandate_id: null })
    }
    const nonsense: object[] = [
      {},
      { proof: null },
      { ...credential, proof: { ...proof, proofValue: undefined } },
      { ...credential, proof: { ...proof, proofValue: 'z1111' } },
      { ...credential, proof: { ...proof, proofValue: 7 } },
      { ...credential, proof: { ...proof, cryptosuite: 'none' } },
    ]
    for (const one of nonsense) expect((await verdictOn(one)).reasons).toEqual(notOurs)
  })

  it('rejects one that another key signed in the same way', async () => {
    const { proof, ...document } = await credentialOf('cart')
    const { proofValue: _value, ...options } = proof
    const bytes = Buffer.concat([sha256(jcs(options)), sha256(jcs(document))])
    const signature = sign(null, bytes, m.outsider.privateKey)
    let number = BigInt(`0x${signature.toString('hex')}`)
    let proofValue = ''
    for (; number > 0n; number /= 58n) proofValue = ALPHABET[Number(number % 58n)]! + proofValue
    const forged = { ...document, proof: { ...options, proofValue: `z${proofValue}` } }
    expect((await verdictOn(forged)).reasons).toEqual(notOurs)
  })

  it('reports that it is expired, revoked or disputed', async () => {
    const { body } = await m.create('payment')
    await m.act(body.data.uuid, 'revoke', m.ada.owner)
    const revoked = await verdictOn(body.data.credential)
    expect(revoked).toMatchObject({ valid: false, status: 'revoked' })
    const disputed = await m.create('payment')
    await m.act(disputed.body.data.uuid, 'accept', m.bob.owner)
    await m.act(disputed.body.data.uuid, 'dispute', m.bob.owner, { reason: 'No.' })
    expect((await verdictOn(disputed.body.data.credential)).valid).toBe(false)
    const soon = await credentialOf('cart', {
      expires_at: new Date(bank.clock.now().getTime() + 1000).toISOString(),
    })
    expect((await verdictOn(soon)).valid).toBe(true)
    bank.clock.advance(1)
    expect(await verdictOn(soon)).toMatchObject({ valid: false, status: 'expired' })
  })
})

describe('canonical JSON', () => {
  it('is what RFC 8785 says of its own example', () => {
    const value = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '€$\u000f\nA\'B"\\\\"/',
      literals: [null, true, false],
    }
    expect(canonicalize(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  it('sorts keys by UTF-16 code units, numeric ones included', () => {
    const value = { '€': 1, '\r': 2, '10': 3, '9': 4, '😂': 5, ö: 6, '\ufb33': 7 }
    expect(canonicalize(value)).toBe('{"\\r":2,"10":3,"9":4,"ö":6,"€":1,"😂":5,"\ufb33":7}')
  })
})
