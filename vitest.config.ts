// Test runner settings: one PostgreSQL for the whole run, one database per test file, and a file on each
// of two cores. What starts whole processes comes last, one at a time: it wants the machine to itself.
import { defineConfig } from 'vitest/config'

const shared = {
  globalSetup: ['test/harness/global-setup.ts'],
  testTimeout: 30_000,
  hookTimeout: 60_000,
  // Waiting for something is patient: a busy machine is no fault.
  expect: { poll: { timeout: 15_000 } },
}

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'bank',
          include: ['src/**/*.test.ts', 'sdk/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['test/process/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...shared,
          name: 'process',
          include: ['test/process/**/*.test.ts'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
