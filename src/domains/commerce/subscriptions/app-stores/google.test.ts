// The real Google Play reader, against a server of the test.
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type Bank, type Person, startBank } from '../../../../../test/harness/bank.ts'
import { type Environment, readSettings } from '../../../../platform/settings.ts'
import { settings } from '../settings.ts'
import { obfuscate } from './google.ts'
import {
  type GoogleDouble,
  inDays,
  lastingPerson,
  me,
  notifyGoogle,
  startGoogle,
  verifyGoogle,
} from '../test-support.ts'

const read = (env: Environment) =>
  readSettings(settings, env, { production: env.FLORIN_MODE === 'production' })

let bank: Bank
let double: GoogleDouble
let person: Person
beforeAll(async () => {
  double = await startGoogle()
  bank = await startBank({
    env: {
      FLORIN_MODE: 'production',
      FLORIN_SECRET: 'a secret that is only for tests, always the same',
      GOOGLE_PLAY_SERVICE_ACCOUNT: double.serviceAccount,
      GOOGLE_PLAY_URL: `${double.url}/`,
    },
  })
})
beforeEach(async () => {
  person = await lastingPerson(bank)
  double.asked.length = 0
})
afterAll(async () => {
  await bank.stop()
  await double.close()
})

const refusal = ({ status, body }: Answer) => [status, body.error?.code]

const purchase = (change: object = {}, item: object = {}) => ({
  kind: 'androidpublisher#subscriptionPurchaseV2',
  subscriptionState: 'SUBSCRIPTION_STATE_ACTIVE',
  latestOrderId: 'GPA.1',
  lineItems: [
    {
      productId: 'zelta_pro_monthly',
      expiryTime: new Date(inDays(bank, 30)).toISOString(),
      autoRenewingPlan: {
        autoRenewEnabled: true,
        recurringPrice: { currencyCode: 'EUR', units: '9', nanos: 990_000_000 },
      },
      ...item,
    },
  ],
  ...change,
})

/** A purchase that Google knows. */
function sell(change: object = {}, item: object = {}): string {
  const token = `token/${randomUUID()}`
  double.purchases.set(token, purchase(change, item))
  return token
}

describe('asking Google', () => {
  it('presents a signed assertion once, then its token, and asks about that purchase', async () => {
    const token = sell()
    const { status, body } = await verifyGoogle(bank, person, token)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      tier: 'pro',
      source: 'google_play',
      currentPeriodEnd: new Date(inDays(bank, 30)).toISOString(),
    })
    await verifyGoogle(bank, person, token)
    expect(double.assertions).toHaveLength(1)
    expect(decodeJwt(double.assertions[0]!)).toMatchObject({
      iss: 'florin@example.iam.gserviceaccount.com',
      aud: `${double.url}/token`,
      scope: 'https://www.googleapis.com/auth/androidpublisher',
    })
    const path = `/androidpublisher/v3/applications/app.zelta/purchases/subscriptionsv2/tokens/${encodeURIComponent(token)}`
    expect(double.asked).toEqual([
      { path, authorization: 'Bearer access-1' },
      { path, authorization: 'Bearer access-1' },
    ])
  })

  it('asks for a new token when the old one has expired or was revoked', async () => {
    const token = sell()
    const before = double.assertions.length
    bank.clock.advance(3600)
    expect((await verifyGoogle(bank, person, token)).status).toBe(200)
    expect(double.assertions).toHaveLength(before + 1)
    double.tokens.clear()
    expect((await verifyGoogle(bank, person, token)).status).toBe(200)
    expect(double.assertions).toHaveLength(before + 2)
  })

  it.each([400, 404, 410])('refuses what Google does not know (%i)', async (status) => {
    double.purchases.set('unknown', status)
    expect(refusal(await verifyGoogle(bank, person, 'unknown'))).toEqual([422, 'ERR_SUB_001'])
  })

  it.each([403, 500, 503])('asks for a retry when Google cannot answer (%i)', async (status) => {
    double.purchases.set('broken', status)
    expect(refusal(await verifyGoogle(bank, person, 'broken'))).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
    ])
  })

  it('notes what was paid', async () => {
    await verifyGoogle(bank, person, sell())
    const rows = await bank.sql(
      `select r.currency, r.price_milliunits from subscriptions.receipts r
       join subscriptions.subscriptions s on s.id = r.subscription_id where s.user_uuid = $1`,
      [person.uuid],
    )
    expect(rows).toEqual([{ currency: 'EUR', price_milliunits: '9990' }])
  })
})

