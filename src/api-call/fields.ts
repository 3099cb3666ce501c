// The fields of an operation as its description has them: how a word of the command line becomes a value, and how they
// are shown.
import { isRecord } from '../kernel/json.ts'
import { UsageError } from '../platform/start-error.ts'
import { type Listed, suggest } from './directory.ts'

type Schema = Readonly<Record<string, unknown>>

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Schema>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

export interface Field {
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'body'
  readonly isRequired: boolean
  readonly schema: Schema
  readonly description: string
}

export interface Described {
  readonly fields: readonly Field[]
  readonly summary: string
  readonly description: string
  /** The fields of the body that it shows. */
  readonly example: Schema
  /** The media types of the body; none if it takes no body. */
  readonly types: readonly string[]
  /** Whether the body may have fields that are not described. */
  readonly isOpen: boolean
  readonly errors: readonly string[]
}

const asRecord = (value: unknown): Schema => (isRecord(value) ? value : {})
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

function resolve(document: ApiDocument, value: unknown): Schema {
  const schema = asRecord(value)
  const { $ref } = schema
  if (typeof $ref !== 'string') return schema
  const [, , group, name] = $ref.split('/')
  return resolve(document, document.components[group!]?.[name!])
}

/** The parts of a schema that is put together from several. */
function partsOf(document: ApiDocument, value: unknown): readonly Schema[] {
  const schema = resolve(document, value)
  const inner = [...asList(schema['allOf']), ...asList(schema['oneOf']), ...asList(schema['anyOf'])]
  return [schema, ...inner.flatMap((one) => partsOf(document, one))]
}

export function describeOperation(document: ApiDocument, { method, path }: Listed): Described {
  const operation = asRecord(document.paths[path]?.[method.toLowerCase()])
  const body = resolve(document, operation['requestBody'])
  const content = asRecord(body['content'])
  const json = asRecord(content['application/json'])
  const parts = partsOf(document, json['schema'])
  const parameters = asList(operation['parameters']).map((one) => resolve(document, one))
  return {
    fields: [
      ...parameters.map(
        (one): Field => ({
          name: asText(one['name']),
          in: one['in'] as Field['in'],
          isRequired: one['required'] === true,
          schema: resolve(document, one['schema']),
          description: asText(one['description']),
        }),
      ),
      ...parts.flatMap((part) =>
        Object.entries(asRecord(part['properties'])).map(([name, value]): Field => {
          const schema = resolve(document, value)
          return {
            name,
            in: 'body',
            isRequired: asList(part['required']).includes(name),
            schema,
            description: asText(asRecord(value)['description']) || asText(schema['description']),
          }
        }),
      ),
    ],
    summary: asText(operation['summary']),
    description: asText(operation['description']),
    example: asRecord(json['example']),
    types: Object.keys(content),
    isOpen: parts.every((part) => part['properties'] === undefined),
    errors: errorsOf(document, operation),
  }
}

/** The codes of its own, as its answers list them. */
const errorsOf = (document: ApiDocument, operation: Schema): string[] =>
  Object.entries(asRecord(operation['responses']))
    .filter(([status]) => status.startsWith('4'))
    .flatMap(([, one]) =>
      asText(resolve(document, one)['description']).match(/^[A-Z][A-Z0-9_]+(?=: )/gm),
    )
    .filter((code) => code !== null)

/** `name=text`, or `name:=json`. */
export interface Word {
  readonly name: string
  readonly text: string
  readonly isJson: boolean
}

export function readWord(word: string): Word {
  const [, name, colon, text] = /^([\w.-]+)(:?)=(.*)$/s.exec(word) ?? []
  if (name === undefined)
    throw new UsageError(
      `"${word}" is no field; write name=value, or name:=value for JSON such as a number or a list.`,
    )
  return { name, text: text!, isJson: colon === ':' }
}

export function readJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new UsageError(`${what} is not valid JSON: ${(cause as Error).message}.`, { cause })
  }
}

/** A text becomes what the field takes: "true" is a text where that is expected. */
export function toValue(word: Word, schema: Schema | undefined): unknown {
  const { name, text, isJson } = word
  if (isJson) return readJson(text, `The field ${name}`)
  switch (schema?.['type']) {
    case 'integer':
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text
    case 'object':
      return readJson(text, `The field ${name}`)
    case 'array':
      return text.startsWith('[') ? readJson(text, `The field ${name}`) : [text]
    default:
      return text
  }
}

/** The field of this name; of an open body any. */
export function findField(described: Described, name: string): Field | undefined {
  const found = described.fields.find((field) => field.name === name && field.in !== 'header')
  if (found || (described.isOpen && described.types.length > 0)) return found
  const names = described.fields.filter((field) => field.in !== 'header').map((field) => field.name)
  const near = suggest(name, names)
  const all = names.length === 0 ? ' It takes none.' : ` It takes ${names.join(', ')}.`
  throw new UsageError(`There is no field "${name}".${near === '' ? all : near}`)
}

/** What "florin api help" shows. */
export function describeHelp(operation: Listed, described: Described, bank: string): string {
  const { id, method, path } = operation
  const rows = described.fields.filter((field) => field.name !== 'Idempotency-Key').map(toRow)
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  const kinds = Math.max(0, ...rows.map(([, kind]) => kind.length))
  return [
    `${id}  ${method} ${path}`,
    '',
    described.summary,
    ...(described.description === '' ? [] : [described.description]),
    '',
    rows.length === 0 ? 'It takes no fields.' : 'Fields:',
    ...rows.map(([name, kind, says]) =>
      `  ${name.padEnd(width)}  ${kind.padEnd(kinds)}  ${says}`.trimEnd(),
    ),
    '',
    `  florin api ${id}${exampleWords(described, path)}`,
    '',
    ...(described.errors.length === 0 ? [] : [`Errors: ${described.errors.join(', ')}`]),
    `More: ${bank}/api/docs/operations/${id}`,
  ].join('\n')
}

const toRow = ({ name, isRequired, schema, description, in: place }: Field) => {
  const kind = [kindOf(schema), ...(isRequired ? ['required'] : [])].join(', ')
  return [place === 'header' ? `(header) ${name}` : name, kind, description] as const
}

function kindOf(schema: Schema): string {
  const values = asList(schema['enum'])
  if (values.length > 0) return values.join(' | ')
  const format = asText(schema['format'])
  if (format !== '') return format
  return asText(schema['type']) || 'any'
}

function exampleWords({ example, fields }: Described, path: string): string {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, '…'] as const)
  const required = fields.filter((field) => field.in === 'query' && field.isRequired)
  return [
    ...inPath,
    ...required.map(({ name }) => [name, '…'] as const),
    ...Object.entries(example),
  ]
    .map(([name, value]) => ` ${toWord(name, value)}`)
    .join('')
}

const toWord = (name: string, value: unknown): string =>
  typeof value === 'string' ? `${name}=${quote(value)}` : `${name}:=${quote(JSON.stringify(value))}`

const quote = (text: string): string =>
  /^[\w.,:@/…+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
