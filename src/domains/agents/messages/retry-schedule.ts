// How often a message is brought again to an address that does not take it, and when.

export const priorities = ['low', 'normal', 'high', 'critical'] as const
export type Priority = (typeof priorities)[number]

const retriesByPriority: Readonly<Record<Priority, number>> = {
  low: 2,
  normal: 3,
  high: 4,
  critical: 5,
}

const WAIT_SECONDS_MAX = 300

/** Before the retry with this number, the first being 1: 20 s, 40 s, … and never more than 5 minutes. */
export const secondsBeforeRetry = (number: number): number =>
  Math.min(WAIT_SECONDS_MAX, 2 ** number * 10)

/** What follows a failure: another try at a certain time, or nothing any more. */
export function planRetry(
  { priority, retry_count }: { readonly priority: Priority; readonly retry_count: number },
  now: Date,
): { readonly retry_count: number; readonly next_retry_at: Date } | undefined {
  if (retry_count >= retriesByPriority[priority]) return undefined
  const number = retry_count + 1
  const next_retry_at = new Date(now.getTime() + secondsBeforeRetry(number) * 1000)
  return { retry_count: number, next_retry_at }
}
