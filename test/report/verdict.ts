// Decides whether a test run may land. The files that failed have been retried once: a test that passes then is
// unsteady and counts as passed, up to a limit. A test that fails twice has failed.
import { CPU_SECONDS_MAX } from './cpu.ts'
import { type Failure, nameOf, type Results } from './results.ts'

/** Beyond this number the change or the suite is at fault, not the load of the machine. */
const UNSTEADY_MAX = 3

export interface Verdict {
  readonly isGood: boolean
  readonly passed: number
  readonly failed: number
  readonly unsteady: readonly string[]
  readonly reasons: readonly string[]
}

export function judge(first: Results, retry: Results | undefined): Verdict {
  const failed = retry?.failures ?? first.failures
  const unsteady = first.failures.filter(
    (failure) => !failed.some((other) => isSame(failure, other)),
  )
  const unhandled = first.unhandledErrors + (retry?.unhandledErrors ?? 0)
  const reasons = failed.map((failure) => `failed: ${nameOf(failure)}`)
  if (unsteady.length > UNSTEADY_MAX)
    reasons.push(`${unsteady.length} unsteady tests are more than ${UNSTEADY_MAX}`)
  if (unhandled > 0) reasons.push(`unhandled errors outside of tests: ${unhandled}`)
  if (isOverBudget(first))
    reasons.push(`${first.cpuSeconds} CPU seconds are more than the budget of ${budgetOf(first)}`)
  return {
    isGood: reasons.length === 0,
    // The tests of a file that failed as a whole are among those that passed already.
    passed: first.passed + unsteady.filter(({ test }) => test !== undefined).length,
    failed: failed.length,
    unsteady: unsteady.map(nameOf),
    reasons,
  }
}

export const budgetOf = ({ slowness = 1 }: Results): number =>
  Math.round(CPU_SECONDS_MAX * slowness)

export const isOverBudget = (results: Results): boolean =>
  results.cpuSeconds !== undefined && results.cpuSeconds > budgetOf(results)

/** A file that failed as a whole failed with all its tests. */
const isSame = (one: Failure, other: Failure): boolean =>
  one.file === other.file &&
  (one.test === undefined || other.test === undefined || one.test === other.test)
