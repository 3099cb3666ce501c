// Checked by the compiler (`npm run types`): a difference from TypeBox's `Static` does not compile.
import { type Static, Type } from 'typebox'
import { expectTypeOf, test } from 'vitest'
import type { Value } from './value.ts'

const Every = Type.Object({
  text: Type.String(),
  whole: Type.Integer(),
  number: Type.Number(),
  flag: Type.Boolean(),
  nothing: Type.Null(),
  anything: Type.Unknown(),
  choice: Type.Enum(['a', 'b']),
  constant: Type.Literal('only'),
  list: Type.Array(Type.Object({ inner: Type.Optional(Type.String()) })),
  pair: Type.Tuple([Type.String(), Type.Integer()]),
  either: Type.Union([Type.String(), Type.Null()]),
  named: Type.Record(Type.String(), Type.Integer()),
  optional: Type.Optional(Type.Boolean()),
  own: Type.Unsafe<bigint>(Type.String()),
})

test('values have the types that TypeBox gives them', () => {
  expectTypeOf<Value<typeof Every>>().toEqualTypeOf<Static<typeof Every>>()
  expectTypeOf<Value<typeof Every>['choice']>().toEqualTypeOf<'a' | 'b'>()
  expectTypeOf<Value<typeof Every>['own']>().toEqualTypeOf<bigint>()
})
