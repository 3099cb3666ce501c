// The connections of a plan are opened and closed together; if one breaks, the plan fails.
import { type Connection, openConnection } from './connection.ts'
import type { Plan } from './plan.ts'
import { makeRequests } from './request.ts'
import type { Tally } from './tally.ts'

export async function withConnections<T>(
  plan: Plan,
  tally: Tally,
  onAnswer: (connection: Connection, since: number, status: number) => void,
  work: (connections: readonly Connection[]) => Promise<T>,
): Promise<T> {
  const makeRequestsOfOne = makeRequests(plan)
  const { promise: broken, reject: onBroken } = Promise.withResolvers<never>()
  const opened: Connection[] = []
  const openAndWork = async (): Promise<T> => {
    const urls = [plan.url, ...(plan.otherUrls ?? [])]
    for (let count = 0; count < plan.connections; count++) {
      const nextRequest = makeRequestsOfOne()
      const target = { ...plan, url: urls[count % urls.length]! }
      opened.push(await openConnection(target, nextRequest, tally, { onAnswer, onBroken }))
    }
    return work(opened)
  }
  try {
    return await Promise.race([openAndWork(), broken])
  } finally {
    for (const connection of opened) connection.close()
  }
}
