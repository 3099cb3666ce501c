// Which scalar stands for a value that is neither a list, an object nor an enumeration.
import { GraphQLBoolean, GraphQLFloat, GraphQLInt, GraphQLScalarType, GraphQLString } from 'graphql'
import type { Schema } from '../json-schema.ts'

/** Free-form data: whatever JSON the operation takes or gives, untouched. */
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

/** Int has 32 bits and fails beyond: an amount in cents may be larger, so its bounds must be known. */
const fitsInt = ({ minimum, maximum }: Schema): boolean =>
  typeof minimum === 'number' &&
  typeof maximum === 'number' &&
  minimum >= -(2 ** 31) &&
  maximum < 2 ** 31
