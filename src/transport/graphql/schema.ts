// Builds the GraphQL schema: each placed operation becomes a root field, under Query if it only reads and under Mutation
// if it writes; then the relations between records, and the subscriptions.
import { GraphQLObjectType, GraphQLSchema } from 'graphql'
import { type Resolve, type RootField, toRootField, withTextIds } from './fields.ts'
import {
  type Domains,
  listFields,
  listRelations,
  listSubscriptions,
  type Root,
} from './placement.ts'
import { toRelationFields } from './relations.ts'
import { toSubscriptionField } from './subscriptions.ts'
import { makeTypes } from './types.ts'

export interface SchemaOptions {
  readonly domains: Domains
  readonly resolve: Resolve
}

export function toGraphqlSchema({ domains, resolve }: SchemaOptions): GraphQLSchema {
  const relations = listRelations(domains)
  const types = makeTypes((type) => toRelationFields({ relations, resolve }, type, types))
  const placed = listFields(domains)
  const operations = domains.flatMap((domain) => domain.operations)
  const root = (name: Root) => {
    const fields: Record<string, RootField> = {}
    const add = (field: string, made: RootField): void => {
      if (fields[field]) throw new Error(`Two operations would be the field ${field}.`)
      fields[field] = made
    }
    for (const field of placed.filter((one) => one.root === name)) {
      const made = toRootField(field, types, { operations, resolve })
      add(field.name, field.hasTextIds ? withTextIds(made) : made)
    }
    if (name === 'Subscription')
      for (const one of listSubscriptions(domains))
        add(one.options.field, toSubscriptionField(one, types, resolve))
    return Object.keys(fields).length === 0 ? undefined : new GraphQLObjectType({ name, fields })
  }
  return new GraphQLSchema({
    query: root('Query'),
    mutation: root('Mutation'),
    subscription: root('Subscription'),
  })
}
