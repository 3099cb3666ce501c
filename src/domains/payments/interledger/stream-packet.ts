// The STREAM packet (Interledger RFC 29) as bytes: its head and the frames that payments need. Pure.
import { Reader, writeBytes, writeText, writeUint } from './oer.ts'

const VERSION = 1
const FRAMES_MAX = 100

/** Types of the Interledger packet that a STREAM packet travels in. */
export const PREPARE = 12
export const FULFILL = 13
export const REJECT = 14

const CONNECTION_NEW_ADDRESS = 0x02
const CONNECTION_ASSET_DETAILS = 0x07
const STREAM_MONEY = 0x11
const STREAM_MAX_MONEY = 0x12

export type Frame =
  /** The sender's own address, which may be empty; a receiver answers with the asset of its account. */
  | { readonly kind: 'new_address'; readonly address: string }
  | { readonly kind: 'asset'; readonly code: string; readonly scale: number }
  /** The share of this stream in the money of the packet. */
  | { readonly kind: 'money'; readonly stream: bigint; readonly shares: bigint }
  /** The total that the receiver accepts, and what it has received of it. */
  | {
      readonly kind: 'max_money'
      readonly stream: bigint
      readonly maximum: bigint
      readonly received: bigint
    }

export interface StreamPacket {
  readonly type: number
  readonly sequence: bigint
  /** In a prepare packet the minimum amount to fulfil, in a reply the amount received. */
  readonly amount: bigint
  readonly frames: readonly Frame[]
}

export function writePacket({ type, sequence, amount, frames }: StreamPacket): Buffer {
  return Buffer.concat([
    Buffer.from([VERSION, type]),
    writeUint(sequence),
    writeUint(amount),
    writeUint(BigInt(frames.length)),
    ...frames.map(writeFrame),
  ])
}

function writeFrame(frame: Frame): Buffer {
  switch (frame.kind) {
    case 'new_address':
      return framed(CONNECTION_NEW_ADDRESS, [writeText(frame.address)])
    case 'asset':
      return framed(CONNECTION_ASSET_DETAILS, [writeText(frame.code), Buffer.from([frame.scale])])
    case 'money':
      return framed(STREAM_MONEY, [frame.stream, frame.shares].map(writeUint))
    case 'max_money':
      return framed(STREAM_MAX_MONEY, [frame.stream, frame.maximum, frame.received].map(writeUint))
  }
}

const framed = (type: number, fields: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([type]), writeBytes(Buffer.concat(fields))])

/** Undefined if it is of another version, or has too many frames; throws if the bytes end too early. */
export function readPacket(bytes: Buffer): StreamPacket | undefined {
  const reader = new Reader(bytes)
  const [version, type] = [reader.byte(), reader.byte()]
  const [sequence, amount, count] = [reader.uint(), reader.uint(), reader.uint()]
  if (version !== VERSION || count > FRAMES_MAX) return undefined
  const frames: Frame[] = []
  for (let left = Number(count); left > 0; left--) {
    const frame = readFrame(reader.byte(), new Reader(reader.bytes()))
    if (frame) frames.push(frame)
  }
  return { type, sequence, amount, frames }
}

/** Undefined for types of frames that payments do not need. */
function readFrame(type: number, content: Reader): Frame | undefined {
  switch (type) {
    case CONNECTION_NEW_ADDRESS:
      return { kind: 'new_address', address: content.text() }
    case CONNECTION_ASSET_DETAILS:
      return { kind: 'asset', code: content.text(), scale: content.byte() }
    case STREAM_MONEY:
      return { kind: 'money', stream: content.uint(), shares: content.uint() }
    case STREAM_MAX_MONEY: {
      const [stream, maximum, received] = [content.uint(), content.uint(), content.uint()]
      return { kind: 'max_money', stream, maximum, received }
    }
    default:
      return undefined
  }
}
