// Which test runs may land, and how their results are summarized.
import { describe, expect, it } from 'vitest'
import { type Failure, type FileOutcome, type Results, summarize } from './results.ts'
import { CPU_SECONDS_MAX, parseCpuSeconds } from './cpu.ts'
import { toFactor } from './slowness.ts'
import { judge } from './verdict.ts'

const results = (failures: readonly Failure[], unhandledErrors = 0): Results => ({
  files: 10,
  passed: 100,
  failures,
  skipped: {},
  unhandledErrors,
  slowest: [],
})
const failure = (number: number): Failure => ({ file: `f${number}.test.ts`, test: `t${number}` })

describe('a run of the tests', () => {
  it('is good when nothing failed', () => {
    expect(judge(results([]), undefined)).toEqual({
      isGood: true,
      passed: 100,
      failed: 0,
      unsteady: [],
      reasons: [],
    })
  })

  it('is good with a few tests that pass when they are run again, and names them', () => {
    const first = results([failure(1), failure(2), failure(3)])
    expect(judge(first, results([]))).toMatchObject({
      isGood: true,
      passed: 103,
      failed: 0,
      unsteady: ['f1.test.ts > t1', 'f2.test.ts > t2', 'f3.test.ts > t3'],
    })
  })

  it('counts a file that failed as a whole as unsteady, but not as one more test', () => {
    expect(judge(results([{ file: 'f1.test.ts' }]), results([]))).toMatchObject({
      isGood: true,
      passed: 100,
      unsteady: ['f1.test.ts'],
    })
  })

  it('is not good with more of them', () => {
    const first = results([1, 2, 3, 4].map(failure))
    expect(judge(first, results([]))).toMatchObject({
      isGood: false,
      reasons: ['4 unsteady tests are more than 3'],
    })
  })

  it('is not good beyond the budget of CPU time, even if what failed passes in the end', () => {
    const withCpu = (cpuSeconds: number): Results => ({ ...results([failure(1)]), cpuSeconds })
    expect(judge(withCpu(CPU_SECONDS_MAX), results([]))).toMatchObject({ isGood: true })
    expect(judge(withCpu(CPU_SECONDS_MAX + 1), results([]))).toMatchObject({
      isGood: false,
      reasons: [
        `${CPU_SECONDS_MAX + 1} CPU seconds are more than the budget of ${CPU_SECONDS_MAX}`,
      ],
    })
  })

  it('is not good when a test fails again', () => {
    const verdict = judge(results([failure(1), failure(2)]), results([failure(2)]))
    expect(verdict).toMatchObject({
      isGood: false,
      passed: 101,
      failed: 1,
      unsteady: ['f1.test.ts > t1'],
      reasons: ['failed: f2.test.ts > t2'],
    })
  })

  it('is not good when another test of the file fails the second time', () => {
    const again = results([{ file: 'f1.test.ts', test: 'another' }])
    expect(judge(results([failure(1)]), again)).toMatchObject({ isGood: false, failed: 1 })
  })

  it('is not good when nothing was run again', () => {
    expect(judge(results([failure(1)]), undefined)).toMatchObject({ isGood: false, failed: 1 })
  })

  it('is not good when a file could not be loaded, the first or the second time', () => {
    const unloaded = { file: 'f1.test.ts' }
    expect(judge(results([unloaded]), results([unloaded]))).toMatchObject({
      isGood: false,
      failed: 1,
      unsteady: [],
    })
    expect(judge(results([failure(1)]), results([unloaded]))).toMatchObject({
      isGood: false,
      unsteady: [],
    })
  })

  it('is not good with an error outside of tests, in either run', () => {
    expect(judge(results([], 1), undefined).isGood).toBe(false)
    expect(judge(results([failure(1)]), results([], 1)).isGood).toBe(false)
  })
})

describe('the results', () => {
  const file = (changes: Partial<FileOutcome>): FileOutcome => ({
    file: 'a.test.ts',
    seconds: 1,
    hasFailed: false,
    tests: [],
    ...changes,
  })

  it('count skipped tests by what they need', () => {
    const skipped = (name: string) => ({ name, state: 'skipped' as const })
    const tests = [
      skipped('a limiter (needs redis-server) > counts'),
      skipped('a limiter (needs redis-server) > forgets'),
      skipped('reads (needs files from outside)'),
      skipped('is left out'),
      { name: 'passes (needs nothing)', state: 'passed' as const },
    ]
    expect(summarize([file({ tests })], 0)).toMatchObject({
      passed: 1,
      skipped: { 'redis-server': 2, 'files from outside': 1, 'an unnamed need': 1 },
    })
  })

  it('count no test that was skipped because the run was for other names', () => {
    const tests = [
      { name: 'a limiter (needs redis-server) > counts', state: 'skipped' as const },
      { name: 'a limiter (needs redis-server) > forgets', state: 'skipped' as const },
      { name: 'a page (needs Chromium) > loads', state: 'skipped' as const },
      { name: 'is left out', state: 'skipped' as const },
    ]
    expect(summarize([file({ tests })], 0, /limiter .* > counts/).skipped).toEqual({
      'redis-server': 1,
    })
  })

  it('name the tests that failed, or the file when it has none', () => {
    const tests = [{ name: 'a > b', state: 'failed' as const }]
    const files = [
      file({ hasFailed: true, tests }),
      file({ file: 'b.test.ts', hasFailed: true, tests: [] }),
    ]
    expect(summarize(files, 0).failures).toEqual([
      { file: 'a.test.ts', test: 'a > b' },
      { file: 'b.test.ts' },
    ])
  })

  it('have the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, n) => file({ file: `${n}`, seconds: n }))
    expect(summarize(files, 0).slowest.map((one) => one.seconds)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2,
    ])
  })
})

describe('the slowness of the machine', () => {
  it('enlarges the budget, and never makes it smaller', () => {
    expect(toFactor([])).toBe(1)
    expect(toFactor([300, 9, 10, 11, 12])).toBe(1)
    expect(toFactor([300, 38, 40, 50, 12])).toBe(2)
    const slow = { ...results([]), cpuSeconds: CPU_SECONDS_MAX * 2, slowness: 2 }
    expect(judge(slow, undefined)).toMatchObject({ isGood: true })
    expect(judge({ ...slow, cpuSeconds: slow.cpuSeconds + 1 }, undefined)).toMatchObject({
      isGood: false,
      reasons: [expect.stringContaining(`the budget of ${CPU_SECONDS_MAX * 2}`)],
    })
  })
})

it('CPU time is that of the process and of its children, in hundredths of a second', () => {
  const stat = '12 (a name) 1 2) S 1 12 12 0 -1 4194304 9 8 7 6 100 20 3000 400 20 0 1 0 5 6 7'
  expect(parseCpuSeconds(stat)).toBe(35.2)
})
