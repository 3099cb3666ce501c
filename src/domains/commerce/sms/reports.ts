// Delivery reports of SMS providers: authenticates them, reads them and applies them to messages.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../operation/operation.ts'
import { SmsDelivered, SmsFailed } from './events.ts'
import { smsLife } from './life-cycle.ts'
import type { DeliveryReport } from './providers/provider.ts'
import * as store from './store.ts'

/** The status numbers and words that providers use; "on its way" changes nothing. */
const meanings: Readonly<Record<string, DeliveryReport['status'] | 'on its way'>> = {
  1: 'delivered',
  2: 'failed',
  3: 'delivered',
  16: 'failed',
  delivered: 'delivered',
  delivrd: 'delivered',
  seen: 'delivered',
  read: 'delivered',
  failed: 'failed',
  undelivered: 'failed',
  undeliv: 'failed',
  rejected: 'failed',
  rejectd: 'failed',
  expired: 'failed',
  pending: 'on its way',
  sent: 'on its way',
  accepted: 'on its way',
  enroute: 'on its way',
}

/** Our prepaid account with the provider is empty; an operator must top it up. */
export const ACCOUNT_EMPTY = '24'

/** Undefined for an unknown status. */
export const readReportStatus = (
  status: string | number,
): DeliveryReport['status'] | 'on its way' | undefined => {
  const word = String(status).toLowerCase()
  return Object.hasOwn(meanings, word) ? meanings[word] : undefined
}

export interface Proof {
  readonly token: string | undefined
  readonly signature: string | undefined
  /** The signed bytes, exactly as received. */
  readonly raw: string | undefined
}

export const isAuthentic = (proof: Proof, secrets: readonly string[]): boolean =>
  secrets.some((secret) => isAuthenticBy(proof, secret))

/** Accepts the hex HMAC-SHA256 of the raw body under the shared secret or, without a signature, the secret itself. */
function isAuthenticBy({ token, signature, raw }: Proof, secret: string): boolean {
  if (signature !== undefined && raw !== undefined)
    return isEqual(signature.toLowerCase(), createHmac('sha256', secret).update(raw).digest('hex'))
  return token !== undefined && isEqual(token, secret)
}

/** Compares digests, so that the time taken reveals neither the length nor a common prefix. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHmac('sha256', 'compare').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

type ReportContext = Pick<Context, 'tx' | 'now' | 'emit'>

/** A report may arrive before the provider's answer is recorded; it is stored until then. */
export async function applyReport(
  provider: string,
  report: DeliveryReport,
  ctx: ReportContext,
): Promise<void> {
  const message = await store.lockByProviderId(ctx.tx, provider, report.provider_id)
  if (!message) return store.insertEarlyReport(ctx.tx, provider, report)
  await applyTo(message, report, ctx)
}

export async function applyTo(
  message: store.MessageRow,
  report: DeliveryReport,
  ctx: ReportContext,
): Promise<void> {
  if (!smsLife.findBetween(message.status, report.status)) return
  const { status, error_code, mcc, mnc, reported_at } = report
  const isDelivered = status === 'delivered'
  await store.updateStatus(ctx.tx, message.id, ctx.now, {
    status,
    error_code,
    mcc,
    mnc,
    ...(isDelivered && { delivered_at: reported_at }),
  })
  const data = toEventData(message, status)
  const audience = toAudience(message)
  if (isDelivered)
    ctx.emit(SmsDelivered, { ...data, delivered_at: reported_at.toISOString() }, audience)
  else ctx.emit(SmsFailed, { ...data, error_code }, audience)
}

export const toMessageId = (id: string): string => `sms_${id}`

export const toEventData = (message: store.MessageRow, status: string) => ({
  message_id: toMessageId(message.id),
  destination: message.destination,
  status,
  test_mode: message.test_mode,
})

export const toAudience = ({ user_uuid }: store.MessageRow) =>
  user_uuid === null ? {} : { user_uuid }
