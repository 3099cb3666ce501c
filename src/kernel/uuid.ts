// Identifiers are UUIDv7: unique without coordination, and ordered by time, so that indexes on them grow at
// one end.
import { randomFillSync } from 'node:crypto'

const pool = new Uint8Array(4096)
let used = pool.length
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Fetches random bytes in bulk: one system call for 409 identifiers instead of one each. */
function randomByte(): number {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  return pool[used++]!
}

let lastMs = Number.NaN
let counter = 0

/** Ids that one process makes in the same millisecond ascend: 12 bits count up from a random start. */
function countWithin(ms: number): number {
  counter = ms === lastMs ? (counter + 1) & 0xfff : ((randomByte() & 0x07) << 8) | randomByte()
  lastMs = ms
  return counter
}

/** 48 bits of milliseconds, 12 that count, then 62 random ones around the version and variant marks. */
export function uuidv7(now: Date): string {
  const ms = now.getTime()
  const time = ms.toString(16).padStart(12, '0')
  let tail = ''
  for (let i = 0; i < 6; i++) tail += hex[randomByte()]
  const count = countWithin(ms)
  const version = hex[(count >> 8) | 0x70]! + hex[count & 0xff]!
  const variant = hex[(randomByte() & 0x3f) | 0x80]! + hex[randomByte()]!
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${variant}-${tail}`
}

/** Ids in URLs may be any text; only UUIDs can be looked up in the database. */
export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

/** Reads a UUID that was written with or without its dashes; messages between banks have room for 34 characters. */
export function toUuid(text: string): string | undefined {
  const dashed = /^[0-9a-f]{32}$/i.test(text)
    ? text.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    : text
  return isUuid(dashed) ? dashed.toLowerCase() : undefined
}

/** The instant that a UUIDv7 carries. */
export const timeOf = (uuidv7Text: string): Date =>
  new Date(Number.parseInt(uuidv7Text.slice(0, 8) + uuidv7Text.slice(9, 13), 16))

/** The smallest UUIDv7 of an instant, for finding ids by time. */
export function firstUuidAt(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
