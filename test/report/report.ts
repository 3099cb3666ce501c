// Ends a test run with its slowest files and the numbers of skipped tests by need, so that skipped tests are not taken
// for passed ones. TEST_RESULTS names a file that gets the results as JSON, for `tools/judge-tests.ts`.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { countSkipped, type FileOutcome, type Results, summarize } from './results.ts'

export class Report implements Reporter {
  private vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const results = summarize(modules.map(toFile), unhandledErrors.length)
    this.vitest?.logger.log(describe(results))
    const path = process.env.TEST_RESULTS
    if (path !== undefined) writeFileSync(path, JSON.stringify(results))
  }
}

function toFile(module: TestModule): FileOutcome {
  const { duration, collectDuration } = module.diagnostic()
  return {
    file: module.relativeModuleId,
    seconds: (duration + collectDuration) / 1000,
    // A run that was interrupted leaves files and tests that never ran; they have not passed.
    hasFailed: !['passed', 'skipped'].includes(module.state()),
    tests: Array.from(module.children.allTests(), (test) => {
      const { state } = test.result()
      return { name: test.fullName, state: state === 'pending' ? 'failed' : state }
    }),
  }
}

function describe(results: Results): string {
  const slowest = results.slowest.map(
    ({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`,
  )
  const skipped = Object.entries(results.skipped)
    .toSorted(([, a], [, b]) => b - a)
    .map(([need, count]) => `${String(count).padStart(8)}  need ${need}`)
  const lines = ['Slowest files:', ...slowest, `Skipped: ${countSkipped(results)}`, ...skipped, '']
  return lines.join('\n')
}
