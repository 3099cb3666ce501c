// The results of a test run, as the reporter prints them and `tools/judge-tests.ts` judges them.

export interface Results {
  readonly files: number
  readonly passed: number
  readonly failures: readonly Failure[]
  /** Numbers of skipped tests, by what they need. */
  readonly skipped: Readonly<Record<string, number>>
  /** Errors outside of any test. They fail a run, and a retry of a file does not clear them. */
  readonly unhandledErrors: number
  readonly slowest: readonly { readonly file: string; readonly seconds: number }[]
  /** Of a run of all tests; a run of some has no budget. */
  readonly cpuSeconds?: number
  /** The budget is for a machine of usual speed, and so many times larger on a slow one. */
  readonly slowness?: number
}

/** A failed test; without `test`, a file that failed to load or whose hooks failed. */
export interface Failure {
  readonly file: string
  readonly test?: string
}

export interface TestOutcome {
  /** Its title after those of the suites around it. */
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped'
}

export interface FileOutcome {
  readonly file: string
  readonly seconds: number
  readonly hasFailed: boolean
  readonly tests: readonly TestOutcome[]
}

const SLOWEST = 10

/** `namePattern` is that of `-t`; tests with another name were skipped for it, and not for a missing need. */
export function summarize(
  files: readonly FileOutcome[],
  unhandledErrors: number,
  namePattern?: RegExp,
): Results {
  const tests = files.flatMap((file) => file.tests)
  const skipped: Record<string, number> = {}
  for (const { name, state } of tests) {
    if (state !== 'skipped' || namePattern?.test(name) === false) continue
    const need = needOf(name)
    skipped[need] = (skipped[need] ?? 0) + 1
  }
  return {
    files: files.length,
    passed: tests.filter(({ state }) => state === 'passed').length,
    failures: files.flatMap(failuresOf),
    skipped,
    unhandledErrors,
    slowest: files
      .map(({ file, seconds }) => ({ file, seconds }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST),
  }
}

function failuresOf({ file, hasFailed, tests }: FileOutcome): Failure[] {
  const failed = tests.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return hasFailed ? [{ file }] : []
  return failed.map(({ name }) => ({ file, test: name }))
}

/** A test that can be skipped names its need in its title, or in that of a suite around it. */
const needOf = (name: string): string => /\(needs ([^)]+)\)/.exec(name)?.[1] ?? 'an unnamed need'

export const nameOf = ({ file, test }: Failure): string =>
  test === undefined ? file : `${file} > ${test}`

export const countSkipped = ({ skipped }: Results): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0)
