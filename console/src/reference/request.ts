// The values entered for an operation, as a request: for the samples, which hold no secrets, and to be sent.
import { makeKey } from '../../../sdk/client/client.ts'
import {
  type DescribedRoute,
  type Document,
  needsOf,
  type Operation,
  type Parameter,
  resolve,
} from './openapi.ts'
import type { HeaderValue, SampleRequest } from './samples.ts'

/** By `in` and name, such as `path:uuid`. */
export type Values = Readonly<Record<string, string>>

/** By the name of the scheme in the document. */
export type Secrets = Readonly<Record<string, string>>

export const keyOf = ({ in: place, name }: Pick<Parameter, 'in' | 'name'>): string =>
  `${place}:${name}`

export const parametersOf = (document: Document, operation: Operation): Parameter[] =>
  (operation.parameters ?? []).map((one) => resolve(document, one))

const IDEMPOTENCY = 'header:Idempotency-Key'

/** A write begins with a key of its own, so that it is safe to send it again. */
export const firstValues = (document: Document, operation: Operation): Values =>
  withNewKey(Object.fromEntries(parametersOf(document, operation).map((one) => [keyOf(one), ''])))

export const withNewKey = (values: Values): Values =>
  IDEMPOTENCY in values ? { ...values, [IDEMPOTENCY]: makeKey() } : values

const VARIABLES: Readonly<Record<string, string>> = {
  bearer: 'FLORIN_TOKEN',
  agentSession: 'FLORIN_AGENT_SESSION',
  partnerKey: 'FLORIN_PARTNER_KEY',
}

/** The header that a credential goes in. */
export const headerOf = (document: Document, scheme: string): string =>
  document.components.securitySchemes[scheme]?.name ?? 'Authorization'

export const beforeOf = (scheme: string): string => (scheme === 'bearer' ? 'Bearer ' : '')

export const contentTypeOf = (body: string): string =>
  body.trimStart().startsWith('<') ? 'application/xml' : 'application/json'

/** What is required and not filled in is written in capital letters, so that a reader sees what to replace. */
function urlOf(parameters: readonly Parameter[], path: string, values: Values): string {
  const fill = (one: Parameter): string => values[keyOf(one)] || one.name.toUpperCase()
  const filled = parameters
    .filter((one) => one.in === 'path')
    .reduce((text, one) => text.replace(`{${one.name}}`, encodeURIComponent(fill(one))), path)
  const query = new URLSearchParams()
  for (const one of parameters)
    if (one.in === 'query' && (one.required || values[keyOf(one)]))
      query.append(one.name, fill(one))
  return query.size > 0 ? `${filled}?${query}` : filled
}

export function pathFor({ document, route, values }: RequestOptions): string {
  return urlOf(parametersOf(document, route.operation), route.path, values)
}

export interface RequestOptions {
  readonly document: Document
  readonly route: DescribedRoute
  readonly values: Values
  readonly body: string | undefined
}

/** The headers that are filled in, and the type of the body. */
export function plainHeaders({ document, route, values, body }: RequestOptions) {
  const filled = parametersOf(document, route.operation).flatMap((one) =>
    one.in === 'header' && (one.required || values[keyOf(one)])
      ? [[one.name, values[keyOf(one)] || one.name.toUpperCase()] as const]
      : [],
  )
  return {
    ...(body !== undefined && { 'Content-Type': contentTypeOf(body) }),
    ...Object.fromEntries(filled),
  }
}

export function toSample(options: RequestOptions): SampleRequest {
  const { document, route, body } = options
  const [needs = []] = needsOf(route.operation, document)
  const secrets: [string, HeaderValue][] = needs.map((scheme) => [
    headerOf(document, scheme),
    { variable: VARIABLES[scheme] ?? 'FLORIN_SECRET', before: beforeOf(scheme) },
  ])
  return {
    method: route.method,
    url: location.origin + pathFor(options),
    headers: { ...Object.fromEntries(secrets), ...plainHeaders(options) },
    body,
  }
}
