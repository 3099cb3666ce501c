// Decides how often and when a failed push of a message is retried.

export const priorities = ['low', 'normal', 'high', 'critical'] as const
export type Priority = (typeof priorities)[number]

const retriesByPriority: Readonly<Record<Priority, number>> = {
  low: 2,
  normal: 3,
  high: 4,
  critical: 5,
}

const WAIT_SECONDS_MAX = 300

/** The wait before this retry, counted from 1: 20 s, 40 s, … and never more than 5 minutes. */
export const secondsBeforeRetry = (number: number): number =>
  Math.min(WAIT_SECONDS_MAX, 2 ** number * 10)

/** The next retry after a failed push; undefined when there are no more retries. */
export function planRetry(
  { priority, retry_count }: { readonly priority: Priority; readonly retry_count: number },
  now: Date,
): { readonly retry_count: number; readonly next_retry_at: Date } | undefined {
  if (retry_count >= retriesByPriority[priority]) return undefined
  const number = retry_count + 1
  const next_retry_at = new Date(now.getTime() + secondsBeforeRetry(number) * 1000)
  return { retry_count: number, next_retry_at }
}
