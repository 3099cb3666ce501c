// The whole surface as the files under api/ show it: REST, GraphQL, tools, events and errors.
import { buildSchema, findBreakingChanges } from 'graphql'
import { isRecord } from '../../src/kernel/json.ts'
import { breaking, type Change, compatible } from './change.ts'
import { compareOpenApi } from './openapi.ts'
import { type Direction, type Schema, SchemaComparison } from './schemas.ts'

/** The files under api/ by their names. */
export type Surface = Readonly<Record<string, string>>

export const compareSurfaces = (before: Surface, after: Surface): Change[] => [
  ...compareOpenApi(read(before, 'openapi.json'), read(after, 'openapi.json')),
  ...compareGraphql(before, after),
  ...compareTools(before, after),
  ...compareEvents(before, after),
  ...compareErrors(before, after),
]

function read(surface: Surface, name: string): Schema {
  const content: unknown = JSON.parse(surface[name] ?? '{}')
  return isRecord(content) ? content : { list: content }
}

const listOf = (value: unknown): readonly Schema[] =>
  Array.isArray(value) ? value.filter(isRecord) : []

function compareGraphql(before: Surface, after: Surface): Change[] {
  const [old, now] = [before, after].map((surface) => {
    const texts = Object.entries(surface).filter(([name]) => name.endsWith('.graphql'))
    return texts.length === 0 ? undefined : buildSchema(texts.map(([, text]) => text).join('\n'))
  })
  if (!old) return []
  if (!now) return [breaking('GraphQL', 'removed')]
  return findBreakingChanges(old, now).map(({ description }) =>
    breaking('GraphQL', description.replace(/\.$/, '')),
  )
}

interface Listed {
  readonly where: string
  readonly schema: unknown
}

/** Things with a name and a schema. */
function compareListed(
  before: ReadonlyMap<string, Listed>,
  after: ReadonlyMap<string, Listed>,
  direction: Direction,
): Change[] {
  const nowhere = (ref: string): never => {
    throw new Error(`${ref} leads nowhere.`)
  }
  const schemas = new SchemaComparison(nowhere, nowhere)
  const kept = [...before].flatMap(([name, { where, schema }]) => {
    const other = after.get(name)
    return other
      ? schemas.compare(where, schema, other.schema, direction)
      : [breaking(where, 'removed')]
  })
  const added = [...after].filter(([name]) => !before.has(name))
  return [...kept, ...added.map(([, { where }]) => compatible(where, 'new'))]
}

const compareTools = (before: Surface, after: Surface): Change[] => {
  const of = (surface: Surface) =>
    new Map(
      listOf(read(surface, 'mcp.json')['tools']).map((tool) => {
        const name = String(tool['name'])
        return [name, { where: `tool ${name}`, schema: tool['inputSchema'] }] as const
      }),
    )
  return compareListed(of(before), of(after), 'sent')
}

const compareEvents = (before: Surface, after: Surface): Change[] => {
  const of = (surface: Surface) =>
    new Map(
      listOf(read(surface, 'events.json')['list']).map((event) => {
        const name = `${String(event['type'])} ${String(event['version'])}`
        return [name, { where: `event ${name}`, schema: event['data'] }] as const
      }),
    )
  return compareListed(of(before), of(after), 'received')
}

function compareErrors(before: Surface, after: Surface): Change[] {
  const of = (surface: Surface) =>
    new Map(
      listOf(read(surface, 'errors.json')['list']).map(
        (one) => [String(one['code']), Number(one['status'])] as const,
      ),
    )
  const [old, now] = [of(before), of(after)]
  const kept = [...old].flatMap(([code, status]): Change[] => {
    const where = `error ${code}`
    const other = now.get(code)
    if (other === undefined) return [breaking(where, 'removed')]
    return other === status ? [] : [breaking(where, `status ${status} became ${other}`)]
  })
  const added = [...now.keys()].filter((code) => !old.has(code))
  return [...kept, ...added.map((code) => compatible(`error ${code}`, 'new'))]
}
