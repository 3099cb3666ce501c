// The cryptography of the STREAM protocol (Interledger RFC 29): keys from a shared secret, conditions and fulfilments,
// and the encryption of the packet that travels inside an Interledger packet. Pure but for the random nonce.
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'
import { readPacket, type StreamPacket, writePacket } from './stream-packet.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

const hmac = (key: Buffer, text: string | Buffer): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** 64 hexadecimal digits, or 32 bytes in base64, are those bytes; any other text is its own bytes. */
export function readSecret(text: string): Buffer {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return Buffer.from(text, 'utf8')
}

/** The fulfilment of a packet with this data, which only holders of the secret can compute. */
export const fulfillmentOf = (secret: Buffer, data: Buffer): Buffer =>
  hmac(hmac(secret, 'ilp_stream_fulfillment'), data)

export const conditionOf = (fulfillment: Buffer): Buffer => hash('sha256', fulfillment, 'buffer')

export function sealPacket(secret: Buffer, packet: StreamPacket): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', hmac(secret, 'ilp_stream_encryption'), nonce)
  const body = Buffer.concat([cipher.update(writePacket(packet)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** Undefined if the data was not sealed with this secret, or is not a STREAM packet. */
export function openPacket(secret: Buffer, data: Buffer): StreamPacket | undefined {
  if (data.length <= NONCE_BYTES + TAG_BYTES) return undefined
  const nonce = data.subarray(0, NONCE_BYTES)
  const key = hmac(secret, 'ilp_stream_encryption')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce)
  decipher.setAuthTag(data.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    const body = decipher.update(data.subarray(NONCE_BYTES + TAG_BYTES))
    return readPacket(Buffer.concat([body, decipher.final()]))
  } catch {
    return undefined
  }
}
