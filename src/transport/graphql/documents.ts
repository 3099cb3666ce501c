// Reads queries: parses, measures and validates each text once, and caches the result, because clients send the same
// few texts again and again. A client may also send only the hash of a text that it has sent before.
import { createHash } from 'node:crypto'
import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { costOf, type Variables } from './cost.ts'
import { measure, type Size, TooLarge } from './limits.ts'

export interface Query {
  readonly text: string
  readonly document: DocumentNode
  readonly operation: OperationDefinitionNode
  readonly size: Size
  readonly cost: number
}

export type Refused = { readonly message: string; readonly extensions: Record<string, unknown> }
export type Read = { readonly query: Query } | { readonly refused: readonly Refused[] }

const TEXT_LENGTH_MAX = 20_000
const TOKENS_MAX = 4_000
/** Together; the syntax tree of a text takes about fifty bytes for each character. */
const KEPT_QUERY_CHARACTERS = 200_000
const KEPT_TEXT_CHARACTERS = 2_000_000
const ERRORS_MAX = 20

export interface Asked {
  readonly query?: unknown
  readonly operationName?: unknown
  readonly variables?: unknown
  readonly extensions?: unknown
}

export class Documents {
  private readonly schema: () => GraphQLSchema
  private readonly rules: typeof specifiedRules
  private readonly known = new LRUCache<string, Read>({
    maxSize: KEPT_QUERY_CHARACTERS,
    sizeCalculation: (_value, key) => key.length + 200,
  })
  private readonly byHash = new LRUCache<string, string>({
    maxSize: KEPT_TEXT_CHARACTERS,
    sizeCalculation: (text) => text.length + 100,
  })

  constructor(schema: () => GraphQLSchema, introspection: boolean) {
    this.schema = schema
    this.rules = introspection
      ? specifiedRules
      : [...specifiedRules, NoSchemaIntrospectionCustomRule]
  }

  read(asked: Asked): Read {
    const text = this.findText(asked)
    if (typeof text !== 'string') return text
    const { operationName = null, variables = null } = asked
    if (operationName !== null && typeof operationName !== 'string')
      return refused('The operationName must be text.')
    if (typeof variables !== 'object' || Array.isArray(variables))
      return refused('The variables must be a JSON object.', { code: 'INVALID_REQUEST' })
    const read = this.readText(text, operationName)
    return 'query' in read && read.query.operation.variableDefinitions?.length
      ? this.priceAgain(read.query, { ...variables })
      : read
  }

  /** A variable may say how long a page is, so what the query costs depends on it. */
  private priceAgain(query: Query, variables: Variables): Read {
    return orRefused(() => ({ query: { ...query, cost: costOf(this.schema(), query, variables) } }))
  }

  private readText(text: string, operationName: string | null): Read {
    // Unambiguous, or a client could have a refusal cached in place of another client's query.
    const key = JSON.stringify([operationName, text])
    const known = this.known.get(key)
    if (known) return known
    const read = this.parse(text, operationName)
    this.known.set(key, read)
    return read
  }

  /** The text of a query, sent or named by its hash. */
  private findText({ query, extensions }: Asked): string | Read {
    const hash = readHash(extensions)
    if (query === undefined || query === null) {
      const text = hash === undefined ? undefined : this.byHash.get(hash)
      if (text !== undefined) return text
      return hash === undefined
        ? refused('Send the query as text in the field query.')
        : refused('PersistedQueryNotFound', { code: 'PERSISTED_QUERY_NOT_FOUND' })
    }
    if (typeof query !== 'string') return refused('The query must be text.')
    if (query.length > TEXT_LENGTH_MAX)
      return refused(`The query may have at most ${TEXT_LENGTH_MAX} characters.`)
    if (hash === undefined) return query
    if (createHash('sha256').update(query).digest('hex') !== hash)
      return refused('The hash in extensions.persistedQuery is not that of the query.')
    this.byHash.set(hash, query)
    return query
  }

  private parse(text: string, operationName: string | null): Read {
    return orRefused(() => {
      const document = parse(text, { maxTokens: TOKENS_MAX, noLocation: false })
      const operation = getOperationAST(document, operationName)
      if (!operation)
        return refused(
          'Name the operation to run in operationName: the query has several, or none.',
        )
      // Measured first, because validation of a very large query is slow.
      const size = measure(document, operation)
      const errors = validate(this.schema(), document, this.rules, { maxErrors: ERRORS_MAX })
      if (errors.length > 0) return { refused: errors.map((error) => shown(error)) }
      const asked = { text, document, operation, size }
      // With variables it is counted for each request.
      const isOpen = operation.variableDefinitions?.length
      return { query: { ...asked, cost: isOpen ? 0 : costOf(this.schema(), asked, undefined) } }
    })
  }
}

function orRefused(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof TooLarge)
      return refused(error.message, {
        category: error.category,
        code: error.category === 'query_cost' ? 'QUERY_COST_EXCEEDED' : 'QUERY_TOO_LARGE',
        ...error.more,
      })
    if (error instanceof GraphQLError) return { refused: [shown(error)] }
    throw error
  }
}

const refused = (message: string, more: Record<string, unknown> = {}): Read => ({
  refused: [
    { message, extensions: { category: 'validation', code: 'GRAPHQL_VALIDATION_FAILED', ...more } },
  ],
})

const shown = (error: GraphQLError) => ({
  ...error.toJSON(),
  extensions: { category: 'validation', code: 'GRAPHQL_VALIDATION_FAILED' },
})

function readHash(extensions: unknown): string | undefined {
  const { persistedQuery } = (extensions ?? {}) as { persistedQuery?: { sha256Hash?: unknown } }
  const hash = persistedQuery?.sha256Hash
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? hash : undefined
}
