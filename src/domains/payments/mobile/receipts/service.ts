// Receipts of confirmed payments, public links to single receipts, and the details of a transaction. A receipt is
// computed; only a shared one is stored, as its owner saw it.
import { DAY_MS } from '../../../../kernel/durations.ts'
import { formatDecimal } from '../../../../kernel/money.ts'
import { AppError } from '../../../../operation/error.ts'
import type { Context } from '../../../../operation/operation.ts'
import type { Sealer } from '../../../../platform/key-ring.ts'
import { hashSecret, randomText } from '../../../../platform/secrets.ts'
import { getTransaction, toActivity } from '../../../core/transactions/index.ts'
import { ReceiptUnavailable, TransactionNotFound } from '../errors.ts'
import { ReceiptShared, ReceiptUnshared } from '../events.ts'
import { findIntent } from '../intents/store.ts'
import type { MobileOptions } from '../options.ts'
import * as store from './store.ts'
import type { Receipt } from './store.ts'
import { showIntent } from '../view.ts'

/** How long a link is valid. */
export const LINK_DAYS = 30
const TOKEN_LETTERS = 40

interface Details {
  readonly id: string
  readonly type: 'merchant_payment' | 'transfer_in' | 'transfer_out'
  readonly amount: string
  readonly asset: string
  readonly timestamp: string
  readonly status: string
  readonly protected: boolean
  readonly merchantName: string | null
  readonly counterpartyName: string | null
  readonly merchantIconUrl: string | null
  readonly fromAddress: string | null
  readonly toAddress: string | null
  readonly network: string
  readonly referenceId: string
  readonly fee: string
  readonly explorerUrl: string | null
  readonly privacyNote: string | null
  readonly hash: string | null
}

const PRIVACY_NOTE = 'The recipient does not see which account paid.'

/** A payment intent or a transaction of the caller; those of other users are reported as not found. */
export async function getDetails(
  id: string,
  ctx: Context,
  options: MobileOptions,
): Promise<Details> {
  return id.startsWith('pi_') ? detailsOfIntent(id, ctx, options) : detailsOfMove(id, ctx, options)
}

async function detailsOfIntent(
  id: string,
  ctx: Context,
  { assets, sealer }: MobileOptions,
): Promise<Details> {
  const row = await findIntent(ctx.tx, id)
  const { environment, user } = ctx.caller
  if (!row || row.environment !== environment || row.user_uuid !== user)
    throw TransactionNotFound({ id })
  const intent = await showIntent(row, ctx, assets)
  return {
    id,
    type: intent.merchant ? 'merchant_payment' : 'transfer_out',
    amount: `-${intent.amount}`,
    asset: intent.asset,
    timestamp: row.submitted_at ?? row.created_at,
    status: intent.status,
    protected: intent.shieldEnabled,
    merchantName: intent.merchant?.displayName ?? null,
    counterpartyName: intent.merchant?.displayName ?? null,
    merchantIconUrl: intent.merchant?.iconUrl ?? null,
    fromAddress: row.account_uuid,
    toAddress: intent.recipient,
    network: intent.network,
    referenceId: referenceOf(id, sealer),
    fee: intent.fee,
    explorerUrl: null,
    privacyNote: PRIVACY_NOTE,
    hash: intent.tx?.hash ?? null,
  }
}

async function detailsOfMove(
  id: string,
  ctx: Context,
  { assets, sealer }: MobileOptions,
): Promise<Details> {
  const transaction = await getTransaction(id, ctx, assets).catch((error: unknown) => {
    // Another user's account is reported as not found.
    throw error instanceof AppError ? TransactionNotFound({ id }) : error
  })
  const item = toActivity(transaction)
  return {
    ...item,
    network: 'internal',
    referenceId: referenceOf(item.id, sealer),
    fee: formatDecimal({ units: 0n, asset: assets.get(item.asset) }),
    explorerUrl: null,
    privacyNote: item.protected ? PRIVACY_NOTE : null,
    hash: null,
  }
}

/** A short reference that can be read out on the phone. */
const referenceOf = (id: string, sealer: Sealer): string =>
  `#${sealer.constantDigest(`reference/${id}`).toString('hex').slice(0, 8).toUpperCase()}`

export async function getReceipt(
  id: string,
  ctx: Context,
  options: MobileOptions,
): Promise<Receipt> {
  const details = await getDetails(id, ctx, options)
  if (details.status !== 'CONFIRMED' && details.status !== 'completed')
    throw ReceiptUnavailable({
      reason: `There is no receipt until the payment is confirmed; it is ${details.status}.`,
    })
  const { environment, user } = ctx.caller
  const digest = options.sealer.constantDigest(`receipt/${environment}/${user}/${details.id}`)
  return {
    receiptId: `rcpt_${digest.toString('hex').slice(0, 24)}`,
    merchantName: details.merchantName,
    amount: details.amount.replace(/^-/, ''),
    asset: details.asset,
    dateTime: details.timestamp,
    networkFee: details.fee,
    status: 'CONFIRMED',
  }
}

const sharedBy = ({ caller }: Context, id: string): store.Shared => ({
  environment: caller.environment,
  user_uuid: caller.user!,
  transaction_id: id.startsWith('pi_') ? id : id.toLowerCase(),
})

/** When the link to the receipt expires; null if there is none. */
export const findLinkEnd = async (id: string, ctx: Context): Promise<string | null> =>
  (await store.findLink(ctx.tx, sharedBy(ctx, id), ctx.now))?.expires_at ?? null

/** Creates a link; revokes an older one. */
export async function shareReceipt(id: string, ctx: Context, options: MobileOptions) {
  const receipt = await getReceipt(id, ctx, options)
  const token = randomText(TOKEN_LETTERS)
  const expires_at = new Date(ctx.now.getTime() + LINK_DAYS * DAY_MS)
  const shared = sharedBy(ctx, id)
  await store.revokeLink(ctx.tx, shared, ctx.now)
  await store.insertLink(ctx.tx, {
    ...shared,
    hash: hashSecret(token),
    receipt,
    created_at: ctx.now,
    expires_at,
  })
  ctx.emit(ReceiptShared, { transaction_id: id }, { user_uuid: ctx.caller.user })
  const link = `${options.baseUrl()}/api/v1/receipts/${token}`
  return { receipt, link, expires_at: expires_at.toISOString() }
}

export async function unshareReceipt(id: string, ctx: Context): Promise<void> {
  if (!(await store.revokeLink(ctx.tx, sharedBy(ctx, id), ctx.now)))
    throw ReceiptUnavailable({ reason: 'This receipt is not shared.' })
  ctx.emit(ReceiptUnshared, { transaction_id: id }, { user_uuid: ctx.caller.user })
}

/** The receipt behind a link; the same error for unknown, revoked and expired links. */
export async function getSharedReceipt(token: string, { tx, now }: Context): Promise<Receipt> {
  const link = await store.findLink(tx, { hash: hashSecret(token) }, now)
  if (!link)
    throw ReceiptUnavailable({ reason: 'This link to a receipt was revoked or has expired.' })
  return link.receipt
}
