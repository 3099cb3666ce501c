// Test runner settings: one PostgreSQL for the whole run, one database per test file, and one file more at a time than
// there are cores, because each waits for the database now and then. Files share a process and what it has loaded,
// except those that replace a module for themselves and those that start whole processes, which come last.
import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { changedFiles } from './test/harness/changed.ts'
import { Order } from './test/harness/order.ts'
import { ClientsReport } from './test/report/clients.ts'
import { Report } from './test/report/report.ts'

const shared = {
  setupFiles: ['test/harness/properties.ts', 'test/harness/delays.js'],
  // Waiting for something is patient: a busy machine is no fault.
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 } },
  // Files run in random order; the run prints its seed.
  sequence: { shuffle: { files: true, tests: false } },
}

const tests = globSync('{src,sdk,test}/**/*.test.ts', { exclude: ['**/node_modules/**'] })
const contains = (text: string) => (file: string) => readFileSync(file, 'utf8').includes(text)
const replacing = tests.filter(contains('vi.mock('))
const isProcess = (file: string): boolean => file.startsWith('test/process/')
// The long run takes the files that have more rounds than `npm test` runs.
const isLong = process.env.TEST_LONG === '1'
const long = () => tests.filter(contains('/harness/rounds.ts'))
/** `npm run examples` records the answers of examples, and runs no test. */
const isRecording = process.env.RECORD_EXAMPLES !== undefined
const recorder = ['test/contract/recorded/record.ts']
const chosen = isRecording ? recorder : isLong ? long() : tests

/** Node runs the sources as they are, in half the time that it takes to transform them first. */
const native = { viteModuleRunner: false }

/** The database has connections for so many. */
const WORKERS_MAX = 6

// Files that replace a module are transformed. Node takes the CommonJS form of this library, which exists once in a
// process; the bundler would take the other too.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: Math.min(availableParallelism() + 1, WORKERS_MAX),
    sequence: { ...shared.sequence, sequencer: Order },
    experimental: { vcsProvider: changedFiles },
    reporters: [
      'default',
      new Report(chosen === tests ? tests.length : Number.POSITIVE_INFINITY),
      ...(process.env.CLIENTS_PAGE === '1' ? [new ClientsReport()] : []),
    ],
    projects: [
      {
        test: {
          ...shared,
          name: 'bank',
          experimental: native,
          include: chosen.filter((file) => !isProcess(file) && !replacing.includes(file)),
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...shared,
          name: 'replacing',
          include: chosen === tests ? replacing : [],
          // Each needs a process of its own. Between the others it would end one of theirs, and with it all that is loaded.
          sequence: { ...shared.sequence, groupOrder: 1 },
        },
      },
      {
        test: {
          ...shared,
          name: 'process',
          experimental: native,
          // Some kill a bank dozens of times; what they wait for each time has a limit of its own.
          testTimeout: 1_800_000,
          globalSetup: ['test/process/global-setup.ts'],
          include: chosen.filter(isProcess),
          sequence: { ...shared.sequence, groupOrder: 1 },
        },
      },
    ],
  },
})
