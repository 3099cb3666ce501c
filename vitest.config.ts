// Test runner settings: one PostgreSQL for the whole run, one database per test file, and a file on each
// of two cores. Files share a process and what it has loaded, except those that replace a module for
// themselves. What starts whole processes comes last, one at a time: it wants the machine to itself.
import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { Report } from './test/report/report.ts'

const shared = {
  setupFiles: ['test/harness/properties.ts'],
  // Waiting for something is patient: a busy machine is no fault.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

const processes = 'test/process/**'
const replacing = globSync('{src,sdk,test}/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('vi.mock('),
)

// Node takes the CommonJS form of this library, which exists once in a process; the bundler would take the other too.
const resolve = { alias: [{ find: /^graphql$/, replacement: 'graphql/index.js' }] }

export default defineConfig({
  test: {
    globalSetup: ['test/harness/global-setup.ts'],
    maxWorkers: 2,
    reporters: ['default', new Report()],
    projects: [
      {
        resolve,
        test: {
          ...shared,
          name: 'bank',
          include: ['src/**/*.test.ts', 'sdk/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [processes, ...replacing, '**/node_modules/**'],
          isolate: false,
        },
      },
      { resolve, test: { ...shared, name: 'replacing', include: replacing } },
      {
        resolve,
        test: {
          ...shared,
          name: 'process',
          // Some kill a bank dozens of times; what they wait for each time has a limit of its own.
          testTimeout: 600_000,
          include: [`${processes}/*.test.ts`],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
