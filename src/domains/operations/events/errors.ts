// The errors that only live streams have.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

/** Nobody knows when a stream will end, so clients are told a fixed time that spares them useless retries. */
const RETRY_SECONDS = 30

export const TooManyStreams = defineError(
  'STREAM_CAPACITY_REACHED',
  503,
  () =>
    `Too many live streams are open on this server; try again in ${RETRY_SECONDS} seconds, or read GET /api/v2/events instead.`,
  { show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }) },
)

export const StreamLimitReached = defineError<{ limit: number }>(
  'STREAM_LIMIT_REACHED',
  429,
  (d) =>
    `You have ${d.limit} live streams open, which is the limit for one user over all credentials; close one, or read GET /api/v2/events instead.`,
  {
    advice: 'Close a stream, or read the events in pages.',
    details: Type.Object({ limit: Type.Integer() }),
    show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }),
  },
)
