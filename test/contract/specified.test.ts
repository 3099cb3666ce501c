// Every field list of the specification (specified.ts), compared with the OpenAPI document, which is what the bank
// accepts and answers: `every-operation` checks that.
import { describe, expect, it } from 'vitest'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
import { describeForTests } from '../harness/describe.ts'
import { specified } from './specified.ts'

interface Schema {
  readonly $ref?: string
  readonly allOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: unknown
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly name?: string
  readonly schema?: Schema
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Described {
  readonly parameters?: readonly (Schema & { readonly required?: unknown })[]
  readonly requestBody?: Schema
  readonly responses: Readonly<Record<string, Schema>>
}

const document = JSON.parse(JSON.stringify(withProtocols(toOpenApi(describeForTests(), '/')))) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const [, , group, name] = schema.$ref.split('/')
  return resolve(document.components[group!]![name!]!)
}

/** The schema itself and all that it consists of or may be. */
const formsOf = (schema: Schema): Schema[] => {
  const whole = resolve(schema)
  const parts = [whole.allOf, whole.anyOf, whole.oneOf].flatMap((list) => list ?? [])
  return [whole, ...parts.flatMap(formsOf)]
}

interface Field {
  readonly name: string
  readonly values: readonly string[]
  readonly isRequired: boolean
  readonly isList: boolean
  readonly fields: readonly Field[]
}

/** Reads `a! b:x|y c[]{d e}`. */
function readFields(text: string): Field[] {
  const fields: Field[] = []
  let rest = text.trim()
  while (rest !== '') {
    const [head, name = '', values, list, open] =
      /^([^\s{}[\]:!]*)(?::([^\s{}[\]!]+))?(\[\])?(\{)?/.exec(rest)!
    let after = rest.slice(head.length)
    let inner = ''
    if (open !== undefined) {
      const end = endOfBraces(after)
      inner = after.slice(0, end)
      after = after.slice(end + 1)
    }
    const isRequired = after.startsWith('!')
    fields.push({
      name,
      values: values?.split('|') ?? [],
      isRequired,
      isList: list !== undefined,
      fields: readFields(inner),
    })
    rest = after.replace(/^!/, '').trimStart()
  }
  return fields
}

function endOfBraces(text: string): number {
  let depth = 1
  for (const { index, 0: brace } of text.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1
    if (depth === 0) return index
  }
  throw new Error(`Braces are not closed: ${text}`)
}

/** What is missing, as paths. */
function missing(schema: Schema, fields: readonly Field[], path = ''): string[] {
  return fields.flatMap((field) => {
    const at = `${path}${field.name}`
    const found =
      field.name === ''
        ? formsOf(schema)
        : formsOf(schema).flatMap(({ properties }) => properties?.[field.name] ?? [])
    if (found.length === 0) return [at]
    const forms = found.flatMap(formsOf)
    const inner = field.isList ? forms.flatMap(({ items }) => items ?? []) : forms
    if (field.isList && inner.length === 0) return [`${at}[]`]
    return [
      ...missingValues(field, forms).map((value) => `${at}:${value}`),
      ...missing({ anyOf: inner }, field.fields, `${at}${field.isList ? '[]' : ''}.`),
    ]
  })
}

/** A text without a list of values takes all of them. */
function missingValues({ values }: Field, forms: readonly Schema[]): string[] {
  const known = forms.flatMap((form) => form.enum ?? [])
  return known.length === 0 ? [] : values.filter((value) => !known.includes(value))
}

const bodyOf = ({ content = {} }: Schema): Schema => ({
  anyOf: Object.values(content).flatMap(({ schema }) => schema ?? []),
})

function inputOf({ parameters = [], requestBody }: Described): Schema {
  const named = parameters.map((one) => resolve(one))
  const body = requestBody ? [bodyOf(resolve(requestBody))] : []
  return {
    anyOf: [
      {
        properties: Object.fromEntries(named.map((one) => [one.name!, one.schema ?? {}])),
        required: named.filter((one) => (one.required as unknown) === true).map((one) => one.name!),
      },
      ...body,
    ],
  }
}

const requiredOf = (schema: Schema): string[] =>
  formsOf(schema).flatMap(({ required }) => required ?? [])

/** Parameters of a path may have other names in the document. */
const shapeOf = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
const byShape = new Map(
  Object.entries(document.paths).map(([path, methods]) => [shapeOf(path), methods]),
)

describe.each(Object.entries(specified))('%s', (route, { takes, answers, statuses }) => {
  const [method, path] = route.split(' ') as [string, string]
  const described = byShape.get(shapeOf(path))?.[method.toLowerCase()]

  it('is in the document, with the fields and statuses of the specification', () => {
    expect(described, 'the route').toBeDefined()
    const { responses } = described!
    const input = inputOf(described!)
    const fields = readFields(takes ?? '')
    expect(missing(input, fields), 'fields of the request').toEqual([])
    const needed = fields.filter((field) => field.isRequired).map(({ name }) => name)
    expect(requiredOf(input), 'required fields').toEqual(expect.arrayContaining(needed))
    // What is unexpected is described once, as `default`.
    const known = Object.keys(responses).map((one) => (one === 'default' ? 500 : Number(one)))
    expect(known, 'statuses').toEqual(expect.arrayContaining([...(statuses ?? [])]))
    const success = String(statuses?.[0] ?? known.find((status) => status < 300))
    const answer = bodyOf(resolve(responses[success]!))
    expect(missing(answer, readFields(answers ?? '')), 'fields of the answer').toEqual([])
  })
})
