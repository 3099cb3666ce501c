// Runs a process of its own, because Vitest itself fails at an unhandled rejection.
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const module = new URL('./unhandled-rejections.ts', import.meta.url).href
const forget = `Promise.reject(new Error('forgotten')); setImmediate(() => console.log('still running'))`

const run = (before: string) =>
  spawnSync(process.execPath, ['--input-type=module', '-e', `${before}; ${forget}`], {
    encoding: 'utf8',
    env: { NODE_NO_WARNINGS: '1' },
  })

it('a process that logs a forgotten rejection goes on; any other one ends', () => {
  const logged = run(
    `const { logUnhandledRejections } = await import(${JSON.stringify(module)});
     logUnhandledRejections({ error: ({ err }, text) => console.log(err.message, '|', text) })`,
  )
  expect(logged).toMatchObject({
    status: 0,
    stdout:
      'forgotten | a rejected promise was not handled; please report this defect\nstill running\n',
  })
  expect(run('')).toMatchObject({ status: 1, stdout: '' })
})
