// Whether a run of the tests is good enough to land. What failed has been run once more by itself: what passes then is
// unsteady, is named, and counts as passed, as long as there are few of these. A test that fails twice has failed.
import { type Failure, nameOf, type Results } from './results.ts'

/** With more than this many, something is wrong with the change or with the suite, not with the moment. */
const UNSTEADY_MAX = 3

export interface Verdict {
  readonly isGood: boolean
  readonly passed: number
  readonly failed: number
  readonly unsteady: readonly string[]
  readonly reasons: readonly string[]
}

export function judge(first: Results, again: Results | undefined): Verdict {
  const failedAgain = again?.failures ?? first.failures
  const stillFailed = (failure: Failure): boolean =>
    failedAgain.some(({ file, test }) => file === failure.file && isSame(test, failure.test))
  const unsteady = first.failures.filter((failure) => !stillFailed(failure))
  const reasons = [
    ...failedAgain.map((failure) => `failed: ${nameOf(failure)}`),
    ...(unsteady.length > UNSTEADY_MAX
      ? [`${unsteady.length} unsteady tests are more than ${UNSTEADY_MAX}`]
      : []),
    ...[first, again].flatMap((results) =>
      results && results.strayErrors > 0 ? [`${results.strayErrors} errors outside of tests`] : [],
    ),
  ]
  return {
    isGood: reasons.length === 0,
    passed: first.passed + unsteady.length,
    failed: failedAgain.length,
    unsteady: unsteady.map(nameOf),
    reasons,
  }
}

/** A file that could not be loaded fails with all its tests. */
const isSame = (one: string | undefined, other: string | undefined): boolean =>
  one === undefined || other === undefined || one === other
