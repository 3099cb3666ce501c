// The OpenAPI document as far as the reference reads it: one domain of it at a time.
import type { Route } from './api.ts'

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly deprecated?: boolean
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
  readonly deprecated?: boolean
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

/** The part of the OpenAPI document that describes one domain. */
export interface Document {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  }
}

/** Follows a reference within the document; what is none is returned as it is. */
export function resolve<Thing extends Reference>(document: Document, thing: Thing): Thing {
  if (thing.$ref === undefined) return thing
  const [, , group, name] = thing.$ref.split('/')
  return document.components[group!]![name!] as Thing
}

/** One requirement of several that are alternatives: the names of the credentials that it needs together. */
export const needsOf = ({ security }: Operation, document: Document): readonly string[][] =>
  (security ?? document.security).map((need) => Object.keys(need))

/** A route with its description. */
export interface DescribedRoute extends Route {
  readonly operation: Operation
}

export const describe = ({ paths }: Document, route: Route): DescribedRoute => ({
  ...route,
  operation: paths[route.path]![route.method.toLowerCase()]!,
})
