// The shapes of exports and erasures.
import { Type } from 'typebox'
import { DateTime, described, Nullable, Uuid } from '../../../kernel/schema.ts'
import { plainText } from '../../../kernel/text.ts'
import { laws } from '../../../operation/personal-data.ts'

/** More tables than the bank has, and more kinds of obstacles. */
const TABLES_MAX = 500

export const Obstacle = Type.Object(
  {
    what: Type.String({ description: 'What stands in the way, in the plural.' }),
    count: Type.Integer({ description: 'How many there are.' }),
  },
  { $id: 'ErasureObstacle' },
)

export const Kept = Type.Object(
  {
    law: Type.Enum(Object.keys(laws) as (keyof typeof laws)[]),
    reason: Type.String({ description: 'Why it is kept.' }),
    until: DateTime,
    tables: Type.Array(Type.String(), { maxItems: TABLES_MAX }),
  },
  { $id: 'KeptData' },
)

const outcome = {
  erased: Type.Array(Type.String(), {
    maxItems: TABLES_MAX,
    description: 'The tables in which everything about the person is erased at once.',
  }),
  kept: Type.Array(Kept, {
    maxItems: Object.keys(laws).length,
    description: 'What is kept, why and until when; it is erased then.',
  }),
}

export const Preview = Type.Object(
  {
    can_be_erased: Type.Boolean(),
    obstacles: Type.Array(Obstacle, { maxItems: TABLES_MAX }),
    ...outcome,
  },
  { $id: 'ErasurePreview' },
)

const erasure = {
  id: Uuid,
  user_uuid: Uuid,
  asked_at: DateTime,
  asked_by: described(
    Nullable(Uuid),
    'The person or the operator; null if the erasure was repeated after a restore.',
  ),
  status: Type.Enum(['erasing', 'kept', 'ended'], {
    $id: 'ErasureStatus',
    description:
      'A job erases what need not be kept; the rest is kept until the legal term is over, and then erased.',
  }),
  kept_until: DateTime,
  erased_at: Nullable(DateTime),
  ended_at: Nullable(DateTime),
}
export const Erasure = Type.Object({ ...erasure, ...outcome }, { $id: 'Erasure' })
export const ErasureSummary = Type.Object(
  { ...erasure, reason: Nullable(Type.String()) },
  { $id: 'ErasureSummary' },
)

export const Identity = Type.Object(
  { user_uuid: Uuid, name: Type.String(), email: Type.String() },
  { $id: 'KeptIdentity' },
)

export const Holding = Type.Object(
  {
    table: Type.String(),
    rows: Type.Integer(),
    not_exported: described(
      Nullable(Type.String()),
      'Why rows of the table are not in the export; null if all are.',
    ),
    kept: described(
      Nullable(Type.String()),
      'Why the rows are kept for the legal term after an erasure; null if they are erased at once.',
    ),
  },
  { $id: 'PersonalDataHolding' },
)
export const Holdings = Type.Object(
  { user_uuid: Uuid, tables: Type.Array(Holding, { maxItems: TABLES_MAX }) },
  { $id: 'PersonalDataHoldings' },
)

export const format = Type.Enum(['file', 'summary'], {
  $id: 'PersonalDataFormat',
  default: 'file',
  description: 'All data as a file, or how many rows of each table there are.',
})

export const uuid = Type.String({ maxLength: 255, description: 'The uuid of the user.' })
export const erasureId = Type.String({ maxLength: 255, description: 'The id of the erasure.' })
export const reason = Type.String({
  ...plainText(500),
  description: 'For other operators and auditors; without names, because it is kept.',
})
