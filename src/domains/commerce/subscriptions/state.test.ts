// The pure parts: versions, consent, and the state that follows from receipts and notifications.
import { describe, expect, it } from 'vitest'
import { NotificationTypeV2 } from '@apple/app-store-server-library'
import { appleEffects } from './app-stores/apple.ts'
import { checkConsent } from './consent.ts'
import type { StoreFacts } from './app-stores/facts.ts'
import { googleEffects } from './app-stores/google.ts'
import {
  begin,
  end,
  applyChange,
  isLapsed,
  isLive,
  readChange,
  applyReceipt,
  type State,
} from './state.ts'
import { consentAt } from './test-support.ts'
import { isAtLeast, parseVersion } from './version.ts'

describe('versions of the app', () => {
  it.each([
    ['1.3.1', true],
    ['1.3.0', false],
    ['1.3', false],
    ['1.10.0', true],
    ['1.2.99', false],
    ['2', true],
    ['0.9.9', false],
    ['1.3.1-beta.1', false],
    ['1.3.2-beta.1', true],
    ['1.3.1+42', true],
    ['v1.3.1', true],
  ])('%s is at least 1.3.1: %s', (text, expected) => {
    expect(isAtLeast(parseVersion(text)!, [1, 3, 1])).toBe(expected)
  })

  it.each(['', 'latest', '1.x', '1.3.1.1', '-1.0.0', '1..1', ' 1.3.1', '1.3.1\n', '99999999999'])(
    '"%s" is none',
    (text) => {
      expect(parseVersion(text)).toBeUndefined()
    },
  )
})

describe('consent', () => {
  const refused = (request: Parameters<typeof checkConsent>[0]) => {
    try {
      checkConsent(request)
      return undefined
    } catch (error) {
      return Object.keys((error as { details: { errors: object } }).details.errors)[0]
    }
  }
  it('is optional below 1.3.1 and without a version', () => {
    expect(refused({})).toBeUndefined()
    expect(refused({ appVersion: '1.3.0' })).toBeUndefined()
    expect(refused({ appVersion: '1.3.0', withdrawalConsent: null })).toBeUndefined()
    const no = { ...consentAt(), given: false }
    expect(refused({ appVersion: '1.3.0', withdrawalConsent: no })).toBeUndefined()
  })
  it('is required from 1.3.1 on, and given', () => {
    expect(refused({ appVersion: '1.3.1' })).toBe('withdrawalConsent')
    const no = { ...consentAt(), given: false }
    expect(refused({ appVersion: '1.3.1', withdrawalConsent: no })).toBe('withdrawalConsent.given')
    expect(refused({ appVersion: '1.3.1', withdrawalConsent: consentAt() })).toBeUndefined()
  })
  it('is accepted after it was shown, whatever the time zone', () => {
    const backwards = consentAt('2026-02-28T10:00:01Z', '2026-02-28T10:00:00Z')
    expect(refused({ withdrawalConsent: backwards })).toBe('withdrawalConsent.acceptedAt')
    const zones = consentAt('2026-02-28T10:00:00+02:00', '2026-02-28T09:00:00+01:00')
    expect(refused({ withdrawalConsent: zones })).toBeUndefined()
    const leap = consentAt('2026-02-28T10:00:00Z', '2026-06-30T23:59:60Z')
    expect(refused({ withdrawalConsent: leap })).toBe('withdrawalConsent.acceptedAt')
  })
  it('cannot be avoided by an unreadable version', () => {
    expect(refused({ appVersion: 'newest' })).toBe('appVersion')
  })
})

const now = new Date('2026-03-01T12:00:00Z')
const at = (days: number) => new Date(now.getTime() + days * 86_400_000)

const facts = (change: Partial<StoreFacts> = {}): StoreFacts => ({
  source: 'apple_iap',
  store_id: '1',
  linked_id: null,
  store_environment: 'Sandbox',
  product_id: 'zelta_pro_monthly',
  transaction_id: '1',
  status: 'active',
  ends_at: at(30),
  trial_ends_at: null,
  paused_until: null,
  auto_renews: undefined,
  family_shared: false,
  isFor: () => true,
  as_of: now,
  currency: null,
  price_milliunits: null,
  ...change,
})

