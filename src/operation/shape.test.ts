// Undeclared fields pass in neither direction, whatever is sent.
import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { MetadataInput } from '../kernel/schema.ts'
import { readText, shapeOf } from './shape.ts'

const Inner = Type.Object({ a: Type.String(), b: Type.Optional(Type.Integer()) })
const Schema = Type.Object({
  name: Type.String({ minLength: 2, maxLength: 5 }),
  page: Type.Integer({ minimum: 1, default: 1 }),
  inner: Type.Optional(Inner),
  list: Type.Optional(Type.Array(Inner)),
  maybe: Type.Optional(Type.Union([Inner, Type.Null()])),
  either: Type.Optional(
    Type.Union([Type.Object({ kind: Type.Enum(['x']), x: Type.String() }), Inner]),
  ),
  free: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
})
const shape = shapeOf(Schema)

describe('pick', () => {
  it('keeps the declared fields at every depth and drops the rest', () => {
    const stray = { a: 'a', b: 1, password_hash: 'x' }
    const picked = shape.pick({
      name: 'ab',
      secret: 1,
      inner: stray,
      list: [stray, stray],
      maybe: null,
      either: { kind: 'x', x: 'y', extra: 1 },
      free: { any: { thing: 1 } },
    })
    const clean = { a: 'a', b: 1 }
    expect(picked).toEqual({
      name: 'ab',
      page: 1,
      inner: clean,
      list: [clean, clean],
      maybe: null,
      either: { kind: 'x', x: 'y' },
      free: { any: { thing: 1 } },
    })
  })

  it('takes null for a field not sent, unless null is declared', () => {
    expect(shape.pick({ name: 'ab', inner: null, page: null })).toEqual({ name: 'ab', page: null })
    expect(shape.pick({ name: 'ab', maybe: null })).toEqual({ name: 'ab', page: 1, maybe: null })
  })

  it('never takes fields from a prototype', () => {
    const polluted = Object.create({ name: 'inherited' })
    expect(shape.pick(polluted)).toEqual({ page: 1 })
  })

  it('changes nothing on the second time, and never throws, for any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = shape.pick(value)
        expect(shape.pick(once)).toEqual(once)
        if (!shape.isValid(once))
          expect(Object.keys(shape.problems(once)).length).toBeGreaterThan(0)
      }),
    )
  })
})

describe('problems', () => {
  it('says for each field what to send instead', () => {
    expect(shape.problems({ name: 'x', page: 0, inner: {}, list: [{ a: 1 }] })).toEqual({
      name: ['The name field must be at least 2 characters.'],
      page: ['The page field must be at least 1.'],
      'inner.a': ['The inner.a field is required.'],
      'list.0.a': ['The list.0.a field must be a string.'],
    })
    expect(shape.problems('text')).toEqual({ body: ['The request body must be an object.'] })
  })
})

describe('readText', () => {
  it('reads what the schema declares and leaves the rest for validation', () => {
    expect(readText(Type.Integer(), '12')).toBe(12)
    expect(readText(Type.Integer(), '1e3')).toBe('1e3')
    expect(readText(Type.Number(), '-1.5')).toBe(-1.5)
    expect(readText(Type.Boolean(), 'true')).toBe(true)
    expect(readText(Type.Boolean(), 'yes')).toBe('yes')
    expect(readText(Type.String(), '12')).toBe('12')
    expect(readText(Type.Array(Type.Integer()), '1,2')).toEqual([1, 2])
    expect(readText(Type.Union([Type.Integer(), Type.Null()]), '7')).toBe(7)
  })
})

