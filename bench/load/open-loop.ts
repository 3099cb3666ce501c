// Open loop: sends at a given rate, whether or not the answers keep up. Latency is measured from the moment at
// which the request should have been sent, so that delays while the bank stalls are counted. (A closed loop would
// send fewer requests instead: coordinated omission.) The timer has a resolution of a millisecond, which makes
// the figures slightly too slow.
import type { Connection } from './connection.ts'
import { withConnections } from './connections.ts'
import type { LoadResult, Plan } from './plan.ts'
import { Tally } from './tally.ts'

const TICK_MS = 1

export function runOpenLoop(plan: Plan, ratePerSecond: number): Promise<LoadResult> {
  const { end } = plan
  if ('requests' in end) throw new Error('a given rate goes with a given time')
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const gapMs = 1000 / ratePerSecond
  const total = Math.round((end.warmupSeconds + end.seconds) * ratePerSecond)
  const tally = new Tally()
  const idle: Connection[] = []
  let startedAt = 0
  let countFrom = 0
  let sent = 0
  let answered = 0

  const sendDue = (now: number): void => {
    const due = Math.min(total, Math.floor((now - startedAt) / gapMs) + 1)
    while (sent < due && idle.length > 0) idle.pop()!.send(startedAt + sent++ * gapMs)
  }
  const onAnswer = (connection: Connection, since: number): void => {
    const now = performance.now()
    if (since >= countFrom) tally.count(now - since)
    idle.push(connection)
    if (++answered === total) finish()
    else sendDue(now)
  }

  return withConnections(plan, tally, onAnswer, async (connections) => {
    idle.push(...connections)
    startedAt = performance.now()
    countFrom = startedAt + end.warmupSeconds * 1000
    const timer = setInterval(() => sendDue(performance.now()), TICK_MS)
    const warmUp = setTimeout(() => tally.begin(), end.warmupSeconds * 1000)
    try {
      await finished
      tally.end()
    } finally {
      clearInterval(timer)
      clearTimeout(warmUp)
    }
    return tally.finish(performance.now() - countFrom)
  })
}
