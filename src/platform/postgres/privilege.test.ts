// The ways to run PostgreSQL from a Florin that is root, as far as this machine allows them, and
// the completion of the package, which also depends on the owner of the files.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, readdir, readFile, readlink, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { locatePackage } from './binaries.ts'
import type { Strategy } from './launcher.ts'
import { NOBODY, nobody, nobodyPassingFolders, plain, userNamespace } from './privilege.ts'
import {
  atCleanUp,
  cleanUp,
  isRoot,
  makeFolder,
  makeUsedFolder,
  ordinaryIds,
  query,
  start,
  startFlorin,
} from './test-support.ts'

afterEach(cleanUp)

function isPossible({ prefix, runAs }: Strategy): boolean {
  const [command, ...args] = [...prefix, 'test', '-x', join(locatePackage(), 'native/bin/initdb')]
  return isRoot && spawnSync(command, args, { cwd: '/', ...runAs }).status === 0
}

const possible = [userNamespace, nobody, nobodyPassingFolders].filter(isPossible)

/** mkdtemp makes folders that only their owner can pass. */
async function makeOpenFolder(): Promise<string> {
  const folder = await makeFolder()
  await chmod(folder, 0o755)
  return folder
}

/** The package as it is installed, without the links. */
async function copyPackage(
  parent: string,
): Promise<{ packageDir: string; libDir: string; links: string[] }> {
  const packageDir = join(parent, 'package')
  execFileSync('cp', ['-R', locatePackage(), packageDir])
  const libDir = join(packageDir, 'native', 'lib')
  for (const link of await listLinks(libDir)) await rm(join(libDir, link))
  const list = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
  const links = [...list.matchAll(/"target":"native\/lib\/([^"]+)"/g)].map((match) => `${match[1]}`)
  return { packageDir, libDir, links: links.toSorted() }
}

async function listLinks(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { withFileTypes: true })
  const links = entries.filter((entry) => entry.isSymbolicLink())
  return links.map((entry) => entry.name).toSorted()
}

describe.skipIf(!isRoot)('as root (needs to be root)', () => {
  it.each(possible.filter((strategy) => strategy !== nobody))(
    '$name works below a closed folder',
    async (strategy) => {
      const closed = await makeFolder()
      const { packageDir } = await copyPackage(closed)
      const internals = { strategies: [strategy], packageDir }
      const server = await start({ dataDir: join(closed, 'data') }, internals)
      expect(await query(server, 'select 1')).toEqual([[1]])
    },
  )

  it('the next way is taken where one does not work', async () => {
    const dataDir = join(await makeFolder(), 'closed', 'data')
    const strategies = [plain, nobody, ...possible]
    const server = await start({ dataDir }, { strategies })
    expect(await query(server, 'select 1')).toEqual([[1]])
    await expect(
      start({ dataDir: `${dataDir}2` }, { strategies: [plain, nobody] }),
    ).rejects.toThrow(/refuses to run as root .*cannot be run as root.*nobody: cannot enter/)
  })

  // What is possible below a closed folder makes its database there; here each takes over that of another.
  it('each way works, and the data goes along when the way changes', async () => {
    const dataDir = await makeOpenFolder()
    const ways = [nobody, userNamespace, nobodyPassingFolders, nobody].filter((way) =>
      possible.includes(way),
    )
    expect(new Set(ways)).toEqual(new Set(possible))
    for (const [index, strategy] of ways.entries()) {
      const server = await start({ dataDir }, { strategies: [strategy] })
      expect((await stat(join(dataDir, 'postgres'))).uid).toBe(strategy.owner.uid)
      expect(await stat(server.socketDir)).toMatchObject({ uid: 0, mode: 0o40700 })
      await query(server, `create table table${index} ()`)
      const tables = await query(server, `select from pg_class where relname ~ '^table[0-9]'`)
      expect(tables).toHaveLength(index + 1)
      await server.stop()
    }
  })
})

describe('the links of the package', () => {
  it('are made when they are missing, also by two at once', async () => {
    const { packageDir, libDir, links } = await copyPackage(await makeOpenFolder())
    const dirs = [await makeUsedFolder(), await makeUsedFolder()]
    for (const dir of dirs) await chmod(dir, 0o755)
    const servers = await Promise.all(dirs.map((dataDir) => start({ dataDir }, { packageDir })))
    for (const server of servers) expect(await query(server, 'select 1')).toEqual([[1]])
    expect(links.length).toBeGreaterThan(0)
    expect(await listLinks(libDir)).toEqual(links)
  })

  it.skipIf(ordinaryIds === undefined)(
    'are made in the data folder when the package cannot be written (needs a world-readable checkout)',
    async () => {
      const { packageDir, libDir, links } = await copyPackage(await makeOpenFolder())
      await chmod(libDir, 0o555)
      atCleanUp(() => chmod(libDir, 0o755))
      const dataDir = join(await makeOpenFolder(), 'data')
      await mkdir(dataDir)
      // Root could write it all the same.
      if (isRoot) await chown(dataDir, NOBODY.uid, NOBODY.gid)
      const florin = startFlorin({ dataDir, packageDir }, ordinaryIds)
      expect(await query(await florin.started, 'select 1')).toEqual([[1]])
      expect(await listLinks(libDir)).toEqual([])
      const made = join(dataDir, 'postgres-lib')
      expect(await listLinks(made)).toEqual(links)
      expect(await readlink(join(made, links[0] ?? ''))).toContain(libDir)
    },
  )
})
