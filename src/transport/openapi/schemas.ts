// Translates JSON Schema, as TypeBox writes it, to the older dialect of OpenAPI 3.0. Schemas with an $id become
// components and are referred to. A keyword without a translation is an error, because a document that silently
// leaves a rule out is wrong.
import { canonicalJson } from '../../kernel/json.ts'
import {
  type Fields,
  itemsOf,
  requiredOf,
  type Schema,
  splitNull,
  valuesOf,
} from '../../kernel/json-schema.ts'

export interface Schemas {
  /** The OpenAPI form of a schema; a named one becomes a reference. */
  convert: Convert
  /** Makes a converted schema a component of this name, unless the name belongs to another schema already. */
  name(name: string, schema: Schema): Schema
  /** Every named schema met so far, by name. */
  named(): Fields
}

type Convert = (source: Schema) => Schema

export function makeSchemas(): Schemas {
  const byName = new Map<string, Schema>()
  // Most named schemas are met many times, and comparing them each time would take longer than all the rest.
  const references = new WeakMap<Schema, Schema>()

  function convert(source: Schema): Schema {
    const { $id, ...rest } = source
    const met = references.get(source)
    if (met) return met
    const schema = rewrite(rest, convert)
    if ($id === undefined) return schema
    const known = byName.get($id)
    if (known && canonicalJson(known) !== canonicalJson(schema))
      throw new Error(`two different schemas have the $id "${$id}"`)
    byName.set($id, schema)
    const reference = { $ref: `#/components/schemas/${$id}` }
    references.set(source, reference)
    return reference
  }

  function name(wanted: string, schema: Schema): Schema {
    const known = byName.get(wanted)
    if ('$ref' in schema || (known && canonicalJson(known) !== canonicalJson(schema))) return schema
    byName.set(wanted, schema)
    return { $ref: `#/components/schemas/${wanted}` }
  }

  return { convert, name, named: () => sortedByKey(Object.fromEntries(byName)) }
}

export const sortedByKey = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))

function rewrite(source: Schema, convert: Convert): Schema {
  const { type, ...rest } = source
  if (typeof type === 'object')
    return rewriteUnion({ anyOf: type.map((one) => ({ ...rest, type: one })) }, convert)
  if (source.anyOf) return rewriteUnion(source, convert)
  if (type === 'null') return { ...rewrite(rest, convert), ...onlyNull }
  const out: Record<string, unknown> = {}
  for (const keyword of Object.keys(source)) {
    const translate = translations[keyword]
    if (translate) Object.assign(out, translate(source, convert))
    // Our own keywords have the prefix that OpenAPI reserves for extensions.
    else if (shared.has(keyword) || keyword.startsWith('x-')) out[keyword] = source[keyword]
    else throw new Error(`OpenAPI 3.0 has no equivalent of the keyword "${keyword}"`)
  }
  return type === 'array' && !source.items ? { ...out, items: {} } : out
}

/** The keywords that are the same in JSON Schema and OpenAPI 3.0. */
const shared = new Set(
  [
    ['type', 'format', 'title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly'],
    ['minimum', 'maximum', 'multipleOf', 'minLength', 'maxLength', 'pattern'],
    ['minItems', 'maxItems', 'uniqueItems', 'minProperties', 'maxProperties'],
  ].flat(),
)

const translations: Readonly<Record<string, (source: Schema, convert: Convert) => Schema>> = {
  properties: ({ properties = {} }, convert) => ({
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, convert(field)]),
    ),
  }),
  required(source) {
    const required = requiredOf(source)
    return required.length > 0 ? { required } : {}
  },
  items(source, convert) {
    const items = itemsOf(source)
    if (!items) throw new Error('OpenAPI 3.0 has no equivalent of a tuple')
    return { items: convert(items) }
  },
  additionalProperties: ({ additionalProperties: more = true }, convert) => ({
    additionalProperties: typeof more === 'boolean' ? more : convert(more),
  }),
  patternProperties: ({ patternProperties = {} }, convert) => ({
    additionalProperties: oneOf(Object.values(patternProperties).map(convert)),
  }),
  allOf: ({ allOf = [] }, convert) => ({ allOf: allOf.map(convert) }),
  oneOf: (source, convert) => ({ oneOf: (source.oneOf ?? []).map(convert) }),
  not: ({ not = {} }, convert) => ({ not: convert(not) }),
  enum: (source) => enumOf(source.enum ?? []),
  const: (source) => enumOf([source.const]),
  examples: ({ examples = [] }) => ({ example: examples[0] }),
  exclusiveMinimum: (source) => exclusive('Minimum', source),
  exclusiveMaximum: (source) => exclusive('Maximum', source),
}

/** Several alternatives as `anyOf`, or the only one. */
export const oneOf = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 && schemas[0] ? schemas[0] : { anyOf: schemas }

function exclusive(side: 'Minimum' | 'Maximum', source: Schema): Schema {
  const bound = side.toLowerCase()
  if (bound in source) throw new Error(`"${bound}" and "exclusive${side}" exclude each other`)
  return { [bound]: source[`exclusive${side}`], [`exclusive${side}`]: true }
}

/** Adds the type of an enumeration, which TypeBox leaves out and client generators need. */
function enumOf(values: readonly unknown[]): Schema {
  const types = new Set(values.map((value) => (Number.isInteger(value) ? 'integer' : typeof value)))
  const [type] = types
  return types.size === 1 && type && type !== 'object' ? { type, enum: values } : { enum: values }
}

/** OpenAPI 3.0 has no null type: a union with null becomes the rest of the union, marked nullable. */
function rewriteUnion(source: Schema, convert: Convert): Schema {
  const { anyOf: _, ...rest } = source
  const { branches, nullable } = splitNull(source)
  const outer = rewrite(rest, convert)
  const values = valuesOf(source)
  if (values) return markNullable({ ...outer, ...enumOf(values) }, nullable)
  const schemas = branches.map(convert)
  if (schemas.length === 0) return { ...outer, ...onlyNull }
  return markNullable({ ...wrapReference(oneOf(schemas)), ...outer }, nullable)
}

/** It has a type, because `nullable` has no meaning without one; a simple one, which generators of clients can write. */
const onlyNull: Schema = { type: 'string', nullable: true, enum: [null] }

/**
 * `nullable` works only beside a `type`, so a reference or a list of alternatives gets null as one more
 * alternative. A schema without keywords already includes null.
 */
function markNullable(schema: Schema, nullable: boolean): Schema {
  if (!nullable || Object.keys(schema).every((keyword) => keyword === 'description')) return schema
  const { anyOf, allOf, ...rest } = schema
  if (anyOf) return { ...schema, anyOf: [...anyOf, onlyNull] }
  if (allOf) return { ...rest, anyOf: [...allOf, onlyNull] }
  return {
    ...schema,
    ...(schema.enum ? { enum: [...schema.enum, null] } : {}),
    nullable: true,
  }
}

/** A reference may have no sibling keywords, so it is wrapped in an allOf. */
const wrapReference = (schema: Schema): Schema => ('$ref' in schema ? { allOf: [schema] } : schema)
