// What the workflow routes refuse.
import { defineError } from '../../../operation/error.ts'

export const InvalidStatus = defineError<{ status: string; allowed: readonly string[] }>(
  'INVALID_STATUS',
  400,
  (d) => `There is no status ${d.status}; it is one of: ${d.allowed.join(', ')}.`,
)
