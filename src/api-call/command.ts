// `florin api`: calls an operation of a running bank from the terminal.
import { readFile } from 'node:fs/promises'
import { isRecord } from '../kernel/json.ts'
import { systemClock } from '../kernel/clock.ts'
import { uuidv7 } from '../kernel/uuid.ts'
import { reasonOf } from '../platform/reason.ts'
import type { Environment } from '../platform/settings.ts'
import { StartError, UsageError } from '../platform/start-error.ts'
import {
  Directory,
  type Fetch,
  findByName,
  findByPath,
  isMethod,
  list,
  type Route,
} from './directory.ts'
import {
  describeHelp,
  describeOperation,
  type Described,
  findField,
  readJson,
  readWord,
  toValue,
  type Word,
} from './fields.ts'
import { explainRefusal, writeBody } from './output.ts'

export const API_HELP = `florin api METHOD PATH [field=value …]     such as: florin api get accounts
florin api OPERATION [field=value …]       such as: florin api transfer.create amount=10.00 …
florin api list [WORD]                     the operations, by area
florin api help OPERATION                  its fields, an example and its errors

Calls the API of a running bank and prints the answer: indented on a terminal, as it came in a pipe. PATH may leave out
/api/v2. A field goes to the path, the query or the body, as the operation takes it; name:=value is JSON, and a field that
is given twice is a list. A write has an Idempotency-Key, so that repeating it with the same key does nothing twice.

  --data JSON            the body; @FILE reads a file, @- standard input; fields replace those in it
  --token TOKEN          an API key or access token; better in FLORIN_API_KEY, which other users do not see
  --header NAME:VALUE    a further header, such as X-Partner-Key
  --idempotency-key KEY  that of an earlier call, to repeat it
  --url URL              the address of the bank; http://localhost with the port of the setting PORT when absent
  --verbose              also prints the request and the status, on standard error

It exits with 1 if the bank refuses, and with 2 if the command is not understood.`

const OPTIONS = ['data', 'token', 'header', 'idempotency-key', 'url'] as const
type Option = (typeof OPTIONS)[number]

export interface ApiRequest {
  readonly bank: string
  readonly words: readonly string[]
  readonly data: string | undefined
  readonly token: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly key: string | undefined
  readonly isVerbose: boolean
}

/** Where it writes to, and what it reads from. */
export interface ApiStreams {
  readonly isTerminal: boolean
  write(chunk: string | Uint8Array): void
  complain(text: string): void
  readInput(): Promise<string>
  readonly fetch?: Fetch
}

export function readApiCommand(
  words: readonly string[],
  env: Environment,
  fallback: string,
): ApiRequest {
  const { given, rest, isVerbose } = readOptions(words)
  const url = given.get('url')?.at(-1) ?? fallback
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError(`--url "${url}" is not a URL; write it like http://localhost:8080.`)
  return {
    bank: new URL(url).origin,
    words: rest,
    data: given.get('data')?.at(-1),
    // The same as for "florin listen".
    token:
      given.get('token')?.at(-1) ?? (env['FLORIN_API_KEY'] || env['FLORIN_TOKEN'] || undefined),
    headers: Object.fromEntries((given.get('header') ?? []).map(readHeader)),
    key: given.get('idempotency-key')?.at(-1),
    isVerbose,
  }
}

