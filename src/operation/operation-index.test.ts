// Calls of operations are checked where they are written: `npx tsc` fails when one of the lines that expect
// an error has none. The test at run time only checks the operation under each name.
import { Type } from 'typebox'
import { expect, expectTypeOf, it } from 'vitest'
import { byName, type OutputOf } from './operation-index.ts'
import { type AnyOperation, defineOperation, definePosting } from './operation.ts'
import type { Perform } from './tool.ts'

const listed = [
  defineOperation({
    name: 'boat.list',
    kind: 'query',
    summary: 'The boats there are.',
    auth: 'public',
    input: Type.Object({ length: Type.Integer(), sail: Type.Optional(Type.String()) }),
    output: Type.Object({ names: Type.Array(Type.String(), { maxItems: 10 }) }),
    errors: [],
    rest: [],
    handler: () => ({ names: [] }),
  }),
  definePosting({
    name: 'boat.sell',
    summary: 'Sell a boat.',
    auth: 'public',
    input: Type.Object({ boat: Type.String() }),
    output: Type.Object({ price: Type.Integer() }),
    errors: [],
    rest: [],
    handler: () => ({ books: [], decide: () => ({ price: 1 }) }),
  }),
]
const operations = byName(listed)

it('has each operation under its name', () => {
  expect(operations).toEqual({ 'boat.list': listed[0], 'boat.sell': listed[1] })
})

it('has the compiler check the name, the input and the output of a call', async () => {
  const handed: unknown[] = []
  const perform: Perform = async <Op extends AnyOperation>(_operation: Op, input: object) => {
    handed.push(input)
    return {} as OutputOf<Op>
  }
  const list = operations['boat.list']
  expectTypeOf(await perform(list, { length: 3 })).toEqualTypeOf<{ names: string[] }>()
  expectTypeOf(await perform(operations['boat.sell'], { boat: 'a' })).toEqualTypeOf<{
    price: number
  }>()
  await perform(list, { length: 3, sail: null })
  await perform(list, { length: 3, sail: undefined })
  // @ts-expect-error -- no such operation
  expect(operations['boat.burn']).toBeUndefined()
  // @ts-expect-error -- no such field
  await perform(list, { length: 3, mast: 1 })
  const withMast = { length: 3, mast: 1 }
  // @ts-expect-error -- no such field, in a value that was made elsewhere
  await perform(list, withMast)
  // @ts-expect-error -- a field of another kind
  await perform(list, { length: '3' })
  // @ts-expect-error -- a field is missing
  await perform(list, { sail: 'red' })
  // @ts-expect-error -- null, where the field must be there
  await perform(list, { length: null })
  expect(handed).toHaveLength(9)
})
