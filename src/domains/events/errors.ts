// What only live streams are refused for.
import { defineError } from '../../operation/error.ts'

export const TooManyStreams = defineError(
  'TOO_MANY_STREAMS',
  503,
  () => 'Too many streams are open; try again later, or read GET /api/v2/events instead.',
)
