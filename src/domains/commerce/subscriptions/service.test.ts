// Receipts over HTTP, in a bank whose stores are simulated: every rule, in its order.
import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import {
  consentAt,
  inDays,
  lastingPerson,
  makeKey,
  me,
  notifyApple,
  signAsApple,
  transaction,
  verify,
  verifyApple,
  VERIFY,
  verifyGoogle,
} from './test-support.ts'
import { makeChain } from './app-stores/certificate-test-support.ts'

let bank: Bank
let person: Person
beforeAll(async () => {
  bank = await startBank()
})
beforeEach(async () => {
  person = await lastingPerson(bank)
})
afterAll(() => bank.stop())

const newToken = (state?: string) =>
  state === undefined ? `sandbox:${randomUUID()}` : `sandbox:${state}:${randomUUID()}`

const refusal = ({ status, body }: Answer) => [status, body.error?.code]

const conflictOf = ({ status, body }: Answer) => {
  expect([status, body.error.code]).toEqual([409, 'ERR_SUB_002'])
  expect(body).toMatchObject({ success: false, message: body.error.message })
  return body.error.conflict
}

const countRows = async (of: Person) => {
  const rows = await bank.sql('select id from subscriptions.subscriptions where user_uuid = $1', [
    of.uuid,
  ])
  return rows.length
}

describe('subscription.verify', () => {
  it('answers the nine fields, flat', async () => {
    const { status, body } = await verifyApple(bank, person, transaction(bank))
    expect(status).toBe(200)
    expect(body).toEqual({
      tier: 'pro',
      status: 'active',
      source: 'apple_iap',
      plan: 'monthly_pro',
      currentPeriodEnd: new Date(inDays(bank, 30)).toISOString(),
      trialEndsAt: null,
      cancelledAtPeriodEnd: false,
      pausedUntil: null,
      reactivated: false,
    })
    expect(await me(bank, person)).toEqual(body)
  })

  it('takes each product of both stores', async () => {
    const annual = { productId: 'zelta_pro_annual' }
    const apple = await verifyApple(bank, person, transaction(bank, annual), {}, annual)
    expect(apple.body).toMatchObject({ plan: 'annual_pro', source: 'apple_iap' })
    const other = await bank.person()
    const google = await verifyGoogle(bank, other, newToken(), annual)
    expect(google.body).toMatchObject({ plan: 'annual_pro', source: 'google_play', tier: 'pro' })
    expect(google.body.currentPeriodEnd).toBe(new Date(inDays(bank, 365)).toISOString())
  })

  it('knows a trial', async () => {
    const trial = { offerDiscountType: 'FREE_TRIAL', offerType: 1, expiresDate: inDays(bank, 7) }
    const { body } = await verifyApple(bank, person, transaction(bank, trial))
    const ends = new Date(inDays(bank, 7)).toISOString()
    expect(body).toMatchObject({
      tier: 'pro',
      status: 'trialing',
      trialEndsAt: ends,
      currentPeriodEnd: ends,
    })
  })

  it.each([
    ['active', { tier: 'pro', status: 'active', cancelledAtPeriodEnd: false, pausedUntil: null }],
    ['cancelled', { tier: 'pro', status: 'active', cancelledAtPeriodEnd: true }],
    ['grace', { tier: 'pro', status: 'grace_period' }],
    ['hold', { tier: 'pro', status: 'past_due' }],
    ['paused', { tier: 'pro', status: 'paused', pausedUntil: expect.any(String) }],
  ])('takes a purchase at Google that is %s', async (state, expected) => {
    const { status, body } = await verifyGoogle(bank, person, newToken(state))
    expect(status).toBe(200)
    expect(body).toMatchObject(expected)
  })

  it('keeps a digest of the receipt, and no receipt', async () => {
    const receipt = newToken()
    await verifyGoogle(bank, person, receipt)
    const digest = createHash('sha256').update(receipt).digest()
    const rows = await bank.sql('select 1 from subscriptions.receipts where digest = $1', [digest])
    expect(rows).toHaveLength(1)
  })

  it('belongs to its environment', async () => {
    person = await bank.person()
    const sandbox = await bank.sandboxKey(person)
    await verifyGoogle(bank, person, newToken())
    expect(await me(bank, sandbox)).toMatchObject({ tier: 'free', status: null })
    expect((await verifyApple(bank, sandbox, transaction(bank))).status).toBe(200)
    expect(await me(bank, person)).toMatchObject({ source: 'google_play' })
  })
})

