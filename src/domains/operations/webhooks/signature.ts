// Signs deliveries, so that receivers can verify the sender: HMAC-SHA256 over the exact bytes of the body, in
// lower-case hex. While a secret is being replaced, the previous one signs too.
import { createHmac } from 'node:crypto'

export const sign = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body, 'utf8').digest('hex')

export interface Signing {
  readonly secret: string
  readonly previous: string | undefined
}

export const signatureHeaders = (
  body: string,
  { secret, previous }: Signing,
): Record<string, string> => ({
  'X-Florin-Signature': sign(body, secret),
  ...(previous !== undefined && { 'X-Florin-Signature-Previous': sign(body, previous) }),
})