describe('what is known of a subscription', () => {
  const begun = begin(facts())

  it('lapses with its period, but not while it is overdue or paused', () => {
    expect(isLapsed(begun, at(29))).toBe(false)
    expect(isLapsed(begun, at(30))).toBe(true)
    for (const status of ['grace_period', 'past_due', 'paused'] as const) {
      expect(isLive({ ...begun, status }, at(89))).toBe(true)
      expect(isLive({ ...begun, status }, at(90))).toBe(false)
    }
    const paused: State = { ...begun, status: 'paused', paused_until: at(100) }
    expect(isLive(paused, at(159))).toBe(true)
    expect(isLive(paused, at(160))).toBe(false)
    expect(isLive(end(begun, 'refunded'), now)).toBe(false)
  })

  it('ignores older statements', () => {
    expect(applyChange(begun, { as_of: at(-1), status: 'expired' })).toBeUndefined()
    expect(applyChange(begun, { as_of: at(1), status: 'past_due' })).toMatchObject({
      status: 'past_due',
      as_of: at(1),
    })
  })

  it('does not end when an older period is refunded', () => {
    const refund = { as_of: at(1), status: 'refunded', of_period_until: at(0) } as const
    expect(applyChange(begun, refund)).toBeUndefined()
    expect(applyChange(begun, { ...refund, of_period_until: at(30) })).toMatchObject({
      status: 'refunded',
    })
  })

  it('stays as it ended', () => {
    const refunded = end(begun, 'refunded')
    expect(applyChange(refunded, { as_of: at(2), status: 'expired' })).toBeUndefined()
    expect(applyChange(refunded, { as_of: at(2), cancel_at_period_end: true })).toBeUndefined()
  })

  it('is begun again only by something newer', () => {
    const refunded: State = { ...end(begun, 'refunded'), as_of: at(1) }
    expect(applyReceipt(refunded, facts(), at(2))).toBeUndefined()
    const renewed = facts({ as_of: at(2), ends_at: at(60), transaction_id: '2' })
    expect(applyReceipt(refunded, renewed, at(2))).toMatchObject({ status: 'active' })
  })

  it('is not shortened by an old receipt', () => {
    const renewed = applyChange(begun, { as_of: at(20), status: 'active', ends_at: at(60) })!
    expect(applyReceipt(renewed, facts(), at(21))).toMatchObject({
      status: 'active',
      current_period_ends_at: at(60),
    })
    // Also when the old receipt is over by now.
    expect(applyReceipt(renewed, facts(), at(31))).toBe(renewed)
    expect(applyReceipt(begun, facts(), at(31))).toBeUndefined()
  })

  it('keeps a cancellation reported after a receipt, and drops one reported before', () => {
    const cancelled = applyChange(begun, { as_of: at(1), cancel_at_period_end: true })!
    expect(cancelled).toMatchObject({ cancel_at_period_end: true, status: 'active', as_of: now })
    expect(applyChange(cancelled, { as_of: now, cancel_at_period_end: false })).toBeUndefined()
    const stays = applyReceipt(cancelled, facts({ auto_renews: false, as_of: at(2) }), at(2))
    expect(stays).toMatchObject({ cancel_at_period_end: true })
    expect(applyReceipt(cancelled, facts(), at(2))).toMatchObject({ cancel_at_period_end: false })
  })

  it('survives being stored', () => {
    const change = {
      as_of: at(1),
      status: 'paused',
      ends_at: at(3),
      trial_ends_at: null,
      paused_until: at(9),
      cancel_at_period_end: false,
      of_period_until: at(3),
    } as const
    expect(readChange(JSON.parse(JSON.stringify(change)))).toEqual(change)
  })
})

describe('the kinds of notifications', () => {
  it('are all that Apple has', () => {
    expect(Object.keys(appleEffects).toSorted()).toEqual(
      Object.values(NotificationTypeV2).toSorted(),
    )
  })
  it('are all that Google has', () => {
    const listed = Object.keys(googleEffects).map(Number)
    expect(listed).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 17, 18, 19, 20, 22])
  })
})
