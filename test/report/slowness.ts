// How slow the machine is while the tests run. On a shared processor the same work takes up to twice the CPU time in a bad
// hour, and a budget of CPU seconds would fail a run for its neighbours. A small piece of work is measured again and
// again during the run, and a run on a slow machine gets a larger budget.
import { createHash } from 'node:crypto'

/** CPU milliseconds that the work takes on a machine of usual speed; faster machines get no smaller budget. */
const USUAL_MS = 20

export class Slowness {
  private readonly samples: number[] = []

  measure(): void {
    const ms = measureWork()
    if (ms !== undefined) this.samples.push(ms)
  }

  /** 1 for a machine of usual speed or faster, 2 if the work took twice as long. */
  get factor(): number {
    return toFactor(this.samples)
  }
}

/** The median: neither the first rounds, which compile the code, nor single interruptions count. */
export function toFactor(samples: readonly number[]): number {
  const middle = samples.toSorted((a, b) => a - b)[Math.floor(samples.length / 2)]
  return middle === undefined ? 1 : Math.max(1, middle / USUAL_MS)
}

/** Undefined in a Node that cannot measure a thread. */
function measureWork(): number | undefined {
  if (!('threadCpuUsage' in process)) return undefined
  const start = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** Some of what tests do: objects, JSON, sorting, big integers, hashes. */
function work(): void {
  const rows = Array.from({ length: 4_000 }, (_, index) => ({
    id: `row-${(index * 7_919) % 4_001}`,
    amount: String(index * 31),
    tags: ['a', 'b', `c${index % 17}`],
    nested: { at: index, isEven: index % 2 === 0 },
  }))
  const text = JSON.stringify(rows)
  const read = (JSON.parse(text) as typeof rows).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const sums = new Map<string, bigint>()
  for (const { id, amount } of read) sums.set(id, BigInt(amount) + (sums.get(id.slice(0, 5)) ?? 0n))
  createHash('sha256').update(text).update(String(sums.size)).digest()
}
