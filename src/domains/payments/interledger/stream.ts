// The part of the STREAM protocol (Interledger RFC 29) that payments need: keys from a shared secret, conditions and
// fulfilments, and the encrypted packet that travels inside an Interledger packet. Pure but for the random nonce.
import { createCipheriv, createDecipheriv, createHmac, hash, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
const VERSION = 1

/** Types of the Interledger packet that a STREAM packet travels in. */
export const PREPARE = 12
export const FULFILL = 13
export const REJECT = 14

const STREAM_MONEY = 0x11

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

export interface StreamPacket {
  readonly type: number
  readonly sequence: bigint
  /** In a prepare packet the minimum amount to fulfil, in a reply the amount received. */
  readonly amount: bigint
  /** Whether the money belongs to a stream, as every payment's does. */
  readonly hasMoney: boolean
}

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

function writePacket({ type, sequence, amount, hasMoney }: StreamPacket): Buffer {
  const frames = hasMoney ? [writeFrame(STREAM_MONEY, [writeUint(1n), writeUint(1n)])] : []
  return Buffer.concat([
    Buffer.from([VERSION, type]),
    writeUint(sequence),
    writeUint(amount),
    writeUint(BigInt(frames.length)),
    ...frames,
  ])
}

const writeFrame = (type: number, fields: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([type]), writeBytes(Buffer.concat(fields))])

/** The length, then the bytes; all that is written here is shorter than 128 bytes. */
const writeBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes])

function writeUint(value: bigint): Buffer {
  const digits = value.toString(16)
  return writeBytes(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'))
}

const FRAMES_MAX = 100

/** Reads the head and looks for the frame with money; frames of other types are skipped. */
function readPacket(bytes: Buffer): StreamPacket | undefined {
  const reader = new Reader(bytes)
  const [version, type] = [reader.byte(), reader.byte()]
  const [sequence, amount, frames] = [reader.uint(), reader.uint(), reader.uint()]
  if (version !== VERSION || frames > FRAMES_MAX) return undefined
  let hasMoney = false
  for (let left = Number(frames); left > 0; left--) {
    if (reader.byte() === STREAM_MONEY) hasMoney = true
    reader.bytes()
  }
  return { type, sequence, amount, hasMoney }
}

/** Throws when the bytes end too early; the caller treats that as no packet. */
class Reader {
  private readonly source: Buffer
  private at = 0

  constructor(source: Buffer) {
    this.source = source
  }

  byte(): number {
    const value = this.source.readUInt8(this.at)
    this.at += 1
    return value
  }

  bytes(): Buffer {
    const first = this.byte()
    const length = first < 128 ? first : this.long(first & 0x7f)
    if (this.at + length > this.source.length) throw new RangeError('the bytes end too early')
    this.at += length
    return this.source.subarray(this.at - length, this.at)
  }

  private long(bytes: number): number {
    if (bytes === 0 || bytes > 4) throw new RangeError('the length is not possible')
    const length = this.source.readUIntBE(this.at, bytes)
    this.at += bytes
    return length
  }

  uint(): bigint {
    const bytes = this.bytes()
    if (bytes.length === 0 || bytes.length > 8) throw new RangeError('the number is not possible')
    return BigInt(`0x${bytes.toString('hex')}`)
  }
}
