// The sealed stream: what goes in comes out, and nothing that was changed afterwards is taken for it.
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openStream, sealStream } from './sealed-stream.ts'

const KEY = randomBytes(32).toString('hex')
const PART = 16
const HEADER = 64
const SEALED = PART + 16
const NOT_AS_SEALED =
  /^The backup is incomplete or was altered: its part \d+ is not as it was sealed/

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}

const seal = (plain: Buffer, pieces = 7) => collect(sealStream(inPieces(plain, pieces), KEY, PART))
const open = (sealed: Buffer, { key = KEY, pieces = 11 } = {}) =>
  collect(openStream(inPieces(sealed, pieces), key, PART))

/** What is passed on before a fault is noticed, and the fault. */
async function openUntilFault(sealed: Buffer) {
  const passed: Buffer[] = []
  try {
    for await (const chunk of openStream(inPieces(sealed, 13), KEY, PART)) passed.push(chunk)
    return { passed: Buffer.concat(passed), message: undefined }
  } catch (error) {
    return { passed: Buffer.concat(passed), message: (error as Error).message }
  }
}

describe('a sealed stream', () => {
  it('opens to what was sealed, however it is cut into pieces, and never looks the same twice', async () => {
    const anyBytes = fc.uint8Array({ maxLength: 5 * PART }).map((bytes) => Buffer.from(bytes))
    await fc.assert(
      fc.asyncProperty(
        anyBytes,
        fc.integer({ min: 1, max: 90 }),
        fc.integer({ min: 1, max: 90 }),
        async (plain, into, outOf) => {
          const sealed = await seal(plain, into)
          const parts = Math.max(1, Math.ceil(plain.length / PART))
          expect(sealed.length).toBe(HEADER + plain.length + parts * 16)
          expect(await open(sealed, { pieces: outOf })).toEqual(plain)
          expect(await seal(plain, into)).not.toEqual(sealed)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('has parts of 64 kB, of which the last may be shorter', async () => {
    const plain = randomBytes(65_536 * 2 + 1)
    const sealed = await collect(sealStream(inPieces(plain, 1_000_000), KEY))
    expect(sealed.length).toBe(HEADER + plain.length + 3 * 16)
    expect((await collect(openStream(inPieces(sealed, 70_000), KEY))).equals(plain)).toBe(true)
  })

  it('is refused with another key, and when it is something else', async () => {
    const sealed = await seal(randomBytes(40))
    await expect(open(sealed, { key: `${KEY}x` })).rejects.toThrow(
      /^The backup was sealed with another key/,
    )
    for (const other of [Buffer.alloc(0), Buffer.from('PGDMP'), randomBytes(200)])
      await expect(open(other)).rejects.toThrow(/^The file is not a backup of Florin/)
  })
})

describe('a stream that was changed', () => {
  const plain = randomBytes(3 * PART + 5)

  it('is refused wherever it is cut off, also between two parts', async () => {
    const sealed = await seal(plain)
    for (let length = 16; length < sealed.length; length++) {
      const { passed, message } = await openUntilFault(sealed.subarray(0, length))
      expect(message, `${length} bytes`).toMatch(NOT_AS_SEALED)
      expect(plain.subarray(0, passed.length).equals(passed)).toBe(true)
    }
  })

  it('is refused with any bit flipped, and passes on nothing from the changed part on', async () => {
    const sealed = await seal(plain)
    for (let bit = 0; bit < sealed.length * 8; bit += 3) {
      const changed = Buffer.from(sealed)
      changed[bit >> 3]! ^= 1 << (bit & 7)
      const { passed, message } = await openUntilFault(changed)
      expect(message, `bit ${bit}`).toBeDefined()
      const intact = Math.max(0, Math.floor(((bit >> 3) - HEADER) / SEALED)) * PART
      expect(passed.equals(plain.subarray(0, intact))).toBe(true)
    }
  })

  it('is refused with parts exchanged, repeated, left out or added', async () => {
    const sealed = await seal(plain)
    const header = sealed.subarray(0, HEADER)
    const parts = [0, 1, 2, 3].map((n) =>
      sealed.subarray(HEADER + n * SEALED, HEADER + (n + 1) * SEALED),
    )
    const orders = [
      [1, 0, 2, 3],
      [0, 2, 1, 3],
      [0, 0, 1, 2, 3],
      [0, 2, 3],
      [1, 2, 3],
      [0, 1, 2, 3, 3],
      [0, 1, 2],
      [3],
      [],
    ]
    for (const order of orders) {
      const changed = Buffer.concat([header, ...order.map((n) => parts[n]!)])
      expect((await openUntilFault(changed)).message, order.join()).toMatch(NOT_AS_SEALED)
    }
    for (const more of [Buffer.alloc(1), randomBytes(SEALED), sealed])
      expect((await openUntilFault(Buffer.concat([sealed, more]))).message).toMatch(NOT_AS_SEALED)
    // A part of another file with the same key.
    const other = await seal(plain)
    const mixed = Buffer.concat([
      sealed.subarray(0, HEADER + SEALED),
      other.subarray(HEADER + SEALED),
    ])
    expect((await openUntilFault(mixed)).message).toMatch(NOT_AS_SEALED)
  })
})
