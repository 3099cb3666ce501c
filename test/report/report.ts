// Begins a test run with the seed of its order, and ends it with its slowest files, its CPU time, and the numbers of
// skipped tests by need, so that skipped tests are not taken for passed ones. A run of all tests fails beyond its budget
// of CPU time. TEST_RESULTS names a file that gets the results as JSON, for `tools/judge-tests.ts`.
import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { readCpuSeconds } from './cpu.ts'
import { countSkipped, type FileOutcome, type Results, summarize } from './results.ts'
import { Slowness } from './slowness.ts'
import { budgetOf, isOverBudget } from './verdict.ts'

/** The speed of the machine is measured at the end of every fourth file. */
const FILES_PER_SAMPLE = 4

export class Report implements Reporter {
  private vitest: Vitest | undefined
  private results: Results | undefined
  private readonly allFiles: number
  private readonly slowness = new Slowness()
  private files = 0

  /** `allFiles` is the number of files in a run of all tests. */
  constructor(allFiles: number) {
    this.allFiles = allFiles
  }

  onInit(vitest: Vitest): void {
    this.vitest = vitest
    vitest.logger.log(`Order of the files: --sequence.seed=${vitest.config.sequence.seed}`)
    // The workers and the database have ended only then.
    process.once('exit', () => this.finish())
  }

  onTestModuleEnd(): void {
    if (this.files++ % FILES_PER_SAMPLE === 0) this.slowness.measure()
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    this.results = summarize(
      modules.map(toFile),
      unhandledErrors.length,
      this.vitest?.getGlobalTestNamePattern(),
    )
    this.vitest?.logger.log(describe(this.results))
  }

  private finish(): void {
    if (!this.results) return
    const cpuSeconds = readCpuSeconds()
    const slowness = this.slowness.factor
    if (cpuSeconds !== undefined)
      process.stdout.write(`CPU: ${Math.round(cpuSeconds)} s, slowness ${slowness.toFixed(2)}\n`)
    const isWhole = this.results.files === this.allFiles
    const results =
      isWhole && cpuSeconds !== undefined ? { ...this.results, cpuSeconds, slowness } : this.results
    if (isOverBudget(results)) {
      process.stdout.write(
        `More than the budget of ${budgetOf(results)} CPU seconds (test/report/cpu.ts)\n`,
      )
      process.exitCode = 1
    }
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
