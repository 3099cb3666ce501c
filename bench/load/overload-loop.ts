// Overload: far more requests than the bank can answer, then few again. Unlike in the other loops, 503 is an answer
// that is expected here. The result says how many were refused, how many were answered nevertheless, and how long
// after the flood the last answer came that was refused or slow.
import type { Connection } from './connection.ts'
import { withConnections } from './connections.ts'
import type { LoadResult, OverloadPlan } from './plan.ts'
import { isRefusedForNow, Tally } from './tally.ts'

const TICK_MS = 1

export function runOverload(plan: OverloadPlan): Promise<LoadResult> {
  const { ratePerSecond, end, calm } = plan
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const tally = new Tally({ mayRefuse: true })
  const idle: Connection[] = []
  let floodFrom = 0
  let floodTo = Number.POSITIVE_INFINITY
  let sent = 0
  let calmSent = 0
  let underWay = 0
  let shed = 0
  let recoveredAt = 0
  let isOver = false

  const send = (connection: Connection, since: number): void => {
    underWay++
    connection.send(since)
  }
  const sendDue = (now: number): void => {
    if (now < floodTo) {
      // What no connection is free for is not sent later: nobody waits in line for a bank that is overloaded.
      let due = Math.floor(((now - floodFrom) * ratePerSecond) / 1000) + 1 - sent
      sent += Math.max(0, due)
      while (due-- > 0 && idle.length > 0) send(idle.pop()!, now)
      return
    }
    const due = Math.floor(((now - floodTo) * calm.ratePerSecond) / 1000) + 1
    if (isOver) return
    while (calmSent < due && idle.length > 0)
      send(idle.pop()!, floodTo + (calmSent++ * 1000) / calm.ratePerSecond)
  }
  const onAnswer = (connection: Connection, since: number, status: number): void => {
    const now = performance.now()
    underWay--
    idle.push(connection)
    const isRefused = isRefusedForNow(status)
    if (since >= floodTo) {
      if (isRefused || now - since > calm.slowMs) recoveredAt = now
    } else if (now >= floodFrom + end.warmupSeconds * 1000 && now < floodTo) {
      if (isRefused) shed++
      else tally.count(now - since)
    }
    if (isOver && underWay === 0) finish()
  }

  return withConnections(plan, tally, onAnswer, async (connections) => {
    idle.push(...connections)
    floodFrom = performance.now()
    const timer = setInterval(() => sendDue(performance.now()), TICK_MS)
    try {
      await wait(end.warmupSeconds)
      tally.begin()
      await wait(end.seconds)
      floodTo = performance.now()
      tally.end()
      await wait(calm.seconds)
      isOver = true
      if (underWay > 0) await finished
    } finally {
      clearInterval(timer)
    }
    const lastSent = floodTo + (calmSent * 1000) / calm.ratePerSecond
    return {
      ...tally.finish(floodTo - floodFrom - end.warmupSeconds * 1000),
      overload: {
        shedPerSecond: shed / end.seconds,
        // A bank whose last answers were still refused or slow has not recovered.
        recoverySeconds:
          recoveredAt > lastSent - RECOVERED_MS ? undefined : toSeconds(recoveredAt, floodTo),
      },
    }
  })
}

/** So long the bank has to answer well before it counts as recovered. */
const RECOVERED_MS = 500

const toSeconds = (at: number, from: number): number => Math.max(0, at - from) / 1000

const wait = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))
