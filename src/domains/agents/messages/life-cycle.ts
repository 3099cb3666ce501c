// The life of a message, said once: what may happen to it in each state, and what it is then. Guards
// ask this table, the reference shows it, and the tests walk through all of it. A message whose pushes
// failed is still in the inbox: whoever finds it there has received it after all.

/** state → what may happen → the state after. */
export const lifeCycle = {
  sent: { deliver: 'delivered', acknowledge: 'acknowledged', fail: 'failed' },
  delivered: { acknowledge: 'acknowledged', expire: 'expired' },
  failed: { deliver: 'delivered', acknowledge: 'acknowledged' },
  acknowledged: {},
  expired: {},
} as const

export type MessageStatus = keyof typeof lifeCycle
export type MessageAction = 'deliver' | 'acknowledge' | 'fail' | 'expire'

export const messageStatuses = Object.keys(lifeCycle) as MessageStatus[]
export const messageActions: readonly MessageAction[] = ['deliver', 'acknowledge', 'fail', 'expire']

/** Undefined when it may not happen in that state. */
export function nextStatus(
  status: MessageStatus,
  action: MessageAction,
): MessageStatus | undefined {
  const moves: Partial<Record<MessageAction, MessageStatus>> = lifeCycle[status]
  return moves[action]
}

/** Where it may happen: for statements that change many messages at once. */
export const statusesBefore = (action: MessageAction): MessageStatus[] =>
  messageStatuses.filter((status) => nextStatus(status, action) !== undefined)

/** 'sent: deliver → delivered, …; …' */
export const describeLifeCycle = (): string =>
  messageStatuses
    .map((status) => {
      const moves = messageActions.flatMap((action) => {
        const next = nextStatus(status, action)
        return next === undefined ? [] : [`${action} → ${next}`]
      })
      return `${status}: ${moves.join(', ') || 'the end'}`
    })
    .join('; ')
