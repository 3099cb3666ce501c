// The size of a query's text, counted on its syntax tree before it is validated: depth, fields, aliases and root fields.
// Each fragment is counted once, so that a query which unfolds into millions of fields takes no longer than its text.
// What its answer may hold is counted in cost.ts.
import {
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

const DEPTH_MAX = 10
const FIELDS_MAX = 200
const ALIASES_MAX = 20
/** Each root field is a call of its own. */
const ROOT_FIELDS_MAX = 10
/** Introspection has its own rule for depth; its fields are counted apart. */
const INTROSPECTION_FIELDS_MAX = 300

export interface Size {
  readonly depth: number
  readonly fields: number
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

/** What a part of a query adds to the whole; its own fields have depth 1. */
interface Counts {
  readonly fields: number
  readonly introspection: number
  readonly aliases: number
  readonly root: number
  readonly depth: number
}

const NOTHING: Counts = { fields: 0, introspection: 0, aliases: 0, root: 0, depth: 0 }

const add = (a: Counts, b: Counts): Counts => ({
  fields: a.fields + b.fields,
  introspection: a.introspection + b.introspection,
  aliases: a.aliases + b.aliases,
  root: a.root + b.root,
  depth: Math.max(a.depth, b.depth),
})

export function measure(document: DocumentNode, operation: OperationDefinitionNode): Size {
  const fragments = new Map<string, FragmentDefinitionNode>(
    document.definitions.flatMap((one) =>
      one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
    ),
  )
  /** A fragment is counted once, however often it is used, so that the work grows with the text only. */
  const known = new Map<string, Counts | 'unfinished'>()

  function countFragment(name: string, isSchema: boolean): Counts {
    const fragment = fragments.get(name)
    // Validation names a fragment that does not exist.
    if (!fragment) return NOTHING
    const key = `${isSchema ? '__schema ' : ''}${name}`
    const before = known.get(key)
    if (before === 'unfinished') throw new TooLarge(`The fragment ${name} contains itself.`)
    if (before) return before
    known.set(key, 'unfinished')
    const counts = countSet(fragment.selectionSet, isSchema)
    known.set(key, counts)
    return counts
  }

  function countField(node: FieldNode, isSchema: boolean): Counts {
    const ofSchema = isSchema || node.name.value === '__schema' || node.name.value === '__type'
    const inner = node.selectionSet ? countSet(node.selectionSet, ofSchema) : NOTHING
    const aliases = inner.aliases + (node.alias ? 1 : 0)
    if (ofSchema) return { ...NOTHING, introspection: inner.introspection + 1, aliases }
    return { ...inner, fields: inner.fields + 1, aliases, root: 1, depth: inner.depth + 1 }
  }

  function countSet(set: SelectionSetNode, isSchema: boolean): Counts {
    return set.selections.reduce<Counts>((sum, node) => {
      if (node.kind === Kind.FRAGMENT_SPREAD)
        return add(sum, countFragment(node.name.value, isSchema))
      if (node.kind === Kind.INLINE_FRAGMENT) return add(sum, countSet(node.selectionSet, isSchema))
      return add(sum, countField(node, isSchema))
    }, NOTHING)
  }

  const counts = countSet(operation.selectionSet, false)
  check(counts)
  // Validation also looks at operations that are not run and at fragments that are not used.
  for (const one of document.definitions)
    if ('selectionSet' in one) check(countSet(one.selectionSet, isAboutSchema(one)))
  const { depth, fields, root, introspection } = counts
  if (introspection > 0 && fields > 0)
    throw new TooLarge('Ask for the schema (__schema, __type) in a query of its own.')
  return { depth, fields, rootFields: root, isIntrospection: introspection > 0 }
}

/** A fragment of an introspection query. */
const isAboutSchema = (one: ExecutableDefinitionNode): boolean =>
  one.kind === Kind.FRAGMENT_DEFINITION && one.typeCondition.name.value.startsWith('__')

function check(counts: Counts): void {
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
