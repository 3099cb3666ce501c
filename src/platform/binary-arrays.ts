// Writes columns of many rows as PostgreSQL arrays in binary format, for the batches in which most rows are
// written. Neither side has to write or read the text of numbers, times and uuids. Smaller statements use the
// readable array-literals.ts.

/** The type of an array's elements in PostgreSQL, and of the values from which they are written. */
export interface Elements {
  readonly uuid: string
  readonly text: string
  /** The JSON text, or what becomes it. */
  readonly jsonb: string | object
  readonly numeric: bigint
  readonly bigint: number
  readonly integer: number
  readonly smallint: number
  readonly boolean: boolean
  readonly bytea: Buffer
  /** In milliseconds since 1970. */
  readonly timestamptz: number
}
export type ElementType = keyof Elements

/** The object ids of the types, which PostgreSQL never changes. */
const OIDS: Readonly<Record<ElementType, number>> = {
  uuid: 2950,
  text: 25,
  jsonb: 3802,
  numeric: 1700,
  bigint: 20,
  integer: 23,
  smallint: 21,
  boolean: 16,
  bytea: 17,
  timestamptz: 1184,
}

/** The column of these rows as a parameter of type `type[]`; null and undefined become null. */
export function column<Row, Type extends ElementType>(
  type: Type,
  rows: readonly Row[],
  pick: (row: Row) => Elements[Type] | null | undefined,
): Buffer {
  size = 0
  lastText = undefined
  reserve(HEADER_BYTES)
  writeInt32(1) // dimensions
  writeInt32(0) // whether there are nulls
  writeInt32(OIDS[type])
  writeInt32(rows.length)
  writeInt32(1) // the index of the first element
  const write = writers[type] as (value: Elements[Type]) => void
  let hasNulls = false
  for (const row of rows) {
    const value = pick(row)
    reserve(ELEMENT_BYTES)
    if (value !== null && value !== undefined) write(value)
    else {
      writeInt32(-1)
      hasNulls = true
    }
  }
  if (hasNulls) buffer.writeInt32BE(1, 4)
  return Buffer.from(buffer.subarray(0, size))
}

const HEADER_BYTES = 20
/** Room for every element that is no text, also for a number with 76 digits. */
const ELEMENT_BYTES = 64

// One buffer is enough, because a column is written without interruption.
let buffer = Buffer.allocUnsafe(65_536)
let size = 0

function reserve(bytes: number): void {
  if (size + bytes <= buffer.length) return
  const larger = Buffer.allocUnsafe(Math.max(buffer.length * 2, size + bytes))
  buffer.copy(larger, 0, 0, size)
  buffer = larger
}

function writeInt32(value: number): void {
  buffer[size++] = value >>> 24
  buffer[size++] = value >>> 16
  buffer[size++] = value >>> 8
  buffer[size++] = value
}

function writeInt16(value: number): void {
  buffer[size++] = value >>> 8
  buffer[size++] = value
}

function writeInt64(value: number): void {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is no safe integer`)
  writeInt32(8)
  writeInt32(Math.floor(value / 2 ** 32))
  writeInt32(value)
}

const writers: { readonly [Type in ElementType]: (value: Elements[Type]) => void } = {
  uuid: writeUuid,
  text: (value) => writeText(value, false),
  jsonb: (value) => writeText(typeof value === 'string' ? value : JSON.stringify(value), true),
  numeric: writeNumeric,
  bigint: writeInt64,
  integer(value) {
    writeInt32(4)
    writeInt32(value)
  },
  smallint(value) {
    writeInt32(2)
    writeInt16(value)
  },
  boolean(value) {
    writeInt32(1)
    buffer[size++] = value ? 1 : 0
  },
  bytea(value) {
    writeInt32(value.length)
    reserve(value.length)
    size += value.copy(buffer, size)
  },
  timestamptz: writeTime,
}

const HYPHEN = 45
const UUID_LENGTH = 36
const NO_DIGIT = 16
/** The value of each hexadecimal digit by its character. */
const DIGITS = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = Number.parseInt(String.fromCharCode(code), 16)
  return Number.isNaN(value) ? NO_DIGIT : value
})

function writeUuid(text: string): void {
  writeInt32(16)
  const start = size
  let invalid = text.length === UUID_LENGTH ? 0 : NO_DIGIT
  for (let at = 0; at < UUID_LENGTH; at += 2) {
    if (text.charCodeAt(at) === HYPHEN) at++
    const high = DIGITS[text.charCodeAt(at)] ?? NO_DIGIT
    const low = DIGITS[text.charCodeAt(at + 1)] ?? NO_DIGIT
    invalid |= (high | low) & NO_DIGIT
    buffer[size++] = (high << 4) | low
  }
  if (invalid !== 0 || size - start !== 16) throw new TypeError(`"${text}" is no uuid`)
}

/** Numbers are stored to the base of 10,000. */
const BASE = 10_000
const NEGATIVE = 0x4000
/** The digits of one number, the lowest first; reused, because there are many numbers. */
const digits: number[] = []

function writeNumeric(value: bigint): void {
  digits.length = 0
  const amount = value < 0n ? -value : value
  if (amount <= Number.MAX_SAFE_INTEGER)
    for (let rest = Number(amount); rest > 0; rest = Math.floor(rest / BASE))
      digits.push(rest % BASE)
  else
    for (let rest = amount; rest > 0n; rest /= BigInt(BASE))
      digits.push(Number(rest % BigInt(BASE)))
  // Zeros at the end are left out, as PostgreSQL does in what it stores.
  let zeros = 0
  while (digits[zeros] === 0) zeros++
  const count = digits.length - zeros
  writeInt32(8 + 2 * count)
  writeInt16(count)
  writeInt16(count === 0 ? 0 : digits.length - 1)
  writeInt16(value < 0n ? NEGATIVE : 0)
  writeInt16(0) // digits after the point
  for (let at = digits.length - 1; at >= zeros; at--) writeInt16(digits[at]!)
}

/** The version of the format, which precedes each JSON text. */
const JSONB_VERSION = 1
const BYTES_PER_CHARACTER_MAX = 3

// Equal neighbours are common, so what was written for the last one is copied.
let lastText: string | undefined
let lastStart = 0
let lastEnd = 0

function writeText(text: string, isJson: boolean): void {
  reserve(text.length * BYTES_PER_CHARACTER_MAX + ELEMENT_BYTES)
  const start = size
  if (text === lastText) {
    size += buffer.copy(buffer, start, lastStart, lastEnd)
    return
  }
  size += 4
  if (isJson) buffer[size++] = JSONB_VERSION
  size += buffer.write(text, size, 'utf8')
  buffer.writeInt32BE(size - start - 4, start)
  lastText = text
  lastStart = start
  lastEnd = size
}

/** PostgreSQL counts microseconds from the year 2000. */
const YEAR_2000_MS = Date.UTC(2000)

function writeTime(milliseconds: number): void {
  const microseconds = (milliseconds - YEAR_2000_MS) * 1_000
  if (Number.isSafeInteger(microseconds)) return writeInt64(microseconds)
  // A time after the year 2285 needs more bits than a number has.
  writeInt32(8)
  size = buffer.writeBigInt64BE(BigInt(milliseconds - YEAR_2000_MS) * 1_000n, size)
}
