// Lets standbys answer queries, so that reads grow with machines. A caller says by a position in the log what they have seen;
// an answer that shows less would take back what they know, so it comes from a server that has at least that. Callers who
// say nothing are answered by the primary.
import type { LogPosition } from '../../platform/log-position.ts'
import type { Standby } from './standby.ts'
import type { Standbys } from './standbys.ts'
import { NoAnswer, within } from '../../platform/within.ts'
import { AppError, Unavailable } from '../error.ts'
import type { Reply } from '../idempotency.ts'
import type { AnyOperation } from '../operation.ts'
import type { Call, Run } from '../pipeline.ts'

/** Longer than queries take; a standby that hangs is given up, and the primary answers. */
const ANSWER_MS_MAX = 5_000

export function readFromStandbys(run: Run, standbys: Standbys): Run {
  return async (op, call) => {
    const { seen } = call
    if (!seen) return run(op, call)
    const note = (position: LogPosition | undefined): void => {
      if (position !== undefined) seen.advance(position)
    }
    const standby = isForStandby(op) ? await standbys.find(seen.position) : undefined
    const answered = standby && (await readFrom(standby, run, op, call))
    if (standby && answered) {
      note(answered.position)
      if ('error' in answered) throw answered.error
      return answered.reply
    }
    try {
      return await run(op, call)
    } finally {
      // Asked after the call, so that it covers what the call has written or shown.
      note(await standbys.readLogEnd().catch(() => undefined))
    }
  }
}

/** Long work has connections of its own to the primary. */
const isForStandby = ({ kind, heavy }: AnyOperation): boolean => kind === 'query' && !heavy

type Answered = { readonly position: LogPosition } & (
  | { readonly reply: Reply }
  | { readonly error: AppError }
)

/** Undefined if the standby could not answer, for which a query has to be run again; it has changed nothing. */
async function readFrom(
  standby: Standby,
  run: Run,
  op: AnyOperation,
  call: Call,
): Promise<Answered | undefined> {
  try {
    const settled = await within(ANSWER_MS_MAX, settle(run(op, { ...call, standby: standby.read })))
    return { ...settled, position: await within(ANSWER_MS_MAX, standby.readPosition()) }
  } catch (error) {
    // A query that the standby cancels, because it has to replay the log, says nothing about others.
    if (isOutage(error)) standby.fail(describe(error))
    return undefined
  }
}

const isOutage = (error: unknown): boolean =>
  error instanceof NoAnswer || (error instanceof AppError && error.def.code === Unavailable.code)

const describe = (error: unknown): string => {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}

/** A refusal is an answer, too. */
const settle = (running: Promise<Reply>): Promise<{ reply: Reply } | { error: AppError }> =>
  running.then(
    (reply) => ({ reply }),
    (error: unknown) => {
      if (error instanceof AppError && error.def.status < 500) return { error }
      throw error
    },
  )
