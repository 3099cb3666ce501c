// The life of a session, said once: what may happen in each state, and what it is then. Whatever a
// provider says is followed only along this table, and the tests walk through all of it.

/** state → what may happen → the state after. */
export const lifeCycle = {
  pending: { pay: 'processing', fail: 'failed', expire: 'expired' },
  processing: { complete: 'completed', fail: 'failed', expire: 'expired' },
  completed: {},
  failed: {},
  expired: {},
} as const

export type SessionStatus = keyof typeof lifeCycle

export const sessionStatuses = Object.keys(lifeCycle) as SessionStatus[]

const nextOf = (status: SessionStatus): SessionStatus[] => Object.values(lifeCycle[status])

export const isOver = (status: SessionStatus): boolean => nextOf(status).length === 0

/**
 * The states to pass, in order, to get from one to another; none when it is there already, undefined
 * when there is no way. A provider that is asked rarely may have gone several steps meanwhile.
 */
export function findWay(from: SessionStatus, to: SessionStatus): SessionStatus[] | undefined {
  if (from === to) return []
  const next = nextOf(from)
  if (next.includes(to)) return [to]
  for (const step of next) {
    const rest = findWay(step, to)
    if (rest) return [step, ...rest]
  }
  return undefined
}

/** 'pending: pay → processing, fail → failed, …' */
export const describeLifeCycle = (): string =>
  Object.entries(lifeCycle)
    .map(([status, moves]) => {
      const named = Object.entries(moves).map(([action, next]) => `${action} → ${next}`)
      return `${status}: ${named.join(', ') || 'the end'}`
    })
    .join('; ')
