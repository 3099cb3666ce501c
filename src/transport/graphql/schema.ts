// Builds the GraphQL schema: each operation that a domain schema shows becomes a root field, under Query if it only
// reads and under Mutation if it writes; relations and live updates are added by hand.
import { GraphQLObjectType, GraphQLSchema } from 'graphql'
import { type AnyOperation, isWrite } from '../../operation/operation.ts'
import { type Resolve, type RootField, nameOf, toRootField, withTextIds } from './fields.ts'
import { type Relation, toRelationFields } from './relations.ts'
import { findShown, type Shown } from './schemas.ts'
import { type Live, toLiveFields } from './live.ts'
import { makeTypes } from './types.ts'

export interface SchemaOptions {
  readonly operations: readonly AnyOperation[]
  readonly resolve: Resolve
  readonly relations: readonly Relation[]
  readonly live: readonly Live[]
}

export type Root = 'Query' | 'Mutation' | 'Subscription'

/** A root field with its place in the domain schemas. */
export interface ShownField {
  readonly op: AnyOperation
  readonly shown: Shown
  readonly name: string
  readonly root: Root
  /** Whether its ids are plain text. */
  readonly hasTextIds?: boolean
}

/** Every operation that has a root field. */
export function listFields(operations: readonly AnyOperation[]): ShownField[] {
  return operations.flatMap((op) => {
    const shown = findShown(op.name)
    if (shown === undefined || shown === 'left out' || op.rest.length === 0) return []
    if (op.kind === 'subscription') return []
    const root = isWrite(op) || shown.root === 'mutation' ? 'Mutation' : 'Query'
    const also = Object.entries(shown.also ?? {}).map(
      ([name, args]): ShownField => ({
        op,
        shown: { ...shown, field: name, args },
        name,
        root,
        hasTextIds: true,
      }),
    )
    return [{ op, shown, name: nameOf(op, shown), root }, ...also]
  })
}

export function toGraphqlSchema(options: SchemaOptions): GraphQLSchema {
  const types = makeTypes((type) => toRelationFields(options, type, types))
  const shown = listFields(options.operations)
  const root = (name: Root) => {
    const fields: Record<string, RootField> = {}
    for (const field of shown.filter((one) => one.root === name)) {
      if (fields[field.name]) throw new Error(`Two operations would be the field ${field.name}.`)
      const made = toRootField(field.op, field.shown, types, options)
      fields[field.name] = field.hasTextIds ? withTextIds(made) : made
    }
    if (name === 'Subscription') Object.assign(fields, toLiveFields(options, types))
    return Object.keys(fields).length === 0 ? undefined : new GraphQLObjectType({ name, fields })
  }
  return new GraphQLSchema({
    query: root('Query'),
    mutation: root('Mutation'),
    subscription: root('Subscription'),
  })
}
