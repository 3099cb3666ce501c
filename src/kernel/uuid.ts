// Identifiers are UUIDv7: unique without coordination, and ordered by time, so that indexes on them grow at
// one end.
import { randomFillSync } from 'node:crypto'
import { RecentMap } from './recent-map.ts'

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

/** 22 bits: at least two million ids per millisecond before the counter wraps. */
const COUNT_MASK = 0x3f_ff_ff
let lastMs = Number.NaN
let counter = 0
const counters = new RecentMap<number, number>(64)

/**
 * Ids of one process and millisecond ascend: a counter starts at a random value in its lower half. The counters of
 * recent milliseconds are kept, because readers of the event log make ids with the time of an earlier event.
 */
function countWithin(ms: number): number {
  if (ms !== lastMs) {
    counters.set(lastMs, counter)
    lastMs = ms
    counter = counters.get(ms) ?? ((randomByte() & 0x1f) << 16) | (randomByte() << 8) | randomByte()
  }
  counter = (counter + 1) & COUNT_MASK
  return counter
}

/** 48 bits of milliseconds, a counter of 22, then 52 random ones, around the version and variant marks. */
export function uuidv7(now: Date): string {
  const ms = now.getTime()
  const time = ms.toString(16).padStart(12, '0')
  let tail = ''
  for (let i = 0; i < 6; i++) tail += hex[randomByte()]
  const count = countWithin(ms)
  const version = hex[(count >> 18) | 0x70]! + hex[(count >> 10) & 0xff]!
  const low =
    hex[((count >> 4) & 0x3f) | 0x80]! + hex[((count & 0x0f) << 4) | (randomByte() & 0x0f)]!
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}-${low}-${tail}`
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
