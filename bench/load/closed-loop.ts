// Closed loop: each connection sends its next request when it has an answer. This finds the highest rate; the
// latencies say nothing about a bank that is not fully busy.
import type { Connection } from './connection.ts'
import { withConnections } from './connections.ts'
import type { LoadResult, Plan } from './plan.ts'
import { Tally } from './tally.ts'

export function runClosedLoop(plan: Plan): Promise<LoadResult> {
  const { inFlight = 1, end } = plan
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const tally = new Tally()
  let toSend = 'requests' in end ? end.requests : Number.POSITIVE_INFINITY
  let underWay = 0
  let countFrom = Number.POSITIVE_INFINITY
  let countTo = Number.POSITIVE_INFINITY

  const send = (connection: Connection, now: number): void => {
    if (toSend === 0) return
    toSend--
    underWay++
    connection.send(now)
  }
  const onAnswer = (connection: Connection, since: number): void => {
    const now = performance.now()
    underWay--
    if (now >= countFrom && now < countTo) tally.count(now - since)
    send(connection, now)
    if (underWay === 0) finish()
  }

  return withConnections(plan, tally, onAnswer, async (connections) => {
    if ('requests' in end) {
      tally.begin()
      countFrom = performance.now()
    }
    for (const connection of connections) {
      for (let count = 0; count < inFlight; count++) send(connection, performance.now())
    }
    if ('seconds' in end) {
      await wait(end.warmupSeconds)
      tally.begin()
      countFrom = performance.now()
      await wait(end.seconds)
      countTo = performance.now()
      tally.end()
      toSend = 0
    }
    await finished
    if ('requests' in end) tally.end()
    return tally.finish(Math.min(countTo, performance.now()) - countFrom)
  })
}

const wait = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))
