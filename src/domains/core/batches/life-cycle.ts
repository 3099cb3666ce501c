// The life of a batch, said once: what may happen to it in each state, and what it is then. Guards ask
// this table, the reference shows it, and the tests walk through all of it.

/** state → what may happen → the state after. */
export const lifeCycle = {
  pending: { start: 'processing', cancel: 'cancelled' },
  scheduled: { start: 'processing', cancel: 'cancelled' },
  processing: { complete: 'completed', fail: 'failed', cancel: 'cancelled' },
  completed: {},
  failed: {},
  cancelled: {},
} as const

export type BatchStatus = keyof typeof lifeCycle
export type BatchAction = 'start' | 'complete' | 'fail' | 'cancel'

export const batchStatuses = Object.keys(lifeCycle) as BatchStatus[]
export const batchActions: readonly BatchAction[] = ['start', 'complete', 'fail', 'cancel']

/** Undefined when it may not happen in that state. */
export function nextStatus(status: BatchStatus, action: BatchAction): BatchStatus | undefined {
  const moves: Partial<Record<BatchAction, BatchStatus>> = lifeCycle[status]
  return moves[action]
}

/** 'pending: start → processing, cancel → cancelled; …' */
export const describeLifeCycle = (): string =>
  Object.entries(lifeCycle)
    .map(([status, moves]) => {
      const named = Object.entries(moves).map(([action, next]) => `${action} → ${next}`)
      return `${status}: ${named.join(', ') || 'the end'}`
    })
    .join('; ')
