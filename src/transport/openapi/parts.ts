// The published document in parts, for the reference, which shows one operation at a time: an index of all that there
// is, and a document for each domain with only what its operations refer to.
import { isRecord } from '../../kernel/json.ts'
import type { JsonObject } from '../../kernel/json-schema.ts'
import type { CatalogueEntry } from './catalogue.ts'
import type { OpenApiDocument } from './document.ts'
import type { OpenApiOperation } from './route.ts'

export interface ReferenceIndex {
  readonly areas: readonly { readonly name: string; readonly domains: readonly string[] }[]
  readonly domains: readonly { readonly name: string; readonly summary: string }[]
  readonly operations: readonly IndexedOperation[]
  /** The fields of parameters, bodies and answers, each with the places of its operations in `operations`. */
  readonly fields: Readonly<Record<string, readonly number[]>>
  readonly errors: readonly Pick<CatalogueEntry, 'code' | 'status' | 'meaning'>[]
}

interface IndexedOperation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly domain: string
  readonly alias_of?: string
}

export function toIndex(
  document: OpenApiDocument,
  errors: readonly CatalogueEntry[],
): ReferenceIndex {
  const all = operationsOf(document)
  const fields = new Map<string, Set<number>>()
  for (const [place, { operation }] of all.entries()) {
    // What an alias takes and answers is found at its operation.
    if (operation['x-alias-of'] !== undefined) continue
    for (const name of fieldsOf(document, operation))
      fields.set(name, (fields.get(name) ?? new Set()).add(place))
  }
  const tags = document.tags.map(({ name, description }) => ({ name, summary: description }))
  return {
    areas: (
      document['x-tagGroups'] ?? [{ name: 'Operations', tags: tags.map(({ name }) => name) }]
    ).map(({ name, tags: domains }) => ({ name, domains })),
    domains: tags,
    operations: all.map(({ method, path, operation }) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      domain: operation.tags[0]!,
      ...(operation['x-alias-of'] !== undefined && { alias_of: operation['x-alias-of'] }),
    })),
    fields: Object.fromEntries([...fields].map(([name, places]) => [name, [...places]])),
    errors: errors.map(({ code, status, meaning }) => ({ code, status, meaning })),
  }
}

const operationsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )

/** The names of the fields that the operation takes and answers, at any depth; not those of errors. */
function fieldsOf(
  document: OpenApiDocument,
  { parameters, requestBody, responses }: OpenApiOperation,
): ReadonlySet<string> {
  const names = new Set<string>()
  const answers = Object.entries(responses).flatMap(([status, answer]) =>
    status.startsWith('2') ? [answer] : [],
  )
  walk(document, [parameters, requestBody, answers], ({ properties, name, in: place }) => {
    if (isRecord(properties)) for (const field of Object.keys(properties)) names.add(field)
    if (typeof name === 'string' && typeof place === 'string') names.add(name)
  })
  return names
}

/** A document with the operations of the domain and the components that they refer to. */
export function toPart(document: OpenApiDocument, domain: string): JsonObject {
  const own = operationsOf(document).filter(({ operation }) => operation.tags[0] === domain)
  const paths: Record<string, Record<string, object>> = {}
  for (const { method, path, operation } of own)
    paths[path] = { ...paths[path], [method]: operation }
  const { securitySchemes } = document.components
  const components: Record<string, Record<string, unknown>> = { securitySchemes }
  walk(
    document,
    paths,
    () => {},
    (group, name, target) => {
      components[group] = { ...components[group], [name]: target }
    },
  )
  return { security: document.security, paths, components }
}

/** Visits every object, and once each component that one refers to. */
function walk(
  { components }: OpenApiDocument,
  from: unknown,
  onObject: (object: JsonObject) => void,
  onComponent: (group: string, name: string, target: unknown) => void = () => {},
): void {
  const seen = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isRecord(value)) return
    onObject(value)
    for (const [key, inner] of Object.entries(value)) {
      if (key !== '$ref' || typeof inner !== 'string') visit(inner)
      else if (!seen.has(inner)) {
        seen.add(inner)
        const [, , group, name] = inner.split('/')
        const target = components[group as keyof typeof components][name!]
        onComponent(group!, name!, target)
        visit(target)
      }
    }
  }
  visit(from)
}
