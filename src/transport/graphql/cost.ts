// The cost of a query: what its text asks for, and what its answer may hold. A page counts as many times as it has rows,
// and a page within a page as many times as the product of both, so that a short text cannot fetch the whole bank.
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  GraphQLList,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'
import { PER_PAGE_MAX } from '../../kernel/page.ts'
import { type Size, TooLarge } from './limits.ts'

export const COST_MAX = 500

const BASE_COST = { query: 1, mutation: 5, subscription: 10 } as const
const FREE_DEPTH = 5
/** So many values of the answer cost as much as one field of the text. */
const VALUES_PER_COST = 100
/** The length that is assumed of a list which is not a page. */
const LIST_LENGTH = 10

export type Variables = Readonly<Record<string, unknown>> | undefined

/** A query that was found valid. */
export interface Asked {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly size: Size
}

export function costOf(schema: GraphQLSchema, asked: Asked, variables: Variables): number {
  const { depth, fields } = asked.size
  const steep = depth > FREE_DEPTH ? 2 ** (depth - FREE_DEPTH) : 0
  const values = new Values(schema, asked, variables).count()
  const cost =
    BASE_COST[asked.operation.operation] + fields + steep + Math.floor(values / VALUES_PER_COST)
  if (cost <= COST_MAX) return cost
  throw new TooLarge(
    `The query costs ${cost} and may cost ${COST_MAX}, because its answer may have ${values} values; ask for fewer fields or smaller pages.`,
    'query_cost',
    { cost, max_cost: COST_MAX },
  )
}

/** How many values the answer may have. Each fragment is counted once. */
class Values {
  private readonly schema: GraphQLSchema
  private readonly asked: Asked
  private readonly variables: Variables
  private readonly byFragment = new Map<string, number>()

  constructor(schema: GraphQLSchema, asked: Asked, variables: Variables) {
    this.schema = schema
    this.asked = asked
    this.variables = variables
  }

  count(): number {
    const { operation } = this.asked
    const root = this.schema.getRootType(operation.operation)
    return root ? this.ofSet(operation.selectionSet, root) : 0
  }

  private ofSet(set: SelectionSetNode, type: GraphQLObjectType): number {
    return set.selections.reduce((sum, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD) return sum + this.ofFragment(node.name.value)
      if (node.kind === Kind.INLINE_FRAGMENT) return sum + this.ofSet(node.selectionSet, type)
      return sum + this.ofField(node, type)
    }, 0)
  }

  private ofFragment(name: string): number {
    const known = this.byFragment.get(name)
    if (known !== undefined) return known
    const fragment = this.asked.document.definitions.find(
      (one) => one.kind === Kind.FRAGMENT_DEFINITION && one.name.value === name,
    )
    const type =
      fragment?.kind === Kind.FRAGMENT_DEFINITION
        ? this.schema.getType(fragment.typeCondition.name.value)
        : undefined
    const values =
      fragment?.kind === Kind.FRAGMENT_DEFINITION && isObjectType(type)
        ? this.ofSet(fragment.selectionSet, type)
        : 0
    this.byFragment.set(name, values)
    return values
  }

  private ofField(node: FieldNode, parent: GraphQLObjectType): number {
    const field = parent.getFields()[node.name.value]
    if (!field) return 1
    const type = getNamedType(field.type)
    const inner = node.selectionSet && isObjectType(type) ? this.ofSet(node.selectionSet, type) : 0
    return 1 + this.lengthOf(field, node) * Math.max(inner, 1)
  }

  /** How many records the field may have. The rows of a page are counted by the field that has `first`. */
  private lengthOf(field: GraphQLField<unknown, unknown>, node: FieldNode): number {
    const first = field.args.find(({ name }) => name === 'first')
    if (first) {
      const sent = node.arguments?.find(({ name }) => name.value === 'first')
      const rows = Number(sent ? this.read(sent.value) : first.defaultValue)
      return Math.min(Number.isNaN(rows) ? PER_PAGE_MAX : Math.max(rows, 1), PER_PAGE_MAX)
    }
    if (field.extensions.isPage === true) return 1
    return getNullableType(field.type) instanceof GraphQLList ? LIST_LENGTH : 1
  }

  private read(node: ValueNode): unknown {
    if (node.kind === Kind.INT) return Number(node.value)
    if (node.kind !== Kind.VARIABLE) return undefined
    const name = node.name.value
    const sent = this.variables?.[name]
    if (sent !== undefined) return sent
    const declared = this.asked.operation.variableDefinitions?.find(
      ({ variable }) => variable.name.value === name,
    )
    return declared?.defaultValue ? this.read(declared.defaultValue) : undefined
  }
}
