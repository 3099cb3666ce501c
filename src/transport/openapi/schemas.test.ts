// The translation of TypeBox schemas to OpenAPI 3.0.
import { type TSchema, Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { toSchema } from '../../kernel/json-schema.ts'
import { makeSchemas } from './schemas.ts'

const convert = (schema: TSchema) => makeSchemas().convert(toSchema(schema))
const Named = Type.Object({ code: Type.String() }, { $id: 'Named' })
const Colour = Type.Enum(['red', 'green'], { $id: 'Colour' })

describe('a schema in OpenAPI 3.0', () => {
  it('marks what may be null, because there is no null type', () => {
    expect(convert(Type.Union([Type.String({ maxLength: 5 }), Type.Null()]))).toEqual({
      type: 'string',
      maxLength: 5,
      nullable: true,
    })
    expect(
      convert(Type.Union([Type.String(), Type.Integer(), Type.Null()], { description: 'Either.' })),
    ).toEqual({
      anyOf: [
        { type: 'string' },
        { type: 'integer' },
        { type: 'string', nullable: true, enum: [null] },
      ],
      description: 'Either.',
    })
    expect(convert(Type.Union([Type.Unknown(), Type.Null()]))).toEqual({})
    expect(convert(Type.Null())).toEqual({ type: 'string', nullable: true, enum: [null] })
    expect(convert(Type.Unsafe({ type: ['integer', 'null'], minimum: 1 }))).toEqual({
      type: 'integer',
      minimum: 1,
      nullable: true,
    })
  })

  it('puts no keyword beside a reference', () => {
    expect(convert(Type.Union([Named, Type.Null()]))).toEqual({
      anyOf: [
        { $ref: '#/components/schemas/Named' },
        { type: 'string', nullable: true, enum: [null] },
      ],
    })
  })

  it('gives enumerations a type, and null among the values where it is allowed', () => {
    expect(convert(Type.Enum(['a', 'b']))).toEqual({ type: 'string', enum: ['a', 'b'] })
    expect(convert(Type.Literal('x'))).toEqual({ type: 'string', enum: ['x'] })
    expect(convert(Type.Literal(true))).toEqual({ type: 'boolean', enum: [true] })
    expect(convert(Type.Union([Type.Literal(1), Type.Literal(2)]))).toEqual({
      type: 'integer',
      enum: [1, 2],
    })
    expect(convert(Type.Union([Type.Enum(['a']), Type.Null()]))).toEqual({
      type: 'string',
      enum: ['a', null],
      nullable: true,
    })
  })

  it('writes exclusive bounds and records in the old way', () => {
    expect(convert(Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: 1 }))).toEqual({
      type: 'number',
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 1,
      exclusiveMaximum: true,
    })
    expect(convert(Type.Record(Type.String(), Type.Integer()))).toEqual({
      type: 'object',
      additionalProperties: { type: 'integer' },
    })
    expect(() => convert(Type.Number({ minimum: 0, exclusiveMinimum: 0 }))).toThrow('exclude')
  })

  it('does not require what has a default', () => {
    const schema = Type.Object({ page: Type.Integer({ default: 1 }), name: Type.String() })
    expect(convert(schema).required).toEqual(['name'])
    expect(convert(Type.Object({ page: Type.Integer({ default: 1 }) }))).not.toHaveProperty(
      'required',
    )
  })

  it('keeps each named schema once, at any depth', () => {
    const schemas = makeSchemas()
    const Outer = Type.Object(
      { inner: Named, list: Type.Array(Named), colour: Type.Optional(Colour) },
      { $id: 'Outer' },
    )
    expect(schemas.convert(toSchema(Type.Array(Outer)))).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/Outer' },
    })
    expect(Object.keys(schemas.named())).toEqual(['Colour', 'Named', 'Outer'])
    expect(schemas.named().Outer).toEqual({
      type: 'object',
      required: ['inner', 'list'],
      properties: {
        inner: { $ref: '#/components/schemas/Named' },
        list: { type: 'array', items: { $ref: '#/components/schemas/Named' } },
        colour: { $ref: '#/components/schemas/Colour' },
      },
    })
  })

  it('refuses two schemas of one name, but not the same one written twice', () => {
    const schemas = makeSchemas()
    schemas.convert(toSchema(Named))
    schemas.convert(toSchema(Type.Object({ code: Type.String() }, { $id: 'Named' })))
    const other = Type.Object({ code: Type.Integer() }, { $id: 'Named' })
    expect(() => schemas.convert(toSchema(other))).toThrow('two different schemas')
  })

  it('refuses what it cannot translate instead of leaving it out', () => {
    expect(() => convert(Type.String({ contentEncoding: 'base64' }))).toThrow('contentEncoding')
    expect(() => convert(Type.Tuple([Type.String()]))).toThrow(/tuple|additionalItems/)
  })
})
