// One route of an operation as OpenAPI describes it: where its input travels, what comes back.
import { STATUS_CODES } from 'node:http'
import { canonicalJson } from '../../kernel/json.ts'
import { pageInput, PageLinks } from '../../kernel/page.ts'
import type { AnyOperation, Envelope, Method, Route } from '../../operation/operation.ts'
import { headerOf, isRawBody } from '../../operation/carried.ts'
import { isWrite, parseRoute } from '../../operation/operation.ts'
import { type JsonObject, requiredOf, type Schema, toSchema } from '../json-schema.ts'
import { type ErrorResponses, routeErrors } from './errors.ts'
import { responseHeaders } from './headers.ts'
import { makeSchemas, type Schemas } from './schemas.ts'
import { describeAuth, securityOf } from './security.ts'

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** The operationId of the same thing at its own address. */
  readonly 'x-alias-of'?: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (OpenApiParameter | Reference)[]
  readonly requestBody?: JsonObject
  readonly responses: Readonly<Record<string, JsonObject>>
}

/** Parameters that many routes share, described once. */
export const sharedParameters = {
  IdempotencyKey: idempotencyKey(false),
  RequiredIdempotencyKey: idempotencyKey(true),
  Page: toQueryParameter('page', toSchema(pageInput.page)),
  PerPage: toQueryParameter('per_page', toSchema(pageInput.per_page)),
} as const

interface Reference {
  readonly $ref: string
}

interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Described {
  readonly op: AnyOperation
  readonly route: Route
  readonly operationId: string
  readonly domain: string
  /** The route to use instead, where this one is another name of it. */
  readonly aliasOf?: string
}

export function toOperation(
  { op, route, operationId, domain, aliasOf }: Described,
  schemas: Schemas,
  errorResponses: ErrorResponses,
): OpenApiOperation {
  const { method, params } = parseRoute(route.route)
  const description = [
    ...(aliasOf === undefined ? [] : [`Another address of \`${aliasOf}\`.`]),
    describeAuth(op.auth) ?? [],
  ]
    .flat()
    .join(' ')
  const parameters = toParameters(op, method, params, schemas)
  const requestBody = hasBody(method) ? toRequestBody(op, params, schemas) : undefined
  return {
    operationId,
    summary: op.summary,
    ...(description ? { description } : {}),
    ...(aliasOf === undefined ? {} : { 'x-alias-of': op.name }),
    tags: [domain],
    security: securityOf(op.auth),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...toSuccess(op, route, schemas),
      ...errorResponses.refer(routeErrors(op, method)),
    },
  }
}

const hasBody = (method: Method): boolean => method !== 'GET' && method !== 'DELETE'

function toParameters(
  op: AnyOperation,
  method: Method,
  inPath: readonly string[],
  schemas: Schemas,
): (OpenApiParameter | Reference)[] {
  const input = toSchema(op.input)
  const { properties = {} } = input
  const required = requiredOf(input)
  const inQuery = Object.keys(properties).filter(
    (name) => !inPath.includes(name) && headerOf(properties[name]!) === undefined,
  )
  const inHeaders = Object.entries(properties).flatMap(([name, field]) => {
    const header = headerOf(field)
    return header === undefined ? [] : [toHeader(header, field, required.includes(name), schemas)]
  })
  const toParameter = (name: string, place: 'path' | 'query'): OpenApiParameter => {
    const field = properties[name]
    if (!field) throw new Error(`the path has ":${name}", but the input has no such field`)
    // A reader of the reference sees the description of a parameter, not that of its schema.
    const { description, ...schema } = schemas.convert(field)
    return {
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description === undefined ? {} : { description }),
      schema,
    }
  }
  return [
    ...inPath.map((name) => toParameter(name, 'path')),
    ...(hasBody(method) ? [] : inQuery.map((name) => toParameter(name, 'query'))),
    ...inHeaders,
    ...(isWrite(op) ? [idempotencyKey(op.idempotency === 'required')] : []),
  ].map(shared)
}

/** A reference to the parameter if it is one of the shared ones to the letter. */
function shared(parameter: OpenApiParameter): OpenApiParameter | Reference {
  const text = canonicalJson(parameter)
  const found = Object.entries(sharedParameters).find(([, one]) => canonicalJson(one) === text)
  return found ? { $ref: `#/components/parameters/${found[0]}` } : parameter
}

function toQueryParameter(name: string, field: Schema): OpenApiParameter {
  const { description, ...schema } = makeSchemas().convert(field)
  return {
    name,
    in: 'query',
    required: false,
    ...(description === undefined ? {} : { description }),
    schema,
  }
}

function toHeader(
  name: string,
  field: Schema,
  required: boolean,
  schemas: Schemas,
): OpenApiParameter {
  const { 'x-header': _carrier, ...plain } = field
  const { description, ...schema } = schemas.convert(plain)
  return {
    name,
    in: 'header',
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  }
}

