// Writes the generated part of the TypeScript SDKs: the types, and one function for each operation. Functions
// instead of a class, so that a bundler keeps only what is used.
import { nameOf, type Schema } from './document.ts'
import type { SdkModel, SdkOperation, SdkParameter } from './model.ts'
import { toFunctionName } from './names/typescript.ts'
import { quote, toBlockComment, toLine } from './words.ts'

export const writeTypes = ({ types }: SdkModel): string =>
  [
    '// The types of requests and answers, generated from the OpenAPI document of the bank.',
    ...[...types].map(
      ([name, schema]) =>
        `${comment(schema.description, '')}export type ${name} = ${toType(schema, '')}`,
    ),
    '',
  ].join('\n\n')

interface OperationsOptions {
  /** The folder of the client and the types. */
  readonly folder: '.' | '..'
  readonly isTyped: boolean
}

export function writeOperations(
  model: SdkModel,
  { folder, isTyped }: OperationsOptions = { folder: '.', isTyped: true },
): string {
  const operations = model.groups.flatMap((group) => group.operations)
  const body = model.groups
    .map(
      ({ summary, operations: own }) =>
        `// ${toLine(summary)}\n\n${own.map((one) => writeOperation(one, isTyped)).join('\n\n')}\n`,
    )
    .join('\n')
  const code = body.replaceAll(/\/\*\*.*\*\/|^\/\/.*$/gm, '')
  const names = new Set(code.match(/\b[A-Z]\w*\b/g))
  const used = isTyped ? [...model.types.keys()].filter((name) => names.has(name)) : []
  const makers = [
    ...(operations.some(({ isStream }) => !isStream) ? ['operation'] : []),
    ...(operations.some(({ isStream }) => isStream) ? ['subscription'] : []),
  ]
  return [
    '// One function for each operation, generated from the OpenAPI document of the bank.',
    `import { ${makers.join(', ')} } from '${folder}/client.ts'`,
    ...(used.length > 0
      ? [`import type {\n${used.map((name) => `  ${name},\n`).join('')}} from '${folder}/types.ts'`]
      : []),
    '',
    body,
  ].join('\n')
}

function writeOperation(one: SdkOperation, isTyped: boolean): string {
  const { method, path, queryParameters, isStream } = one
  const answer = one.answer === undefined ? 'void' : isTyped ? toType(one.answer, '') : 'any'
  const query = queryParameters
    .map(({ name }) => `'${toLine(name).replaceAll(/['\\]/g, '')}'`)
    .join(', ')
  const types = `<${isTyped ? toInput(one) : 'Record<string, unknown>'}, ${answer}>`
  const list = query === '' ? '' : `, [${query}]`
  const call = isStream
    ? `subscription${types}('${path}'${list})`
    : `operation${types}('${method}', '${path}'${list})`
  return `${comment(one.summary, '')}export const ${toFunctionName(one)} = /* @__PURE__ */ ${call}`
}

/** The path and query parameters, together with the fields of the body. */
function toInput({ pathParameters, queryParameters, body, isBodyRequired }: SdkOperation): string {
  const fields = [
    ...pathParameters.map((one) => ({ ...one, isRequired: true })),
    ...queryParameters,
  ]
  const own = fields.length === 0 ? [] : [toObject(fields)]
  const sent =
    body === undefined ? [] : [isBodyRequired ? toType(body, '') : `Partial<${toType(body, '')}>`]
  return [...own, ...sent].join(' & ') || 'object'
}

const toObject = (fields: readonly SdkParameter[]): string =>
  `{ ${fields.map(({ name, isRequired, schema }) => `${toKey(name)}${isRequired ? '' : '?'}: ${toType(schema, '')}`).join('; ')} }`

const toKey = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name)
    ? name
    : `'${toLine(name).replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

export function toType(schema: Schema, indent: string): string {
  const name = nameOf(schema)
  const written = name ?? toPlainType(schema, indent)
  const isNullable = schema.nullable === true && schema.enum?.includes(null) !== true
  return isNullable ? `${written} | null` : written
}

function toPlainType(schema: Schema, indent: string): string {
  const { anyOf, oneOf, allOf, items } = schema
  if (schema.enum)
    return schema.enum
      .map((value) => (typeof value === 'string' ? quote(value) : JSON.stringify(value)))
      .join(' | ')
  const union = anyOf ?? oneOf
  if (union) return joinTypes(union, ' | ', indent)
  if (allOf) return joinTypes(allOf, ' & ', indent)
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'integer':
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return `readonly ${items ? grouped(toType(items, indent)) : 'unknown'}[]`
    case 'object':
      return toObjectType(schema, indent)
  }
  return 'unknown'
}

const joinTypes = (types: readonly Schema[], by: string, indent: string): string => {
  const written = [...new Set(types.map((one) => toType(one, indent)))]
  return written.length === 1 ? written[0]! : written.map(grouped).join(by)
}

/** A type of several parts, in parentheses. */
const grouped = (type: string): string => (/[|&]/.test(type) ? `(${type})` : type)

function toObjectType({ properties, required = [], additionalProperties }: Schema, indent: string) {
  const deeper = `${indent}  `
  const rest =
    typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? toType(additionalProperties, deeper)
      : 'unknown'
  if (!properties || Object.keys(properties).length === 0)
    return `Readonly<Record<string, ${rest}>>`
  const lines = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? '' : '?'
    return `${comment(field.description, deeper)}${deeper}readonly ${toKey(name)}${mark}: ${toType(field, deeper)}`
  })
  return `{\n${lines.join('\n')}\n${indent}}`
}

const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? '' : `${indent}/** ${toBlockComment(text)} */\n`
