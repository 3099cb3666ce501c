// The model of an SDK: the operations of the chosen modules, and the types that they use. Every language is
// written from it, so that all of them offer the same.
import {
  type ApiDocument,
  answerOf,
  bodyOf,
  METHODS,
  nameOf,
  type Parameter,
  type PathOperation,
  resolve,
  type Schema,
} from './document.ts'
import { newestOf, type Routed } from './newest-route.ts'

export interface SdkOperation {
  /** 'transfer.create' */
  readonly id: string
  /** The words of the id: transfer, create. */
  readonly words: readonly string[]
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** '/api/v2/accounts/{uuid}' */
  readonly path: string
  readonly pathParameters: readonly SdkParameter[]
  readonly queryParameters: readonly SdkParameter[]
  readonly body: Schema | undefined
  readonly isBodyRequired: boolean
  /** Undefined when the answer has no body. */
  readonly answer: Schema | undefined
  /** An answer in pages: `data` is a list, and `meta` contains the number of pages. */
  readonly isPaged: boolean
  /** The answer is a stream of server-sent events. */
  readonly isStream: boolean
}

export interface SdkParameter {
  readonly name: string
  readonly isRequired: boolean
  readonly description: string | undefined
  readonly schema: Schema
}

export interface SdkGroup {
  readonly name: string
  readonly summary: string
  readonly operations: readonly SdkOperation[]
}

export interface SdkModel {
  readonly version: string
  readonly groups: readonly SdkGroup[]
  /** The schemas that the operations use, by name. */
  readonly types: ReadonlyMap<string, Schema>
}

/** All operations of these modules, each once, on its main route; all modules when none is named. */
export function toModel(document: ApiDocument, modules?: ReadonlySet<string>): SdkModel {
  const types = new Map<string, Schema>()
  const collect = (schema: Schema | undefined): void => collectTypes(document, schema, types)
  const groups = document.tags
    .filter(({ name }) => modules === undefined || modules.has(name))
    .map(({ name, description }) => ({
      name,
      summary: description,
      operations: listOperations(document, name),
    }))
    .filter(({ operations }) => operations.length > 0)
  for (const { operations } of groups)
    for (const { body, answer, pathParameters, queryParameters } of operations) {
      collect(body)
      collect(answer)
      for (const { schema } of [...pathParameters, ...queryParameters]) collect(schema)
    }
  return {
    version: document.info.version,
    groups,
    types: new Map([...types].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  }
}

function listOperations(document: ApiDocument, tag: string): SdkOperation[] {
  const found = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method): Routed[] => {
      const operation = item[method]
      const isOwn = operation?.tags[0] === tag && operation['x-alias-of'] === undefined
      return isOwn ? [{ operation, method, path }] : []
    }),
  )
  return found
    .map((one) => {
      const { operation, method, path } = newestOf(document, one, found)
      const { operationId } = one.operation
      return toSdkOperation(document, { ...operation, operationId }, method, path)
    })
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function toSdkOperation(
  document: ApiDocument,
  operation: PathOperation,
  method: (typeof METHODS)[number],
  path: string,
): SdkOperation {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one))
  const body = operation.requestBody && resolve(document, operation.requestBody)
  const { json, stream } = answerOf(document, operation)
  const answer = json ?? stream
  const shape = answer && resolve(document, answer)
  return {
    id: operation.operationId,
    words: operation.operationId.split(/[._]/),
    summary: operation.summary,
    method: method.toUpperCase() as SdkOperation['method'],
    path,
    pathParameters: parametersIn(parameters, 'path'),
    queryParameters: parametersIn(parameters, 'query'),
    body: bodyOf(document, operation),
    isBodyRequired: body?.required ?? false,
    answer,
    isPaged: isPaged(document, shape) && parameters.some(({ name }) => name === 'page'),
    isStream: json === undefined && stream !== undefined,
  }
}

function isPaged(document: ApiDocument, answer: Schema | undefined): boolean {
  const { data, meta } = answer?.properties ?? {}
  if (!data || !meta) return false
  const fields = resolve(document, meta).properties
  return resolve(document, data).type === 'array' && fields?.last_page !== undefined
}

const parametersIn = (parameters: readonly Parameter[], place: Parameter['in']): SdkParameter[] =>
  parameters
    .filter((one) => one.in === place)
    .map(({ name, required, description, schema }) => ({
      name,
      isRequired: required ?? false,
      description,
      schema,
    }))

/** Adds the named schemas that a schema uses, at any depth. */
function collectTypes(
  document: ApiDocument,
  schema: Schema | undefined,
  types: Map<string, Schema>,
): void {
  if (schema === undefined) return
  const name = nameOf(schema)
  if (name !== undefined) {
    if (types.has(name)) return
    const found = resolve(document, schema)
    types.set(name, found)
    return collectTypes(document, found, types)
  }
  const {
    properties = {},
    items,
    additionalProperties,
    anyOf = [],
    oneOf = [],
    allOf = [],
  } = schema
  const inner = [...Object.values(properties), items, ...anyOf, ...oneOf, ...allOf]
  if (typeof additionalProperties === 'object') inner.push(additionalProperties)
  for (const one of inner) collectTypes(document, one, types)
}
