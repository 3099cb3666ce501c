// What limits a figure, computed from the processor time that was measured with it: the rate times the time of a call is
// the number of processors in use.
import type { Machine } from '../machine.ts'
import type { Result } from '../results.ts'
import { formatNumber } from './svg.ts'

/** The share of its time that a saturated thread or machine is busy at least: some of it is always spent waiting. */
const SATURATED = 0.8

/** Undefined where the processor time is not known. */
export function describeLimit(
  { per_second, cpu_microseconds, latency_ms, bars }: Result,
  { cpus }: Pick<Machine, 'cpus'>,
): string | undefined {
  if (cpu_microseconds === undefined || bars.every(({ met }) => met !== false)) return undefined
  const inUse = (microseconds = 0): number => (microseconds * per_second) / 1e6
  const bank = inUse(cpu_microseconds.bank)
  const postgres = inUse(cpu_microseconds.postgres)
  const shares = `bank ${formatNumber(bank)}, PostgreSQL ${formatNumber(postgres)} of ${cpus} processors`
  const isOneAtATime = latency_ms !== undefined && per_second * latency_ms.p50 < 2_000
  if (bank + postgres + inUse(cpu_microseconds.load) >= SATURATED * cpus)
    return `all processors of the machine (${shares})`
  if (bank >= SATURATED) return `the thread of the bank (${shares})`
  if (isOneAtATime) return `one call at a time: bank and database take turns (${shares})`
  return `waiting for commits (${shares})`
}
