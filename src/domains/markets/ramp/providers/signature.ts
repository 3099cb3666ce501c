// Verifies the signatures of webhooks: `t=<unix seconds>,v1=<hex>`, an HMAC-SHA256 over `t.body` with a
// shared secret. Old signatures are refused, to limit replays of intercepted calls.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvalidSignature } from '../errors.ts'

export const TOLERANCE_SECONDS = 300

export const signBody = (body: string, seconds: number, secret: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')

/** Throws unless one of the signatures is valid by one of the secrets; there may be two while the secret is changed. */
export function checkSignature(
  header: string | undefined,
  body: string,
  secrets: readonly string[],
  now: Date,
): void {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? [])
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? [])
  if (times.length !== 1 || signatures.length === 0)
    throw InvalidSignature({ reason: 'The signature must look like t=<seconds>,v1=<hex>.' })
  const seconds = Number(times[0])
  const expected = secrets.map((secret) => Buffer.from(signBody(body, seconds, secret), 'hex'))
  const isExpected = (one: string): boolean =>
    expected.some((bytes) => timingSafeEqual(Buffer.from(one, 'hex'), bytes))
  if (!signatures.some(isExpected))
    throw InvalidSignature({ reason: 'The signature does not match the body.' })
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS)
    throw InvalidSignature({
      reason: `The time of the signature is more than ${TOLERANCE_SECONDS} seconds away from the current time.`,
    })
}
