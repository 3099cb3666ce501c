// Checks that a webhook was sent by the bank: the header X-Florin-Signature is an HMAC-SHA256 of the exact body.

/** `body` is the text as it arrived, before any parsing. */
export async function isFromBank(
  body: string,
  signature: string | null | undefined,
  secret: string,
): Promise<boolean> {
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes.encode(secret), algorithm, false, [
    'verify',
  ])
  // The comparison takes the same time whatever the signature is.
  return crypto.subtle.verify('HMAC', key, fromHex(signature), bytes.encode(body))
}

const fromHex = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
