// Signatures of a provider's calls: `t=<unix seconds>,v1=<hex>`, an HMAC-SHA256 over `t.body` with a
// secret that both know. Old ones are refused, so that a call that was overheard is worth little.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { InvalidSignature } from './errors.ts'

export const TOLERANCE_SECONDS = 300

export const signBody = (body: string, seconds: number, secret: string): string =>
  createHmac('sha256', secret).update(`${seconds}.${body}`, 'utf8').digest('hex')

/** Throws unless one of the signatures is good; there are two while a secret is being changed. */
export function checkSignature(
  header: string | undefined,
  body: string,
  secret: string,
  now: Date,
): void {
  const parts = (header ?? '').split(',').map((part) => part.trim())
  const times = parts.flatMap((part) => /^t=(\d{1,12})$/.exec(part)?.[1] ?? [])
  const signatures = parts.flatMap((part) => /^v1=([0-9a-f]{64})$/i.exec(part)?.[1] ?? [])
  if (times.length !== 1 || signatures.length === 0)
    throw InvalidSignature({ reason: 'The signature must look like t=<seconds>,v1=<hex>.' })
  const seconds = Number(times[0])
  const expected = Buffer.from(signBody(body, seconds, secret), 'hex')
  if (!signatures.some((one) => timingSafeEqual(Buffer.from(one, 'hex'), expected)))
    throw InvalidSignature({ reason: 'The signature is not good for this body.' })
  if (Math.abs(now.getTime() / 1000 - seconds) > TOLERANCE_SECONDS)
    throw InvalidSignature({
      reason: `The signature is more than ${TOLERANCE_SECONDS} seconds away from now.`,
    })
}
