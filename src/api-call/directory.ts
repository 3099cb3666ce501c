// The operations of a running bank, by its own description: so names, routes and fields are those of its version.
import { distance } from 'fastest-levenshtein'
import { StartError, UsageError } from '../platform/start-error.ts'
import type { ReferenceIndex } from '../transport/openapi/parts.ts'
import type { ApiDocument } from './fields.ts'

export type Listed = ReferenceIndex['operations'][number]

export interface Route {
  readonly method: string
  /** With its parameters filled in as far as they were given; the rest are in braces. */
  readonly path: string
  /** Undefined for a path that the document does not have, such as that of the metrics. */
  readonly operation: Listed | undefined
}

export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export const isMethod = (word: string): boolean => METHODS.includes(word.toLowerCase())

export class Directory {
  private readonly bank: string
  private readonly fetch: Fetch

  constructor(bank: string, fetch: Fetch) {
    this.bank = bank
    this.fetch = fetch
  }

  readIndex = (): Promise<ReferenceIndex> => this.read('index.json') as Promise<ReferenceIndex>

  /** The part of the OpenAPI document that has the operation. */
  readPart = ({ domain }: Listed): Promise<ApiDocument> =>
    this.read(`domains/${domain}.json`) as Promise<ApiDocument>

  private async read(name: string): Promise<unknown> {
    try {
      const answer = await this.fetch(`${this.bank}/api/docs/${name}`)
      if (answer.ok) return await answer.json()
    } catch {
      // It is refused, or what answers is no bank.
    }
    throw new StartError(
      `There is no bank at ${this.bank} that describes its API: start one with "florin start", or give its address with --url.`,
    )
  }
}

/** By its name, such as transfer.create. */
export function findByName({ operations }: ReferenceIndex, name: string): Listed {
  const found = operations.find(({ id }) => id === name)
  if (found) return found
  const names = operations.filter((one) => one.alias_of === undefined).map(({ id }) => id)
  throw new UsageError(
    `There is no operation "${name}".${suggest(name, names)} "florin api list" shows all.`,
  )
}

/** In which order a path without a leading slash is looked for. */
const PREFIXES = ['/api/v2/', '/api/', '/api/v1/', '/']

export function findByPath({ operations }: ReferenceIndex, method: string, given: string): Route {
  const [path = ''] = given.split('?')
  const verb = method.toUpperCase()
  const tried = path.startsWith('/') ? [path] : PREFIXES.map((prefix) => prefix + path)
  for (const one of tried) {
    const found = operations
      .filter((operation) => operation.method === verb && matches(operation.path, one))
      // A path with fewer parameters is the one that was meant.
      .toSorted((a, b) => countParameters(a.path) - countParameters(b.path))
    if (found[0]) return { method: verb, path: one, operation: found[0] }
  }
  if (path.startsWith('/')) return { method: verb, path, operation: undefined }
  const others = operations.filter(({ path: template }) =>
    tried.some((one) => matches(template, one)),
  )
  if (others.length > 0)
    throw new UsageError(
      `${path} takes ${[...new Set(others.map((one) => one.method))].join(', ')}, not ${verb}.`,
    )
  const known = operations.map((one) => one.path.replace(/^\/(api\/)?(v\d+\/)?/, ''))
  throw new UsageError(
    `The bank has no route ${verb} ${path}.${suggest(path, known)} "florin api list" shows all; a path with its first slash is sent as it is.`,
  )
}

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/')
const countParameters = (path: string): number => path.split('{').length

function matches(template: string, path: string): boolean {
  const [own, given] = [segmentsOf(template), segmentsOf(path)]
  return (
    own.length === given.length &&
    own.every((segment, index) =>
      segment.startsWith('{') ? given[index] !== '' : segment === given[index],
    )
  )
}

const SLIPS_MAX = 3

/** Empty if nothing is near. */
export function suggest(given: string, known: readonly string[]): string {
  const near = [...new Set(known)]
    .map((name) => ({ name, slips: distance(given.toLowerCase(), name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= Math.min(SLIPS_MAX, Math.ceil(name.length / 3)))
    .toSorted((a, b) => a.slips - b.slips)
    .slice(0, 3)
    .map(({ name }) => `"${name}"`)
  return near.length === 0 ? '' : ` Did you mean ${near.join(' or ')}?`
}

/** The operations by area and domain; of those with the word in their name, area, domain, route or summary, if one is given. */
export function list(index: ReferenceIndex, word: string | undefined): string {
  const wanted = word?.toLowerCase()
  const own = index.operations.filter((one) => one.alias_of === undefined)
  if (wanted === undefined) return listDomains(index, own)
  const lines = index.areas.flatMap(({ name, domains }) =>
    domains.flatMap((domain) => {
      const isWhole = [name, domain].some((one) => one.toLowerCase() === wanted)
      const found = own.filter(
        (one) =>
          one.domain === domain &&
          (isWhole || `${one.id} ${one.path} ${one.summary}`.toLowerCase().includes(wanted)),
      )
      return found.length === 0 ? [] : [`${name}: ${domain}`, ...found.map(toLine), '']
    }),
  )
  if (lines.length === 0) {
    const known = index.areas.flatMap(({ name, domains }) => [name, ...domains])
    throw new UsageError(`No operation has "${word}".${suggest(word!, known)}`)
  }
  return lines.slice(0, -1).join('\n')
}

const toLine = ({ id, method, path, summary }: Listed): string =>
  `  ${id.padEnd(32)} ${method.padEnd(6)} ${path}\n      ${summary}`

function listDomains(index: ReferenceIndex, own: readonly Listed[]): string {
  const summaries = new Map(index.domains.map(({ name, summary }) => [name, summary]))
  const lines = index.areas.flatMap(({ name, domains }) => [
    name,
    ...domains.map((domain) => {
      const count = own.filter((one) => one.domain === domain).length
      return `  ${domain.padEnd(24)} ${String(count).padStart(3)}  ${summaries.get(domain) ?? ''}`
    }),
    '',
  ])
  return `${lines.join('\n')}\n"florin api list transfers" shows the operations of one, "florin api help transfer.create" its fields.`
}
