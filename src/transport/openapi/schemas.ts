// JSON Schema as TypeBox writes it, said in the older words of OpenAPI 3.0. Named schemas are said
// once, under their $id, and referred to. A keyword without a translation is refused: a description
// that silently leaves a rule out is wrong.
import { canonicalJson } from '../../kernel/json.ts'

export type Schema = Readonly<Record<string, unknown>>

export interface Schemas {
  /** The OpenAPI form of a schema; a named one becomes a reference. */
  convert(source: Schema): Schema
  /** Every named schema met so far, by name. */
  named(): Readonly<Record<string, Schema>>
}

export function makeSchemas(): Schemas {
  const byName = new Map<string, Schema>()

  function convert(source: Schema): Schema {
    const { $id, ...rest } = source
    const schema = rewrite(rest, convert)
    if (typeof $id !== 'string') return schema
    const known = byName.get($id)
    if (known && canonicalJson(known) !== canonicalJson(schema))
      throw new Error(`two different schemas have the $id "${$id}"`)
    byName.set($id, schema)
    return { $ref: `#/components/schemas/${$id}` }
  }

  return { convert, named: () => sortedByKey(Object.fromEntries(byName)) }
}

export const sortedByKey = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

type Convert = (source: Schema) => Schema

function rewrite(source: Schema, convert: Convert): Schema {
  const { type, anyOf, ...rest } = source
  if (Array.isArray(type)) return rewriteUnion(type.map((one: unknown) => ({ type: one })), rest, convert)
  if (Array.isArray(anyOf)) return rewriteUnion(anyOf as Schema[], rest, convert)
  if (type === 'null') return { ...rest, type: 'object', nullable: true, enum: [null] }
  const out: Record<string, unknown> = {}
  for (const [keyword, value] of Object.entries(source)) {
    const translate = translations[keyword]
    if (translate) Object.assign(out, translate(value, convert, source))
    else if (sharedKeywords.has(keyword)) out[keyword] = value
    else throw new Error(`OpenAPI 3.0 has no word for "${keyword}"`)
  }
  return type === 'array' && !('items' in out) ? { ...out, items: {} } : out
}

/** What JSON Schema and OpenAPI 3.0 say alike. */
const sharedKeywords = new Set(
  [
    ['type', 'format', 'title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly'],
    ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
    ['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ].flat(),
)

type Translate = (value: unknown, convert: Convert, source: Schema) => Schema

const translations: Readonly<Record<string, Translate>> = {
  properties: (value, convert) => ({ properties: convertEach(value as Fields, convert) }),
  // A missing field with a default is filled in before it is judged, so nobody has to send it.
  required(value, _convert, source) {
    const fields = (source.properties ?? {}) as Fields
    const required = (value as string[]).filter((name) => fields[name]?.default === undefined)
    return required.length > 0 ? { required } : {}
  },
  items(value, convert) {
    if (Array.isArray(value)) throw new Error('OpenAPI 3.0 has no word for a tuple')
    return { items: convert(value as Schema) }
  },
  additionalProperties: (value, convert) => ({
    additionalProperties: typeof value === 'boolean' ? value : convert(value as Schema),
  }),
  patternProperties(value, convert) {
    const schemas = Object.values(value as Fields).map(convert)
    return { additionalProperties: schemas.length === 1 ? schemas[0] : { anyOf: schemas } }
  },
  allOf: (value, convert) => ({ allOf: (value as Schema[]).map(convert) }),
  oneOf: (value, convert) => ({ oneOf: (value as Schema[]).map(convert) }),
  not: (value, convert) => ({ not: convert(value as Schema) }),
  enum: (value) => ({ ...typeOfValues(value as unknown[]), enum: value }),
  const: (value) => ({ ...typeOfValues([value]), enum: [value] }),
  examples: (value) => ({ example: (value as unknown[])[0] }),
  exclusiveMinimum: (value, _convert, source) => exclusive('Minimum', value, source),
  exclusiveMaximum: (value, _convert, source) => exclusive('Maximum', value, source),
}

type Fields = Readonly<Record<string, Schema>>

const convertEach = (fields: Fields, convert: Convert): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, convert(schema)]))

function exclusive(side: 'Minimum' | 'Maximum', value: unknown, source: Schema): Schema {
  const bound = side.toLowerCase()
  if (bound in source) throw new Error(`"${bound}" and "exclusive${side}" exclude each other`)
  return { [bound]: value, [`exclusive${side}`]: true }
}

/** TypeBox leaves the type of an enumeration out; generators of clients want it. */
function typeOfValues(values: readonly unknown[]): Schema {
  const types = new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))
  const [type] = types
  return types.size === 1 && type !== 'object' ? { type } : {}
}

/** OpenAPI 3.0 has no null type: a union with it is the rest of the union, marked nullable. */
function rewriteUnion(branches: readonly Schema[], rest: Schema, convert: Convert): Schema {
  const present = branches.filter((branch) => branch.type !== 'null')
  const isNullable = present.length < branches.length
  const outer = rewrite(rest, convert)
  if (present.length > 0 && present.every((branch) => 'const' in branch && !('$id' in branch))) {
    const values = present.map((branch) => branch.const)
    return nullable({ ...outer, ...typeOfValues(values), enum: values }, isNullable)
  }
  const schemas = present.map(convert)
  const only = schemas[0]
  if (schemas.length > 1) return nullable({ ...outer, anyOf: schemas }, isNullable)
  if (!only) return rewrite({ ...rest, type: 'null' }, convert)
  // Nothing may stand beside a reference, so it is put into an allOf of its own.
  if ('$ref' in only) return nullable({ ...outer, allOf: [only] }, isNullable)
  return nullable({ ...only, ...outer }, isNullable)
}

function nullable(schema: Schema, isNullable: boolean): Schema {
  if (!isNullable) return schema
  const values = schema.enum as unknown[] | undefined
  return { ...schema, ...(values ? { enum: [...values, null] } : {}), nullable: true }
}
