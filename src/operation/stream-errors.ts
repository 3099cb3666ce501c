// The errors that opening a stream of events may have.
import { Type } from 'typebox'
import { EventCursorLost } from './epochs.ts'
import { defineError, Forbidden, Invalid, NotFound } from './error.ts'

/** Fixed, because it is unknown when another stream will close. */
const RETRY_SECONDS = 30

export const StreamCapacityReached = defineError(
  'STREAM_CAPACITY_REACHED',
  503,
  () =>
    `Too many live streams are open on this server; try again in ${RETRY_SECONDS} seconds, or read GET /api/v2/events instead.`,
  {
    advice:
      'After the time in Retry-After, reconnect with `Last-Event-ID` so that no event is missed.',
    show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }),
  },
)

export const StreamLimitReached = defineError<{ limit: number }>(
  'STREAM_LIMIT_REACHED',
  429,
  (d) =>
    `You have ${d.limit} live streams open, which is the limit for one user over all credentials; close one, or read GET /api/v2/events instead.`,
  {
    advice:
      'Close a stream that the same user opened with any credential, or share one stream among several consumers.',
    details: Type.Object({ limit: Type.Integer() }),
    show: () => ({ headers: { 'Retry-After': String(RETRY_SECONDS) } }),
  },
)

/** For the declaration of a subscription to events. */
export const streamErrors = [
  Invalid,
  NotFound,
  Forbidden,
  EventCursorLost,
  StreamCapacityReached,
  StreamLimitReached,
]