function readOptions(words: readonly string[]) {
  const given = new Map<Option, string[]>()
  const rest: string[] = []
  let isVerbose = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!
    const [, name, ownValue] = /^--([\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    const option = OPTIONS.find((one) => one === name)
    if (name === 'verbose' && ownValue === undefined) isVerbose = true
    else if (name === undefined) rest.push(word)
    else {
      const value = ownValue ?? (option && words[++at])
      if (option === undefined || value === undefined)
        throw new UsageError(
          `"florin api" takes no "${word}"${option ? ' without a value' : ''}; see florin api --help.`,
        )
      given.set(option, [...(given.get(option) ?? []), value])
    }
  }
  return { given, rest, isVerbose }
}

function readHeader(text: string): [string, string] {
  const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? []
  if (name === undefined) throw new UsageError(`--header "${text}" must be NAME:VALUE.`)
  return [name, value!]
}

/** Returns what the process exits with. */
export async function runApiCommand(request: ApiRequest, streams: ApiStreams): Promise<number> {
  const { bank, words } = request
  const directory = new Directory(bank, streams.fetch ?? fetch)
  const [first = 'list', second] = words
  if (first === 'list' || first === 'help') {
    if (words.length > 2) throw new UsageError(`"florin api ${first}" takes one word.`)
    const index = await directory.readIndex()
    if (first === 'list') streams.write(`${list(index, second)}\n`)
    else {
      if (second === undefined)
        throw new UsageError('Say of what: florin api help transfer.create.')
      const operation = findByName(index, second)
      const described = describeOperation(await directory.readPart(operation), operation)
      streams.write(`${describeHelp(operation, described, bank)}\n`)
    }
    return 0
  }
  if (isMethod(first) && second === undefined)
    throw new UsageError(`Say which path: florin api ${first} accounts.`)
  return call(request, directory, streams)
}

async function findRoute(directory: Directory, words: readonly string[]) {
  const [first = '', second = ''] = words
  const index = await directory.readIndex()
  if (isMethod(first)) return { route: findByPath(index, first, second), given: words.slice(2) }
  const operation = findByName(index, first)
  const { method, path } = operation
  const route: Route = { method, path, operation }
  return { route, given: words.slice(1) }
}

async function call(
  request: ApiRequest,
  directory: Directory,
  streams: ApiStreams,
): Promise<number> {
  const { route, given } = await findRoute(directory, request.words)
  const { method, operation } = route
  const described = operation && describeOperation(await directory.readPart(operation), operation)
  const data = await readData(request.data, streams)
  const filled = fill(route, described, given.map(readWord), data)
  const search = new URLSearchParams(request.words[1]?.split('?')[1] ?? '')
  for (const [name, value] of filled.query) search.append(name, value)
  const url = `${request.bank}${filled.path}${search.size > 0 ? `?${search.toString()}` : ''}`
  const isWrite = method !== 'GET'
  const key = request.key ?? (isWrite ? uuidv7(systemClock.now()) : undefined)
  const headers: Record<string, string> = {
    Accept: 'application/json, */*;q=0.5',
    ...(request.token !== undefined && { Authorization: `Bearer ${request.token}` }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...(filled.type !== undefined && { 'Content-Type': filled.type }),
    ...request.headers,
  }
  const note = (text: string): void => {
    if (request.isVerbose) streams.complain(text)
  }
  note(`> ${method} ${url}`)
  if (key !== undefined) note(`> Idempotency-Key: ${key}`)
  const startedAt = performance.now()
  const answer = await send(
    streams.fetch ?? fetch,
    url,
    { method, headers, body: filled.body },
    key,
  )
  note(`< ${answer.status} in ${Math.round(performance.now() - startedAt)} ms`)
  note(`< X-Request-ID: ${answer.headers.get('x-request-id') ?? ''}`)
  if (answer.ok) {
    await writeBody(answer, streams)
    return 0
  }
  streams.complain(
    await explainRefusal(answer, { bank: request.bank, hasToken: request.token !== undefined }),
  )
  return 1
}

async function send(
  fetchOne: Fetch,
  url: string,
  init: {
    readonly method: string
    readonly headers: Record<string, string>
    readonly body: string | undefined
  },
  key: string | undefined,
): Promise<Response> {
  const { body, ...rest } = init
  try {
    return await fetchOne(url, { ...rest, ...(body !== undefined && { body }), redirect: 'manual' })
  } catch (cause) {
    const again =
      key === undefined ? '' : `; repeat it with --idempotency-key ${key}, which does nothing twice`
    throw new StartError(`${url} gave no answer (${reasonOf(cause)})${again}.`, { cause })
  }
}

async function readData(
  data: string | undefined,
  streams: ApiStreams,
): Promise<string | undefined> {
  if (data?.startsWith('@') !== true) return data
  if (data === '@-') return streams.readInput()
  const file = data.slice(1)
  return readFile(file, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new UsageError(`--data names "${file}", which cannot be read (${cause.code}).`, { cause })
  })
}

interface Filled {
  readonly path: string
  readonly query: readonly (readonly [string, string])[]
  readonly body: string | undefined
  readonly type: string | undefined
}

const JSON_TYPE = 'application/json'

/** Puts each field where the operation takes it. */
function fill(
  { method, path, operation }: Route,
  described: Described | undefined,
  words: readonly Word[],
  data: string | undefined,
): Filled {
  const inPath = new Map<string, string>()
  const query: (readonly [string, string])[] = []
  const own: Record<string, unknown> = {}
  for (const word of words) {
    const field = described && findField(described, word.name)
    const place = field?.in ?? (method === 'GET' ? 'query' : 'body')
    if (place === 'path') inPath.set(word.name, word.text)
    else if (place === 'query') query.push([word.name, word.text])
    else own[word.name] = join(own[word.name], toValue(word, field?.schema))
  }
  const isOther = data !== undefined && !isJsonText(data)
  const other = described?.types.find((type) => type !== JSON_TYPE)
  if (isOther && other !== undefined && Object.keys(own).length === 0)
    return { path: fillPath(path, inPath, operation?.id), query, body: data, type: other }
  const body = mergeBody(data, own)
  return {
    path: fillPath(path, inPath, operation?.id),
    query,
    body: body === undefined ? undefined : JSON.stringify(body),
    type: body === undefined ? undefined : JSON_TYPE,
  }
}

/** A field that is given again makes a list. */
const join = (before: unknown, value: unknown): unknown =>
  before === undefined ? value : [before, value].flat()

const isJsonText = (text: string): boolean => /^\s*[[{]/.test(text)

function mergeBody(data: string | undefined, own: Readonly<Record<string, unknown>>): unknown {
  const base = data === undefined ? undefined : readJson(data, '--data')
  if (Object.keys(own).length === 0) return base
  if (base !== undefined && !isRecord(base))
    throw new UsageError('--data is no JSON object, so no fields can be added to it.')
  return { ...base, ...own }
}

const fillPath = (path: string, given: ReadonlyMap<string, string>, name = path): string =>
  path.replaceAll(/\{(\w+)\}/g, (_brace, parameter: string) => {
    const value = given.get(parameter) ?? ''
    // The others would lead to another path.
    if (['', '.', '..'].includes(value))
      throw new UsageError(`${name} needs ${parameter}=…, which is in its path.`)
    return encodeURIComponent(value)
  })
