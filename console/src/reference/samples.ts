// The same request in several languages, each with nothing but what the language brings. Credentials are read from the
// environment: a pasted token is never part of a sample, so it cannot be copied by accident.

import { writeCsharp, writeGo, writeJava, writePhp } from './compiled-samples.ts'

/** A header whose value is a secret names the variable that it is read from. */
export type HeaderValue = string | { readonly variable: string; readonly before: string }

export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, HeaderValue>>
  /** JSON, unless the content type is another one. */
  readonly body: string | undefined
}

export const LANGUAGES = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  java: 'Java',
  php: 'PHP',
  go: 'Go',
  csharp: 'C#',
} as const
export type Language = keyof typeof LANGUAGES

export const writeSample = (language: Language, request: SampleRequest): string =>
  WRITERS[language](request)

const WRITERS: Readonly<Record<Language, (request: SampleRequest) => string>> = {
  curl: writeCurl,
  typescript: writeTypeScript,
  python: writePython,
  java: writeJava,
  php: writePhp,
  go: writeGo,
  csharp: writeCsharp,
}

/** Within single quotes a shell leaves everything as it is, except the quote. */
const shell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function writeCurl({ method, url, headers, body }: SampleRequest): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shell(url)}`,
    ...Object.entries(headers).map(([name, value]) =>
      typeof value === 'string'
        ? `-H ${shell(`${name}: ${value}`)}`
        : `-H "${name}: ${value.before}$${value.variable}"`,
    ),
    ...(body === undefined ? [] : [`-d ${shell(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

/** Undefined when the text is no JSON and has to be sent as it is. */
function read(body: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) as unknown }
  } catch {
    return undefined
  }
}

function writeTypeScript({ method, url, headers, body }: SampleRequest): string {
  const lines = Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? `    ${JSON.stringify(name)}: ${JSON.stringify(value)},`
      : `    ${JSON.stringify(name)}: \`${value.before}\${process.env.${value.variable}}\`,`,
  )
  const json = body === undefined ? undefined : read(body)
  const content = json
    ? `JSON.stringify(${indent(JSON.stringify(json.value, undefined, 2), '  ')})`
    : JSON.stringify(body)
  const options = [
    ...(method === 'GET' ? [] : [`  method: ${JSON.stringify(method)},`]),
    ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
    ...(body === undefined ? [] : [`  body: ${content},`]),
  ]
  const call =
    options.length > 0
      ? `fetch(${JSON.stringify(url)}, {\n${options.join('\n')}\n})`
      : `fetch(${JSON.stringify(url)})`
  return `const response = await ${call}\nconsole.log(response.status, await response.text())`
}

function writePython({ method, url, headers, body }: SampleRequest): string {
  const isSecret = Object.values(headers).some((value) => typeof value !== 'string')
  const json = body === undefined ? undefined : read(body)
  const lines = Object.entries(headers).map(([name, value]) =>
    typeof value === 'string'
      ? `        ${JSON.stringify(name)}: ${JSON.stringify(value)},`
      : `        ${JSON.stringify(name)}: "${value.before}" + os.environ["${value.variable}"],`,
  )
  const content = json
    ? `json.dumps(${indent(toPython(json.value, ''), '    ')}).encode()`
    : `${JSON.stringify(body)}.encode()`
  return [
    ...(json ? ['import json'] : []),
    ...(isSecret ? ['import os'] : []),
    'import urllib.request',
    '',
    'request = urllib.request.Request(',
    `    ${JSON.stringify(url)},`,
    `    method=${JSON.stringify(method)},`,
    ...(lines.length > 0 ? ['    headers={', ...lines, '    },'] : []),
    ...(body === undefined ? [] : [`    data=${content},`]),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n')
}

/** A value as Python writes it; its texts and numbers are those of JSON. */
function toPython(value: unknown, at: string): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${at}    `
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((one: unknown) => `${inner}${toPython(one, inner)},`)
    : Object.entries(value).map(
        ([name, one]) => `${inner}${JSON.stringify(name)}: ${toPython(one, inner)},`,
      )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join('\n')}\n${at}${close}`
}
