// Generates the OpenAPI 3.0.0 document of the REST API from the registry alone. The order of keys depends only on
// the declarations, so that a change of the API is a small difference in the committed copy.
import { API_VERSION } from '../../kernel/version.ts'
import type { Method, Route } from '../../operation/operation.ts'
import { parseRoute } from '../../operation/operation.ts'
import type { Declared, Registry } from '../../operation/registry.ts'
import type { Fields, JsonObject } from '../../kernel/json-schema.ts'
import { makeErrorResponses } from './errors.ts'
import { headers } from './headers.ts'
import { type OpenApiParameter, shareParameters } from './parameters.ts'
import { makeSharedComponents } from './shared-components.ts'
import { type Described, type OpenApiOperation, parametersOf, toOperation } from './route.ts'
import { makeSchemas, sortedByKey } from './schemas.ts'
import { securitySchemesOf, usualSecurity } from './security.ts'

const info = {
  title: 'Florin',
  version: API_VERSION,
  contact: { name: 'The operator of this bank' },
  description:
    'A multi-asset core bank: accounts, a double-entry ledger, and the interfaces to use them.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
} as const

export interface OpenApiDocument {
  readonly openapi: '3.0.0'
  readonly info: typeof info
  readonly servers: readonly { readonly url: string }[]
  readonly security: typeof usualSecurity
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** The areas of the bank, for references that group by them. */
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Fields
    readonly responses: Readonly<Record<string, JsonObject>>
    readonly headers: Readonly<Record<string, JsonObject>>
    readonly requestBodies: Readonly<Record<string, JsonObject>>
    readonly parameters: Readonly<Record<string, OpenApiParameter>>
    readonly securitySchemes: Readonly<Record<string, JsonObject>>
  }
}

export type PathItem = Readonly<Partial<Record<Lowercase<Method>, OpenApiOperation>>>

export function toOpenApi(registry: Registry, baseUrl: string): OpenApiDocument {
  const schemas = makeSchemas()
  const described = describeRoutes(registry)
  const components = {
    schemas,
    errors: makeErrorResponses(schemas),
    parameters: shareParameters(
      described.map((one) => ({
        domain: one.domain,
        parameters: naming(one, () => parametersOf(one, schemas)),
      })),
    ),
    requestBodies: makeSharedComponents('requestBodies'),
    answers: makeSharedComponents('responses'),
  }
  const paths: Record<string, PathItem> = {}
  for (const one of described) {
    const { method, path } = parseRoute(one.route.route)
    const template = path.replace(/:(\w+)/g, '{$1}')
    const operation = naming(one, () => toOperation(one, components))
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation }
  }
  checkTemplates(Object.keys(paths))
  const domains = registry.domains.filter((domain) =>
    described.some((one) => one.domain === domain.name),
  )
  return {
    openapi: '3.0.0',
    info,
    servers: [{ url: baseUrl }],
    security: usualSecurity,
    tags: domains.map((domain) => ({ name: domain.name, description: domain.summary })),
    ...groupTags(domains),
    paths: sortedByKey(paths),
    components: {
      schemas: schemas.named(),
      responses: sortedByKey({ ...components.errors.named(), ...components.answers.named() }),
      requestBodies: components.requestBodies.named(),
      headers: { ...headers },
      parameters: components.parameters.named(),
      securitySchemes: securitySchemesOf(described.map((one) => one.op.auth)),
    },
  }
}

/** Every operationId of the document, without the work of making it. */
export const listOperationIds = (registry: Registry): string[] =>
  describeRoutes(registry).map(({ operationId }) => operationId)

/** Domains made by hand, as in tests, have no area. */
function groupTags(domains: readonly Declared[]): Pick<OpenApiDocument, 'x-tagGroups'> {
  const areas = Map.groupBy(domains, ({ area }) => area)
  const groups = [...areas].flatMap(([name, list]) =>
    name === undefined ? [] : [{ name, tags: list.map((domain) => domain.name) }],
  )
  return groups.length > 0 ? { 'x-tagGroups': groups } : {}
}

/** Adds the operation's name to an error. */
function naming<T>({ op }: Described, describe: () => T): T {
  try {
    return describe()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${op.name}: ${reason}`, { cause: error })
  }
}

/** Gives every route an id: the newest route of an operation has the operation's name, aliases add a suffix. */
function describeRoutes(registry: Registry): Described[] {
  const described = registry.domains.flatMap((domain) =>
    domain.operations.flatMap((op) => {
      const newest = newestOf(op.rest)
      const common = { op, domain: domain.name, example: domain.examples[op.name] ?? {} }
      return op.rest.map((route) =>
        route === newest
          ? { ...common, route, operationId: op.name }
          : {
              ...common,
              route,
              operationId: `${op.name}.${suffixOf(route.route)}`,
              aliasOf: newest!.route.replace(/:(\w+)/g, '{$1}'),
            },
      )
    }),
  )
  const ids = new Set<string>()
  for (const { operationId } of described) {
    if (ids.has(operationId)) throw new Error(`The operationId "${operationId}" is used twice.`)
    ids.add(operationId)
  }
  return described
}

/** The first of the routes with the highest version in their path. */
const newestOf = (routes: readonly Route[]): Route | undefined =>
  routes.toSorted((a, b) => versionOf(b) - versionOf(a))[0]

const versionOf = ({ route }: Route): number => Number(/\/v(\d+)\//.exec(route)?.[1] ?? 0)

/** 'GET /api/v2/accounts/:uuid' → 'get_api_v2_accounts_uuid'. */
const suffixOf = (route: string): string =>
  route
    .toLowerCase()
    .split(/[^a-z0-9_]+/)
    .filter((part) => part !== '')
    .join('_')

/** OpenAPI distinguishes paths only by their fixed parts, so two paths must not differ only in parameter names. */
function checkTemplates(templates: readonly string[]): void {
  const byShape = new Map<string, string>()
  for (const template of templates) {
    const shape = template.replace(/\{\w+\}/g, '{}')
    const other = byShape.get(shape)
    if (other)
      throw new Error(
        `${other} and ${template} are the same path in OpenAPI: use the same parameter names in both.`,
      )
    byShape.set(shape, template)
  }
}
