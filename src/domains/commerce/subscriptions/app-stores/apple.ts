// The App Store: reads signed transactions, and maps each type of notification to its effect.
import type { NotificationTypeV2 } from '@apple/app-store-server-library'
import { AppError } from '../../../../operation/error.ts'
import { type AppleReader, InvalidAppleToken, readEnvironment } from './apple-reader.ts'
import { refuse } from '../errors.ts'
import { type Claims, earlier, isRecord, readMs, readName, type StoreFacts } from './facts.ts'
import { findPlan } from '../products.ts'
import type { Change } from '../state.ts'

/** Throws when this is not a receipt of a subscription to this app. */
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
    if (error instanceof InvalidAppleToken)
      throw refuse('The receipt was not signed by the App Store for this app.', error)
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
    throw refuse('The receipt is not for an auto-renewable subscription.')
  const isTrial = claims.offerDiscountType === 'FREE_TRIAL'
  // A revoked or upgraded transaction no longer entitles to anything.
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
  /** The type and, after a dot, the subtype. */
  readonly type: string
  readonly store_environment: string | undefined
  readonly store_id: string | undefined
  readonly change: Change | undefined
}

/** A notification with its verified inner tokens. */
interface AppleNotice {
  readonly subtype: string | undefined
  readonly as_of: Date
  readonly transaction: Claims
  readonly renewal: Claims
}

type Effect = (notice: AppleNotice) => Change | undefined

const noEffect: Effect = () => undefined

/** Bought, renewed or upgraded: the state follows from the transaction. */
const activated: Effect = ({ as_of, transaction, renewal }) => {
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

/** The paid period that the transaction is about. */
const periodOf = ({ transaction }: AppleNotice) => {
  const until = readMs(transaction.expiresDate)
  return until ? { of_period_until: until } : {}
}

const expired: Effect = (notice) => ({
  as_of: notice.as_of,
  status: 'expired',
  ...periodOf(notice),
})

/** The type makes the compiler check that every notification type has an effect. */
export const appleEffects: Readonly<Record<`${NotificationTypeV2}`, Effect>> = {
  SUBSCRIBED: activated,
  DID_RENEW: activated,
  OFFER_REDEEMED: activated,
  DID_CHANGE_RENEWAL_STATUS: ({ subtype, as_of, renewal }) => {
    const renews =
      subtype === 'AUTO_RENEW_DISABLED' || subtype === 'AUTO_RENEW_ENABLED'
        ? subtype === 'AUTO_RENEW_ENABLED'
        : renewal.autoRenewStatus === undefined
          ? undefined
          : renewal.autoRenewStatus !== 0
    return renews === undefined ? undefined : { as_of, cancel_at_period_end: !renews }
  },
  // An upgrade starts at once. A downgrade starts with the next renewal, which has its own notification.
  DID_CHANGE_RENEWAL_PREF: (notice) =>
    notice.subtype === 'UPGRADE' ? activated(notice) : undefined,
  DID_FAIL_TO_RENEW: (notice) => ({
    as_of: notice.as_of,
    status: notice.subtype === 'GRACE_PERIOD' ? 'grace_period' : 'past_due',
    ...periodOf(notice),
  }),
  GRACE_PERIOD_EXPIRED: expired,
  EXPIRED: expired,
  REVOKE: expired,
  REFUND: (notice) => ({ as_of: notice.as_of, status: 'refunded', ...periodOf(notice) }),
  // A declined refund leaves the subscription as it was.
  REFUND_DECLINED: noEffect,
  REFUND_REVERSED: activated,
  RENEWAL_EXTENDED: ({ as_of, transaction }) => {
    const ends_at = readMs(transaction.expiresDate)
    return ends_at && { as_of, ends_at }
  },
  RENEWAL_EXTENSION: noEffect,
  PRICE_INCREASE: noEffect,
  PRICE_CHANGE: noEffect,
  CONSUMPTION_REQUEST: noEffect,
  EXTERNAL_PURCHASE_TOKEN: noEffect,
  ONE_TIME_CHARGE: noEffect,
  RESCIND_CONSENT: noEffect,
  METADATA_UPDATE: noEffect,
  MIGRATION: noEffect,
  TEST: noEffect,
}

/** Throws `InvalidAppleToken` when Apple did not sign the notification or one of its inner tokens. */
export async function readAppleNotification(
  reader: AppleReader,
  signed: string,
  now: Date,
): Promise<AppleNotification> {
  const claims = await reader.readNotification(signed)
  const notification_id = readName(claims.notificationUUID)
  const type = readName(claims.notificationType)
  if (notification_id === undefined || type === undefined)
    throw new InvalidAppleToken('the notification lacks an id or a type')
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
    : noEffect
  return {
    notification_id,
    type: subtype === undefined ? type : `${type}.${subtype}`,
    store_environment: readEnvironment(claims),
    store_id:
      readName(transaction.originalTransactionId) ?? readName(renewal.originalTransactionId),
    change: effect({ subtype, as_of, transaction, renewal }),
  }
}
