// The size of a query, counted on its syntax tree before anything runs: depth, fields, cost, aliases and root fields.
// Counting stops at the first limit that is passed, so a query that unfolds into millions of fields costs little.
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const DEPTH_MAX = 10
const FIELDS_MAX = 200
export const COST_MAX = 500
const ALIASES_MAX = 20
/** Each root field is a call of its own. */
const ROOT_FIELDS_MAX = 10
/** Introspection has its own rule for depth; its fields are counted apart. */
const INTROSPECTION_FIELDS_MAX = 300

const BASE_COST = { query: 1, mutation: 5, subscription: 10 } as const
const FREE_DEPTH = 5

export interface Size {
  readonly depth: number
  readonly cost: number
  readonly rootFields: number
  /** Only the schema itself is asked for. */
  readonly isIntrospection: boolean
}

export class TooLarge extends Error {
  readonly category: 'query_cost' | 'validation'
  readonly more: Readonly<Record<string, number>>
  constructor(
    message: string,
    category: TooLarge['category'] = 'validation',
    more: Readonly<Record<string, number>> = {},
  ) {
    super(message)
    this.category = category
    this.more = more
  }
}

export function measure(document: DocumentNode, operation: OperationDefinitionNode): Size {
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  const counts = { fields: 0, introspection: 0, aliases: 0, root: 0, depth: 0 }

  function count(set: SelectionSetNode, depth: number, isSchema: boolean, open: readonly string[]) {
    for (const node of set.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) {
        const name = node.name.value
        const fragment = fragments.get(name)
        if (open.includes(name)) throw new TooLarge(`The fragment ${name} contains itself.`)
        if (fragment) count(fragment.selectionSet, depth, isSchema, [...open, name])
        continue
      }
      if (node.kind === Kind.INLINE_FRAGMENT) {
        count(node.selectionSet, depth, isSchema, open)
        continue
      }
      const ofSchema = isSchema || node.name.value === '__schema' || node.name.value === '__type'
      if (ofSchema) counts.introspection++
      else {
        counts.fields++
        counts.depth = Math.max(counts.depth, depth)
        if (depth === 1) counts.root++
      }
      if (node.alias) counts.aliases++
      check(counts)
      if (node.selectionSet) count(node.selectionSet, depth + 1, ofSchema, open)
    }
  }

  count(operation.selectionSet, 1, false, [])
  const { depth, fields, root } = counts
  const steep = depth > FREE_DEPTH ? 2 ** (depth - FREE_DEPTH) : 0
  const cost = BASE_COST[operation.operation] + fields + steep
  if (cost > COST_MAX)
    throw new TooLarge(
      `The query costs ${cost} and may cost ${COST_MAX}; ask for fewer fields.`,
      'query_cost',
      { cost, max_cost: COST_MAX },
    )
  return { depth, cost, rootFields: root, isIntrospection: fields === 0 }
}

function check(counts: {
  readonly fields: number
  readonly introspection: number
  readonly aliases: number
  readonly root: number
  readonly depth: number
}): void {
  if (counts.depth > DEPTH_MAX)
    throw new TooLarge(`The query is deeper than ${DEPTH_MAX} levels; ask in several queries.`)
  if (counts.fields > FIELDS_MAX)
    throw new TooLarge(
      `The query has more than ${FIELDS_MAX} fields, also counting those of fragments; ask in several queries.`,
    )
  if (counts.introspection > INTROSPECTION_FIELDS_MAX)
    throw new TooLarge('The query asks too much about the schema at once.')
  if (counts.aliases > ALIASES_MAX)
    throw new TooLarge(`The query has more than ${ALIASES_MAX} aliases; ask in several queries.`)
  if (counts.root > ROOT_FIELDS_MAX)
    throw new TooLarge(
      `The query has more than ${ROOT_FIELDS_MAX} root fields; ask in several queries.`,
    )
}
