// The scalars of the GraphQL schema. Two of GraphQL's own are replaced, because they would corrupt values of the bank:
// a number with more digits than a double has, and a number in place of an ID.
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
} from 'graphql'
import { isRawNumber } from '../../kernel/json.ts'
import type { Schema } from '../../kernel/json-schema.ts'

const Json = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON value.' })

const DateTime = new GraphQLScalarType({
  name: 'DateTime',
  description: 'A time in ISO 8601, such as 2026-01-31T09:30:00Z.',
})

const Date = new GraphQLScalarType({ name: 'Date', description: 'A day, such as 2026-01-31.' })

/** Amounts are written with all their digits, which only the JSON writer can do. */
export const Float = new GraphQLScalarType({
  ...GraphQLFloat.toConfig(),
  serialize: (value) => (isRawNumber(value) ? value : GraphQLFloat.serialize(value)),
})

export function scalarOf(schema: Schema): GraphQLScalarType {
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'boolean':
      return GraphQLBoolean
    case 'integer':
      return fitsInt(schema) ? GraphQLInt : Float
    case 'number':
      return Float
    default:
      return Json
  }
}

function textOf({ format }: Schema): GraphQLScalarType {
  if (format === 'date-time') return DateTime
  if (format === 'date') return Date
  return format === 'uuid' ? GraphQLID : GraphQLString
}

/** Shown where a schema has no one type in GraphQL, such as a union of records. */
export const anyJson = Json

/** GraphQL's Int has 32 bits, so it is used only when the bounds of the number are known to fit. */
const fitsInt = ({ minimum, maximum }: Schema): boolean =>
  typeof minimum === 'number' &&
  typeof maximum === 'number' &&
  minimum >= -(2 ** 31) &&
  maximum < 2 ** 31
