// The real App Store reader: chains of certificates, Apple's own test vectors, and a bank that accepts
// nothing else.
import { createHash, randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { chainReader, InvalidAppleToken } from './apple-reader.ts'
import { APPLE_ROOT_G3 } from './apple-root-certificate.ts'
import {
  makeKey,
  me,
  notifyApple,
  signAsApple,
  transaction,
  verify,
  verifyApple,
  verifyGoogle,
} from '../test-support.ts'
import { type Chain, type ChainChange, makeChain } from './certificate-test-support.ts'

const refusal = ({ status, body }: Answer) => [status, body.error?.code]

const production = {
  FLORIN_MODE: 'production',
  FLORIN_SECRET: 'a secret that is only for tests, always the same',
}

describe('Apple Root CA - G3', () => {
  it('has the known fingerprint', () => {
    expect(createHash('sha256').update(APPLE_ROOT_G3).digest('hex').toUpperCase()).toBe(
      '63343ABFB89A6A03EBB57E9B3F5FA7BE7C4F5C756F3017B3A8C488C3653E9179',
    )
    expect(new X509Certificate(APPLE_ROOT_G3).subject).toContain('Apple Root CA - G3')
  })
})

describe("Apple's test vectors", () => {
  // Certificates as they come with Apple's library, and what was signed with them.
  const file = createRequire(import.meta.url)
    .resolve('@apple/app-store-server-library')
    .replace(/index\.js$/, 'tests/unit-tests/jws_verification.test.js')
  const vectors = readFileSync(file, 'utf8')
  const certificate = (name: string): string =>
    new RegExp(`const ${name}_BASE64_ENCODED = "([^"]+)"`).exec(vectors)![1]!
  const x5c = ['LEAF_CERT', 'INTERMEDIATE_CA', 'ROOT_CA'].map(certificate)
  const root = Buffer.from(certificate('ROOT_CA'), 'base64')
  const header = (chain: readonly string[]) =>
    Buffer.from(JSON.stringify({ x5c: chain, typ: 'JWT', alg: 'ES256' })).toString('base64url')
  const renewalPayload = 'eyJlbnZpcm9ubWVudCI6IlNhbmRib3giLCJzaWduZWREYXRlIjoxNjcyOTU2MTU0MDAwfQ'
  const renewalSignature =
    'FbK2OL-t6l4892W7fzWyus_g9mIl2CzWLbVt7Kgcnt6zzVulF8bzovgpe0v_y490blROGixy8KDoe2dSU53-Xw'
  const renewalInfo = `${header(x5c)}.${renewalPayload}.${renewalSignature}`
  const reader = (roots: readonly Buffer[] = [root]) =>
    chainReader({ bundleId: 'com.example', appId: 1234, roots, asksOnline: false })

  it('verify', async () => {
    expect(await reader().readRenewal(renewalInfo)).toEqual({
      environment: 'Sandbox',
      signedDate: 1672956154000,
    })
  })

  it('do not verify against the real root, with another signature, or other content', async () => {
    await expect(reader([APPLE_ROOT_G3]).readRenewal(renewalInfo)).rejects.toThrow(
      InvalidAppleToken,
    )
    await expect(reader([]).readRenewal(renewalInfo)).rejects.toThrow(InvalidAppleToken)
    const other = Buffer.from('{"environment":"Sandbox","signedDate":1672956154001}')
    const altered = `${header(x5c)}.${other.toString('base64url')}.${renewalSignature}`
    await expect(reader().readRenewal(altered)).rejects.toThrow(InvalidAppleToken)
    const spoilt = `${renewalInfo.slice(0, -4)}AAAA`
    await expect(reader().readRenewal(spoilt)).rejects.toThrow(InvalidAppleToken)
  })

  it('do not verify with a certificate that lacks its mark', async () => {
    const leaf = certificate('LEAF_CERT_INVALID_OID')
    const chain = [leaf, x5c[1]!, x5c[2]!]
    const signed = `${header(chain)}.${renewalPayload}.${renewalSignature}`
    await expect(reader().readRenewal(signed)).rejects.toThrow(InvalidAppleToken)
  })

  it('about another app do not verify', async () => {
    const payload =
      'eyJkYXRhIjp7ImJ1bmRsZUlkIjoiY29tLmV4YW1wbGUud3JvbmcifSwibm90aWZpY2F0aW9uVVVJRCI6IjlhZDU2YmQyLTBiYzYtNDJlMC1hZjI0LWZkOTk2ZDg3YTFlNiIsIm5vdGlmaWNhdGlvblR5cGUiOiJURVNUIn0'
    const signature =
      'WWE31hTB_mcv2O_lf-xI-MNY3d8txc0MzpqFx4QnYDfFIxB95Lo2Fm3r46YSjLLdL7xCWdEJrJP5bHgRCejAGg'
    await expect(
      reader().readNotification(`${header(x5c)}.${payload}.${signature}`),
    ).rejects.toThrow(InvalidAppleToken)
  })
})

describe('a production bank that takes receipts of Apple', () => {
  let bank: Bank
  let person: Person
  let chain: Chain
  const rootKey = makeKey().privateKey
  beforeAll(async () => {
    chain = makeChain({}, rootKey)
    bank = await startBank({
      env: {
        ...production,
        APPLE_APP_ID: '6443000001',
        APPLE_ROOT_CERTIFICATE: chain.root.toString('base64'),
      },
    })
    person = await bank.person()
  })
  afterAll(() => bank.stop())

  const real = (change: object = {}) => transaction(bank, { environment: 'Production', ...change })

  it('accepts the chain', async () => {
    const { status, body } = await verifyApple(bank, await bank.person(), real(), chain)
    expect([status, body.tier, body.source]).toEqual([200, 'pro', 'apple_iap'])
  })

  const changed: [string, ChainChange][] = [
    ['without the mark of the authority', { authorityMark: undefined }],
    ['without the mark of the signer', { signerMark: undefined }],
    ['with marks of something else', { signerMark: '1.2.840.113635.100.6.11.2' }],
    ['by a signer that had expired when it signed', { signerUntil: '260101000000Z' }],
    ['through an issuer that is not an authority', { authorityIsNone: true }],
  ]
  it.each(changed)('refuses a chain %s', async (_what, change) => {
    const answer = await verifyApple(bank, person, real(), makeChain(change, rootKey))
    expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
  })

  it('refuses another root, and none', async () => {
    expect(refusal(await verifyApple(bank, person, real(), makeChain()))).toEqual([
      422,
      'ERR_SUB_001',
    ])
    expect(refusal(await verifyApple(bank, person, real()))).toEqual([422, 'ERR_SUB_001'])
    const short = { ...chain, x5c: chain.x5c.slice(0, 2) }
    expect(refusal(await verifyApple(bank, person, real(), short))).toEqual([422, 'ERR_SUB_001'])
    const foreign = { ...chain, key: makeKey().privateKey }
    expect(refusal(await verifyApple(bank, person, real(), foreign))).toEqual([422, 'ERR_SUB_001'])
  })

  it('refuses a receipt that was altered after it was signed', async () => {
    const signed = await signAsApple(real({ productId: 'zelta_pro_annual' }), chain)
    const [header, , signature] = signed.split('.') as [string, string, string]
    const other = Buffer.from(JSON.stringify(real())).toString('base64url')
    const spoilt = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
    for (const receipt of [
      `${header}.${other}.${signature}`,
      `${signed.slice(0, signed.lastIndexOf('.'))}.${spoilt}`,
    ]) {
      const answer = await verify(bank, person, { platform: 'apple_iap', receipt })
      expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    }
  })

  it('takes test purchases in the sandbox only, and real ones live only', async () => {
    expect(refusal(await verifyApple(bank, person, transaction(bank), chain))).toEqual([
      422,
      'ERR_SUB_001',
    ])
    const sandbox = await bank.sandboxKey(person)
    expect(refusal(await verifyApple(bank, sandbox, real(), chain))).toEqual([422, 'ERR_SUB_001'])
    expect((await verifyApple(bank, sandbox, transaction(bank), chain)).status).toBe(200)
    for (const environment of ['Xcode', 'LocalTesting', undefined])
      expect(
        refusal(await verifyApple(bank, person, transaction(bank, { environment }), chain)),
      ).toEqual([422, 'ERR_SUB_001'])
  })

  it('follows notifications that Apple signed, inside and out, and no others', async () => {
    const buyer = await bank.person()
    const claims = real()
    await verifyApple(bank, buyer, claims, chain)
    bank.clock.advance(60)
    const change = {
      data: {
        bundleId: 'app.zelta',
        environment: 'Production',
        appAppleId: 6443000001,
        signedTransactionInfo: await signAsApple(claims, chain),
      },
    }
    const foreign = { ...change.data, signedTransactionInfo: await signAsApple(claims) }
    const answers = [
      await notifyApple(bank, { type: 'REFUND', change }, makeChain()),
      await notifyApple(bank, { type: 'REFUND', change }),
      await notifyApple(bank, { type: 'REFUND', change: { data: foreign } }, chain),
      await notifyApple(
        bank,
        { type: 'REFUND', change: { data: { ...change.data, appAppleId: 7 } } },
        chain,
      ),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await me(bank, buyer)).toMatchObject({ status: 'active' })
    await notifyApple(bank, { type: 'REFUND', change }, chain)
    expect(await me(bank, buyer)).toMatchObject({ tier: 'free', status: 'refunded' })
  })

  it('simulates no other store', async () => {
    const answer = await verifyGoogle(bank, person, `sandbox:${randomUUID()}`)
    expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    expect(answer.body.message).toContain('no credentials configured')
    const message = { messageId: randomUUID(), data: '' }
    expect((await bank.call('POST /api/webhooks/google/play', { message })).status).toBe(503)
  })
})

describe('a production bank without credentials', () => {
  it('accepts no receipt', async () => {
    const bank = await startBank({ env: production })
    try {
      const person = await bank.person()
      const answer = await verifyApple(bank, person, transaction(bank), makeChain())
      expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
      const signed = { signedPayload: 'a.b.c' }
      const received = await bank.call('POST /api/webhooks/apple/notifications', signed)
      expect(received.status).toBe(503)
    } finally {
      await bank.stop()
    }
  })
})
