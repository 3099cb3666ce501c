// Texts, byte strings and numbers of variable length in the encoding of Interledger (RFC 30). Pure.

/** The length, then the bytes. A length of 128 or more is written as the count of its bytes, then those. */
export function writeBytes(bytes: Buffer): Buffer {
  const { length } = bytes
  const head = length < 128 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), bytes])
}

export const writeText = (text: string): Buffer => writeBytes(Buffer.from(text, 'utf8'))

export function writeUint(value: bigint): Buffer {
  const digits = value.toString(16)
  return writeBytes(Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex'))
}

/** Throws when the bytes end too early. */
export class Reader {
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

  text(): string {
    return this.bytes().toString('utf8')
  }

  uint(): bigint {
    const bytes = this.bytes()
    if (bytes.length === 0 || bytes.length > 8) throw new RangeError('the number is not possible')
    return BigInt(`0x${bytes.toString('hex')}`)
  }
}
