// The App Store: what a signed transaction says, and what each kind of notification changes.
import type { NotificationTypeV2 } from '@apple/app-store-server-library'
import { AppError } from '../../../operation/error.ts'
import { type AppleReader, NotApples, readEnvironment } from './apple-reader.ts'
import { refuse } from './errors.ts'
import { type Claims, earlier, isRecord, readMs, readName, type StoreFacts } from './facts.ts'
import { findPlan } from './products.ts'
import type { Change } from './state.ts'

/** Throws when it is no receipt of a subscription to this app. */
export async function readAppleReceipt(
  reader: AppleReader,
  signed: string,
  now: Date,
): Promise<StoreFacts> {
  let claims: Claims
  try {
    claims = await reader.readTransaction(signed)
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof NotApples)
      throw refuse('The App Store does not stand by this receipt.', error)
    throw error
  }
  return toFacts(claims, now)
}

function toFacts(claims: Claims, now: Date): StoreFacts {
  const transaction_id = readName(claims.transactionId)
  const store_id = readName(claims.originalTransactionId ?? claims.transactionId)
  const product_id = readName(claims.productId)
  const ends_at = readMs(claims.expiresDate)
  if (store_id === undefined || product_id === undefined || ends_at === undefined)
    throw refuse('The receipt is not for a subscription.')
  if (claims.type !== undefined && claims.type !== 'Auto-Renewable Subscription')
    throw refuse('The receipt is for something else than a subscription.')
  const isTrial = claims.offerDiscountType === 'FREE_TRIAL'
  // Taken back, or replaced by a better one: the store stands by it no more.
  const isEnded = claims.revocationDate !== undefined || claims.isUpgraded === true
  const token = readName(claims.appAccountToken)?.toLowerCase()
  return {
    source: 'apple_iap',
    store_id,
    linked_id: null,
    store_environment: readName(claims.environment) ?? null,
    product_id,
    transaction_id: transaction_id ?? null,
    status: isEnded ? 'ended' : isTrial ? 'trialing' : 'active',
    ends_at,
    trial_ends_at: isTrial ? ends_at : null,
    paused_until: null,
    auto_renews: undefined,
    family_shared: claims.inAppOwnershipType === 'FAMILY_SHARED',
    isFor: (user_uuid) => token === undefined || token === user_uuid.toLowerCase(),
    as_of: earlier(readMs(claims.signedDate) ?? readMs(claims.purchaseDate) ?? now, now),
    currency: readName(claims.currency)?.slice(0, 3) ?? null,
    price_milliunits:
      Number.isSafeInteger(claims.price) && (claims.price as number) >= 0
        ? String(claims.price)
        : null,
  }
}

export interface AppleNotification {
  readonly notification_id: string
  /** With its subtype after a dot. */
  readonly type: string
  readonly store_environment: string | undefined
  readonly store_id: string | undefined
  readonly change: Change | undefined
}

/** What it is about, whole. */
interface Invalidation {
  readonly subtype: string | undefined
  readonly as_of: Date
  readonly transaction: Claims
  readonly renewal: Claims
}

type Effect = (told: Invalidation) => Change | undefined

const noted: Effect = () => undefined

/** Bought, renewed, or better than before: what the transaction says holds. */
const served: Effect = ({ as_of, transaction, renewal }) => {
  const ends_at = readMs(transaction.expiresDate)
  if (!ends_at) return undefined
  const isTrial = transaction.offerDiscountType === 'FREE_TRIAL'
  const product_id = readName(transaction.productId)
  const transaction_id = readName(transaction.transactionId)
  return {
    as_of,
    status: isTrial ? 'trialing' : 'active',
    ...(product_id !== undefined && findPlan(product_id) && { product_id }),
    ...(transaction_id !== undefined && { transaction_id }),
    ends_at,
    trial_ends_at: isTrial ? ends_at : null,
    cancel_at_period_end: renewal.autoRenewStatus === 0,
  }
}

