// The parts of our OpenAPI document that SDKs are generated from.

export interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly (string | number | boolean | null)[]
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

interface Content {
  readonly schema: Schema
}

export interface Body {
  readonly $ref?: string
  readonly required?: boolean
  readonly content?: Readonly<Record<string, Content>>
}

export interface PathOperation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly 'x-alias-of'?: string
  readonly security?: unknown
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Body>>
}

export const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

export interface ApiDocument {
  readonly info: { readonly title: string; readonly version: string }
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, PathOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly [kind: string]: Readonly<Record<string, unknown>>
  }
}

/** Follows a reference within the document; anything else is returned as it is. */
export function resolve<Part extends { readonly $ref?: string }>(
  document: ApiDocument,
  part: Part,
): Part {
  const [, kind, name] = /^#\/components\/(\w+)\/(.+)$/.exec(part.$ref ?? '') ?? []
  if (kind === undefined || name === undefined) return part
  const found = document.components[kind]?.[name]
  if (found === undefined) throw new Error(`the document has no ${part.$ref}`)
  return found as Part
}

/** The name of the schema that a reference leads to. */
export const nameOf = ({ $ref }: Schema): string | undefined => $ref?.split('/').at(-1)

/** The schemas of its answer. */
export function answerOf(document: ApiDocument, { responses }: PathOperation) {
  const success = Object.entries(responses).findLast(([status]) => status.startsWith('2'))
  const content = success && resolve(document, success[1]).content
  return {
    json: content?.['application/json']?.schema,
    stream: content?.['text/event-stream']?.schema,
  }
}

export const bodyOf = (document: ApiDocument, { requestBody }: PathOperation): Schema | undefined =>
  requestBody && resolve(document, requestBody).content?.['application/json']?.schema
