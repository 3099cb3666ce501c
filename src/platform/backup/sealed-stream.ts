// Seals a stream of any length with a key, in parts that are authenticated each: an altered, exchanged, missing or added
// part is recognized before a byte of it is passed on. Nothing is held in memory but one part.
//
//   16 bytes  "florin-backup-1\n"
//   32 bytes  salt, from which and from the key the keys of this file are derived
//   16 bytes  a value that shows whether a key is the right one
//   parts     AES-256-GCM of 65,536 bytes each, followed by its tag of 16; the last part may be shorter
//
// The nonce of a part is its number and whether it is the last, so parts cannot change places, and a file that ends early
// ends with a part that was not sealed as the last one.
import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { StartError } from '../start-error.ts'

const MAGIC = Buffer.from('florin-backup-1\n')
const SALT_BYTES = 32
const CHECK_BYTES = 16
const HEADER_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES
const TAG_BYTES = 16
const PART_BYTES = 65_536

/** A shorter one could be guessed by whoever finds a backup. */
export const KEY_LENGTH_MIN = 32

interface Keys {
  readonly parts: Buffer
  readonly check: Buffer
}

function deriveKeys(key: string, salt: Buffer): Keys {
  const derive = (purpose: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, salt, `florin backup 1 ${purpose}`, bytes))
  return { parts: derive('parts', 32), check: derive('check', CHECK_BYTES) }
}

function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(index, 5, 6)
  nonce[11] = Number(isLast)
  return nonce
}

/** Tests use small parts; a file always has those of `PART_BYTES`. */
export async function* sealStream(
  plain: AsyncIterable<Buffer>,
  key: string,
  partBytes = PART_BYTES,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES)
  const keys = deriveKeys(key, salt)
  yield Buffer.concat([MAGIC, salt, keys.check])
  let index = 0
  for await (const { bytes, isLast } of cut(plain, partBytes)) {
    const cipher = createCipheriv('aes-256-gcm', keys.parts, nonceOf(index++, isLast))
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** Passes on only what is authentic; ends only after the part that was sealed as the last one. */
export async function* openStream(
  sealed: AsyncIterable<Buffer>,
  key: string,
  partBytes = PART_BYTES,
): AsyncGenerator<Buffer> {
  const source = new ByteSource(sealed)
  const header = await source.take(HEADER_BYTES)
  if (!MAGIC.equals(header.subarray(0, MAGIC.length)))
    throw new StartError('The file is not a backup of Florin, or its beginning is damaged.')
  if (header.length < HEADER_BYTES) throw damaged(0)
  const saltEnd = MAGIC.length + SALT_BYTES
  const keys = deriveKeys(key, header.subarray(MAGIC.length, saltEnd))
  if (!timingSafeEqual(keys.check, header.subarray(saltEnd)))
    throw new StartError(
      'The backup was sealed with another key; give the key with which it was made.',
    )
  let index = 0
  for await (const { bytes, isLast } of cut(source.rest(), partBytes + TAG_BYTES))
    yield openPart(keys, index++, bytes, isLast)
}

function openPart({ parts }: Keys, index: number, bytes: Buffer, isLast: boolean): Buffer {
  if (bytes.length < TAG_BYTES) throw damaged(index)
  const decipher = createDecipheriv('aes-256-gcm', parts, nonceOf(index, isLast))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch {
    throw damaged(index)
  }
}

const damaged = (index: number): StartError =>
  new StartError(
    `The backup is incomplete or was altered: its part ${index + 1} is not as it was sealed. Use another copy of it.`,
  )

interface Part {
  readonly bytes: Buffer
  readonly isLast: boolean
}

/** Parts of equal length, of which the last may be shorter; there is always one. */
async function* cut(source: AsyncIterable<Buffer>, partBytes: number): AsyncGenerator<Part> {
  let held: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    if (chunk.length === 0) continue
    held.push(chunk)
    length += chunk.length
    // A part is not known to be the last one before a byte after it is there.
    if (length <= partBytes) continue
    const bytes = Buffer.concat(held)
    let at = 0
    for (; length - at > partBytes; at += partBytes)
      yield { bytes: bytes.subarray(at, at + partBytes), isLast: false }
    held = [bytes.subarray(at)]
    length -= at
  }
  yield { bytes: Buffer.concat(held), isLast: true }
}

/** The first bytes of a stream, then the others. */
class ByteSource {
  private readonly iterator: AsyncIterator<Buffer>
  private over: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.iterator = source[Symbol.asyncIterator]()
  }

  /** Fewer bytes only if the stream ends before. */
  async take(bytes: number): Promise<Buffer> {
    while (this.over.length < bytes) {
      const { value, done } = await this.iterator.next()
      if (done) break
      this.over = Buffer.concat([this.over, value])
    }
    const taken = this.over.subarray(0, bytes)
    this.over = this.over.subarray(bytes)
    return taken
  }

  async *rest(): AsyncGenerator<Buffer> {
    if (this.over.length > 0) yield this.over
    yield* { [Symbol.asyncIterator]: () => this.iterator }
  }
}