describe('what a caller may fill in freely', () => {
  const filled = shapeOf(Type.Object({ metadata: Type.Optional(MetadataInput) }))
  const nested = (levels: number): object => (levels === 1 ? {} : { in: nested(levels - 1) })

  it('has at most 16 KB as JSON, counted in bytes', () => {
    const room = 16_384 - Buffer.byteLength('{"x":""}')
    expect(filled.isValid({ metadata: { x: 'a'.repeat(room) } })).toBe(true)
    expect(filled.isValid({ metadata: { x: 'a'.repeat(room + 1) } })).toBe(false)
    expect(filled.isValid({ metadata: { x: 'é'.repeat(room / 2 + 1) } })).toBe(false)
    expect(filled.problems({ metadata: { x: 'a'.repeat(room + 1) } })).toEqual({
      metadata: ['The metadata field must be at most 16384 bytes as JSON, in at most 5 levels.'],
    })
  })

  it('has at most five levels', () => {
    expect(filled.isValid({ metadata: nested(5) })).toBe(true)
    expect(filled.isValid({ metadata: nested(6) })).toBe(false)
    expect(filled.isValid({ metadata: { list: [[[[1]]]] } })).toBe(true)
    expect(filled.isValid({ metadata: { list: [[[[[1]]]]] } })).toBe(false)
  })

  it('has no instants of a thousand digits', () => {
    const instant = shapeOf(Type.String({ format: 'date-time' }))
    expect(instant.isValid('2026-01-31T12:00:00.123456789Z')).toBe(true)
    expect(instant.isValid(`2026-01-31T12:00:00.${'1'.repeat(1000)}Z`)).toBe(false)
  })
})

describe('read', () => {
  const Item = Type.Object({
    tags: Type.Array(Type.Enum(['a', 'b']), { maxItems: 2, uniqueItems: true }),
  })
  const bounded = shapeOf(
    Type.Object({
      name: Type.Optional(Type.String({ maxLength: 3 })),
      day: Type.Optional(Type.String({ format: 'date' })),
      items: Type.Optional(Type.Array(Item, { maxItems: 3 })),
      either: Type.Optional(
        Type.Union([
          Type.Enum(['all']),
          Type.Array(Type.String({ maxLength: 1 }), { maxItems: 1 }),
          Type.Null(),
        ]),
      ),
      metadata: Type.Optional(MetadataInput),
      page: Type.Integer({ default: 1 }),
    }),
  )
  const tags = (count: number) => [{ tags: Array.from({ length: count }, () => 'a') }]

  it('gives the declared fields with their defaults', () => {
    expect(bounded.read({ name: 'Ada', either: ['x'], stray: 1 })).toEqual({
      value: { name: 'Ada', either: ['x'], page: 1 },
    })
    expect(bounded.read({ either: null })).toEqual({ value: { either: null, page: 1 } })
  })

  it.each([
    [
      { name: 'x'.repeat(97), day: 'no day' },
      'name',
      'The name field must be at most 3 characters.',
    ],
    [{ day: '1'.repeat(70_000) }, 'day', 'The day field must be at most 65536 characters.'],
    [{ items: tags(3) }, 'items.0.tags', 'The items.0.tags field must have at most 2 items.'],
    [
      { items: Array.from({ length: 4 }, () => 1) },
      'items',
      'The items field must have at most 3 items.',
    ],
    [{ either: ['x', 'y'] }, 'either', 'The either field must have at most 1 item.'],
    [
      { metadata: { a: 'x'.repeat(16_384) } },
      'metadata',
      'The metadata field must be at most 16384 bytes as JSON, in at most 5 levels.',
    ],
  ])('says first what is too long: %#', (sent, field, sentence) => {
    expect(bounded.read(sent)).toEqual({ problems: { [field]: [sentence] } })
  })

  it('leaves the rest to the schema', () => {
    expect(bounded.read({ name: 'long', either: 'none', items: tags(2) })).toMatchObject({
      problems: {
        name: ['The name field must be at most 3 characters.'],
        'items.0.tags': ['The items.0.tags field must not repeat an item.'],
        either: expect.anything(),
      },
    })
    expect(bounded.read('text')).toMatchObject({ problems: { body: expect.anything() } })
  })
})
