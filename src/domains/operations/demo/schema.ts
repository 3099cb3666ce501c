// The shape of the load of the demo data.
import { Type } from 'typebox'
import { DateTime, Nullable } from '../../../kernel/schema.ts'

export const DemoStatus = Type.Enum(
  ['available', 'loading', 'interrupted', 'loaded', 'unavailable'],
  {
    $id: 'DemoStatus',
    description:
      'Whether the demo data can be loaded, is being loaded, was interrupted and can be continued, or is there; unavailable means that this bank cannot take it.',
  },
)

export const DemoLoad = Type.Object(
  {
    status: DemoStatus,
    step: Type.Integer({
      description: 'The number of the current step, from 1; 0 before the start.',
    }),
    steps: Type.Integer({ description: 'How many steps there are; 0 before the start.' }),
    title: Nullable(Type.String({ description: 'What is loaded now: mostly a day.' })),
    reason: Nullable(
      Type.String({ description: 'Why the bank cannot take the data, or why the load stopped.' }),
    ),
    updated_at: Nullable(DateTime),
  },
  { $id: 'DemoLoad' },
)
