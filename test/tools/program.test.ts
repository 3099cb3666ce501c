// When the bundled program is used instead of the sources.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findProgram, versionOf } from '../../bin/program.js'

const NAME = 'program-0123456789abcdef'

let folder: string
let root: URL
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'florin-program-'))
  root = pathToFileURL(`${folder}/`)
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/main.ts'), 'one')
  await writeFile(join(folder, 'src/other.ts'), 'two')
  await writeFile(join(folder, 'package-lock.json'), '{}')
})
afterEach(() => rm(folder, { recursive: true }))

async function build(name = NAME): Promise<void> {
  await mkdir(join(folder, 'dist', name), { recursive: true })
  const sources = ['src/main.ts', 'src/other.ts', 'package-lock.json'].map((path) => [
    path,
    versionOf(path, root),
  ])
  await writeFile(
    join(folder, 'dist', name, 'sources.json'),
    JSON.stringify(Object.fromEntries(sources)),
  )
}

it('is none before one is built', () => expect(findProgram(root)).toBe(undefined))

it('is the one that was made from the sources as they are', async () => {
  await build()
  expect(findProgram(root)?.href).toBe(new URL(`dist/${NAME}/main.js`, root).href)
})

it('is none after a source was changed, touched or removed', async () => {
  await build()
  await writeFile(join(folder, 'src/other.ts'), 'three')
  expect(findProgram(root)).toBe(undefined)
  await build()
  await utimes(join(folder, 'src/main.ts'), 1, 1)
  expect(findProgram(root)).toBe(undefined)
  await build()
  await rm(join(folder, 'src/other.ts'))
  expect(findProgram(root)).toBe(undefined)
})

it('is the one there is in the package, which has no sources', async () => {
  await build()
  await rm(join(folder, 'src'), { recursive: true })
  expect(findProgram(root)?.href).toBe(new URL(`dist/${NAME}/main.js`, root).href)
})

it('is the same after npm has written the lock file as it was, and none after it has changed it', async () => {
  await build()
  await writeFile(join(folder, 'package-lock.json'), '{}')
  await utimes(join(folder, 'package-lock.json'), 1, 1)
  expect(findProgram(root)).toBeDefined()
  await writeFile(join(folder, 'package-lock.json'), '[]')
  expect(findProgram(root)).toBe(undefined)
})

it('is none while a build is not complete', async () => {
  await build('draft-abcdef')
  await mkdir(join(folder, 'dist', NAME))
  expect(findProgram(root)).toBe(undefined)
})

it('is the newer of two when the older was made from other sources', async () => {
  await build()
  await writeFile(join(folder, 'src/other.ts'), 'three')
  await build('program-ffffffffffffffff')
  expect(findProgram(root)?.href).toContain('program-ffffffffffffffff')
})
