// The OpenAPI document as far as the reference reads it, and the lists that its pages are made from.

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: boolean | Schema
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

interface Reference {
  readonly $ref?: string
}

export interface Parameter extends Reference {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

export interface Media {
  readonly schema?: Schema
  readonly example?: unknown
}

export interface Body extends Reference {
  readonly required?: boolean
  readonly content?: Readonly<Record<string, Media>>
}

export interface Answer extends Body {
  readonly description: string
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly 'x-alias-of'?: string
  readonly tags: readonly string[]
  readonly security?: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Answer>>
}

export interface SecurityScheme {
  readonly type: string
  readonly name?: string
  readonly description?: string
}

export interface Document {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

/** One route: an operation at its method and path. */
export interface Route {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly domain: string
  readonly operation: Operation
  /** Everything that it is found by, in small letters. */
  readonly words: string
}

interface DomainEntry {
  readonly name: string
  readonly title: string
  readonly summary: string
  readonly routes: readonly Route[]
}

export interface Area {
  readonly name: string
  readonly domains: readonly DomainEntry[]
}

export interface Api {
  readonly document: Document
  readonly areas: readonly Area[]
  readonly routes: ReadonlyMap<string, Route>
  readonly domains: ReadonlyMap<string, DomainEntry>
}

const ACRONYMS = /\b(a2a|api|defi|gcu|graphql|iso20022|mcp|oauth|sdks|sms)\b/g
const WRITTEN: Readonly<Record<string, string>> = {
  defi: 'DeFi',
  graphql: 'GraphQL',
  iso20022: 'ISO 20022',
  oauth: 'OAuth',
  sdks: 'SDKs',
}

/** 'general-ledger' → 'General ledger', 'api-keys' → 'API keys'. */
function titleOf(name: string): string {
  const words = name
    .replaceAll('-', ' ')
    .replaceAll(ACRONYMS, (word) => WRITTEN[word] ?? word.toUpperCase())
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function toApi(document: Document): Api {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Route => {
      const domain = operation.tags[0]!
      const { operationId: id, summary } = operation
      const words = `${id} ${method} ${path} ${summary} ${domain}`.toLowerCase()
      return { id, method: method.toUpperCase(), path, domain, operation, words }
    }),
  )
  const byDomain = Map.groupBy(all, ({ domain }) => domain)
  const domains = new Map(
    document.tags.map(({ name, description }): [string, DomainEntry] => [
      name,
      {
        name,
        title: titleOf(name),
        summary: description,
        // What an alias does is said where its operation is.
        routes: (byDomain.get(name) ?? []).toSorted(
          (a, b) => Number(isAlias(a)) - Number(isAlias(b)),
        ),
      },
    ]),
  )
  const groups = document['x-tagGroups'] ?? [
    { name: 'Operations', tags: document.tags.map(({ name }) => name) },
  ]
  return {
    document,
    areas: groups.map(({ name, tags }) => ({
      name,
      domains: tags.map((tag) => domains.get(tag)!),
    })),
    routes: new Map(all.map((route) => [route.id, route])),
    domains,
  }
}

export const isAlias = ({ operation }: Route): boolean => operation['x-alias-of'] !== undefined

/** Follows a reference within the document; what is none is returned as it is. */
export function resolve<Thing extends Reference>(document: Document, thing: Thing): Thing {
  if (thing.$ref === undefined) return thing
  const [, , group, name] = thing.$ref.split('/')
  return document.components[group!]![name!] as Thing
}

const FOUND_MAX = 40

/** The routes that contain every word, those whose name begins with it first, aliases last. */
export function search(api: Api, text: string): Route[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const score = (route: Route): number =>
    (isAlias(route) ? 4 : 0) +
    (route.words.startsWith(words[0]!) ? 0 : 1) +
    (route.operation.summary.toLowerCase().includes(words[0]!) ? 0 : 1)
  return [...api.routes.values()]
    .filter((route) => words.every((word) => route.words.includes(word)))
    .toSorted((a, b) => score(a) - score(b))
    .slice(0, FOUND_MAX)
}

/** One requirement of several that are alternatives: the names of the credentials that it needs together. */
export const needsOf = ({ security }: Operation, document: Document): readonly string[][] =>
  (security ?? document.security).map((need) => Object.keys(need))