/** About the period that the transaction paid for. */
const periodOf = ({ transaction }: Invalidation) => {
  const until = readMs(transaction.expiresDate)
  return until ? { of_period_until: until } : {}
}

const expired: Effect = (told) => ({ as_of: told.as_of, status: 'expired', ...periodOf(told) })

/** Every kind there is: the compiler misses none. */
export const appleEffects: Readonly<Record<`${NotificationTypeV2}`, Effect>> = {
  SUBSCRIBED: served,
  DID_RENEW: served,
  OFFER_REDEEMED: served,
  DID_CHANGE_RENEWAL_STATUS: ({ subtype, as_of, renewal }) => {
    const renews =
      subtype === 'AUTO_RENEW_DISABLED' || subtype === 'AUTO_RENEW_ENABLED'
        ? subtype === 'AUTO_RENEW_ENABLED'
        : renewal.autoRenewStatus === undefined
          ? undefined
          : renewal.autoRenewStatus !== 0
    return renews === undefined ? undefined : { as_of, cancel_at_period_end: !renews }
  },
  // A better plan begins at once; a lesser one with the next renewal, which tells it then.
  DID_CHANGE_RENEWAL_PREF: (told) => (told.subtype === 'UPGRADE' ? served(told) : undefined),
  DID_FAIL_TO_RENEW: (told) => ({
    as_of: told.as_of,
    status: told.subtype === 'GRACE_PERIOD' ? 'grace_period' : 'past_due',
    ...periodOf(told),
  }),
  GRACE_PERIOD_EXPIRED: expired,
  EXPIRED: expired,
  REVOKE: expired,
  REFUND: (told) => ({ as_of: told.as_of, status: 'refunded', ...periodOf(told) }),
  // Nothing was lost by asking for money back.
  REFUND_DECLINED: noted,
  REFUND_REVERSED: served,
  RENEWAL_EXTENDED: ({ as_of, transaction }) => {
    const ends_at = readMs(transaction.expiresDate)
    return ends_at && { as_of, ends_at }
  },
  RENEWAL_EXTENSION: noted,
  PRICE_INCREASE: noted,
  PRICE_CHANGE: noted,
  CONSUMPTION_REQUEST: noted,
  EXTERNAL_PURCHASE_TOKEN: noted,
  ONE_TIME_CHARGE: noted,
  RESCIND_CONSENT: noted,
  METADATA_UPDATE: noted,
  MIGRATION: noted,
  TEST: noted,
}

/** Throws `NotApples` for what Apple did not sign, the inner parts included. */
export async function readAppleNotification(
  reader: AppleReader,
  signed: string,
  now: Date,
): Promise<AppleNotification> {
  const claims = await reader.readNotification(signed)
  const notification_id = readName(claims.notificationUUID)
  const type = readName(claims.notificationType)
  if (notification_id === undefined || type === undefined)
    throw new NotApples('a notification has an id and a type')
  const data = isRecord(claims.data) ? claims.data : {}
  const inner = async (
    read: (signed: string) => Promise<Claims>,
    part: unknown,
  ): Promise<Claims> => (typeof part === 'string' ? read(part) : {})
  const transaction = await inner(
    (part) => reader.readTransaction(part),
    data.signedTransactionInfo,
  )
  const renewal = await inner((part) => reader.readRenewal(part), data.signedRenewalInfo)
  const subtype = readName(claims.subtype)
  const as_of = earlier(readMs(claims.signedDate) ?? now, now)
  const effect = Object.hasOwn(appleEffects, type)
    ? appleEffects[type as keyof typeof appleEffects]
    : noted
  return {
    notification_id,
    type: subtype === undefined ? type : `${type}.${subtype}`,
    store_environment: readEnvironment(claims),
    store_id:
      readName(transaction.originalTransactionId) ?? readName(renewal.originalTransactionId),
    change: effect({ subtype, as_of, transaction, renewal }),
  }
}
