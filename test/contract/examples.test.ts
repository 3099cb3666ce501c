// Every operation is shown by an example that the bank itself would accept, and an answer it could give.
import { describe, expect, it } from 'vitest'
import { headerOf } from '../../src/operation/input-source.ts'
import { type AnyOperation, parseRoute } from '../../src/operation/operation.ts'
import { shapeOf } from '../../src/operation/shape.ts'
import { describeForTests } from '../harness/describe.ts'
import { fieldsOf } from './send.ts'

const cases = describeForTests().domains.flatMap(({ operations, examples }) =>
  operations
    .filter((op) => op.rest.length > 0)
    .map((op) => ({ name: op.name, op, example: examples[op.name] ?? {} })),
)

const recordAnew = 'after a change of the answer, `npm run examples` records it anew'

/** The fields that some route carries in its body. */
const bodyFieldsOf = (op: AnyOperation): string[] =>
  op.rest.flatMap(({ route }) => {
    const { method, params } = parseRoute(route)
    if (method === 'GET' || method === 'DELETE') return []
    return Object.entries(fieldsOf(op))
      .filter(([name, schema]) => !params.includes(name) && headerOf(schema) === undefined)
      .map(([name]) => name)
  })

describe('the example of', () => {
  it.each(cases)('$name is a request that the bank accepts', ({ op, example: { input } }) => {
    const inBody = bodyFieldsOf(op)
    if (inBody.length > 0) expect(inBody.some((name) => input?.[name] !== undefined)).toBe(true)
    const shape = shapeOf(op.input)
    const picked = shape.pick(input ?? {})
    expect(shape.problems(picked)).toEqual({})
    expect(picked, 'it has only fields that are declared').toMatchObject(input ?? {})
  })

  it.each(cases)('$name shows an answer that the bank may give', ({ op, example: { output } }) => {
    const isSilent = op.rest.every(({ envelope }) => envelope === 'none')
    if (isSilent) return expect(output).toBeUndefined()
    const shape = shapeOf(op.output)
    expect(shape.problems(output), recordAnew).toEqual({})
    expect(output, recordAnew).toEqual(shape.pick(output))
  })
})
