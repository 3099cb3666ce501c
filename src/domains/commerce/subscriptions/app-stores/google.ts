// Google Play: reads purchases, and maps each type of notification to its effect.
import { createHash } from 'node:crypto'
import { refuse } from '../errors.ts'
import {
  type Claims,
  earlier,
  isRecord,
  readMs,
  readName,
  readTime,
  type StoreFacts,
} from './facts.ts'
import type { GooglePurchase } from './google-reader.ts'
import { findPlan, type LiveStatus, type Status } from '../products.ts'
import type { Change } from '../state.ts'

/** Every state that is not listed means that the purchase is unpaid. */
const statuses: Readonly<Record<string, LiveStatus | 'ended'>> = {
  SUBSCRIPTION_STATE_ACTIVE: 'active',
  SUBSCRIPTION_STATE_IN_GRACE_PERIOD: 'grace_period',
  SUBSCRIPTION_STATE_ON_HOLD: 'past_due',
  SUBSCRIPTION_STATE_PAUSED: 'paused',
  // Cancelled, but paid until the end of its period.
  SUBSCRIPTION_STATE_CANCELED: 'active',
  SUBSCRIPTION_STATE_EXPIRED: 'ended',
}

/** Throws when this is not a paid subscription; `product_id` selects one of several items. */
export function toGoogleFacts(
  { token, purchase }: GooglePurchase,
  product_id: string | undefined,
  now: Date,
): StoreFacts {
  const said = readName(purchase.subscriptionState) ?? ''
  const status = Object.hasOwn(statuses, said) ? statuses[said]! : undefined
  if (status === undefined) throw refuse('The purchase has not been paid for at Google Play.')
  const item = findItem(purchase, product_id)
  const ends_at = readTime(item?.expiryTime)
  if (!item || !ends_at) throw refuse('The purchase is for another product.')
  const plan = isRecord(item.autoRenewingPlan) ? item.autoRenewingPlan : {}
  const isTrial =
    status === 'active' && isRecord(item.offerPhase) && isRecord(item.offerPhase.freeTrial)
  const paused = isRecord(purchase.pausedStateContext) ? purchase.pausedStateContext : {}
  const account = isRecord(purchase.externalAccountIdentifiers)
    ? readName(purchase.externalAccountIdentifiers.obfuscatedExternalAccountId)?.toLowerCase()
    : undefined
  return {
    source: 'google_play',
    store_id: token,
    linked_id: readName(purchase.linkedPurchaseToken) ?? null,
    store_environment: purchase.testPurchase === undefined ? 'Production' : 'Sandbox',
    product_id: readName(item.productId)!,
    transaction_id: readName(purchase.latestOrderId) ?? null,
    status: isTrial ? 'trialing' : status,
    ends_at,
    trial_ends_at: isTrial ? ends_at : null,
    paused_until: status === 'paused' ? (readTime(paused.autoResumeTime) ?? null) : null,
    auto_renews: said !== 'SUBSCRIPTION_STATE_CANCELED' && plan.autoRenewEnabled === true,
    family_shared: false,
    isFor: (user_uuid) => account === undefined || account === obfuscate(user_uuid),
    as_of: now,
    ...readPrice(plan.recurringPrice),
  }
}

/** The pseudonym under which the app reports its user to Google. */
export const obfuscate = (user_uuid: string): string =>
  createHash('sha256').update(user_uuid.toLowerCase()).digest('hex')

function findItem(purchase: Claims, product_id: string | undefined): Claims | undefined {
  const items = Array.isArray(purchase.lineItems) ? purchase.lineItems.filter(isRecord) : []
  return items.find(({ productId }) =>
    product_id === undefined
      ? typeof productId === 'string' && findPlan(productId) !== undefined
      : productId === product_id,
  )
}

/** Reads whole units and nanos; fractions below a thousandth are cut off, as the price is informative only. */
function readPrice(price: unknown) {
  const { currencyCode, units, nanos } = isRecord(price) ? price : {}
  const isWhole = typeof units === 'string' && /^\d{1,15}$/.test(units)
  const thousandths = Number.isInteger(nanos) ? Math.trunc((nanos as number) / 1_000_000) : 0
  return {
    currency: readName(currencyCode)?.slice(0, 3) ?? null,
    price_milliunits: isWhole ? String(BigInt(units) * 1000n + BigInt(thousandths)) : null,
  }
}

