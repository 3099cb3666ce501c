// Building the console at a start: only when its sources changed, and a failure never prevents the start.
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderOfSources, prepareConsole } from './console-build.ts'

let root: string
let builds: number
const onBuild = (): void => void builds++
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'florin-checkout-'))
  builds = 0
})
afterEach(() => rm(root, { recursive: true }))

/** A checkout whose build is this script. */
async function makeCheckout(script: string): Promise<void> {
  for (const folder of ['console/src', 'tools', 'dist', 'node_modules'])
    await mkdir(join(root, folder), { recursive: true })
  await writeFile(join(root, 'package.json'), '{ "type": "module" }')
  await writeFile(join(root, 'console/src/main.tsx'), 'first')
  await writeFile(join(root, 'tools/build-console.ts'), script)
  const vite = fileURLToPath(new URL('../node_modules/vite', import.meta.url))
  await symlink(vite, join(root, 'node_modules/vite'))
}

const addBuild = async (name: string): Promise<string> => {
  const folder = join(root, 'dist', name)
  await mkdir(folder, { recursive: true })
  return folder
}

describe('prepareConsole', () => {
  it('builds when the sources changed, and only then', async () => {
    await makeCheckout("process.stdout.write('built')")
    const folder = await folderOfSources(root)
    expect(await prepareConsole(onBuild, root)).toEqual({ folder, problem: undefined })
    expect(builds).toBe(1)
    await mkdir(folder)
    expect(await prepareConsole(onBuild, root)).toEqual({ folder, problem: undefined })
    expect(builds).toBe(1)
    await writeFile(join(root, 'console/src/main.tsx'), 'second')
    expect((await prepareConsole(onBuild, root)).folder).not.toBe(folder)
    expect(builds).toBe(2)
  })

  it('says why a build failed, and serves an older one', async () => {
    await makeCheckout("process.stderr.write('Error: no such page'); process.exit(1)")
    const none = await prepareConsole(onBuild, root)
    expect(none.folder).toBeUndefined()
    expect(none.problem).toContain('Error: no such page')
    const older = await addBuild('console-0123456789abcdef')
    const some = await prepareConsole(onBuild, root)
    expect(some.folder).toBe(older)
    expect(some.problem).toContain('an older build is served')
  })

  it('says so when the tools to build it are not installed', async () => {
    await makeCheckout('')
    await rm(join(root, 'node_modules'), { recursive: true })
    expect((await prepareConsole(onBuild, root)).problem).toContain('npm ci')
    expect(builds).toBe(0)
  })

  it('serves what is there where there are no sources', async () => {
    expect((await prepareConsole(onBuild, root)).problem).toContain('does not contain it')
    const folder = await addBuild('console-0123456789abcdef')
    await addBuild('draft-abc')
    expect(await prepareConsole(onBuild, root)).toEqual({ folder, problem: undefined })
  })
})
