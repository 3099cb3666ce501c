// Ends a run of the tests with its slowest files and with what was skipped and why, so that nobody takes a skipped
// test for one that passed. TEST_RESULTS names a file to which the results are written for `tools/judge-tests.ts`.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { countSkipped, type FileOutcome, type Outcome, type Results, summarize } from './results.ts'

export class Report implements Reporter {
  private vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], strayErrors: readonly unknown[]): void {
    const results = summarize(modules.map(toFile), strayErrors.length)
    this.vitest?.logger.log(describe(results))
    const path = process.env.TEST_RESULTS
    if (path !== undefined) writeFileSync(path, JSON.stringify(results))
  }
}

function toFile(module: TestModule): FileOutcome {
  const tests: Outcome[] = []
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state !== 'pending') tests.push({ names: test.fullName.split(' > '), state })
  }
  const { duration, collectDuration } = module.diagnostic()
  return {
    file: module.relativeModuleId,
    seconds: (duration + collectDuration) / 1000,
    hasFailed: module.state() === 'failed',
    tests,
  }
}

function describe(results: Results): string {
  const slowest = results.slowest.map(
    ({ file, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${file}`,
  )
  const skipped = Object.entries(results.skipped)
    .toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${String(count).padStart(8)}  need ${reason}`)
  return ['Slowest files:', ...slowest, `Skipped: ${countSkipped(results)}`, ...skipped, ''].join(
    '\n',
  )
}
