// The requests of the published document, each once and with its example, for collections of API clients.
import { isRecord } from '../../kernel/json.ts'
import type { JsonObject } from '../../kernel/json-schema.ts'
import type { OpenApiDocument } from './document.ts'
import type { OpenApiOperation } from './route.ts'

export interface ExampleRequest {
  readonly operation: string
  /** Short enough for a list. */
  readonly name: string
  readonly text: string
  readonly method: string
  /** With its parameters in braces. */
  readonly path: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query'
    readonly isRequired: boolean
    readonly text: string
  }[]
  readonly headers: readonly {
    readonly name: string
    readonly value: string
    /** Instead of the token, so it is listed and not sent. */
    readonly isAlternative?: true
  }[]
  /** Undefined if it takes none. */
  readonly body: unknown
  readonly isPublic: boolean
  /** It answers with a token for the requests after it. */
  readonly givesToken: boolean
}

export interface RequestFolder {
  readonly area: string
  readonly domains: readonly {
    readonly name: string
    readonly summary: string
    readonly requests: readonly ExampleRequest[]
  }[]
}

/** Where these have a value, every client of the collection has the variable. */
export const VARIABLES = {
  baseUrl: 'base_url',
  token: 'token',
  partnerKey: 'partner_key',
  agentSession: 'agent_session',
} as const

/** Those beside the token, which is that of the whole collection. */
const CREDENTIALS = [
  { scheme: 'partnerKey', name: 'X-Partner-Key', value: `{{${VARIABLES.partnerKey}}}` },
  { scheme: 'agentSession', name: 'X-Agent-Session', value: `{{${VARIABLES.agentSession}}}` },
]
const GIVES_TOKEN = new Set(['auth.register', 'auth.login'])
const NAME_LENGTH_MAX = 80

export function listRequests(document: OpenApiDocument): RequestFolder[] {
  const byDomain = new Map<string, ExampleRequest[]>()
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      if (operation['x-alias-of'] !== undefined) continue
      const domain = operation.tags[0]!
      const request = toRequest(document, { method: method.toUpperCase(), path, operation })
      byDomain.set(domain, [...(byDomain.get(domain) ?? []), request])
    }
  const summaries = new Map(document.tags.map(({ name, description }) => [name, description]))
  const groups = document['x-tagGroups'] ?? [
    { name: 'Operations', tags: document.tags.map(({ name }) => name) },
  ]
  return groups.map(({ name, tags }) => ({
    area: name,
    domains: tags.map((tag) => ({
      name: tag,
      summary: summaries.get(tag) ?? '',
      requests: byDomain.get(tag) ?? [],
    })),
  }))
}

interface Found {
  readonly method: string
  readonly path: string
  readonly operation: OpenApiOperation
}

function toRequest(document: OpenApiDocument, { method, path, operation }: Found): ExampleRequest {
  const { operationId, summary, description, security = document.security } = operation
  const parameters = (operation.parameters ?? []).map((one) => resolve(document, one))
  const [usual = {}, ...others] = security
  return {
    operation: operationId,
    name: nameOf(summary),
    text: [summary, description, `Operation ${operationId}.`].filter(Boolean).join('\n\n'),
    method,
    path,
    parameters: parameters
      .filter((one) => one['in'] === 'path' || one['in'] === 'query')
      .map((one) => ({
        name: String(one['name']),
        in: one['in'] as 'path' | 'query',
        isRequired: one['required'] === true,
        text: typeof one['description'] === 'string' ? one['description'] : '',
      })),
    headers: [
      ...parameters
        .filter((one) => one['name'] === 'Idempotency-Key')
        .map(() => ({ name: 'Idempotency-Key', value: '{{$guid}}' })),
      ...CREDENTIALS.flatMap(({ scheme, ...header }) =>
        scheme in usual
          ? [header]
          : others.some((one) => scheme in one)
            ? [{ ...header, isAlternative: true as const }]
            : [],
      ),
    ],
    body: exampleBody(document, operation),
    isPublic: security.length === 0,
    givesToken: GIVES_TOKEN.has(operationId),
  }
}

/** The first clause, whole words only. */
function nameOf(summary: string): string {
  const [clause = ''] = summary.split(/[:;,.] |\.$/)
  if (clause.length <= NAME_LENGTH_MAX) return clause
  return `${clause.slice(0, NAME_LENGTH_MAX).replace(/\s+\S*$/, '')} …`
}

function exampleBody(document: OpenApiDocument, { requestBody }: OpenApiOperation): unknown {
  if (requestBody === undefined) return undefined
  const { content } = resolve(document, requestBody)
  const json = isRecord(content) ? content['application/json'] : undefined
  return isRecord(json) ? (json['example'] ?? {}) : undefined
}

function resolve(document: OpenApiDocument, value: object): JsonObject {
  const { $ref } = value as { readonly $ref?: string }
  if ($ref === undefined) return value as JsonObject
  const [, , group, name] = $ref.split('/')
  return document.components[group as 'parameters'][name!] as unknown as JsonObject
}
