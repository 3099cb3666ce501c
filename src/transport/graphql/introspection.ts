// Answers queries about the schema itself, by the definitions that graphql-js has of its meta-fields. Anonymous callers
// may send them, and graphql-js does not bound the size of an answer; here it ends with the budget of bytes.
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql'
import { Budget } from './budget.ts'

/** The answer to the usual query of clients, the whole schema, is less than 2 MB. */
const SCHEMA_BYTES_MAX = 4_194_304

interface Question {
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  /** Values of the variables, checked. */
  readonly variables: Readonly<Record<string, unknown>>
}

type Answer = Record<string, unknown>

/** The fields of selections by their names in the answer. */
type Fields = ReadonlyMap<string, readonly FieldNode[]>

/** The data that answers a question about the schema; undefined when it would be too long. */
export function describeSchema(schema: GraphQLSchema, question: Question): Answer | undefined {
  return new Description(schema, question).make()
}

class Description {
  private readonly schema: GraphQLSchema
  private readonly question: Question
  private readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
  private readonly budget = new Budget(SCHEMA_BYTES_MAX)
  private readonly info: GraphQLResolveInfo
  /** What is selected below a field, found once for all records, because it may be long and yet select nothing. */
  private readonly below = new Map<readonly FieldNode[], Fields>()

  constructor(schema: GraphQLSchema, question: Question) {
    this.schema = schema
    this.question = question
    this.fragments = new Map(
      question.document.definitions.flatMap((one) =>
        one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [],
      ),
    )
    // Nothing else of it is read by the meta-fields.
    this.info = { schema } as GraphQLResolveInfo
  }

  make(): Answer | undefined {
    const { operation } = this.question
    const root = this.schema.getRootType(operation.operation)
    if (!root) return undefined
    const answer = this.describe(root, root, this.fieldsOf([operation.selectionSet]))
    return this.budget.isExceeded ? undefined : answer
  }

  private describe(source: unknown, type: GraphQLObjectType, fields: Fields): Answer {
    const answer: Answer = {}
    // A record without fields counts too.
    this.count('', null)
    for (const [name, nodes] of fields) {
      if (this.budget.isExceeded) break
      answer[name] = this.answer(name, nodes, source, type)
    }
    return answer
  }

  private answer(
    name: string,
    nodes: readonly FieldNode[],
    source: unknown,
    parent: GraphQLObjectType,
  ): unknown {
    const node = nodes[0]!
    const field = findField(parent, node.name.value)
    // A name that does not exist was refused before.
    if (!field) return undefined
    if (field === TypeNameMetaFieldDef) return this.count(name, parent.name)
    const args = getArgumentValues(field, node, this.question.variables)
    const value = field.resolve?.(source, args, undefined, this.info)
    return this.complete(name, value, field.type, nodes)
  }

  private complete(
    name: string,
    value: unknown,
    type: GraphQLOutputType,
    nodes: readonly FieldNode[],
  ): unknown {
    const named = getNamedType(type)
    if (value === undefined || value === null) return this.count(name, null)
    if (!isObjectType(named)) return this.count(name, value)
    this.count(name, null)
    const fields = this.fieldsBelow(nodes)
    if (!Array.isArray(value)) return this.describe(value, named, fields)
    const items: unknown[] = []
    for (const item of value) {
      if (this.budget.isExceeded) break
      items.push(this.describe(item, named, fields))
    }
    return items
  }

  private count(name: string, value: unknown): unknown {
    this.budget.take(name, value)
    return value
  }

  private fieldsBelow(nodes: readonly FieldNode[]): Fields {
    const known = this.below.get(nodes)
    if (known) return known
    const fields = this.fieldsOf(nodes.flatMap(({ selectionSet }) => selectionSet ?? []))
    this.below.set(nodes, fields)
    return fields
  }

  /** Two fields with one name in the answer are one field. */
  private fieldsOf(
    sets: readonly SelectionSetNode[],
    fields = new Map<string, FieldNode[]>(),
    seen = new Set<string>(),
  ): Map<string, FieldNode[]> {
    for (const node of sets.flatMap(({ selections }) => selections)) {
      if (!this.isIncluded(node)) continue
      if (node.kind === Kind.FIELD) {
        const name = (node.alias ?? node.name).value
        fields.set(name, [...(fields.get(name) ?? []), node])
        continue
      }
      const set = node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : this.open(node, seen)
      if (set) this.fieldsOf([set], fields, seen)
    }
    return fields
  }

  /** What a fragment selects, the first time it is named among the same fields. */
  private open(
    { name }: { readonly name: { readonly value: string } },
    seen: Set<string>,
  ): SelectionSetNode | undefined {
    if (seen.has(name.value)) return undefined
    seen.add(name.value)
    return this.fragments.get(name.value)?.selectionSet
  }

  private isIncluded(node: SelectionNode): boolean {
    if (!node.directives?.length) return true
    const { variables } = this.question
    return (
      getDirectiveValues(GraphQLSkipDirective, node, variables)?.if !== true &&
      getDirectiveValues(GraphQLIncludeDirective, node, variables)?.if !== false
    )
  }
}

const metaFields = [SchemaMetaFieldDef, TypeMetaFieldDef, TypeNameMetaFieldDef]

const findField = (
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined =>
  metaFields.find((field) => field.name === name) ?? type.getFields()[name]
