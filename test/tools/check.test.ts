import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PassedFiles } from '../../tools/check/passed-files.ts'
import { findAffected, hashTypes, readProgram } from '../../tools/check/program.ts'

const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc')
const project = {
  compilerOptions: {
    incremental: true,
    declaration: true,
    emitDeclarationOnly: true,
    allowImportingTsExtensions: true,
    module: 'esnext',
    target: 'es2024',
    types: [],
    rootDir: '.',
    outDir: 'types',
    tsBuildInfoFile: 'types/info.json',
  },
  files: ['first.ts'],
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'florin-check-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('a changed file is examined, and its importers if its types changed', async () => {
  const folder = await makeFolder()
  const write = (name: string, text: string) => writeFile(join(folder, name), text)
  // Each imports the next, and the one in the middle takes its types from there.
  await write('tsconfig.json', JSON.stringify(project))
  await write(
    'first.ts',
    "import { middle } from './middle.ts'\nexport const first = (): void => void middle()\n",
  )
  await write('middle.ts', "import { last } from './last.ts'\nexport const middle = () => last()\n")
  const check = async (last: string): Promise<string[]> => {
    await write('last.ts', `export const last = ${last}\n`)
    await promisify(execFile)(compiler, [], { cwd: folder })
    const program = readProgram(join(folder, 'types/info.json'), folder)
    const now = { 'first.ts': '', 'middle.ts': '', 'last.ts': last, ...hashTypes(program) }
    const passed = new PassedFiles('lint', folder)
    const affected = findAffected(program, passed.changedIn(now))
    passed.save(now)
    return affected.toSorted()
  }
  expect(await check('(): number => 1')).toEqual(['first.ts', 'last.ts', 'middle.ts'])
  expect(await check('(): number => 2')).toEqual(['last.ts'])
  expect(await check('async () => 2')).toEqual(['first.ts', 'last.ts', 'middle.ts'])
})

test('a change of the configuration concerns every file', async () => {
  const folder = await makeFolder()
  const before = { 'a.ts': '1', 'b.ts': '1', 'tsconfig.json': '1' }
  new PassedFiles('format', folder).save(before)
  const passed = new PassedFiles('format', folder)
  expect(passed.changedIn(before)).toEqual(new Set())
  expect(passed.changedIn({ ...before, 'b.ts': '2' })).toEqual(new Set(['b.ts']))
  expect(passed.changedIn({ ...before, 'tsconfig.json': '2' })).toEqual(
    new Set(Object.keys(before)),
  )
  await writeFile(join(folder, 'format.json'), '{"a.t')
  expect(new PassedFiles('format', folder).changedIn(before).size).toBe(3)
})
