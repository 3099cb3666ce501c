// The errors that only the request log has.
import { Type } from 'typebox'
import { defineError } from '../../../operation/error.ts'

const RETRY_SECONDS = 30

export const RequestStreamLimitReached = defineError<{ limit: number }>(
  'REQUEST_STREAM_LIMIT_REACHED',
  429,
  (d) =>
    `You have ${d.limit} streams of the request log open, which is the limit; close one, or read GET /api/v2/requests.`,
  {
    advice: 'Close the stream in another tab or program, then connect again.',
    details: Type.Object({ limit: Type.Integer() }),
    show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }),
  },
)
