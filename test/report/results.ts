// What a run of the tests came to, as far as it is told at its end and judged by `tools/judge-tests.ts`.

export interface Results {
  readonly passed: number
  /** Tests that failed, and files that failed as a whole, which have no title. */
  readonly failures: readonly Failure[]
  /** How many tests were skipped, by what they would have needed. */
  readonly skipped: Readonly<Record<string, number>>
  /** Errors that belong to no test. They fail a run, and running a file again does not take them back. */
  readonly strayErrors: number
  readonly slowest: readonly { readonly file: string; readonly seconds: number }[]
}

export interface Failure {
  readonly file: string
  readonly test?: string
}

/** A test as the runner tells of it; `names` are the titles around it and its own. */
export interface Outcome {
  readonly names: readonly string[]
  readonly state: 'passed' | 'failed' | 'skipped'
}

export interface FileOutcome {
  readonly file: string
  readonly seconds: number
  readonly hasFailed: boolean
  readonly tests: readonly Outcome[]
}

const SLOWEST = 10

export function summarize(files: readonly FileOutcome[], strayErrors: number): Results {
  const tests = files.flatMap((file) => file.tests)
  const skipped: Record<string, number> = {}
  for (const { names } of tests.filter(({ state }) => state === 'skipped')) {
    const reason = reasonOf(names)
    skipped[reason] = (skipped[reason] ?? 0) + 1
  }
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failures: files.flatMap(failuresOf),
    skipped,
    strayErrors,
    slowest: files
      .map(({ file, seconds }) => ({ file, seconds }))
      .toSorted((a, b) => b.seconds - a.seconds)
      .slice(0, SLOWEST),
  }
}

function failuresOf({ file, hasFailed, tests }: FileOutcome): Failure[] {
  const failed = tests.filter(({ state }) => state === 'failed')
  if (failed.length === 0) return hasFailed ? [{ file }] : []
  return failed.map(({ names }) => ({ file, test: names.join(' > ') }))
}

/** A test that may be skipped says in its title, or in one around it, what it needs. */
const reasonOf = (names: readonly string[]): string =>
  /\(needs ([^)]+)\)/.exec(names.join(' '))?.[1] ?? 'something it does not name'

export const nameOf = ({ file, test }: Failure): string =>
  test === undefined ? file : `${file} > ${test}`

export const countSkipped = ({ skipped }: Results): number =>
  Object.values(skipped).reduce((sum, count) => sum + count, 0)
