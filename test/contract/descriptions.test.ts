// All input is described: every parameter, and every field of every request body. Every error has its own advice.
import { describe, expect, it } from 'vitest'
import { toOpenApi } from '../../src/transport/openapi/document.ts'
import { withProtocols } from '../../src/transport/openapi/protocols.ts'
import { describeForTests } from '../harness/describe.ts'

interface Node {
  readonly $ref?: string
  readonly name?: string
  readonly description?: string
  readonly schema?: Node
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly allOf?: readonly Node[]
  readonly content?: Readonly<Record<string, Node>>
  readonly parameters?: readonly Node[]
  readonly requestBody?: Node
}

// Read as a client would read it: as JSON, following references.
const registry = describeForTests()
const document = JSON.parse(JSON.stringify(withProtocols(toOpenApi(registry, '/'))))

function resolve(node: Node): Node {
  if (node.$ref === undefined) return node
  let found = document
  for (const key of node.$ref.slice(2).split('/')) found = found[key]
  return resolve(found)
}

/** The paths of fields without a description, at any depth. */
function undescribedFields(node: Node, at: string): string[] {
  const { properties = {}, items, anyOf = [], allOf = [] } = resolve(node)
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      ...(describes(field) ? [] : [`${at}.${name}`]),
      ...undescribedFields(field, `${at}.${name}`),
    ]),
    ...(items ? undescribedFields(items, `${at}[]`) : []),
    ...[...anyOf, ...allOf].flatMap((one) => undescribedFields(one, at)),
  ]
}

/** A field may leave it to the only schema that it refers to. */
function describes(field: Node): boolean {
  const { description, anyOf = [], allOf = [] } = resolve(field)
  return description !== undefined || [...anyOf, ...allOf].some(describes)
}

const operations = Object.entries<Record<string, Node>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    at: `${method.toUpperCase()} ${path}`,
    operation,
  })),
)

describe('what a caller writes is described', () => {
  it.each(operations)('$at', ({ operation: { parameters = [], requestBody } }) => {
    const silent = parameters.map(resolve).filter((one) => one.description === undefined)
    expect(silent.map((one) => one.name)).toEqual([])
    const bodies = requestBody ? Object.values(resolve(requestBody).content ?? {}) : []
    expect(bodies.flatMap(({ schema = {} }) => undescribedFields(schema, 'body'))).toEqual([])
  })
})

describe('every error code', () => {
  it('has an advice in sentences that no other code has', () => {
    const { errors } = registry
    expect(errors.filter(({ advice }) => !/^[A-Z].*\.$/s.test(advice))).toEqual([])
    const repeated = errors.filter(({ advice }, index) =>
      errors.slice(0, index).some((other) => other.advice === advice),
    )
    expect(repeated.map(({ code }) => code)).toEqual([])
  })
})
