// Chooses the GraphQL scalar for a value that is not a list, an object or an enumeration.
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString } from 'graphql'
import type { Schema } from '../json-schema.ts'

/** Free-form data, passed through unchanged. */
const JsonScalar = new GraphQLScalarType({ name: 'JSON', description: 'Any JSON value.' })

export function scalarOf(schema: Schema): GraphQLScalarType {
  switch (schema.type) {
    case 'string':
      return GraphQLString
    case 'boolean':
      return GraphQLBoolean
    case 'integer':
      return fitsInt(schema) ? GraphQLInt : GraphQLFloat
    case 'number':
      return GraphQLFloat
    default:
      return JsonScalar
  }
}

/** GraphQL's Int has 32 bits, so it is used only when the bounds of the number are known to fit. */
const fitsInt = ({ minimum, maximum }: Schema): boolean =>
  typeof minimum === 'number' &&
  typeof maximum === 'number' &&
  minimum >= -(2 ** 31) &&
  maximum < 2 ** 31