function idempotencyKey(required: boolean): OpenApiParameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description: 'Makes a retry safe: the same key with the same request is done once.',
    schema: { type: 'string', maxLength: 255 },
  }
}

/** The input fields that are not in the address. A named input without any there stays named. */
function toRequestBody(
  op: AnyOperation,
  inPath: readonly string[],
  schemas: Schemas,
): JsonObject | undefined {
  const input = toSchema(op.input)
  const { $id, properties = {}, ...rest } = input
  const raw = Object.values(properties).find(isRawBody)
  if (raw)
    return { required: true, content: { 'application/json': { schema: { type: 'object' } } } }
  const isInBody = (name: string) =>
    !inPath.includes(name) && headerOf(properties[name]!) === undefined
  const fields = Object.entries(properties).filter(([name]) => isInBody(name))
  if (fields.length === 0) return undefined
  const required = requiredOf(input).filter(isInBody)
  const body = {
    ...(inPath.length === 0 && $id !== undefined ? { $id } : {}),
    ...rest,
    required,
    properties: Object.fromEntries(fields),
  }
  const schema = schemas.name(`${typeName(op)}Request`, schemas.convert(body))
  return { required: required.length > 0, content: { 'application/json': { schema } } }
}

/** 'api_key.create' → 'ApiKeyCreate'. */
const typeName = ({ name }: AnyOperation): string =>
  name
    .split(/[._]/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')

function toSuccess(op: AnyOperation, route: Route, schemas: Schemas): Record<string, JsonObject> {
  const status = route.status ?? (route.envelope === 'none' ? 204 : 200)
  const response = {
    description: STATUS_CODES[status] ?? 'Success',
    headers: {
      ...responseHeaders(isWrite(op) ? ['X-Idempotency-Key', 'X-Idempotency-Replayed'] : []),
      ...toOutputHeaders(op, route, schemas),
    },
    ...(route.envelope === 'none'
      ? {}
      : { content: toContent(op, route.envelope, route, schemas) }),
  }
  // A dry run creates nothing, so it is answered as a question is.
  const isDryRunToo = status !== 200 && toSchema(op.input).properties?.simulate !== undefined
  return {
    ...(isDryRunToo && { 200: { ...response, description: 'What would happen; nothing did.' } }),
    [status]: response,
  }
}

function toContent(
  op: AnyOperation,
  envelope: Exclude<Envelope, 'none'>,
  route: Route,
  schemas: Schemas,
): Record<string, JsonObject> {
  const output = withoutHeaders(toSchema(op.output), route)
  if (envelope === 'stream') return { 'text/event-stream': { schema: schemas.convert(output) } }
  const schema = schemas.convert(wrappers[envelope](output))
  return {
    'application/json': { schema: schemas.name(`${typeName(op)}Response`, schema) },
    ...toFiles(route),
  }
}

const toOutputHeaders = (op: AnyOperation, { headers = {} }: Route, schemas: Schemas): JsonObject =>
  Object.fromEntries(
    Object.entries(headers).map(([field, name]) => {
      const { description, ...schema } = schemas.convert(toSchema(op.output).properties![field]!)
      return [name, { ...(description === undefined ? {} : { description }), schema }]
    }),
  )

/** What leaves as a header is not in the body; the rest has another shape, so it has no name. */
function withoutHeaders(output: Schema, { headers }: Route): Schema {
  if (!headers) return output
  const { $id: _name, properties = {}, required = [], ...rest } = output
  const isInBody = (name: string) => !Object.hasOwn(headers, name)
  return {
    ...rest,
    required: required.filter(isInBody),
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isInBody(name))),
  }
}

const toFiles = ({ files = {} }: Route): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.values(files).map(({ content_type }) => [
      content_type.split(';')[0]!,
      { schema: { type: 'string', format: 'binary' } },
    ]),
  )

type Wrapper = Exclude<Envelope, 'none' | 'stream'>

/** The same envelopes as the REST door puts around an output. */
const wrappers: Readonly<Record<Wrapper, (output: Schema) => Schema>> = {
  data: (output) => ({ type: 'object', required: ['data'], properties: { data: output } }),
  success: (output) => ({
    type: 'object',
    required: ['success', 'data'],
    properties: { success: { const: true }, data: output },
  }),
  page: (output) => ({
    type: 'object',
    required: [...requiredOf(output), 'links'],
    properties: { ...output.properties, links: toSchema(PageLinks) },
  }),
  success_page: (output) => ({
    type: 'object',
    required: ['success', ...requiredOf(output), 'links'],
    properties: { success: { const: true }, ...output.properties, links: toSchema(PageLinks) },
  }),
  bare: (output) => output,
}
