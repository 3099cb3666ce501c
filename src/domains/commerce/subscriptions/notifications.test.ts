// Notifications of the stores, and subscriptions about which no notification arrives.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import type { appleEffects } from './app-stores/apple.ts'
import { googleEffects } from './app-stores/google.ts'
import {
  inDays,
  lastingPerson,
  me,
  notifyApple,
  notifyGoogle,
  signAsApple,
  toPush,
  transaction,
  verifyApple,
  verifyGoogle,
} from './test-support.ts'

let bank: Bank
let person: Person
beforeAll(async () => {
  bank = await startBank()
})
beforeEach(async () => {
  person = await lastingPerson(bank)
})
afterAll(() => bank.stop())

const sweep = () => bank.runJob('subscriptions.sweep')

const eventsOf = async (of: Person): Promise<string[]> => {
  const rows = await bank.sql<{ type: string }>(
    "select type from platform.events where user_uuid = $1 and type like 'subscription.%' order by id",
    [of.uuid],
  )
  return rows.map(({ type }) => type)
}

describe('subscription.apple_notification', () => {
  const iso = (days: number) => new Date(inDays(bank, days)).toISOString()
  type Claims = ReturnType<typeof transaction>

  /** A user who subscribed a minute ago. */
  async function subscribe(change: object = {}): Promise<Claims> {
    const claims = transaction(bank, change)
    expect((await verifyApple(bank, person, claims)).status).toBe(200)
    bank.clock.advance(60)
    return claims
  }

  const nothing = { tier: 'pro', status: 'active', cancelledAtPeriodEnd: false }
  const cases: Record<
    keyof typeof appleEffects,
    [subtype: string | undefined, expected: object][]
  > = {
    SUBSCRIBED: [['INITIAL_BUY', nothing]],
    DID_RENEW: [[undefined, nothing]],
    OFFER_REDEEMED: [[undefined, nothing]],
    DID_CHANGE_RENEWAL_STATUS: [
      ['AUTO_RENEW_DISABLED', { tier: 'pro', status: 'active', cancelledAtPeriodEnd: true }],
      ['AUTO_RENEW_ENABLED', nothing],
    ],
    DID_CHANGE_RENEWAL_PREF: [
      ['UPGRADE', nothing],
      ['DOWNGRADE', nothing],
    ],
    DID_FAIL_TO_RENEW: [
      [undefined, { tier: 'pro', status: 'past_due' }],
      ['GRACE_PERIOD', { tier: 'pro', status: 'grace_period' }],
    ],
    GRACE_PERIOD_EXPIRED: [[undefined, { tier: 'free', status: 'expired' }]],
    EXPIRED: [['VOLUNTARY', { tier: 'free', status: 'expired' }]],
    REVOKE: [[undefined, { tier: 'free', status: 'expired' }]],
    REFUND: [[undefined, { tier: 'free', status: 'refunded' }]],
    REFUND_DECLINED: [[undefined, nothing]],
    REFUND_REVERSED: [[undefined, nothing]],
    RENEWAL_EXTENDED: [[undefined, nothing]],
    RENEWAL_EXTENSION: [['SUMMARY', nothing]],
    PRICE_INCREASE: [['PENDING', nothing]],
    PRICE_CHANGE: [[undefined, nothing]],
    CONSUMPTION_REQUEST: [[undefined, nothing]],
    EXTERNAL_PURCHASE_TOKEN: [[undefined, nothing]],
    ONE_TIME_CHARGE: [[undefined, nothing]],
    RESCIND_CONSENT: [[undefined, nothing]],
    METADATA_UPDATE: [[undefined, nothing]],
    MIGRATION: [[undefined, nothing]],
    TEST: [[undefined, nothing]],
  }
  const all = Object.entries(cases).flatMap(([type, list]) =>
    list.map(([subtype, expected]) => ({ type, subtype, expected })),
  )
  it.each(all)('$type $subtype', async ({ type, subtype, expected }) => {
    const claims = await subscribe()
    const { status, body } = await notifyApple(bank, {
      type,
      ...(subtype !== undefined && { subtype }),
      transaction: claims,
    })
    expect([status, body]).toEqual([200, { success: true }])
    expect(await me(bank, person)).toMatchObject(expected)
  })

  it('renews: a new end, and what the renewal says of the next', async () => {
    const claims = await subscribe()
    const renewed = { ...claims, transactionId: 'next', expiresDate: inDays(bank, 60) }
    await notifyApple(bank, {
      type: 'DID_RENEW',
      transaction: renewed,
      renewal: { originalTransactionId: claims.originalTransactionId, autoRenewStatus: 1 },
    })
    expect(await me(bank, person)).toMatchObject({ currentPeriodEnd: iso(60), status: 'active' })
    expect(await eventsOf(person)).toEqual(['subscription.started', 'subscription.renewed'])
  })

  it('upgrades at once', async () => {
    const claims = await subscribe()
    const better = { ...claims, productId: 'zelta_pro_annual', expiresDate: inDays(bank, 365) }
    await notifyApple(bank, {
      type: 'DID_CHANGE_RENEWAL_PREF',
      subtype: 'UPGRADE',
      transaction: better,
    })
    expect(await me(bank, person)).toMatchObject({ plan: 'annual_pro', currentPeriodEnd: iso(365) })
  })

  it('is recovered after it was overdue, and returns after a refund was reversed', async () => {
    const claims = await subscribe()
    await notifyApple(bank, { type: 'DID_FAIL_TO_RENEW', transaction: claims })
    bank.clock.advance(60)
    const renewed = { ...claims, transactionId: 'next', expiresDate: inDays(bank, 60) }
    await notifyApple(bank, {
      type: 'DID_RENEW',
      subtype: 'BILLING_RECOVERY',
      transaction: renewed,
    })
    expect(await me(bank, person)).toMatchObject({ status: 'active' })
    bank.clock.advance(60)
    await notifyApple(bank, { type: 'REFUND', transaction: renewed })
    expect(await me(bank, person)).toMatchObject({ tier: 'free', status: 'refunded' })
    bank.clock.advance(60)
    await notifyApple(bank, { type: 'REFUND_REVERSED', transaction: renewed })
    expect(await me(bank, person)).toMatchObject({ tier: 'pro', status: 'active' })
    expect(await eventsOf(person)).toEqual([
      'subscription.started',
      'subscription.changed',
      'subscription.renewed',
      'subscription.refunded',
      'subscription.renewed',
    ])
  })

  it('reads whether it renews where the subtype does not say', async () => {
    const claims = await subscribe()
    const renewal = { originalTransactionId: claims.originalTransactionId, autoRenewStatus: 0 }
    await notifyApple(bank, { type: 'DID_CHANGE_RENEWAL_STATUS', renewal })
    expect(await me(bank, person)).toMatchObject({ cancelledAtPeriodEnd: true })
    // Shown again, it stays.
    expect((await verifyApple(bank, person, claims)).body).toMatchObject({
      reactivated: true,
      cancelledAtPeriodEnd: false,
    })
    expect(await eventsOf(person)).toEqual([
      'subscription.started',
      'subscription.changed',
      'subscription.reactivated',
    ])
  })

  it('counts once, however often and at once it comes', async () => {
    const claims = await subscribe()
    const signedPayload = await signAsApple({
      notificationType: 'DID_FAIL_TO_RENEW',
      notificationUUID: randomUUID(),
      signedDate: bank.clock.now().getTime(),
      data: {
        bundleId: 'app.zelta',
        environment: 'Sandbox',
        signedTransactionInfo: await signAsApple(claims),
      },
    })
    const send = () => bank.call('POST /api/webhooks/apple/notifications', { signedPayload })
    const answers = await Promise.all(Array.from({ length: 6 }, send))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await eventsOf(person)).toEqual(['subscription.started', 'subscription.changed'])
  })

  it('ignores a statement older than the known state', async () => {
    const claims = await subscribe()
    const late = { signedDate: bank.clock.now().getTime() - 3600_000 }
    await notifyApple(bank, { type: 'EXPIRED', transaction: claims, change: late })
    expect(await me(bank, person)).toMatchObject({ status: 'active' })
  })

  it('about an unknown purchase waits for its receipt', async () => {
    const claims = transaction(bank)
    bank.clock.advance(60)
    await notifyApple(bank, {
      type: 'DID_CHANGE_RENEWAL_STATUS',
      subtype: 'AUTO_RENEW_DISABLED',
      transaction: claims,
    })
    expect((await verifyApple(bank, person, claims)).body).toMatchObject({
      status: 'active',
      cancelledAtPeriodEnd: true,
      reactivated: false,
    })
  })

  it.each([
    ['garbage', 'garbage'],
    ['a token about another app', { data: { bundleId: 'app.other' } }],
    ['a token without an id', { notificationUUID: undefined }],
  ])('is answered with success, and nothing is stored of %s', async (_what, what) => {
    const claims = await subscribe()
    const before = await bank.sql('select id from subscriptions.notifications')
    const signedPayload =
      typeof what === 'string'
        ? what
        : await signAsApple({
            notificationType: 'EXPIRED',
            notificationUUID: randomUUID(),
            data: {
              bundleId: 'app.zelta',
              signedTransactionInfo: await signAsApple(claims),
            },
            ...what,
          })
    const answer = await bank.call('POST /api/webhooks/apple/notifications', { signedPayload })
    expect([answer.status, answer.body]).toEqual([200, { success: true }])
    expect(await bank.sql('select id from subscriptions.notifications')).toEqual(before)
    expect(await me(bank, person)).toMatchObject({ status: 'active' })
  })
})