/** Converts Google's answer about a known purchase to a change of its state. */
export const toChange = (facts: StoreFacts, ended: 'expired' | 'refunded'): Change => ({
  as_of: facts.as_of,
  status: facts.status === 'ended' ? ended : facts.status,
  product_id: facts.product_id,
  ...(facts.transaction_id !== null && { transaction_id: facts.transaction_id }),
  ...(facts.ends_at && { ends_at: facts.ends_at }),
  trial_ends_at: facts.trial_ends_at,
  paused_until: facts.paused_until,
  cancel_at_period_end: facts.auto_renews === false,
})

type Effect = { readonly status: Status } | { readonly cancels: true } | 'noted'

const activated: Effect = { status: 'active' }

/** Effects by notification number, used only when Google cannot be asked for the purchase. */
export const googleEffects: Readonly<Record<number, { name: string; effect: Effect }>> = {
  1: { name: 'RECOVERED', effect: activated },
  2: { name: 'RENEWED', effect: activated },
  3: { name: 'CANCELED', effect: { cancels: true } },
  4: { name: 'PURCHASED', effect: activated },
  5: { name: 'ON_HOLD', effect: { status: 'past_due' } },
  6: { name: 'IN_GRACE_PERIOD', effect: { status: 'grace_period' } },
  7: { name: 'RESTARTED', effect: activated },
  8: { name: 'PRICE_CHANGE_CONFIRMED', effect: 'noted' },
  9: { name: 'DEFERRED', effect: activated },
  10: { name: 'PAUSED', effect: { status: 'paused' } },
  11: { name: 'PAUSE_SCHEDULE_CHANGED', effect: 'noted' },
  12: { name: 'REVOKED', effect: { status: 'expired' } },
  13: { name: 'EXPIRED', effect: { status: 'expired' } },
  17: { name: 'ITEMS_CHANGED', effect: 'noted' },
  18: { name: 'CANCELLATION_SCHEDULED', effect: 'noted' },
  19: { name: 'PRICE_CHANGE_UPDATED', effect: 'noted' },
  20: { name: 'PENDING_PURCHASE_CANCELED', effect: 'noted' },
  22: { name: 'PRICE_STEP_UP_CONSENT_UPDATED', effect: 'noted' },
}

export interface GoogleNotification {
  readonly type: string
  readonly package_name: string | undefined
  readonly token: string | undefined
  readonly change: Change | undefined
  /** The status to record if the store says that the purchase has ended. */
  readonly ended: 'expired' | 'refunded'
}

/** Reads a base64 `DeveloperNotification`; undefined when it is not one. */
export function readGoogleNotification(data: string, now: Date): GoogleNotification | undefined {
  const note = tryRead(Buffer.from(data, 'base64').toString('utf8'))
  if (!isRecord(note)) return undefined
  const package_name = readName(note.packageName)
  const as_of = earlier(readMs(Number(note.eventTimeMillis)) ?? now, now)
  const base = { package_name, token: undefined, change: undefined, ended: 'expired' } as const
  const { subscriptionNotification: about, voidedPurchaseNotification: voided } = note
  if (isRecord(about)) {
    const token = readName(about.purchaseToken)
    const number = Number(about.notificationType)
    const { name, effect } = googleEffects[number] ?? { name: `TYPE_${number}`, effect: 'noted' }
    return { ...base, type: name, token, change: toOwnChange(effect, about, as_of) }
  }
  // Product type 1 is a subscription; the others are one-time purchases.
  if (isRecord(voided) && voided.productType === 1)
    return {
      ...base,
      type: 'VOIDED',
      token: readName(voided.purchaseToken),
      change: { as_of, status: 'refunded' },
      ended: 'refunded',
    }
  return { ...base, type: isRecord(note.testNotification) ? 'TEST' : 'OTHER' }
}

function toOwnChange(effect: Effect, about: Claims, as_of: Date): Change | undefined {
  if (effect === 'noted') return undefined
  if ('cancels' in effect) return { as_of, cancel_at_period_end: true }
  // Google's notifications carry no dates; simulated ones may.
  const ends_at = readTime(about.expiryTime)
  const paused_until = readTime(about.autoResumeTime)
  return {
    as_of,
    status: effect.status,
    ...(ends_at && { ends_at }),
    ...(paused_until && { paused_until }),
    ...(effect === activated && { cancel_at_period_end: false, trial_ends_at: null }),
  }
}

function tryRead(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
