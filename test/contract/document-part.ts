// A part of the OpenAPI document in which everything occurs that a generator of clients could stumble over: for each kind
// of schema, parameter, body and answer, an operation that has it. Generators take a minute of CPU time for the whole
// document, whose operations are alike; what they could stumble over in the whole only is that names collide.

type Json = null | boolean | number | string | readonly Json[] | JsonObject
interface JsonObject {
  readonly [key: string]: Json
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonObject>>>>
  readonly components: Readonly<Record<string, JsonObject>>
}

interface Operation {
  readonly path: string
  readonly method: string
  readonly tags: readonly string[]
  readonly kinds: ReadonlySet<string>
  readonly refs: ReadonlySet<string>
}

/** Objects whose keys are names that the bank chose. */
const NAMED = new Set([
  'properties',
  'headers',
  'mapping',
  'callbacks',
  'links',
  'patternProperties',
])
/** Texts for people and values that are only shown. */
const SHOWN = new Set(['description', 'summary', 'example', 'examples', 'default', 'title', 'tags'])
/** Keywords whose value chooses what a generator writes. */
const CHOOSING = new Set(['type', 'format', 'in', 'required', 'nullable', 'style', 'explode'])

/**
 * The smallest part found by taking, again and again, the operation that has most of what is still missing; first those
 * of some tags, which come whole.
 */
export function chooseRepresentatives<Document extends OpenApi>(
  document: Document,
  wholeTags: readonly string[] = [],
): Document {
  const operations = listOperations(document)
  const missing = new Set(operations.flatMap(({ kinds }) => [...kinds]))
  const chosen = operations.filter(({ tags }) => tags.some((tag) => wholeTags.includes(tag)))
  for (const kind of chosen.flatMap(({ kinds }) => [...kinds])) missing.delete(kind)
  const countNew = ({ kinds }: Operation): number => kinds.intersection(missing).size
  while (missing.size > 0) {
    const best = operations.reduce((a, b) => (countNew(b) > countNew(a) ? b : a))
    chosen.push(best)
    for (const kind of best.kinds) missing.delete(kind)
  }
  return takePart(document, chosen)
}

/** The operations with all that they refer to. */
function takePart<Document extends OpenApi>(document: Document, chosen: Operation[]): Document {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const { path, method } of chosen)
    (paths[path] ??= {})[method] = document.paths[path]![method]!
  const needed = new Set(chosen.flatMap(({ refs }) => [...refs]))
  const components = Object.entries(document.components).map(([part, all]) => {
    const isNeeded = ([name]: [string, Json]) =>
      part === 'securitySchemes' || needed.has(`#/components/${part}/${name}`)
    return [part, Object.fromEntries(Object.entries(all).filter(isNeeded))]
  })
  return { ...document, paths, components: Object.fromEntries(components) as JsonObject }
}

function listOperations(document: OpenApi): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [kinds, refs] = [new Set<string>(), new Set<string>()]
      collect(document, operation, method, kinds, refs)
      return { path, method, tags: operation.tags as string[], kinds, refs }
    }),
  )
}

/** Adds the kinds of everything in a value that has this place, and the components that it refers to. */
function collect(
  document: OpenApi,
  value: Json,
  place: string,
  kinds: Set<string>,
  refs: Set<string>,
): void {
  if (typeof value !== 'object' || value === null) return
  if (isList(value)) {
    for (const one of value) collect(document, one, place, kinds, refs)
    return
  }
  const ref = value.$ref
  if (typeof ref === 'string') {
    kinds.add(`${place} by reference`)
    if (refs.has(ref)) return
    refs.add(ref)
    return collect(document, find(document, ref), place, kinds, refs)
  }
  kinds.add(`${place} ${kindOf(value, place)}`)
  for (const [key, inner] of Object.entries(value)) {
    if (isShown(key, place)) continue
    if (NAMED.has(key) && typeof inner === 'object' && inner !== null && !isList(inner))
      for (const one of Object.values(inner)) collect(document, one, key, kinds, refs)
    else collect(document, inner, key, kinds, refs)
  }
}

const isList = (value: readonly Json[] | JsonObject): value is readonly Json[] =>
  Array.isArray(value)

/** One of the answers is called the default. */
const isShown = (key: string, place: string): boolean => SHOWN.has(key) && place !== 'responses'

/** Which keywords it has, and what the choosing ones say. */
const kindOf = (value: JsonObject, place: string): string =>
  Object.entries(value)
    .filter(([key]) => !isShown(key, place))
    .map(([key, inner]) =>
      CHOOSING.has(key) && typeof inner !== 'object' ? `${key}=${inner}` : key,
    )
    .toSorted()
    .join(' ')

function find({ components }: OpenApi, ref: string): Json {
  const [part, name] = ref.replace('#/components/', '').split('/')
  const found = components[part!]?.[name!]
  if (found === undefined) throw new Error(`${ref} is not in the document`)
  return found
}

/** Names of which a generator makes one identifier, because it writes words without what is between them. */
export function findCollisions(names: readonly string[]): string[] {
  const byWord = Map.groupBy(names, (name) => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase())
  return [...byWord.values()].filter((same) => same.length > 1).map((same) => same.join(', '))
}
