// What only live streams are refused for.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** Nobody knows when a stream ends; whoever asks more often only asks in vain. */
const RETRY_SECONDS = 30

export const TooManyStreams = defineError(
  'TOO_MANY_STREAMS',
  503,
  () => 'Too many streams are open; try again later, or read GET /api/v2/events instead.',
  { show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }) },
)

export const StreamLimitReached = defineError<{ limit: number }>(
  'STREAM_LIMIT_REACHED',
  429,
  (d) =>
    `You have ${d.limit} streams open, as many as one user may have by all credentials together; close one, or read GET /api/v2/events instead.`,
  {
    details: Type.Object({ limit: Type.Integer() }),
    show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }),
  },
)
