// Makes GraphQL types from schemas. An object becomes a type with the name of its schema; an object without a name is
// named after the place where it is used. What GraphQL cannot represent (unions of records, free-form data) is JSON.
import {
  assertInputType,
  assertOutputType,
  GraphQLEnumType,
  GraphQLID,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLNullableType,
  GraphQLObjectType,
  type GraphQLFieldConfigMap,
  type GraphQLOutputType,
  type GraphQLType,
} from 'graphql'
import { canonicalJson } from '../../kernel/json.ts'
import { isRawBody } from '../../operation/input-source.ts'
import { itemsOf, type Schema, splitNull, valuesOf } from '../../kernel/json-schema.ts'
import { isEnumName, toFieldName, toPascalCase } from './names.ts'
import { anyJson, scalarOf } from './scalars.ts'

export type Fields = GraphQLFieldConfigMap<Readonly<Record<string, unknown>>, unknown>

export interface Types {
  /** The type of an answer; `place` names an object without a name. */
  output(schema: Schema, place: string): GraphQLOutputType
  /** The arguments, or the fields of an input type, for the fields of a schema. */
  inputs(schema: Schema, place: string): Record<string, InputField>
  input(name: string, fields: Record<string, InputField>): GraphQLInputObjectType
  /** An answer with fields of its own, made once for each name. */
  object(name: string, fields: () => Fields): GraphQLObjectType
}

export interface InputField {
  readonly type: GraphQLInputType
  readonly description?: string
  readonly defaultValue?: unknown
}

type Use = 'input' | 'output'