describe('what the request must be', () => {
  const good = () => ({ platform: 'google_play', receipt: newToken() })

  it('has a key, of at most 255 characters', async () => {
    const body = { ...good(), productId: 'zelta_pro_monthly' }
    const without = await bank.call(VERIFY, body, person)
    expect(refusal(without)).toEqual([422, 'ERR_SUB_001'])
    expect(without.body.errors).toHaveProperty('Idempotency-Key')
    const long = await verify(bank, person, body, 'k'.repeat(256))
    expect(refusal(long)).toEqual([422, 'ERR_SUB_001'])
    expect((await verify(bank, person, body, 'k'.repeat(255))).status).toBe(200)
  })

  it.each([
    ['platform', { platform: undefined }],
    ['platform', { platform: 'apple' }],
    ['receipt', { receipt: undefined }],
    ['receipt', { receipt: '' }],
    ['receipt', { receipt: 7 }],
    ['productId', { productId: undefined }],
    ['productId', { productId: 'zelta_pro_weekly' }],
    ['productId', { productId: 'constructor' }],
    ['originalTransactionId', { originalTransactionId: 7 }],
    ['appVersion', { appVersion: 1.3 }],
    ['appVersion', { appVersion: 'newest' }],
    ['currency', { currency: 'EURO' }],
    ['currency', { currency: 978 }],
    ['withdrawalConsent', { withdrawalConsent: true }],
  ])('has a valid %s: %j', async (field, change) => {
    const answer = await verify(bank, person, { ...good(), ...change })
    expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    expect(Object.keys(answer.body.errors)).toContain(field)
    expect(await countRows(person)).toBe(0)
  })

  it('takes null for whatever may be missing', async () => {
    const nothing = {
      originalTransactionId: null,
      appVersion: null,
      currency: null,
      withdrawalConsent: null,
    }
    expect((await verify(bank, person, { ...good(), ...nothing })).status).toBe(200)
  })

  it('is in euros, before anything else is checked', async () => {
    for (const currency of ['USD', 'usd', 'XXX']) {
      const answer = await verify(bank, person, {
        ...good(),
        currency,
        productId: 'unknown',
        receipt: 'garbage',
        appVersion: '1.3.1',
      })
      expect(refusal(answer)).toEqual([422, 'ERR_CUR_001'])
    }
    for (const currency of ['EUR', 'eur'])
      expect((await verify(bank, person, { ...good(), currency })).status).toBe(200)
  })

  it('names a product before consent and receipt are checked', async () => {
    const answer = await verify(bank, person, {
      ...good(),
      productId: 'unknown',
      receipt: 'garbage',
      appVersion: '1.3.1',
    })
    expect(Object.keys(answer.body.errors)).toEqual(['productId'])
    const next = await verify(bank, person, { ...good(), receipt: 'garbage', appVersion: '1.3.1' })
    expect(Object.keys(next.body.errors)).toEqual(['withdrawalConsent'])
  })

  it('is refused without a bearer', async () => {
    expect(refusal(await verify(bank, {}, good()))).toEqual([401, 'UNAUTHORIZED'])
  })
})