describe('subscription.google_notification', () => {
  async function subscribe(state = 'active'): Promise<string> {
    const id = randomUUID()
    expect((await verifyGoogle(bank, person, `sandbox:${state}:${id}`)).status).toBe(200)
    bank.clock.advance(60)
    return `sandbox:${id}`
  }

  const nothing = { tier: 'pro', status: 'active', cancelledAtPeriodEnd: false }
  const cases: Record<number, object> = {
    1: nothing,
    2: nothing,
    3: { tier: 'pro', status: 'active', cancelledAtPeriodEnd: true },
    4: nothing,
    5: { tier: 'pro', status: 'past_due' },
    6: { tier: 'pro', status: 'grace_period' },
    7: nothing,
    8: nothing,
    9: nothing,
    10: { tier: 'pro', status: 'paused' },
    11: nothing,
    12: { tier: 'free', status: 'expired' },
    13: { tier: 'free', status: 'expired' },
    17: nothing,
    18: nothing,
    19: nothing,
    20: nothing,
    22: nothing,
  }
  it('is tried in every kind', () => {
    expect(Object.keys(cases)).toEqual(Object.keys(googleEffects))
  })
  it.each(Object.entries(cases))('type %s', async (type, expected) => {
    const purchaseToken = await subscribe()
    const { status, body } = await notifyGoogle(bank, {
      notificationType: Number(type),
      purchaseToken,
    })
    expect([status, body]).toEqual([200, { success: true }])
    expect(await me(bank, person)).toMatchObject(expected)
  })

  it.each([1, 2, 4, 7])('type %i restores an overdue or cancelled subscription', async (type) => {
    const purchaseToken = await subscribe('hold')
    const expiryTime = new Date(inDays(bank, 30)).toISOString()
    await notifyGoogle(bank, { notificationType: type, purchaseToken, expiryTime })
    expect(await me(bank, person)).toMatchObject({
      ...nothing,
      currentPeriodEnd: expiryTime,
    })
  })

  it('a new end, and until when it is paused', async () => {
    const purchaseToken = await subscribe()
    const later = new Date(inDays(bank, 45)).toISOString()
    await notifyGoogle(bank, { notificationType: 9, purchaseToken, expiryTime: later })
    expect(await me(bank, person)).toMatchObject({ currentPeriodEnd: later })
    bank.clock.advance(1)
    await notifyGoogle(bank, { notificationType: 10, purchaseToken, autoResumeTime: later })
    expect(await me(bank, person)).toMatchObject({ status: 'paused', pausedUntil: later })
  })

  it('a voided purchase is refunded', async () => {
    const purchaseToken = await subscribe()
    const voided = { purchaseToken, orderId: '1', productType: 1, refundType: 1 }
    await notifyGoogle(
      bank,
      {},
      {
        subscriptionNotification: undefined,
        voidedPurchaseNotification: voided,
      },
    )
    expect(await me(bank, person)).toMatchObject({ tier: 'free', status: 'refunded' })
  })

  it('counts once', async () => {
    const purchaseToken = await subscribe()
    const message = toPush(bank, { notificationType: 5, purchaseToken })
    const send = () => bank.call('POST /api/webhooks/google/play', { message })
    const answers = await Promise.all(Array.from({ length: 5 }, send))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 200))
    expect(await eventsOf(person)).toEqual(['subscription.started', 'subscription.changed'])
  })

  it('is ignored about another app, of an unknown kind, or as garbage', async () => {
    const purchaseToken = await subscribe()
    const about = { notificationType: 13, purchaseToken }
    const answers = [
      await notifyGoogle(bank, about, { packageName: 'app.other' }),
      await notifyGoogle(bank, { ...about, notificationType: 99 }),
      await notifyGoogle(
        bank,
        {},
        {
          subscriptionNotification: undefined,
          testNotification: { version: '1.0' },
        },
      ),
      await bank.call('POST /api/webhooks/google/play', {
        message: { messageId: randomUUID(), data: 'bm8ganNvbg==' },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await me(bank, person)).toMatchObject({ status: 'active' })
  })
})

