// Waits until the servers have done what the case before has left to them, such as proofs and sums of its moves.
// Otherwise the next case would pay for it, and its figures would depend on the order.
import { setTimeout as sleep } from 'node:timers/promises'
import { readCpu } from './cpu.ts'

const LOOK_MS = 500
/** An idle bank with its database takes less of a processor than this. */
const QUIET_SHARE = 0.2
const PATIENCE_MS = 90_000

export async function settle(): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  while (performance.now() < until) {
    const before = readCpu()
    const from = performance.now()
    await sleep(LOOK_MS)
    const after = readCpu()
    if (before === undefined || after === undefined) return
    const micros = after.bank + after.postgres - before.bank - before.postgres
    if (micros / 1_000 / (performance.now() - from) < QUIET_SHARE) return
  }
}
