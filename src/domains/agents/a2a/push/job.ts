// The job that wakes the notifications of one owner.
import type { Context } from '../../../../operation/operation.ts'
import type { Jobs } from '../../../../platform/jobs.ts'
import { noteChange } from './store.ts'

export const PUSH_JOB = 'a2a.push'

/** Has the addresses of a task notified, in the transaction that changes it. */
export async function notify(
  task: { readonly id: string; readonly owner_uuid: string },
  { tx, now }: Pick<Context, 'tx' | 'now'>,
  jobs: Pick<Jobs, 'send'>,
): Promise<void> {
  if (await noteChange(tx, task.id, now)) await jobs.send(tx, PUSH_JOB, { owner: task.owner_uuid })
}
