// Runs the long work of operations that declare `heavy` in a worker thread, a few tasks at once per caller.
import {
  PER_HOLDER,
  type Task,
  TASK_SECONDS,
  type Workers,
  WorkersError,
} from '../platform/workers.ts'
import type { DatabaseAddress } from '../platform/database.ts'
import type { Caller } from './caller.ts'
import { TooManyConcurrentRequests, Unavailable } from './error.ts'

/** Runs a task for a caller; throws a declared error when there is no room for it. */
export type LongWork = <Input, Output>(
  task: Task<Input, Output>,
  input: Input,
  caller: Caller,
) => Promise<Output>

/** About as long as a large file takes. */
const RETRY_SECONDS = 2

export const makeLongWork =
  (workers: Workers, address: DatabaseAddress): LongWork =>
  async (task, input, caller) => {
    try {
      return await workers.run(task, input, { holder: holderOf(caller), address })
    } catch (error) {
      throw error instanceof WorkersError ? toRefusal(error) : error
    }
  }

/** All credentials and agents of a user share the user's tasks. */
const holderOf = ({ user, agent, partner, credential, address }: Caller): string =>
  user ?? credential?.user ?? agent ?? partner ?? address

function toRefusal(error: WorkersError) {
  switch (error.refusal) {
    case 'share':
      return TooManyConcurrentRequests({ in_progress: PER_HOLDER, retry_after: RETRY_SECONDS })
    case 'queue':
      return Unavailable({ reason: 'Too many long requests are queued; retry shortly.' })
    case 'time':
      return Unavailable({
        reason: `This takes longer than ${TASK_SECONDS} s; ask for less at once, such as a shorter period.`,
      })
    case 'memory':
      return Unavailable({
        reason: 'This is too much for one answer; ask for less at once, such as a shorter period.',
      })
    case 'closed':
      return Unavailable({ reason: 'The server is shutting down.' })
  }
}
