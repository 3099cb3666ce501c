// Writes the GraphQL schema as files for reviewers and code generators: one file for each domain schema with its root
// fields and the types that no other domain uses, and one with the empty root types and the types that several share.
// Together they are the whole schema, and each definition is in one of them.
import {
  type GraphQLNamedType,
  GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isObjectType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printType,
} from 'graphql'
import type { Registry } from '../../operation/registry.ts'
import { listFields, listSubscriptions, type Root } from './placement.ts'
import { toGraphqlSchema } from './schema.ts'

/** File name → content. */
export function writeSchemaFiles(registry: Registry): Record<string, string> {
  const schema = lexicographicSortSchema(
    toGraphqlSchema({
      domains: registry.domains,
      resolve: () => Promise.reject(new Error('The generated schema runs nothing.')),
    }),
  )
  if (!schema.getQueryType()) return { 'schema.graphql': '# No operation has a GraphQL field.\n' }
  return splitByDomain(schema, registry)
}

interface DomainField {
  readonly domain: string
  readonly root: Root
  readonly name: string
}

function splitByDomain(schema: GraphQLSchema, registry: Registry): Record<string, string> {
  const fields: DomainField[] = [
    ...listFields(registry.domains).map(({ schema: domain, root, name }) => ({
      domain,
      root,
      name,
    })),
    ...listSubscriptions(registry.domains).map(({ schema: domain, options }) => ({
      domain,
      root: 'Subscription' as const,
      name: options.field,
    })),
  ]
  const users = new Map<string, Set<string>>()
  for (const { domain, root, name } of fields)
    for (const type of typesOf(schema, root, name))
      users.set(type.name, (users.get(type.name) ?? new Set()).add(domain))
  const isOwnedBy = (type: GraphQLNamedType, domain: string) => {
    const all = users.get(type.name)
    return all?.size === 1 && all.has(domain) && !isSpecifiedScalarType(type)
  }
  const types = Object.values(schema.getTypeMap())
  const names = [...new Set(fields.map(({ domain }) => domain))].toSorted()
  const domains = names.map((domain) => {
    const roots = rootNames.flatMap((root) => {
      const own = fields.filter((field) => field.domain === domain && field.root === root)
      return own.length === 0 ? [] : [printRoot(schema, root, own)]
    })
    const own = types.filter((type) => isOwnedBy(type, domain)).map(printType)
    return [`graphql/${domain}.graphql`, join([...roots, ...own])]
  })
  const shared = types.filter(
    (type) => (users.get(type.name)?.size ?? 0) > 1 && !isSpecifiedScalarType(type),
  )
  const base = [...rootNames.map((root) => `type ${root}`), ...shared.map(printType)]
  return Object.fromEntries([['schema.graphql', join(base)], ...domains])
}

const rootNames = ['Query', 'Mutation', 'Subscription'] as const

const join = (parts: readonly string[]): string => `${parts.join('\n\n')}\n`

/** The root fields of one domain, as an extension of the root type. */
function printRoot(schema: GraphQLSchema, root: Root, fields: readonly DomainField[]): string {
  const type = rootOf(schema, root)
  const names = new Set(fields.map(({ name }) => name))
  const config = type.toConfig()
  const own = Object.entries(config.fields).filter(([name]) => names.has(name))
  const part = new GraphQLObjectType({ ...config, fields: Object.fromEntries(own) })
  return `extend ${printType(part)}`
}

function rootOf(schema: GraphQLSchema, root: Root) {
  const type = schema.getType(root)
  if (!isObjectType(type)) throw new Error(`The schema has no ${root}.`)
  return type
}

/** Every type that can be reached from a root field. */
function typesOf(schema: GraphQLSchema, root: Root, name: string): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>()
  const visit = (type: GraphQLNamedType): void => {
    if (found.has(type)) return
    found.add(type)
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) visit(getNamedType(field.type))
    if (isObjectType(type))
      for (const field of Object.values(type.getFields())) {
        visit(getNamedType(field.type))
        for (const arg of field.args) visit(getNamedType(arg.type))
      }
  }
  const field = rootOf(schema, root).getFields()[name]!
  visit(getNamedType(field.type))
  for (const arg of field.args) visit(getNamedType(arg.type))
  return found
}
