// No list is without end: every array that leaves the bank says how long it may be, and lists that grow
// with use come in pages. Declared for every operation there is or will be; `every-operation` checks the answers.
import { describe, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/operation/operation.ts'
import type { JsonSchema } from '../../src/operation/shape.ts'
import { describeForTests } from '../harness/describe.ts'
import { exemptFrom } from './exemptions.ts'

const { operations } = describeForTests()

interface Schema extends JsonSchema {
  readonly maxItems?: number
  readonly maximum?: number
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

interface Listed {
  readonly path: string
  readonly maxItems: number | undefined
}

/** Every array in a schema, however deep, with the way to it. */
function arraysIn(schema: Schema, path = ''): Listed[] {
  const inner = [
    ...(schema.anyOf ?? []).flatMap((branch) => arraysIn(branch, path)),
    ...Object.entries({ ...schema.properties, ...schema.patternProperties }).flatMap(
      ([name, field]) => arraysIn(field, `${path}.${name}`),
    ),
  ]
  if (schema.type !== 'array') return inner
  return [{ path, maxItems: schema.maxItems }, ...arraysIn(schema.items ?? {}, `${path}[]`)]
}

const fieldsOf = (op: AnyOperation) =>
  ((op.input as Schema).properties ?? {}) as Readonly<Record<string, Schema>>
const isRows = ({ path }: Listed): boolean => path === '' || path === '.data'

/** The reason for which an array of the output may be longer than a page. */
function reasonFor({ exempt }: AnyOperation, path: string): string | undefined {
  const length = exempt?.length
  return typeof length === 'object' ? length[path] : length
}

describe('every array that leaves the bank', () => {
  const arrays = operations.flatMap((op) =>
    arraysIn(op.output as Schema).map((list) => ({ op, list, name: `${op.name} ${list.path}` })),
  )

  it('says how long it may be', () => {
    const endless = arrays.filter(({ list }) => list.maxItems === undefined)
    expect(endless.map(({ name }) => name)).toEqual([])
  })

  it('is no longer than a page, unless its operation states a reason', () => {
    const long = arrays.filter(({ list }) => list.maxItems! > 100)
    const unexplained = long.filter(({ op, list }) => reasonFor(op, list.path) === undefined)
    expect(unexplained.map(({ name }) => name)).toEqual([])
    const isLong = (op: AnyOperation, path?: string) =>
      long.some((one) => one.op === op && (path === undefined || one.list.path === path))
    const needless = operations.flatMap((op) => {
      const length = op.exempt?.length ?? {}
      const paths = typeof length === 'string' ? [undefined] : Object.keys(length)
      return paths.filter((path) => !isLong(op, path)).map((path) => `${op.name} ${path ?? ''}`)
    })
    expect(needless).toEqual([])
  })

  it('comes in pages when it is a list, unless its operation states a reason', () => {
    const unpaged = arrays.filter(({ op, list }) => {
      const fields = fieldsOf(op)
      return isRows(list) && !fields.per_page && !fields.limit && !fields.cursor
    })
    expect(unpaged.map(({ op }) => op.name).toSorted()).toEqual(exemptFrom('pages'))
  })

  it('has as many rows as can be asked for', () => {
    const dishonest = arrays.filter(({ op, list }) => {
      const { per_page, limit } = fieldsOf(op)
      const most = (per_page ?? limit)?.maximum
      return isRows(list) && most !== undefined && list.maxItems! < most
    })
    expect(dishonest.map(({ name }) => name)).toEqual([])
  })
})

describe('the number of rows that can be asked for', () => {
  const asked = operations.flatMap((op) =>
    ['per_page', 'limit'].flatMap((field) => {
      const schema = fieldsOf(op)[field]
      return schema ? [{ name: `${op.name} ${field}`, maximum: schema.maximum }] : []
    }),
  )

  it('is a hundred at most, unless it is specified otherwise', () => {
    const more = asked.filter(({ maximum }) => maximum === undefined || maximum > 100)
    // The second is bounded by what it answers: more than 50 is 50.
    expect(more.map(({ name }) => name)).toEqual(['wallet.activity limit', 'event.list limit'])
  })
})