describe('what Google says', () => {
  it.each([
    ['IN_GRACE_PERIOD', { status: 'grace_period' }],
    ['ON_HOLD', { status: 'past_due' }],
    ['PAUSED', { status: 'paused' }],
    ['CANCELED', { status: 'active', cancelledAtPeriodEnd: true }],
  ])('%s', async (state, expected) => {
    const token = sell({ subscriptionState: `SUBSCRIPTION_STATE_${state}` })
    expect((await verifyGoogle(bank, person, token)).body).toMatchObject({
      tier: 'pro',
      ...expected,
    })
  })

  it.each(['PENDING', 'PENDING_PURCHASE_CANCELED', 'UNSPECIFIED'])(
    '%s is not paid',
    async (state) => {
      const token = sell({ subscriptionState: `SUBSCRIPTION_STATE_${state}` })
      expect(refusal(await verifyGoogle(bank, person, token))).toEqual([422, 'ERR_SUB_001'])
    },
  )

  it.each([
    ['EXPIRED', 30],
    ['CANCELED', -1],
    ['ACTIVE', -1],
  ])('%s until in %i days is stale', async (state, days) => {
    const expiryTime = new Date(inDays(bank, days)).toISOString()
    const token = sell({ subscriptionState: `SUBSCRIPTION_STATE_${state}` }, { expiryTime })
    const { status, body } = await verifyGoogle(bank, person, token)
    expect(status).toBe(409)
    expect(body.error.conflict).toEqual({
      kind: 'stale_receipt',
      attemptedSource: 'google_play',
      existingSubscription: { source: 'google_play', currentPeriodEndsAt: expiryTime },
    })
  })

  it('pauses until a day, and tries before it takes money', async () => {
    const autoResumeTime = new Date(inDays(bank, 40)).toISOString()
    const paused = sell({
      subscriptionState: 'SUBSCRIPTION_STATE_PAUSED',
      pausedStateContext: { autoResumeTime },
    })
    expect((await verifyGoogle(bank, person, paused)).body.pausedUntil).toBe(autoResumeTime)
    const trial = sell({}, { offerPhase: { freeTrial: {} } })
    expect((await verifyGoogle(bank, await lastingPerson(bank), trial)).body).toMatchObject({
      status: 'trialing',
      trialEndsAt: new Date(inDays(bank, 30)).toISOString(),
    })
  })

  it('is for the product and for the user', async () => {
    const other = sell({}, { productId: 'zelta_pro_annual' })
    expect(refusal(await verifyGoogle(bank, person, other))).toEqual([422, 'ERR_SUB_001'])
    const named = (uuid: string) =>
      sell({ externalAccountIdentifiers: { obfuscatedExternalAccountId: obfuscate(uuid) } })
    const foreign = await verifyGoogle(bank, person, named(randomUUID()))
    expect(foreign.body.error.conflict.kind).toBe('different_zelta_user')
    expect((await verifyGoogle(bank, person, named(person.uuid))).status).toBe(200)
  })

  it('is no test purchase', async () => {
    const token = sell({ testPurchase: {} })
    expect(refusal(await verifyGoogle(bank, person, token))).toEqual([422, 'ERR_SUB_001'])
  })

  it('replaces the purchase before it, of the same user only', async () => {
    const first = sell()
    await verifyGoogle(bank, person, first)
    const second = sell({ linkedPurchaseToken: first })
    const stolen = await verifyGoogle(bank, await lastingPerson(bank), second)
    expect(stolen.body.error.conflict.kind).toBe('different_zelta_user')
    expect((await verifyGoogle(bank, person, second)).status).toBe(200)
    const rows = await bank.sql<{ store_id: string; status: string }>(
      `select store_id, status from subscriptions.subscriptions where user_uuid = $1
       order by status desc`,
      [person.uuid],
    )
    expect(rows).toEqual([
      { store_id: first, status: 'cancelled' },
      { store_id: second, status: 'active' },
    ])
  })
})

describe('a notification of Google', () => {
  it('is not trusted: Google is asked, and its answer is applied', async () => {
    const purchaseToken = sell()
    await verifyGoogle(bank, person, purchaseToken)
    // A notification says that it has expired, but Google does not.
    await notifyGoogle(bank, { notificationType: 13, purchaseToken })
    await expect.poll(() => double.asked.length, { timeout: 120_000 }).toBe(2)
    expect(await me(bank, person)).toMatchObject({ status: 'active' })
    double.purchases.set(
      purchaseToken,
      purchase({ subscriptionState: 'SUBSCRIPTION_STATE_ON_HOLD' }),
    )
    bank.clock.advance(60)
    await notifyGoogle(bank, { notificationType: 5, purchaseToken })
    await expect
      .poll(async () => (await me(bank, person)).status, { timeout: 120_000 })
      .toBe('past_due')
    double.purchases.set(
      purchaseToken,
      purchase({ subscriptionState: 'SUBSCRIPTION_STATE_EXPIRED' }),
    )
    bank.clock.advance(60)
    await notifyGoogle(
      bank,
      {},
      {
        subscriptionNotification: undefined,
        voidedPurchaseNotification: { purchaseToken, productType: 1 },
      },
    )
    await expect
      .poll(async () => (await me(bank, person)).status, { timeout: 120_000 })
      .toBe('refunded')
  })

  it('about a purchase without a verified receipt does not ask Google', async () => {
    const purchaseToken = sell()
    const { status } = await notifyGoogle(bank, { notificationType: 4, purchaseToken })
    expect(status).toBe(200)
    await bank.runJob('subscriptions.ask', { token: purchaseToken, ended: 'expired' })
    expect(double.asked).toEqual([])
  })
})

describe('the sweep', () => {
  it('asks Google about what has run out', async () => {
    const token = sell()
    await verifyGoogle(bank, person, token)
    bank.clock.advance(31 * 86_400)
    expect(await me(bank, person)).toMatchObject({ tier: 'free' })
    // It was renewed; the notification was lost.
    double.purchases.set(token, purchase())
    await bank.runJob('subscriptions.sweep')
    expect(await me(bank, person)).toMatchObject({
      tier: 'pro',
      currentPeriodEnd: new Date(inDays(bank, 30)).toISOString(),
    })
  })
})

describe('settings', () => {
  it.each([
    ['GOOGLE_PLAY_SERVICE_ACCOUNT', '{"client_email":"a@b"}'],
    ['GOOGLE_PLAY_SERVICE_ACCOUNT', 'not json'],
    ['APPLE_ROOT_CERTIFICATE', 'not a certificate'],
    ['APPLE_APP_ID', 'app.zelta'],
    ['GOOGLE_PLAY_URL', 'ftp://google'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} must be`))
  })
})
