// The errors of exports and erasures.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'
import { Obstacle } from './schema.ts'

export const ErasureBlocked = defineError<{
  obstacles: readonly { readonly what: string; readonly count: number }[]
}>(
  'ERASURE_BLOCKED',
  409,
  ({ obstacles }) =>
    `The data cannot be erased yet; in the way: ${obstacles.map(({ what, count }) => `${what} (${count})`).join(', ')}.`,
  {
    meaning:
      'The person and the bank still owe each other something, or the person is being checked.',
    advice:
      'Show `obstacles`: each names what must be paid out, cancelled or decided first. GET /api/v2/personal-data/erasure lists them at any time.',
    details: Type.Object({ obstacles: Type.Array(Obstacle) }),
  },
)

export const IdentityNotKept = defineError(
  'IDENTITY_NOT_KEPT',
  410,
  () => 'The bank no longer knows who this was: the legal term is over, or a restore had lost it.',
  { advice: 'Tell the authority that asks when the data was erased: `ended_at` of the erasure.' },
)
