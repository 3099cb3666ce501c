// Describes one route of an operation for OpenAPI: its parameters, body, answers and errors.
import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { PageLinks } from '../../kernel/page.ts'
import { headerOf, isRawBody, xmlBytesOf } from '../../operation/input-source.ts'
import type { Example } from '../../operation/examples.ts'
import type { AnyOperation, Envelope, Route } from '../../operation/operation.ts'
import { isWrite, parseRoute } from '../../operation/operation.ts'
import {
  type Fields,
  type JsonObject,
  requiredOf,
  type Schema,
  toSchema,
} from '../../kernel/json-schema.ts'
import { type ErrorResponses, routeErrors } from './errors.ts'
import { exampleOfAnswer, exampleOfRequest } from './examples.ts'
import { responseHeaders } from './headers.ts'
import { toTypeName } from './names.ts'
import {
  hasBody,
  type OpenApiParameter,
  type Reference,
  type SharedParameters,
  toParameters,
} from './parameters.ts'
import type { SharedComponents } from './shared-components.ts'
import type { Schemas } from './schemas.ts'
import { describeAuth, securityOf, usualSecurity } from './security.ts'

export interface OpenApiOperation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  /** The operationId of the route that this one is an alias of. */
  readonly 'x-alias-of'?: string
  readonly tags: readonly string[]
  /** Set only when it differs from the default of the document. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters?: readonly (OpenApiParameter | Reference)[]
  readonly requestBody?: JsonObject
  readonly responses: Readonly<Record<string, JsonObject>>
}

export interface Described {
  readonly op: AnyOperation
  readonly route: Route
  readonly operationId: string
  readonly domain: string
  readonly example: Example
  /** The main route of the operation, when this one is an alias. */
  readonly aliasOf?: string
}

/** The shared components of the document, collected while the routes are described. */
export interface Components {
  readonly schemas: Schemas
  readonly errors: ErrorResponses
  readonly parameters: SharedParameters
  readonly requestBodies: SharedComponents
  readonly answers: SharedComponents
}

export function toOperation(described: Described, components: Components): OpenApiOperation {
  const { op, route, operationId, domain, aliasOf } = described
  const { method } = parseRoute(route.route)
  const description = [
    ...(aliasOf === undefined ? [] : [`An alias of \`${aliasOf}\`.`]),
    describeAuth(op.auth) ?? [],
  ]
    .flat()
    .join(' ')
  const security = securityOf(op.auth)
  const parameters = parametersOf(described, components.schemas).map((one) =>
    components.parameters.refer(one),
  )
  const requestBody = hasBody(method) ? toRequestBody(described, components) : undefined
  return {
    operationId,
    summary: op.summary,
    ...(description ? { description } : {}),
    ...(aliasOf === undefined ? {} : { 'x-alias-of': op.name }),
    tags: [domain],
    ...(isDeepStrictEqual(security, usualSecurity) ? {} : { security }),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(requestBody ? { requestBody } : {}),
    responses: {
      ...toSuccess(described, components),
      ...components.errors.refer(routeErrors(op, method)),
    },
  }
}

export function parametersOf({ op, route }: Described, schemas: Schemas): OpenApiParameter[] {
  const { method, params } = parseRoute(route.route)
  return toParameters(op, method, params, schemas)
}

/** The input fields outside the path and headers. A named input that is whole in the body keeps its name. */
function toRequestBody(
  { op, route, example }: Described,
  { schemas, requestBodies }: Components,
): JsonObject | undefined {
  const { params } = parseRoute(route.route)
  const input = toSchema(op.input)
  const { $id, properties = {}, ...rest } = input
  const isInBody = (name: string) =>
    !params.includes(name) && headerOf(properties[name]!) === undefined
  const fields: Fields = Object.fromEntries(
    Object.entries(properties).filter(([name]) => isInBody(name)),
  )
  if (Object.keys(fields).length === 0) return undefined
  const shown = exampleOfRequest(example, fields)
  const name = toTypeName(op.name)
  if (Object.values(fields).some(isRawBody))
    return requestBodies.put(name, op, toBody(true, { schema: { type: 'object' }, ...shown }))
  const required = requiredOf(input).filter(isInBody)
  const body = {
    ...(params.length === 0 && $id !== undefined ? { $id } : {}),
    ...rest,
    required,
    properties: fields,
  }
  const schema = schemas.name(`${name}Request`, schemas.convert(body))
  const takesXml = Object.values(fields).some((field) => xmlBytesOf(field) !== undefined)
  return requestBodies.put(name, op, {
    required: required.length > 0 || takesXml,
    content: {
      'application/json': { schema, ...shown },
      ...(takesXml && { 'application/xml': { schema: { type: 'string' } } }),
    },
  })
}

const toBody = (required: boolean, content: JsonObject): JsonObject => ({
  required,
  content: { 'application/json': content },
})

function toSuccess(
  described: Described,
  { schemas, answers }: Components,
): Record<string, JsonObject> {
  const { op, route } = described
  const status = route.status ?? (route.envelope === 'none' ? 204 : 200)
  const response = {
    description: STATUS_CODES[status] ?? 'Success',
    headers: {
      ...responseHeaders(isWrite(op) ? ['X-Idempotency-Key', 'X-Idempotency-Replayed'] : []),
      ...toOutputHeaders(op, route, schemas),
    },
    ...(route.envelope === 'none' ? {} : { content: toContent(described, schemas) }),
  }
  // A dry run creates nothing, so it is answered with 200.
  const isDryRunToo = status !== 200 && toSchema(op.input).properties?.simulate !== undefined
  const name = `${toTypeName(op.name)}Answer`
  return {
    ...(isDryRunToo && {
      200: { ...response, description: 'The result of a dry run; nothing was changed.' },
    }),
    [status]: answers.put(name, op, response),
  }
}

function toContent(
  { op, route, example }: Described,
  schemas: Schemas,
): Record<string, JsonObject> {
  const { envelope } = route
  const output = withoutHeaders(toSchema(op.output), route)
  const shown = exampleOfAnswer(example, op, route)
  if (envelope === 'stream' || envelope === 'none')
    return { 'text/event-stream': { schema: schemas.convert(output), ...shown } }
  const schema = schemas.convert(wrappers[envelope](output))
  return {
    'application/json': {
      schema: schemas.name(`${toTypeName(op.name)}Response`, schema),
      ...shown,
    },
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

/** Removes the fields that are sent as headers, and the name, because the shape is a different one. */
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

/** A file that is JSON is a large answer of the usual shape, which is described already. */
const toFiles = ({ files = {} }: Route): Record<string, JsonObject> =>
  Object.fromEntries(
    Object.values(files)
      .map(({ content_type }) => content_type.split(';')[0]!)
      .filter((type) => type !== 'application/json')
      .map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  )

type Wrapper = Exclude<Envelope, 'none' | 'stream'>

/** The envelopes that REST puts around an output. */
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
