// The errors of workflow operations.
import { defineError } from '../../../operation/error.ts'

export const InvalidStatus = defineError<{ status: string; allowed: readonly string[] }>(
  'INVALID_STATUS',
  400,
  (d) => `There is no status "${d.status}"; use one of: ${d.allowed.join(', ')}.`,
  {
    advice:
      'Put one of the statuses in the message at the end of the path: GET /api/v2/workflows/status/:status.',
  },
)
