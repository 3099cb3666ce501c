// Checks the content of an answer, because a success status alone may not mean what is counted.
import type { LoadResult } from './load/plan.ts'

type Status = 'completed' | 'pending'

const countStatus = (body: string, status: Status): number =>
  body.split(`"status":"${status}"`).length - 1

/** Throws unless the first answer holds this number of transfers with that status. */
export function checkTransfers(
  name: string,
  { firstSuccess = '' }: LoadResult,
  status: Status,
  count = 1,
): void {
  const found = countStatus(firstSuccess, status)
  if (found === count) return
  const start = firstSuccess.slice(0, 1_000)
  throw new Error(`${name}: ${found} instead of ${count} transfers are ${status}: ${start}`)
}