describe('a second subscription that its store renews', () => {
  it('does not replace the current one', async () => {
    const claims = transaction(bank, { expiresDate: inDays(bank, 1) })
    await verifyApple(bank, person, claims)
    bank.clock.advance(2 * 86_400)
    await verifyGoogle(bank, person, `sandbox:${randomUUID()}`)
    const renewed = { ...claims, transactionId: 'next', expiresDate: inDays(bank, 30) }
    const { status } = await notifyApple(bank, { type: 'DID_RENEW', transaction: renewed })
    expect(status).toBe(200)
    expect(await me(bank, person)).toMatchObject({ source: 'google_play', status: 'active' })
  })
})

describe('the sweep', () => {
  it('expires subscriptions whose period ended, once, and leaves overdue ones', async () => {
    const other = await lastingPerson(bank)
    await verifyApple(bank, person, transaction(bank, { expiresDate: inDays(bank, 1) }))
    await verifyGoogle(bank, other, `sandbox:hold:${randomUUID()}`)
    bank.clock.advance(2 * 86_400)
    expect(await me(bank, person)).toMatchObject({ tier: 'free', status: 'expired' })
    expect(await eventsOf(person)).toEqual(['subscription.started'])
    await sweep()
    await sweep()
    expect(await eventsOf(person)).toEqual(['subscription.started', 'subscription.ended'])
    expect(await me(bank, person)).toMatchObject({ tier: 'free', status: 'expired' })
    expect(await me(bank, other)).toMatchObject({ tier: 'pro', status: 'past_due' })
    bank.clock.advance(60 * 86_400)
    await sweep()
    expect(await me(bank, other)).toMatchObject({ tier: 'free', status: 'expired' })
  })
})
