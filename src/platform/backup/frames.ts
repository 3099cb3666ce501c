// What is inside a backup, before it is compressed and sealed: records, which are JSON, and the rows of tables as PostgreSQL
// writes them. A frame is its kind (one byte), its length (four bytes, the highest first) and its bytes.
import { StartError } from '../start-error.ts'

export type Frame =
  | { readonly kind: 'record'; readonly record: unknown }
  | { readonly kind: 'rows'; readonly bytes: Buffer }

const HEAD_BYTES = 5
const RECORD = 'R'.charCodeAt(0)
const ROWS = 'D'.charCodeAt(0)
/** Far more than a frame has; a larger one is not ours. */
const BYTES_MAX = 64 * 1024 * 1024

function frame(kind: number, bytes: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = kind
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

export const recordFrame = (record: object): Buffer =>
  frame(RECORD, Buffer.from(JSON.stringify(record)))

export const rowsFrame = (bytes: Buffer): Buffer => frame(ROWS, bytes)

export async function* readFrames(source: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let bytes: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
    let at = 0
    while (bytes.length - at >= HEAD_BYTES) {
      const length = bytes.readUInt32BE(at + 1)
      if (length > BYTES_MAX) throw notOurs()
      const end = at + HEAD_BYTES + length
      if (end > bytes.length) break
      yield readFrame(bytes[at]!, bytes.subarray(at + HEAD_BYTES, end))
      at = end
    }
    bytes = bytes.subarray(at)
  }
  if (bytes.length > 0) throw notOurs()
}

function readFrame(kind: number, bytes: Buffer): Frame {
  if (kind === ROWS) return { kind: 'rows', bytes }
  if (kind === RECORD) return { kind: 'record', record: JSON.parse(bytes.toString('utf8')) }
  throw notOurs()
}

const notOurs = (): StartError =>
  new StartError('The backup has contents that this version does not know; use a newer Florin.')
