// Unpacks a font in the Web Open Font Format (W3C WOFF 1.0). The library that reads fonts inflates the whole table of
// glyphs again for each letter; a name of a few Japanese letters took seconds.
import { inflateSync } from 'node:zlib'

const SIGNATURE = 0x774f4646
const HEADER_BYTES = 44
const ENTRY_BYTES = 20
const SFNT_HEADER_BYTES = 12
const SFNT_ENTRY_BYTES = 16

interface Table {
  readonly tag: number
  readonly checksum: number
  readonly data: Buffer
}

/** Returns the font as it was before it was packed; a font in another format is returned as it is. */
export function unpackWoff(file: Buffer): Buffer {
  if (file.readUInt32BE(0) !== SIGNATURE) return file
  const flavor = file.readUInt32BE(4)
  const count = file.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, n) =>
    readTable(file, HEADER_BYTES + n * ENTRY_BYTES),
  )
  return writeFont(flavor, tables)
}

function readTable(file: Buffer, at: number): Table {
  const offset = file.readUInt32BE(at + 4)
  const packed = file.readUInt32BE(at + 8)
  const length = file.readUInt32BE(at + 12)
  const data = file.subarray(offset, offset + packed)
  return {
    tag: file.readUInt32BE(at),
    checksum: file.readUInt32BE(at + 16),
    // A table that would not have become smaller is stored as it is.
    data: packed < length ? inflateSync(data) : data,
  }
}

/** The directory of the tables, and the tables, each at a multiple of four. */
function writeFont(flavor: number, tables: readonly Table[]): Buffer {
  const entrySelector = Math.floor(Math.log2(tables.length))
  const searchRange = 2 ** entrySelector * SFNT_ENTRY_BYTES
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + tables.length * SFNT_ENTRY_BYTES)
  directory.writeUInt32BE(flavor, 0)
  directory.writeUInt16BE(tables.length, 4)
  directory.writeUInt16BE(searchRange, 6)
  directory.writeUInt16BE(entrySelector, 8)
  directory.writeUInt16BE(tables.length * SFNT_ENTRY_BYTES - searchRange, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [n, { tag, checksum, data }] of tables.entries()) {
    const at = SFNT_HEADER_BYTES + n * SFNT_ENTRY_BYTES
    directory.writeUInt32BE(tag, at)
    directory.writeUInt32BE(checksum, at + 4)
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(data.length, at + 12)
    const padding = -data.length & 3
    parts.push(data, Buffer.alloc(padding))
    offset += data.length + padding
  }
  return Buffer.concat(parts)
}
