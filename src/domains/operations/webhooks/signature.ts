// Signs deliveries, so that receivers can verify the sender, in two ways with the same secret: a header of our own, and
// the headers of Standard Webhooks, which libraries of many languages verify. While a secret is being replaced, the
// previous one signs too.
import { createHmac } from 'node:crypto'

export const sign = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest('hex')

export interface Signing {
  readonly secret: string
  readonly previous: string | undefined
}

/** What the signature of Standard Webhooks is about; the id stays the same when an event is sent again. */
interface SignedMessage {
  readonly id: string
  readonly at: Date
  readonly body: string
}

export function signatureHeaders(
  message: SignedMessage,
  { secret, previous }: Signing,
): Record<string, string> {
  const { id, at, body } = message
  const secrets = previous === undefined ? [secret] : [secret, previous]
  return {
    'X-Florin-Signature': sign(body, secret),
    ...(previous !== undefined && { 'X-Florin-Signature-Previous': sign(body, previous) }),
    'Webhook-Id': id,
    'Webhook-Timestamp': toSeconds(at),
    'Webhook-Signature': secrets.map((one) => signStandard(message, one)).join(' '),
  }
}

const toSeconds = (at: Date): string => String(Math.floor(at.getTime() / 1000))

const signStandard = ({ id, at, body }: SignedMessage, secret: string): string =>
  `v1,${createHmac('sha256', keyOf(secret))
    .update(`${id}.${toSeconds(at)}.${body}`, 'utf8')
    .digest('base64')}`

const PREFIX = 'whsec_'

/**
 * The key that libraries of Standard Webhooks find for this secret: its Base64 without the prefix. Every secret that the
 * bank makes is one; a secret of the customer that is none is used as it is written, which the libraries call "raw".
 */
export function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret
  const key = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : undefined
  return key !== undefined && key.length > 0 ? key : Buffer.from(secret, 'utf8')
}
