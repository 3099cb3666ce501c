// Compares arrays in binary format with what PostgreSQL reads from the same values as text, for any values.
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/bank.ts'
import { column, type ElementType } from './binary-arrays.ts'

let test: Awaited<ReturnType<typeof createDatabase>>
let client: pg.Client
beforeAll(async () => {
  test = await createDatabase()
  client = new pg.Client(test.address)
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
})
afterAll(async () => {
  await client.end()
  await test.drop()
})

/** Numbers with zeros at any place, up to the 76 digits that the ledger's columns have. */
const units = fc
  .tuple(
    fc.array(fc.constantFrom('0', '0000', '1', '9', '9999', '12', '5000'), { maxLength: 30 }),
    fc.boolean(),
  )
  .map(([parts, isNegative]) => BigInt(`0${parts.join('').slice(0, 76)}`) * (isNegative ? -1n : 1n))

/** PostgreSQL keeps no NUL in a text, in either format. */
const texts = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''))

interface Kind {
  readonly values: fc.Arbitrary<unknown>
  /** The text from which PostgreSQL reads one value. */
  readonly toText: (value: never) => string
}

const kinds: Readonly<Record<ElementType, Kind>> = {
  uuid: { values: fc.uuid(), toText: String },
  text: { values: texts, toText: String },
  jsonb: {
    values: fc.oneof(fc.dictionary(texts, texts), fc.constant({ a: [1, { b: null }] })),
    toText: (value) => JSON.stringify(value),
  },
  numeric: { values: units, toText: String },
  bigint: { values: fc.maxSafeInteger(), toText: String },
  integer: { values: fc.integer(), toText: String },
  smallint: { values: fc.integer({ min: -32_768, max: 32_767 }), toText: String },
  boolean: { values: fc.boolean(), toText: String },
  bytea: {
    values: fc.uint8Array().map((bytes) => Buffer.from(bytes)),
    toText: (value: Buffer) => `\\x${value.toString('hex')}`,
  },
  timestamptz: {
    values: fc
      .date({ min: new Date('1970-01-01Z'), max: new Date('9999-12-31Z'), noInvalidDate: true })
      .map((date) => date.getTime()),
    toText: (value: number) => new Date(value).toISOString(),
  },
}

describe('an array in binary format', () => {
  it.each(Object.entries(kinds))('of %s is the same as in text', async (type, kind) => {
    const lists = fc.array(fc.option(kind.values), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(lists, async (values) => {
        const binary = column(type as ElementType, values, (value) => value as never)
        const written = values.map((value) => (value === null ? null : kind.toText(value as never)))
        const { rows } = await client.query(
          `select $1::${type}[] = $2::${type}[] as same, ($1::${type}[])::text as got,
             ($2::${type}[])::text as wanted,
             pg_column_size($1::${type}[]) = pg_column_size($2::${type}[]) as "sameSize"`,
          [binary, written],
        )
        const { same, got, wanted, sameSize } = rows[0]
        expect(got).toBe(wanted)
        expect({ same, sameSize }).toEqual({ same: true, sameSize: true })
      }),
      { numRuns: 150 },
    )
  })

  it('may be empty, or longer than its first buffer', async () => {
    const ask = async (rows: readonly string[]) =>
      (
        await client.query(
          "select cardinality($1::text[]) as n, md5(array_to_string($1::text[], ',')) as hash",
          [column('text', rows, (row) => row)],
        )
      ).rows[0]
    expect((await ask([])).n).toBe(0)
    const many = Array.from(
      { length: 3_000 },
      (_, index) => `${index % 7} ${'é'.repeat(index % 50)}`,
    )
    const { rows } = await client.query('select md5($1) as hash', [many.join(',')])
    expect(await ask(many)).toEqual({ n: 3_000, hash: rows[0].hash })
  })

  it('refuses what it cannot write', () => {
    for (const bad of [
      '',
      'g'.repeat(36),
      '0199d3a2-7c00-7000-8000-00000000007',
      '0199d3a27c0070008000000000000071abcd',
    ])
      expect(() => column('uuid', [bad], (value) => value)).toThrow('is no uuid')
    for (const bad of [Number.NaN, 0.5, 2 ** 60])
      expect(() => column('bigint', [bad], (value) => value)).toThrow('no safe integer')
    for (const bad of [Number.NaN, Number.NEGATIVE_INFINITY])
      expect(() => column('timestamptz', [bad], (value) => value)).toThrow()
  })
})
