// Describes the parameters of a route in path, query and headers. A parameter that is identical in several
// routes is described once.
import { canonicalJson } from '../../kernel/json.ts'
import { pageInput } from '../../kernel/page.ts'
import { headerOf } from '../../operation/input-source.ts'
import type { AnyOperation, Method } from '../../operation/operation.ts'
import { isWrite } from '../../operation/operation.ts'
import { requiredOf, type Schema, toSchema } from '../../kernel/json-schema.ts'
import { toTypeName } from './names.ts'
import { makeSchemas, type Schemas, sortedByKey } from './schemas.ts'

export interface Reference {
  readonly $ref: string
}

export interface OpenApiParameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly deprecated?: true
  readonly description?: string
  readonly schema: Schema
}

export const hasBody = (method: Method): boolean => method !== 'GET' && method !== 'DELETE'

export function toParameters(
  op: AnyOperation,
  method: Method,
  inPath: readonly string[],
  schemas: Schemas,
): OpenApiParameter[] {
  const input = toSchema(op.input)
  const { properties = {} } = input
  const required = requiredOf(input)
  const take = (place: OpenApiParameter['in'], name: string, field = properties[name]) => {
    if (!field) throw new Error(`the path has ":${name}", but the input has no such field`)
    return toParameter(place, name, field, required.includes(name), schemas)
  }
  const inQuery = Object.keys(properties).filter(
    (name) => !inPath.includes(name) && headerOf(properties[name]!) === undefined,
  )
  const inHeaders = Object.entries(properties).flatMap(([name, field]) => {
    const header = headerOf(field)
    if (header === undefined) return []
    const { 'x-header': _header, ...plain } = field
    return [{ ...take('header', name, plain), name: header }]
  })
  return [
    ...inPath.map((name) => take('path', name)),
    ...(hasBody(method) ? [] : inQuery.map((name) => take('query', name))),
    ...inHeaders,
    ...(isWrite(op) ? [idempotencyKey(op.idempotency === 'required')] : []),
  ]
}

function toParameter(
  place: OpenApiParameter['in'],
  name: string,
  field: Schema,
  required: boolean,
  schemas: Schemas,
): OpenApiParameter {
  // The description moves from the schema to the parameter, because documentation pages show it there.
  const { description = field.description, deprecated, ...schema } = schemas.convert(field)
  return {
    name,
    in: place,
    required: place === 'path' || required,
    ...(deprecated === true ? { deprecated } : {}),
    ...(description === undefined ? {} : { description }),
    schema,
  }
}

function idempotencyKey(required: boolean): OpenApiParameter {
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required,
    description:
      'Makes retries safe: requests with the same key and content are executed once. X-Idempotency-Key is an alias.',
    schema: { type: 'string', maxLength: 255 },
  }
}

const ofPages = (name: keyof typeof pageInput): OpenApiParameter =>
  toParameter('query', name, toSchema(pageInput[name]), false, makeSchemas())

/** Parameters with fixed names; all others are named after the first domain that uses them. */
const common = {
  IdempotencyKey: idempotencyKey(false),
  RequiredIdempotencyKey: idempotencyKey(true),
  Page: ofPages('page'),
  PerPage: ofPages('per_page'),
}

export interface SharedParameters {
  /** A reference to the parameter if several routes have it, or the parameter. */
  refer(parameter: OpenApiParameter): OpenApiParameter | Reference
  named(): Readonly<Record<string, OpenApiParameter>>
}

export function shareParameters(
  routes: readonly { readonly domain: string; readonly parameters: readonly OpenApiParameter[] }[],
): SharedParameters {
  const uses = new Map<string, { parameter: OpenApiParameter; domain: string; count: number }>()
  for (const { domain, parameters } of routes)
    for (const parameter of parameters) {
      const text = canonicalJson(parameter)
      const use = uses.get(text)
      if (use) use.count++
      else uses.set(text, { parameter, domain, count: 1 })
    }
  const commonNames = new Map(
    Object.entries(common).map(([name, parameter]) => [canonicalJson(parameter), name]),
  )
  const named: Record<string, OpenApiParameter> = {}
  const nameOf = new Map<string, string>()
  for (const [text, { parameter, domain, count }] of uses) {
    if (count === 1) continue
    const wanted = commonNames.get(text) ?? toTypeName(`${domain}-${parameter.name}`)
    let name = wanted
    for (let next = 2; named[name]; next++) name = `${wanted}${next}`
    named[name] = parameter
    nameOf.set(text, name)
  }
  return {
    refer(parameter) {
      const name = nameOf.get(canonicalJson(parameter))
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` }
    },
    named: () => sortedByKey(named),
  }
}
