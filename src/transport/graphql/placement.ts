// Reads from the declarations of the domains which root fields, relations and subscriptions there are, and to which
// schema each belongs.
import type { GraphqlField, GraphqlSubscription, Relation } from '../../operation/graphql.ts'
import { type AnyOperation, isWrite } from '../../operation/operation.ts'
import type { Declared } from '../../operation/registry.ts'
import { toRootName } from './names.ts'

export type Domains = readonly Pick<Declared, 'name' | 'graphql' | 'operations'>[]

export type Root = 'Query' | 'Mutation' | 'Subscription'

/** The root field of a query or a write. */
export interface PlacedField {
  readonly op: AnyOperation
  readonly schema: string
  readonly name: string
  readonly root: Root
  readonly options: GraphqlField
  /** Whether its ids are plain text. */
  readonly hasTextIds?: boolean
}

export interface PlacedSubscription {
  readonly op: AnyOperation
  readonly schema: string
  readonly options: GraphqlSubscription
}

export interface PlacedRelation extends Relation {
  readonly op: AnyOperation
}

/** Throws for an operation with a route that neither has a schema nor states why it has none. */
export const listFields = (domains: Domains): PlacedField[] =>
  domains.flatMap((domain) =>
    domain.operations.flatMap((op) => {
      const options: object = op.graphql ?? {}
      if (op.kind === 'subscription' || op.rest.length === 0 || 'omit' in options) return []
      return toFields(op, options, schemaOf(domain, op))
    }),
  )

function toFields(op: AnyOperation, options: GraphqlField, schema: string): PlacedField[] {
  const root = isWrite(op) || options.root === 'mutation' ? 'Mutation' : 'Query'
  const name = options.field ?? toRootName(op.name, root === 'Query' || !isWrite(op))
  const also = Object.entries(options.also ?? {}).map(
    ([other, args]): PlacedField => ({
      op,
      schema,
      name: other,
      root,
      options: { ...options, args },
      hasTextIds: true,
    }),
  )
  return [{ op, schema, name, root, options }, ...also]
}

export const listSubscriptions = (domains: Domains): PlacedSubscription[] =>
  domains.flatMap((domain) =>
    domain.operations.flatMap((op) =>
      op.graphql && 'argument' in op.graphql
        ? [{ op, schema: schemaOf(domain, op), options: op.graphql }]
        : [],
    ),
  )

export const listRelations = (domains: Domains): PlacedRelation[] =>
  domains
    .flatMap(({ operations }) => operations)
    .flatMap((op) =>
      op.graphql && 'relations' in op.graphql
        ? (op.graphql.relations ?? []).map((relation) => ({ ...relation, op }))
        : [],
    )

function schemaOf(domain: Domains[number], op: AnyOperation): string {
  const own = op.graphql && 'schema' in op.graphql ? op.graphql.schema : undefined
  const schema = own ?? domain.graphql
  if (schema === undefined)
    throw new Error(
      `${op.name} belongs to no GraphQL schema: name one in the manifest of ${domain.name} or on the operation, or state with "omit" why it has none.`,
    )
  return schema
}
