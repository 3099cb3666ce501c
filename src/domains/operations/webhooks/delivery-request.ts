// The request that a receiver gets for an event. The bank and `florin listen` send the same, so that a receiver that
// works with one works with the other.
import type { EventEnvelope } from '../../../operation/event-log.ts'
import { type Signing, signatureHeaders } from './signature.ts'

export const toPayload = ({ event_type, data, id, created_at }: EventEnvelope): string =>
  JSON.stringify({ event_type, data, id, created_at })

/** When the event of a payload happened: it is the last field, so that the rest need not be parsed. */
export const readTimeOf = (payload: string): number =>
  Date.parse(/"created_at":"([^"]+)"\}$/.exec(payload.slice(-50))?.[1] ?? '')

export interface SentDelivery {
  readonly webhook: string
  readonly delivery: string
  readonly event_id: string
  readonly event_type: string
  readonly payload: string
  /** When this attempt is made. */
  readonly at: Date
}

export const deliveryHeaders = (
  { webhook, delivery, event_id, event_type, payload, at }: SentDelivery,
  signing: Signing,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Florin-Webhook/1.0',
  'X-Webhook-ID': webhook,
  'X-Webhook-Event': event_type,
  'X-Webhook-Delivery': delivery,
  ...signatureHeaders({ id: event_id, at, body: payload }, signing),
})
