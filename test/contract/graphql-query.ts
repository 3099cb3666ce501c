// Writes the GraphQL query that asks for everything an operation answers, for tests over all of them.
import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import { listRelations, type PlacedField } from '../../src/transport/graphql/placement.ts'
import { describeForTests } from '../harness/describe.ts'

const relations = listRelations(describeForTests().domains)

/** A query may have two hundred fields and ten levels. */
const FIELDS_MAX = 180
const DEPTH_MAX = 9

/** The selected fields by name; null is a leaf. */
export interface Selection {
  readonly [field: string]: Selection | null
}

export interface WrittenQuery {
  readonly query: string
  readonly variables: Record<string, unknown>
  readonly selection: Selection | null
}

export function writeQuery(
  schema: GraphQLSchema,
  { name, root, options }: PlacedField,
  inRest: Readonly<Record<string, unknown>>,
): WrittenQuery {
  const input = renameArguments(options.args, inRest)
  const type = schema.getType(root)
  if (!isObjectType(type)) throw new Error(`the schema has no ${root}`)
  const field = type.getFields()[name]!
  const variables = argumentsOf(field, input)
  const declared = Object.keys(variables).map(
    (arg) => `$${arg}: ${String(field.args.find((one) => one.name === arg)!.type)}`,
  )
  const used = Object.keys(variables).map((arg) => `${arg}: $${arg}`)
  const selection = select(field.type)
  const list = (items: readonly string[]) => (items.length === 0 ? '' : `(${items.join(', ')})`)
  const word = root === 'Mutation' ? 'mutation' : 'query'
  return {
    query: `${word}${list(declared)} { ${name}${list(used)} ${print(selection)} }`,
    variables,
    selection,
  }
}

/** Some arguments have another name than in REST. */
function renameArguments(
  args: Readonly<Record<string, string>> = {},
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const named = new Map(Object.entries(args).map(([name, inRest]) => [inRest, name]))
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [named.get(name) ?? name, value]),
  )
}

function argumentsOf(
  field: GraphQLField<unknown, unknown>,
  input: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const only =
    field.args.length === 1 && field.args[0]!.name === 'input' ? field.args[0] : undefined
  if (only) return { input: toArgument(only.type, input) }
  const { per_page, ...others } = input
  const given = per_page === undefined ? input : { ...others, first: per_page }
  return Object.fromEntries(
    field.args
      .filter(({ name }) => given[name] !== undefined)
      .map(({ name, type }) => [name, toArgument(type, given[name])]),
  )
}

/** Amounts may be text or numbers in REST; here they have one type. Fields that GraphQL leaves out are left out. */
function toArgument(whole: GraphQLInputType, value: unknown): unknown {
  const type = isNonNullType(whole) ? whole.ofType : whole
  if (value === null || value === undefined) return value
  if (isListType(type)) return [value].flat().map((item) => toArgument(type.ofType, item))
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter(({ name }) => Object.hasOwn(value, name))
        .map((field) => [
          field.name,
          toArgument(field.type, (value as Record<string, unknown>)[field.name]),
        ]),
    )
  if (type.name === 'String' && typeof value === 'number') return String(value)
  return type.name === 'Float' && typeof value === 'string' ? Number(value) : value
}

function select(whole: GraphQLOutputType): Selection | null {
  let fields = 1
  const visit = (output: GraphQLOutputType, depth: number): Selection | null => {
    const type = getNamedType(output)
    if (!isObjectType(type)) return null
    const chosen: Record<string, Selection | null> = {}
    for (const field of Object.values(type.getFields())) {
      const isRelation = relations.some(
        (one) => one.types.includes(type.name) && one.field === field.name,
      )
      const isLeaf = !isObjectType(getNamedType(field.type))
      if (isRelation || fields >= FIELDS_MAX || (depth >= DEPTH_MAX && !isLeaf)) continue
      fields++
      const inner = visit(field.type, depth + 1)
      if (inner === null || Object.keys(inner).length > 0) chosen[field.name] = inner
    }
    return chosen
  }
  return visit(whole, 2)
}

const print = (selection: Selection | null): string =>
  selection === null
    ? ''
    : `{ ${Object.entries(selection)
        .map(([name, inner]) => `${name} ${print(inner)}`)
        .join(' ')} }`
