// Generates the files under api/, which show the whole API to reviewers. They are committed and compared by a
// test, never edited by hand, and not used at run time.
import type { AnyOperation } from '../operation/operation.ts'
import type { Registry } from '../operation/registry.ts'
import { writeSchemaFiles } from './graphql/schema-files.ts'
import { toPlainSchema, toSchema } from '../kernel/json-schema.ts'
import { toMcpTool } from './mcp/tools.ts'
import { listCatalogue } from './openapi/catalogue.ts'
import { toOpenApi } from './openapi/document.ts'
import { withProtocols } from './openapi/protocols.ts'

/** File name → content. */
export function projectAll(registry: Registry): Record<string, string> {
  return {
    'openapi.json': toJson(withProtocols(toOpenApi(registry, '/'))),
    ...writeSchemaFiles(registry),
    'mcp.json': toJson({ tools: projectTools(registry) }),
    'errors.json': toJson(listCatalogue(registry)),
    'exceptions.json': toJson(projectExceptions(registry)),
    'events.json': toJson(projectEvents(registry)),
  }
}

const LINE_MAX = 120

/**
 * Formats JSON for reviewers: a value that fits is on one line, plain values share lines, and a container with
 * a single member opens and closes on the member's lines. In an example anything may share a line; headers, which
 * are nearly the same everywhere, are on one.
 */
const toJson = (value: unknown): string => `${write(value, '', false)}\n`

function write(value: unknown, indent: string, isExample: boolean): string {
  const text = JSON.stringify(value)
  if (!isContainer(value)) return text
  const [open, close] = Array.isArray(value) ? (['[', ']'] as const) : (['{', '}'] as const)
  const space = Array.isArray(value) ? '' : ' '
  const members = membersOf(value)
  const writeAll = (at: string): string[] =>
    members.map(
      ([name, one]) =>
        `${name}${isHeaders(name, one) ? writeLine(one) : write(one, at, isExample || name === EXAMPLE)}`,
    )
  const [alone] = members
  if (members.length === 1 && isContainer(alone?.[1]))
    return `${open}${space}${writeAll(indent).join('')}${space}${close}`
  const inner = `${indent}  `
  const parts = writeAll(inner)
  if (text.length + indent.length <= LINE_MAX && !parts.some((one) => one.includes('\n')))
    return members.length === 0 ? text : `${open}${space}${parts.join(', ')}${space}${close}`
  const lines = fill(parts, LINE_MAX - inner.length, (index) => {
    const member = members[index]?.[1]
    return isExample || isPlain(member)
  })
  return `${open}\n${lines.map((line) => inner + line).join(',\n')}\n${indent}${close}`
}

const EXAMPLE = '"example": '

const isHeaders = (name: string, value: unknown): boolean =>
  name === '"headers": ' && isContainer(value) && Object.values(value).every(isReference)

const writeLine = (value: unknown): string =>
  isContainer(value)
    ? `{ ${membersOf(value)
        .map(([name, one]) => `${name}${writeLine(one)}`)
        .join(', ')} }`
    : JSON.stringify(value)

/** Plain values, lists of them and references may share a line. */
const isPlain = (value: unknown): boolean =>
  !isContainer(value) || isReference(value) || (Array.isArray(value) && !value.some(isContainer))

const isReference = (value: unknown): boolean => isContainer(value) && '$ref' in value

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

/** The members of a list or an object, each with the text of its name. */
const membersOf = (value: object): (readonly [name: string, value: unknown])[] =>
  Array.isArray(value)
    ? value.map((one) => ['', one] as const)
    : Object.entries(value)
        .filter(([, inner]) => inner !== undefined)
        .map(([name, inner]) => [`${JSON.stringify(name)}: `, inner] as const)

/** Puts neighbours that may share a line on one, while there is room. */
function fill(
  parts: readonly string[],
  width: number,
  mayShare: (index: number) => boolean,
): string[] {
  const lines: string[] = []
  for (const [index, part] of parts.entries()) {
    const joined = `${lines.at(-1)}, ${part}`
    const isRoom = index > 0 && joined.length < width && !joined.includes('\n')
    if (isRoom && mayShare(index - 1) && mayShare(index)) lines.splice(-1, 1, joined)
    else lines.push(part)
  }
  return lines
}

const by =
  <T>(key: (item: T) => string) =>
  (a: T, b: T): number =>
    key(a) < key(b) ? -1 : 1

/**
 * What reviewers look at twice: the operations that need no credential, those that spend a customer's money, those that
 * work long, and those that are exempt from a question that the tests ask of all, with the reason.
 */
function projectExceptions({ domains, operations }: Registry) {
  const named = (isListed: (op: AnyOperation) => boolean) =>
    operations
      .filter(isListed)
      .map(({ name }) => name)
      .toSorted()
  return {
    public: named((op) => op.auth === 'public'),
    spending: named((op) => op.spends !== undefined),
    spending_jobs: Object.fromEntries(
      domains
        .flatMap(({ jobs }) => jobs)
        .flatMap(({ name, spends }) => (spends ? [[name, spends] as const] : []))
        .toSorted(by(([name]) => name)),
    ),
    heavy: named((op) => op.heavy === true),
    exempt: Object.fromEntries(
      operations
        .flatMap(({ name, exempt }) => (exempt ? [[name, exempt] as const] : []))
        .toSorted(by(([name]) => name)),
    ),
  }
}

const projectTools = (registry: Registry) =>
  registry.tools.map(toMcpTool).toSorted(by((tool) => tool.name))

const projectEvents = (registry: Registry) =>
  registry.events
    .map(({ type, version, summary, data }) => ({
      type,
      version,
      summary,
      data: toPlainSchema(toSchema(data)),
    }))
    .toSorted((a, b) => (a.type === b.type ? a.version - b.version : a.type < b.type ? -1 : 1))
