// Schemas of fields that several tools share.
import { Type } from 'typebox'

export const Uuid = Type.String({ format: 'uuid' })
export const AssetCode = Type.String({
  pattern: '^[A-Z]{3,10}$',
  description: 'Such as USD or BTC.',
})
export const Text = Type.String()
export const MaybeText = Type.Union([Type.String(), Type.Null()])
export const Amount = Type.Union(
  [Type.String({ pattern: '^\\d+(\\.\\d+)?$', maxLength: 40 }), Type.Number({ minimum: 0 })],
  { description: 'In whole currency, such as "12.50"; as text it is exact.' },
)
export const Minor = Type.Integer({ description: 'In the smallest unit: cents for USD.' })
/** An object whose fields are those of the underlying operation's output. */
export const Found = Type.Record(Type.String(), Type.Unknown())
