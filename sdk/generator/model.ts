// The model of an SDK: the operations of the chosen modules, and the types that they use. Every language is
// written from it, so that all of them offer the same.
import {
  type ApiDocument,
  nameOf,
  type Parameter,
  type PathOperation,
  resolve,
  type Schema,
} from './document.ts'

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

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

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
  const operations: SdkOperation[] = []
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method]
      if (operation?.tags[0] !== tag || operation['x-alias-of'] !== undefined) continue
      operations.push(toSdkOperation(document, operation, method, path))
    }
  return operations.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function toSdkOperation(
  document: ApiDocument,
  operation: PathOperation,
  method: (typeof METHODS)[number],
  path: string,
): SdkOperation {
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one))
  const body = operation.requestBody && resolve(document, operation.requestBody)
  const success = Object.entries(operation.responses).findLast(([status]) => status.startsWith('2'))
  const content = success && resolve(document, success[1]).content
  const json = content?.['application/json']
  const stream = content?.['text/event-stream']
  const answer = (json ?? stream)?.schema
  const shape = answer && resolve(document, answer)
  const inJson = body?.content?.['application/json']
  return {
    id: operation.operationId,
    words: operation.operationId.split(/[._]/),
    summary: operation.summary,
    method: method.toUpperCase() as SdkOperation['method'],
    path,
    pathParameters: parametersIn(parameters, 'path'),
    queryParameters: parametersIn(parameters, 'query'),
    body: inJson?.schema,
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
