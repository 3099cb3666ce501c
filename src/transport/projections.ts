// The surface of the bank as files for reviewers: committed under api/, compared by a test, never
// edited by hand. Nothing at run time reads them.
import { lexicographicSortSchema, printSchema } from 'graphql'
import type { AnyErrorDef } from '../operation/error.ts'
import { pipelineErrors, type Registry } from '../operation/registry.ts'
import { toGraphqlSchema } from './graphql/schema.ts'
import { toSchema } from './json-schema.ts'
import { toMcpTool, toPlainSchema } from './mcp/tools.ts'
import { toOpenApi } from './openapi/document.ts'
import { doorErrors } from './rest/errors.ts'

/** File name → content. */
export function projectAll(registry: Registry): Record<string, string> {
  return {
    'openapi.json': toJson(toOpenApi(registry, '/')),
    'schema.graphql': projectGraphql(registry),
    'mcp.json': toJson({ tools: projectTools(registry) }),
    'errors.json': toJson(projectErrors(registry)),
    'events.json': toJson(projectEvents(registry)),
  }
}

const LINE_MAX = 120

/** JSON for reviewers: whatever fits on a line is on one line. */
const toJson = (value: unknown): string => `${write(value, '')}\n`

function write(value: unknown, indent: string): string {
  const text = JSON.stringify(value)
  if (typeof value !== 'object' || value === null) return text
  const inner = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((one) => write(one, inner))
    : fieldsOf(value, inner)
  const [open, close] = Array.isArray(value) ? (['[', ']'] as const) : (['{', '}'] as const)
  const isShort =
    text.length + indent.length <= LINE_MAX && parts.every((one) => !one.includes('\n'))
  if (!isShort)
    return `${open}\n${parts.map((line) => inner + line).join(',\n')}\n${indent}${close}`
  const space = Array.isArray(value) || parts.length === 0 ? '' : ' '
  return `${open}${space}${parts.join(', ')}${space}${close}`
}

const fieldsOf = (value: object, indent: string): string[] =>
  Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${write(inner, indent)}`)

const by =
  <T>(key: (item: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : 1

function projectGraphql(registry: Registry): string {
  const shown = registry.operations.filter((op) => op.graphql)
  if (shown.length === 0) return '# No operation has a GraphQL field yet.\n'
  const schema = toGraphqlSchema(shown, () => {
    throw new Error('A projection runs nothing.')
  })
  return `${printSchema(lexicographicSortSchema(schema))}\n`
}

const projectTools = (registry: Registry) =>
  registry.tools.map(toMcpTool).toSorted(by((tool) => tool.name))

const codesOf = (errors: readonly AnyErrorDef[]): ReadonlySet<string> =>
  new Set(errors.map((def) => def.code))

/** Each code with who may raise it; wording is left out, because it depends on the details. */
function projectErrors(registry: Registry) {
  const ofPipeline = codesOf(registry.operations.flatMap(pipelineErrors))
  const ofDoor = codesOf(doorErrors)
  const statuses = new Map<string, number>()
  for (const { code, status } of [...registry.errors, ...doorErrors]) {
    if ((statuses.get(code) ?? status) !== status)
      throw new Error(`The error "${code}" has two statuses.`)
    statuses.set(code, status)
  }
  return [...statuses]
    .map(([code, status]) => ({
      code,
      status,
      pipeline: ofPipeline.has(code),
      door: ofDoor.has(code),
      operations: registry.operations
        .filter((op) => op.errors.some((def) => def.code === code))
        .map((op) => op.name)
        .toSorted(),
    }))
    .toSorted(by((error) => error.code))
}

const projectEvents = (registry: Registry) =>
  registry.events
    .map(({ type, version, summary, data }) => ({
      type,
      version,
      summary,
      data: toPlainSchema(toSchema(data)),
    }))
    .toSorted((a, b) => (a.type === b.type ? a.version - b.version : a.type < b.type ? -1 : 1))
