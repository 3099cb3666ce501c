// Makes GraphQL types from schemas. Every object and enumeration needs a named schema and becomes one type; two
// schemas of one name, or an object without a name, are errors that name the operation.
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
  type GraphQLOutputType,
  type GraphQLType,
} from 'graphql'
import { canonicalJson } from '../../kernel/json.ts'
import { itemsOf, type Schema, splitNull, valuesOf } from '../json-schema.ts'
import { isEnumName, toCamelCase, toInputName } from './names.ts'
import { scalarOf } from './scalars.ts'

export interface Types {
  /** The type of an answer; errors name `op`. */
  output(schema: Schema, op: string): GraphQLOutputType
  /** The arguments, or the fields of an input type, for the fields of a schema. */
  inputs(schema: Schema, op: string): Record<string, InputField>
}

interface InputField {
  readonly type: GraphQLInputType
  readonly description?: string
  readonly defaultValue?: unknown
}

type Use = 'input' | 'output'

export function makeTypes(): Types {
  const byName = new Map<string, { readonly source: string; readonly type: GraphQLNullableType }>()

  function named(
    name: string,
    source: string,
    op: string,
    make: () => GraphQLNullableType,
  ): GraphQLNullableType {
    const known = byName.get(name)
    if (known && known.source !== source)
      throw new Error(`${op}: two different schemas would be the GraphQL type "${name}"`)
    if (known) return known.type
    const type = make()
    byName.set(name, { source, type })
    return type
  }

  /** The type of a value without nullability, which depends on where the value is used. */
  function typeOf(schema: Schema, use: Use, op: string): GraphQLNullableType {
    const values = valuesOf(schema)
    if (values) return enumOf(schema, values, op)
    const { branches } = splitNull(schema)
    const only = branches[0]
    if (!only || branches.length > 1 || 'allOf' in schema || 'oneOf' in schema)
      throw new Error(`${op}: GraphQL cannot show this union or intersection`)
    if (only !== schema) return typeOf(only, use, op)
    if (schema.type === 'array') return listOf(schema, use, op)
    if (Object.keys(schema.properties ?? {}).length > 0) return objectOf(schema, use, op)
    return scalarOf(schema)
  }

  function listOf(schema: Schema, use: Use, op: string): GraphQLNullableType {
    const items = itemsOf(schema)
    if (!items) throw new Error(`${op}: GraphQL cannot show a tuple`)
    return new GraphQLList(placeOf(items, true, use, op))
  }

  function placeOf(schema: Schema, isPresent: boolean, use: Use, op: string): GraphQLType {
    const type = typeOf(schema, use, op)
    return isPresent && !splitNull(schema).nullable ? new GraphQLNonNull(type) : type
  }

  function enumOf(schema: Schema, values: readonly unknown[], op: string): GraphQLNullableType {
    const isConstant = values.length === 1 && schema.$id === undefined
    // Values that are no valid GraphQL names, such as 'accounts:read', stay plain text.
    if (isConstant || !values.every(isEnumName)) return scalarOf({ type: typeof values[0] })
    const name = nameOf(schema, op)
    return named(name, canonicalJson(schema), op, () => {
      const entries = values.map((value) => [value, { value }])
      return new GraphQLEnumType({ name, ...describe(schema), values: Object.fromEntries(entries) })
    })
  }

  /** Fields are resolved when the whole schema is built, so that types may refer to each other. */
  function objectOf(schema: Schema, use: Use, op: string): GraphQLNullableType {
    const name = use === 'input' ? toInputName(nameOf(schema, op)) : nameOf(schema, op)
    const config = { name, ...describe(schema) }
    return named(name, canonicalJson({ use, schema }), op, () =>
      use === 'input'
        ? new GraphQLInputObjectType({ ...config, fields: () => inputs(schema, op) })
        : new GraphQLObjectType({ ...config, fields: () => outputs(schema, op) }),
    )
  }

  const outputs = (schema: Schema, op: string) =>
    mapFields(schema, op, (field, name, isRequired) => ({
      type: assertOutputType(fieldOf(field, name, isRequired, 'output', op)),
      ...describe(field),
      resolve: (record: Readonly<Record<string, unknown>>) => record[name],
    }))

  const inputs = (schema: Schema, op: string): Record<string, InputField> =>
    mapFields(schema, op, (field, name, isRequired) => {
      const hasDefault = field.default !== undefined
      // A default that is an object is left to the pipeline, because its field names would need translation.
      const showsDefault = hasDefault && typeof field.default !== 'object'
      const isPresent = isRequired && (showsDefault || !hasDefault)
      return {
        type: assertInputType(fieldOf(field, name, isPresent, 'input', op)),
        ...describe(field),
        ...(showsDefault ? { defaultValue: field.default } : {}),
      }
    })

  /** A text field called id becomes an ID, as GraphQL clients expect. */
  function fieldOf(field: Schema, name: string, isPresent: boolean, use: Use, op: string) {
    if (name !== 'id' || field.type !== 'string') return placeOf(field, isPresent, use, op)
    return isPresent ? new GraphQLNonNull(GraphQLID) : GraphQLID
  }

  return {
    output: (schema, op) => assertOutputType(placeOf(schema, true, 'output', op)),
    inputs,
  }
}

function nameOf(schema: Schema, op: string): string {
  if (schema.$id !== undefined) return schema.$id
  const what = schema.properties ? Object.keys(schema.properties) : valuesOf(schema)
  throw new Error(`${op}: GraphQL needs a $id on the schema of ${what?.join(', ')}`)
}

const describe = ({ description }: Schema): { readonly description?: string } =>
  description === undefined ? {} : { description }

function mapFields<T>(
  schema: Schema,
  op: string,
  map: (field: Schema, name: string, isRequired: boolean) => T,
): Record<string, T> {
  const { properties = {}, required = [] } = schema
  const mapped: Record<string, T> = {}
  for (const [name, field] of Object.entries(properties)) {
    const camel = toCamelCase(name)
    if (Object.hasOwn(mapped, camel))
      throw new Error(`${op}: two fields would be "${camel}" in GraphQL`)
    mapped[camel] = map(field, name, required.includes(name))
  }
  return mapped
}