/** `more` gives a type its hand-written fields, by the name of the type. */
export function makeTypes(more: (type: string) => Fields = () => ({})): Types {
  const byName = new Map<string, { readonly source: string; readonly type: GraphQLNullableType }>()

  function named<T extends GraphQLNullableType>(name: string, source: string, make: () => T): T {
    const known = byName.get(name)
    if (known && known.source !== source)
      throw new Error(`Two different schemas would be the GraphQL type "${name}".`)
    if (known) return known.type as T
    const type = make()
    byName.set(name, { source, type })
    return type
  }

  /** The type of a value without nullability, which depends on where the value is used. */
  function typeOf(schema: Schema, use: Use, place: string): GraphQLNullableType {
    const values = valuesOf(schema)
    if (values) return enumOf(schema, values, use)
    const { branches } = splitNull(schema)
    const only = branches[0]
    if (!only || 'allOf' in schema || 'oneOf' in schema) return anyJson
    if (branches.length > 1) return unionOf(branches, use)
    if (only !== schema) return typeOf(only, use, place)
    if (schema.type === 'array') {
      const items = itemsOf(schema)
      return items ? new GraphQLList(placeOf(items, true, use, place)) : anyJson
    }
    if (Object.keys(schema.properties ?? {}).length > 0) return objectOf(schema, use, place)
    return scalarOf(schema)
  }

  /** An amount may be text or a number; in GraphQL it is sent as text. Unions of records are JSON. */
  function unionOf(branches: readonly Schema[], use: Use): GraphQLNullableType {
    const kinds = new Set(branches.map(({ type }) => (type === 'integer' ? 'number' : type)))
    const isPlain = [...kinds].every((kind) => kind === 'string' || kind === 'number')
    if (!isPlain || (use === 'output' && kinds.size > 1)) return anyJson
    return scalarOf({ type: kinds.has('string') ? 'string' : 'number' })
  }

  function placeOf(schema: Schema, isPresent: boolean, use: Use, place: string): GraphQLType {
    const type = typeOf(schema, use, place)
    return isPresent && !splitNull(schema).nullable ? new GraphQLNonNull(type) : type
  }

  /** Arguments are text, as they are in REST: the pipeline says what is allowed, in words. */
  function enumOf(schema: Schema, values: readonly unknown[], use: Use): GraphQLNullableType {
    const name = schema.$id
    if (use === 'input' || name === undefined || !values.every(isEnumName))
      return scalarOf({ type: typeof values[0] })
    return named(name, canonicalJson(schema), () => {
      const entries = values.map((value) => [value, { value }])
      return new GraphQLEnumType({ name, ...describe(schema), values: Object.fromEntries(entries) })
    })
  }

  /** Fields are resolved when the whole schema is built, so that types may refer to each other. */
  function objectOf(schema: Schema, use: Use, place: string): GraphQLNullableType {
    const own = schema.$id ?? place
    const name = use === 'input' && !own.endsWith('Input') ? `${own}Input` : own
    const config = { name, ...describe(schema) }
    return named<GraphQLNullableType>(name, canonicalJson({ use, schema }), () =>
      use === 'input'
        ? new GraphQLInputObjectType({ ...config, fields: () => inputs(schema, own) })
        : new GraphQLObjectType({
            ...config,
            fields: () => ({ ...idOf(schema), ...outputs(schema, own), ...more(name) }),
          }),
    )
  }

  const outputs = (schema: Schema, own: string): Fields =>
    mapFields(schema, (field, name, isRequired) => ({
      type: assertOutputType(fieldOf(field, name, isRequired, 'output', own)),
      ...describe(field),
      ...(toFieldName(name) === name ? {} : { resolve: (record) => record[name] }),
    }))

  const inputs = (schema: Schema, own: string): Record<string, InputField> =>
    mapFields(schema, (field, name, isRequired) => {
      const hasDefault = field.default !== undefined
      return {
        type: assertInputType(fieldOf(field, name, isRequired && !hasDefault, 'input', own)),
        ...describeInput(field),
      }
    })

  /** A text field called id or uuid becomes an ID, as GraphQL clients expect. */
  function fieldOf(field: Schema, name: string, isPresent: boolean, use: Use, own: string) {
    if (!/^(uu)?id$/.test(name) || field.type !== 'string')
      return placeOf(field, isPresent, use, own + toPascalCase(name))
    return isPresent ? new GraphQLNonNull(GraphQLID) : GraphQLID
  }

  return {
    output: (schema, place) => assertOutputType(placeOf(schema, true, 'output', place)),
    inputs,
    input: (name, fields) =>
      named(name, `fields of ${name}`, () => new GraphQLInputObjectType({ name, fields })),
    object: (name, fields) =>
      named(name, `fields of ${name}`, () => new GraphQLObjectType({ name, fields })),
  }
}

/** A record with a uuid and no id has both, because client caches look for an id. */
const idOf = ({ properties = {} }: Schema): Fields =>
  properties.uuid && !properties.id
    ? {
        id: {
          type: new GraphQLNonNull(GraphQLID),
          description: 'The same as uuid.',
          resolve: (record) => record.uuid,
        },
      }
    : {}

const describe = ({ description }: Schema): { readonly description?: string } =>
  description === undefined ? {} : { description }

/** The allowed values are part of the description, because the type of the argument is plain text. */
function describeInput(schema: Schema): { readonly description?: string } {
  const values = valuesOf(schema)
  const parts = [
    schema.description ?? '',
    values ? `One of ${values.join(', ')}.` : '',
    schema.default === undefined ? '' : `Default: ${JSON.stringify(schema.default)}.`,
  ]
  const description = parts.filter((part) => part !== '').join(' ')
  return description === '' ? {} : { description }
}

function mapFields<T>(
  { properties = {}, required = [] }: Schema,
  map: (field: Schema, name: string, isRequired: boolean) => T,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, field]) => isShown(field))
      .map(([name, field]) => [toFieldName(name), map(field, name, required.includes(name))]),
  )
}

/** Older names of fields, and a body that is one text, are left out; what REST reads from a header is an argument. */
const isShown = (field: Schema): boolean => field.deprecated !== true && !isRawBody(field)