describe('consent', () => {
  const request = (change: object) => ({ platform: 'google_play', receipt: newToken(), ...change })

  it('is not needed in 1.3.0 and needed in 1.3.1', async () => {
    expect((await verify(bank, person, request({ appVersion: '1.3.0' }))).status).toBe(200)
    const other = await bank.person()
    const without = await verify(bank, other, request({ appVersion: '1.3.1' }))
    expect(refusal(without)).toEqual([422, 'ERR_SUB_001'])
    expect(without.body.errors).toHaveProperty('withdrawalConsent')
    const whole = request({ appVersion: '1.3.1', withdrawalConsent: consentAt() })
    expect((await verify(bank, other, whole)).status).toBe(200)
  })

  it.each(['given', 'shownAt', 'acceptedAt', 'consentText', 'version'])(
    'has a %s, in any version',
    async (field) => {
      for (const appVersion of ['1.3.0', '1.3.1', null]) {
        const { [field as 'given']: _left, ...rest } = consentAt()
        const answer = await verify(bank, person, request({ appVersion, withdrawalConsent: rest }))
        expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
        expect(answer.body.errors).toHaveProperty([`withdrawalConsent.${field}`])
      }
    },
  )

  it.each([
    [{ given: 'true' }, 'given'],
    [{ shownAt: 'yesterday' }, 'shownAt'],
    [{ acceptedAt: '2026-02-28' }, 'acceptedAt'],
    [{ consentText: '' }, 'consentText'],
    [{ version: 0 }, 'version'],
    [{ version: 1.5 }, 'version'],
    [{ acceptedAt: '2026-02-28T09:59:59Z' }, 'acceptedAt'],
  ])('is valid: %j is not', async (change, field) => {
    const withdrawalConsent = { ...consentAt(), ...change }
    const answer = await verify(bank, person, request({ withdrawalConsent }))
    expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    expect(answer.body.errors).toHaveProperty([`withdrawalConsent.${field}`])
  })

  it('is given, from 1.3.1 on', async () => {
    const withdrawalConsent = { ...consentAt(), given: false }
    const answer = await verify(bank, person, request({ appVersion: '1.3.1', withdrawalConsent }))
    expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
  })

  it('is kept, with a digest of the address', async () => {
    await verify(bank, person, request({ appVersion: '1.3.1', withdrawalConsent: consentAt() }))
    const rows = await bank.sql<{ address_digest: Buffer }>(
      'select * from subscriptions.consents where user_uuid = $1',
      [person.uuid],
    )
    expect(rows).toMatchObject([
      {
        given: true,
        consent_text: consentAt().consentText,
        version: 1,
        app_version: '1.3.1',
        shown_at: new Date('2026-02-28T10:00:00Z'),
        accepted_at: new Date('2026-02-28T10:00:05Z'),
      },
    ])
    expect(rows[0]!.address_digest).toHaveLength(32)
  })
})

