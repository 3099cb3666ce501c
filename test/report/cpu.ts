// The CPU time of a test run: that of the test runner and of all processes it has started, its database included.
import { readFileSync } from 'node:fs'

/**
 * The CPU seconds that a run of all tests may take on a machine of usual speed: 1,870 were measured on two x64 cores that
 * did little else, and a fifth more beside another run; a slow machine gets more (`slowness.ts`). This is a budget: a change
 * that adds tests beyond it makes others cheaper, or raises it in a commit of its own that says why.
 */
export const CPU_SECONDS_MAX = 2_300

/** The unit of times in /proc, on every processor that Linux runs on. */
const TICKS_PER_SECOND = 100

/** Reads the CPU seconds so far; undefined where the system has no /proc. Processes that still run are not counted. */
export function readCpuSeconds(): number | undefined {
  try {
    return parseCpuSeconds(readFileSync('/proc/self/stat', 'utf8'))
  } catch {
    return undefined
  }
}

/** The text of /proc/PID/stat: user and system time of the process, then of its children that have ended. */
export function parseCpuSeconds(stat: string): number {
  // The name of the program, in parentheses, may contain anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return ticks / TICKS_PER_SECOND
}
