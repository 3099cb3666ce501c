// Whether an event that a caller has seen is still in the log. A restore of the database loses the newest events; what
// happens afterwards has other ids (ADR 58), so a caller that continues after a lost one would wait for nothing, and
// would not learn that it has seen what did not happen.
import { Type } from 'typebox'
import { EventId, Nullable } from '../kernel/schema.ts'
import type { Database, Db } from '../platform/database.ts'
import {
  enterEpoch,
  FAR,
  getNewestEpoch,
  insertEpoch,
  type PositionState,
  readPositionState,
} from './epoch-store.ts'
import { AppError, defineError } from './error.ts'
import { endOf, type Place, toEventId } from './event-log.ts'

/** From where a caller continues who has seen an event that is not in the log. */
export interface CursorLoss {
  readonly resume_after: string
  /** When the bank was restored; null if no restore explains the event. */
  readonly restored_at: string | null
}

/** 410 and not 404 or 409, because the event did exist, and repeating the request never helps. */
export const EventCursorLost = defineError<CursorLoss>(
  'EVENT_CURSOR_LOST',
  410,
  ({ resume_after, restored_at }) =>
    restored_at === null
      ? `The log has no such event, and ends before it; continue after ${resume_after}.`
      : `The bank was restored at ${restored_at}, and the event is no longer in the log; continue after ${resume_after}.`,
  {
    meaning:
      'The event to continue after is not in the log: the database was restored to an earlier moment, and all events after `error.details.resume_after` were lost.',
    advice:
      'Continue after `error.details.resume_after`: no later event is missed. What you have done because of events after it did not happen at the bank, so compare balances and payments.',
    details: Type.Object({
      resume_after: EventId,
      restored_at: Nullable(Type.String({ format: 'date-time' })),
    }),
  },
)

/** The loss that the error reports; undefined for any other error. */
export const readLoss = (error: unknown): CursorLoss | undefined =>
  error instanceof AppError && error.def.code === EventCursorLost.code
    ? (error.details as CursorLoss)
    : undefined

/**
 * Throws if the event is not in the log, and returns how many positions have been assigned after it. A cursor that is just
 * before `until`, up to which the log was seen to be complete, needs no statement.
 */
export async function checkCursor(
  { position }: Place,
  { read, write }: Pick<Database, 'read' | 'write'>,
  until = 0,
): Promise<number> {
  const ago = until - position
  if (ago >= 0 && ago <= FAR) return ago
  let state = await readPositionState(read, position)
  if (isAhead(position, state)) {
    // The server may have been restored, and nothing was written since.
    await enterEpoch(write)
    state = await readPositionState(read, position)
  }
  return checkState(position, state)
}

/** The same in a transaction that writes. */
export const checkCursorIn = async (tx: Db, { position }: Place): Promise<number> =>
  checkState(position, await readPositionState(tx, position))

const isAhead = (position: number, { newest }: PositionState): boolean => position > newest

function checkState(position: number, state: PositionState): number {
  const { newest, skipped, lost } = state
  const resume = (after: number) => toEventId(endOf(after))
  if (lost)
    throw EventCursorLost({ resume_after: resume(lost.kept), restored_at: lost.restored_at })
  if (isAhead(position, state))
    throw EventCursorLost({ resume_after: resume(newest), restored_at: null })
  return newest - position - skipped
}

export interface Epoch {
  readonly number: number
  /** All events after it, and before the first one of the epoch, were lost. */
  readonly last_event_id: string
  readonly first_event_id: string
  readonly started_at: string
}

/**
 * Starts a new epoch of event ids. A restore that PostgreSQL itself makes, and the promotion of a standby, are recognized
 * by every connection that writes; a database whose files were copied back is not, so that whoever restores it in this way
 * must call this before the bank starts.
 */
export async function startEpoch(db: Db, reason: string): Promise<Epoch> {
  await insertEpoch(db, reason)
  const { number, previous_position, base_position, started_at } = await getNewestEpoch(db)
  return {
    number,
    last_event_id: toEventId(endOf(Number(previous_position))),
    first_event_id: toEventId({ position: Number(base_position), slot: 0 }),
    started_at,
  }
}

/** Whether the server shows by what a restore is recognized; a managed service may forbid it. */
export async function isHistoryKnown(db: Db): Promise<boolean> {
  const { system_identifier, timeline } = await getNewestEpoch(db)
  return system_identifier !== null && timeline !== null
}
