// Builds the GraphQL schema: each operation with a GraphQL field becomes a root field, under Query if it only
// reads and under Mutation if it writes. The pipeline runs the operations.
import { type GraphQLFieldConfig, GraphQLObjectType, GraphQLSchema } from 'graphql'
import { type AnyOperation, isWrite } from '../../operation/operation.ts'
import { itemsOf, type JsonObject, type Schema, splitNull, toSchema } from '../json-schema.ts'
import { toCamelCase } from './names.ts'
import { makeTypes, type Types } from './types.ts'

/** Runs one operation; `context` is the value that the transport passes to graphql-js for the request. */
export type Resolve = (op: AnyOperation, input: object, context: unknown) => unknown

export function toGraphqlSchema(
  operations: readonly AnyOperation[],
  resolve: Resolve,
): GraphQLSchema {
  const types = makeTypes()
  const shown = operations.filter((op) => op.graphql)
  const root = (name: string, ops: readonly AnyOperation[]) => {
    const fields = ops.map((op) => [op.graphql!.field, toField(op, types, resolve)])
    return ops.length === 0
      ? undefined
      : new GraphQLObjectType({ name, fields: Object.fromEntries(fields) })
  }
  return new GraphQLSchema({
    query: root(
      'Query',
      shown.filter((op) => op.kind === 'query'),
    ),
    mutation: root('Mutation', shown.filter(isWrite)),
  })
}

function toField(
  op: AnyOperation,
  types: Types,
  resolve: Resolve,
): GraphQLFieldConfig<unknown, unknown> {
  const input = toSchema(op.input)
  return {
    description: `${op.summary} [${op.graphql!.domain}]`,
    type: types.output(toSchema(op.output), op.name),
    args: types.inputs(input, op.name),
    resolve: (_source, args: JsonObject, context) => resolve(op, toRecord(input, args), context),
  }
}

/** Translates arguments back to the names of the schema; omitted arguments stay omitted. */
function toRecord({ properties = {} }: Schema, sent: JsonObject): JsonObject {
  const record: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(properties)) {
    const value = sent[toCamelCase(name)]
    if (value !== undefined) record[name] = toValue(field, value)
  }
  return record
}

function toValue(field: Schema, value: unknown): unknown {
  const schema = splitNull(field).branches[0] ?? field
  if (Array.isArray(value)) return value.map((item) => toValue(itemsOf(schema) ?? {}, item))
  return schema.properties && isObject(value) ? toRecord(schema, value) : value
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null
