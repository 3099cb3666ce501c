// The bundled program has parts that a bank loads only when it needs them. Each of them can be loaded.
import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findProgram } from '../../bin/program.js'
import { pinnedNode } from './support.ts'

const LOAD_ALL = `
  const failures = {}
  for (const part of process.argv.slice(1))
    await import(part).catch((error) => { failures[part] = error.message })
  process.stdout.write(JSON.stringify(failures))
  process.exit()`

it('each part of the program can be loaded', async () => {
  const program = findProgram()!
  const names = await readdir(new URL('./', program))
  const parts = names.filter((name) => name.endsWith('.js') && name !== 'main.js')
  expect(parts.length).toBeGreaterThan(5)
  const paths = parts.map((name) => new URL(name, program).href)
  const { stdout } = await promisify(execFile)(pinnedNode, [
    '--input-type=module',
    '--eval',
    LOAD_ALL,
    ...paths,
  ])
  expect(JSON.parse(stdout)).toEqual({})
})
