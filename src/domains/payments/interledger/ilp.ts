// Interledger packets (RFC 27) as bytes: reading and writing them, with the codes that this bank uses.
import {
  deserializeIlpPrepare,
  deserializeIlpReply,
  type IlpPrepare,
  isFulfill,
  serializeIlpFulfill,
  serializeIlpReject,
} from 'ilp-packet'

/** The largest Interledger packet has 32,767 bytes of data and an address of 1,023. */
export const PACKET_BYTES_MAX = 34_000

/** The media type of packets. */
export const OCTETS = 'application/octet-stream'

const NO_DATA = Buffer.alloc(0)

/** Undefined when the bytes are no prepare packet. */
export function readPrepare(bytes: Buffer): IlpPrepare | undefined {
  try {
    const prepare = deserializeIlpPrepare(bytes)
    return Number.isNaN(prepare.expiresAt.getTime()) ? undefined : prepare
  } catch {
    return undefined
  }
}

export type Reply =
  | { readonly type: 'fulfill'; readonly fulfillment: Buffer; readonly data: Buffer }
  | {
      readonly type: 'reject'
      readonly code: string
      readonly message: string
      readonly data: Buffer
    }

/** Why a packet is not fulfilled; `data` is for its sender. */
export interface Rejection {
  readonly code: string
  readonly message: string
  readonly data?: Buffer
}

/** Undefined when the bytes are neither a fulfilment nor a rejection. */
export function readReply(bytes: Buffer): Reply | undefined {
  try {
    const reply = deserializeIlpReply(bytes)
    if (isFulfill(reply)) return { type: 'fulfill', ...reply }
    const { code, message, data } = reply
    return /^[FTR]\d\d$/.test(code) ? { type: 'reject', code, message, data } : undefined
  } catch {
    return undefined
  }
}

export const writeFulfill = (fulfillment: Buffer, data: Buffer = NO_DATA): Buffer =>
  serializeIlpFulfill({ fulfillment, data })

export const writeReject = (
  code: string,
  message: string,
  triggeredBy: string,
  data: Buffer = NO_DATA,
): Buffer => serializeIlpReject({ code, message, triggeredBy, data })

/** The data of a rejection F08: the amount that the rejecting node received, and its maximum. */
export function writeTooLarge(received: bigint, maximum: bigint): Buffer {
  const data = Buffer.alloc(16)
  data.writeBigUInt64BE(received, 0)
  data.writeBigUInt64BE(maximum, 8)
  return data
}

/** The largest packet that fits, from the data of a rejection F08; undefined if the data has no limit. */
export function readLargest(sent: bigint, data: Buffer): bigint | undefined {
  if (data.length < 16) return undefined
  const [received, maximum] = [data.readBigUInt64BE(0), data.readBigUInt64BE(8)]
  // The limit is in the units of the rejecting node, so it is converted by the ratio of sent to received.
  const largest = received === 0n ? 0n : (sent * maximum) / received
  return largest > 0n && largest < sent ? largest : undefined
}