describe('a key', () => {
  it('is answered with the same again, and the store is not asked', async () => {
    const receipt = newToken()
    const request = { platform: 'google_play', receipt, productId: 'zelta_pro_monthly' }
    const first = await verify(bank, person, request, 'my key')
    expect(first.headers.get('x-idempotency-replayed')).toBe('false')
    bank.clock.advance(3600)
    const again = await verify(bank, person, request, 'my key')
    expect(again.status).toBe(200)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    const conflict = await verify(bank, person, { ...request, receipt: newToken() }, 'my key')
    expect(refusal(conflict)).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  it('is free again after a refusal', async () => {
    const bad = { platform: 'google_play', receipt: 'garbage' }
    expect(refusal(await verify(bank, person, bad, 'retry'))).toEqual([422, 'ERR_SUB_001'])
    const good = { platform: 'google_play', receipt: newToken() }
    expect((await verify(bank, person, good, 'retry')).status).toBe(200)
  })
})

describe('a receipt of Apple', () => {
  it.each([
    ['another app', { bundleId: 'app.other' }],
    ['no app', { bundleId: undefined }],
    ['another product', { productId: 'zelta_pro_annual' }],
    ['no product', { productId: undefined }],
    ['no transaction', { transactionId: undefined, originalTransactionId: undefined }],
    ['something without an end', { expiresDate: undefined }],
    ['an end that is none', { expiresDate: 'soon' }],
    ['an end beyond time', { expiresDate: 9e15 }],
    ['something bought once', { type: 'Non-Consumable' }],
    ['a name that cannot be kept', { originalTransactionId: 'a\0b' }],
  ])('is refused for %s', async (_what, change) => {
    const answer = await verifyApple(bank, person, transaction(bank, change))
    expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    expect(await countRows(person)).toBe(0)
  })

  it.each(['', 'a.b.c', 'a.b', 'garbage', 'sandbox:1', 'eyJhbGciOiJFUzI1NiJ9.bnVsbA.AA'])(
    'is refused when it is no token: "%s"',
    async (receipt) => {
      const answer = await verify(bank, person, { platform: 'apple_iap', receipt })
      expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    },
  )

  it('is signed, with ES256', async () => {
    const signed = await signAsApple(transaction(bank))
    const [, payload, signature] = signed.split('.') as [string, string, string]
    const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    for (const receipt of [
      `${header({ alg: 'none' })}.${payload}.`,
      `${header({ alg: 'HS256' })}.${payload}.${signature}`,
      `${header({ alg: 'ES256' })}.${payload}.`,
    ]) {
      const answer = await verify(bank, person, { platform: 'apple_iap', receipt })
      expect(refusal(answer)).toEqual([422, 'ERR_SUB_001'])
    }
  })

  it('is held to its certificate where it has one', async () => {
    const chain = makeChain()
    const good = await verifyApple(bank, person, transaction(bank), chain)
    expect(good.status).toBe(200)
    const foreign = { x5c: chain.x5c, key: makeKey().privateKey }
    const bad = await verifyApple(bank, await bank.person(), transaction(bank), foreign)
    expect(refusal(bad)).toEqual([422, 'ERR_SUB_001'])
  })

  it('is of the transaction that is named', async () => {
    const claims = transaction(bank, { originalTransactionId: '2000000123' })
    const other = { originalTransactionId: '2000000124' }
    expect(refusal(await verifyApple(bank, person, claims, {}, other))).toEqual([
      422,
      'ERR_SUB_001',
    ])
    const same = { originalTransactionId: '2000000123' }
    expect((await verifyApple(bank, person, claims, {}, same)).status).toBe(200)
  })

  it('may name the caller, in any spelling', async () => {
    const claims = transaction(bank, { appAccountToken: person.uuid.toUpperCase() })
    expect((await verifyApple(bank, person, claims)).status).toBe(200)
  })
})

describe('a token of Google', () => {
  it.each([
    'garbage',
    'sandbox:',
    'sandbox:unknown:1',
    'sandbox:active:',
    'sandbox:a:b:c',
    'sandbox:a b',
  ])('is refused in the sandbox: "%s"', async (receipt) => {
    expect(refusal(await verifyGoogle(bank, person, receipt))).toEqual([422, 'ERR_SUB_001'])
  })

  it('is the same purchase in every state', async () => {
    const id = randomUUID()
    await verifyGoogle(bank, person, `sandbox:${id}`)
    await verifyGoogle(bank, person, `sandbox:grace:${id}`)
    expect(await me(bank, person)).toMatchObject({ status: 'grace_period' })
    expect(await countRows(person)).toBe(1)
  })
})

describe('conflicts', () => {
  it('two_stores_active: one store at a time, either way', async () => {
    const apple = await verifyApple(bank, person, transaction(bank))
    const conflict = conflictOf(await verifyGoogle(bank, person, newToken()))
    expect(conflict).toEqual({
      kind: 'two_stores_active',
      attemptedSource: 'google_play',
      existingSubscription: {
        source: 'apple_iap',
        currentPeriodEndsAt: apple.body.currentPeriodEnd,
      },
    })
    const other = await bank.person()
    await verifyGoogle(bank, other, newToken('hold'))
    expect(conflictOf(await verifyApple(bank, other, transaction(bank)))).toMatchObject({
      kind: 'two_stores_active',
      attemptedSource: 'apple_iap',
      existingSubscription: { source: 'google_play' },
    })
    expect(await countRows(other)).toBe(1)
  })

  it('two_stores_active: not when the other is over', async () => {
    await verifyApple(bank, person, transaction(bank, { expiresDate: inDays(bank, 1) }))
    bank.clock.advance(86_400)
    expect(await me(bank, person)).toMatchObject({ tier: 'free', status: 'expired' })
    expect((await verifyGoogle(bank, person, newToken())).body).toMatchObject({
      tier: 'pro',
      source: 'google_play',
    })
    expect(await me(bank, person)).toMatchObject({ source: 'google_play', status: 'active' })
  })

  it('different_zelta_user: bought for another user', async () => {
    const claims = transaction(bank, { appAccountToken: randomUUID() })
    expect(conflictOf(await verifyApple(bank, person, claims))).toEqual({
      kind: 'different_zelta_user',
      attemptedSource: 'apple_iap',
      existingSubscription: {
        source: 'apple_iap',
        currentPeriodEndsAt: new Date(claims.expiresDate).toISOString(),
      },
    })
    expect(conflictOf(await verifyGoogle(bank, person, newToken('other_user')))).toMatchObject({
      kind: 'different_zelta_user',
      attemptedSource: 'google_play',
    })
    expect(await countRows(person)).toBe(0)
  })

  it('different_zelta_user: verified by another user before', async () => {
    const claims = transaction(bank)
    await verifyApple(bank, await bank.person(), claims)
    expect(conflictOf(await verifyApple(bank, person, claims))).toMatchObject({
      kind: 'different_zelta_user',
    })
    const token = newToken()
    await verifyGoogle(bank, await bank.person(), token)
    expect(conflictOf(await verifyGoogle(bank, person, token))).toMatchObject({
      kind: 'different_zelta_user',
    })
  })

  it('family_sharing_unsupported, before the owner is checked', async () => {
    const shared = { inAppOwnershipType: 'FAMILY_SHARED', appAccountToken: randomUUID() }
    const claims = transaction(bank, shared)
    expect(conflictOf(await verifyApple(bank, person, claims))).toEqual({
      kind: 'family_sharing_unsupported',
      attemptedSource: 'apple_iap',
      existingSubscription: {
        source: 'apple_iap',
        currentPeriodEndsAt: new Date(claims.expiresDate).toISOString(),
      },
    })
  })

  it('stale_receipt: ended, whether it was known or not', async () => {
    const expired = transaction(bank, { expiresDate: inDays(bank, -1) })
    expect(conflictOf(await verifyApple(bank, person, expired))).toEqual({
      kind: 'stale_receipt',
      attemptedSource: 'apple_iap',
      existingSubscription: {
        source: 'apple_iap',
        currentPeriodEndsAt: new Date(expired.expiresDate).toISOString(),
      },
    })
    expect(conflictOf(await verifyGoogle(bank, person, newToken('expired')))).toMatchObject({
      kind: 'stale_receipt',
      attemptedSource: 'google_play',
    })
    const claims = transaction(bank, { expiresDate: inDays(bank, 1) })
    await verifyApple(bank, person, claims)
    bank.clock.advance(86_400)
    expect(conflictOf(await verifyApple(bank, person, claims))).toMatchObject({
      kind: 'stale_receipt',
    })
  })

  it('stale_receipt: revoked by the store, or replaced', async () => {
    for (const change of [{ revocationDate: inDays(bank, 0) }, { isUpgraded: true }])
      expect(conflictOf(await verifyApple(bank, person, transaction(bank, change)))).toMatchObject({
        kind: 'stale_receipt',
      })
  })

  it('stale_receipt: an old receipt after a refund', async () => {
    const claims = transaction(bank)
    await verifyApple(bank, person, claims)
    bank.clock.advance(60)
    await notifyApple(bank, { type: 'REFUND', transaction: claims })
    expect(await me(bank, person)).toMatchObject({ tier: 'free', status: 'refunded' })
    bank.clock.advance(60)
    expect(conflictOf(await verifyApple(bank, person, claims))).toMatchObject({
      kind: 'stale_receipt',
    })
    // Buying again is something newer.
    const again = { ...claims, transactionId: 'next', signedDate: inDays(bank, 0) }
    expect((await verifyApple(bank, person, again)).body).toMatchObject({ tier: 'pro' })
  })

  it('stale_receipt: also when it was refunded before its first verification', async () => {
    const claims = transaction(bank)
    bank.clock.advance(60)
    await notifyApple(bank, { type: 'REFUND', transaction: claims })
    expect(conflictOf(await verifyApple(bank, person, claims))).toMatchObject({
      kind: 'stale_receipt',
    })
    expect(await countRows(person)).toBe(0)
  })
})

describe('verified again', () => {
  it('is not reactivated when it was active', async () => {
    const claims = transaction(bank)
    await verifyApple(bank, person, claims)
    const { status, body } = await verifyApple(bank, person, claims)
    expect([status, body.reactivated, body.status]).toEqual([200, false, 'active'])
    expect(await countRows(person)).toBe(1)
  })

  it('is reactivated when it was to end, once', async () => {
    const id = randomUUID()
    const cancelled = await verifyGoogle(bank, person, `sandbox:cancelled:${id}`)
    expect(cancelled.body).toMatchObject({ cancelledAtPeriodEnd: true, reactivated: false })
    const still = await verifyGoogle(bank, person, `sandbox:cancelled:${id}`)
    expect(still.body).toMatchObject({ cancelledAtPeriodEnd: true, reactivated: false })
    const back = await verifyGoogle(bank, person, `sandbox:${id}`)
    expect(back.body).toMatchObject({ cancelledAtPeriodEnd: false, reactivated: true })
    const after = await verifyGoogle(bank, person, `sandbox:${id}`)
    expect(after.body).toMatchObject({ cancelledAtPeriodEnd: false, reactivated: false })
    expect(await me(bank, person)).toMatchObject({ reactivated: false })
  })

  it('is not reactivated after its end', async () => {
    const id = randomUUID()
    await verifyGoogle(bank, person, `sandbox:cancelled:${id}`)
    bank.clock.advance(31 * 86_400)
    expect((await verifyGoogle(bank, person, `sandbox:${id}`)).body).toMatchObject({
      tier: 'pro',
      reactivated: false,
    })
  })

  it('continues after a renewal', async () => {
    const claims = transaction(bank)
    await verifyApple(bank, person, claims)
    bank.clock.advance(29 * 86_400)
    const renewed = {
      ...claims,
      transactionId: 'renewal',
      signedDate: inDays(bank, 0),
      expiresDate: inDays(bank, 31),
    }
    const { body } = await verifyApple(bank, person, renewed)
    expect(body.currentPeriodEnd).toBe(new Date(renewed.expiresDate).toISOString())
    // The old receipt does not take it back.
    expect((await verifyApple(bank, person, claims)).body.currentPeriodEnd).toBe(
      body.currentPeriodEnd,
    )
  })

  it('is replaced by another purchase in the same store', async () => {
    await verifyApple(bank, person, transaction(bank))
    const annual = { productId: 'zelta_pro_annual' }
    const { body } = await verifyApple(bank, person, transaction(bank, annual), {}, annual)
    expect(body).toMatchObject({ plan: 'annual_pro', tier: 'pro' })
    const rows = await bank.sql<{ status: string }>(
      'select status from subscriptions.subscriptions where user_uuid = $1 order by created_at, id',
      [person.uuid],
    )
    expect(rows.map((row) => row.status)).toEqual(['cancelled', 'active'])
  })
})

describe('at the same time', () => {
  it('two stores end in one subscription', async () => {
    for (let round = 0; round < 5; round++) {
      const buyer = await bank.person()
      const answers = await Promise.all([
        verifyApple(bank, buyer, transaction(bank)),
        verifyGoogle(bank, buyer, newToken()),
      ])
      const statuses = answers.map(({ status }) => status)
      expect(statuses.toSorted()).toEqual([200, 409])
      const refused = answers.find(({ status }) => status === 409)!
      expect(conflictOf(refused).kind).toBe('two_stores_active')
      expect(await countRows(buyer)).toBe(1)
    }
  })

  it('one receipt belongs to one user', async () => {
    const claims = transaction(bank)
    const people = await Promise.all(Array.from({ length: 6 }, () => bank.person()))
    const answers = await Promise.all(people.map((one) => verifyApple(bank, one, claims)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(conflictOf(answer).kind).toBe('different_zelta_user')
  })

  it('one receipt verified six times is one subscription, started once', async () => {
    const claims = transaction(bank)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => verifyApple(bank, person, claims)),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await countRows(person)).toBe(1)
    const started = await bank.sql(
      "select 1 from platform.events where type = 'subscription.started' and user_uuid = $1",
      [person.uuid],
    )
    expect(started).toHaveLength(1)
  })
})

describe('subscription.get', () => {
  it('is the free tier for users without a purchase', async () => {
    expect(await me(bank, person)).toEqual({
      tier: 'free',
      status: null,
      source: null,
      plan: null,
      currentPeriodEnd: null,
      trialEndsAt: null,
      cancelledAtPeriodEnd: false,
      pausedUntil: null,
      reactivated: false,
    })
  })
})
