// The errors of the demo data.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

export const DemoNotPossible = defineError<{ reason: string }>(
  'DEMO_NOT_POSSIBLE',
  409,
  (d) => d.reason,
  {
    advice:
      'Start a new bank in sandbox mode, with a DATA_DIR or DATABASE_URL of its own, and load the demo data there.',
    details: Type.Object({ reason: Type.String() }),
  },
)
