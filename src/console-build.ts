// Makes the web console ready to be served. It is built by another process, and only when its sources changed. The
// bank starts without it when it cannot be built, and says why.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const checkout = fileURLToPath(new URL('..', import.meta.url))

/** Where builds are, each in a folder named after the sources that it was made from. */
export const buildsIn = (root: string): string => join(root, 'dist')

/** The files a build depends on; the lock file represents the libraries. */
const SOURCES = [
  'console',
  'demo',
  // The guides and the changelog are pages of the reference.
  'docs',
  'CHANGELOG.md',
  'README.md',
  'sdk/client',
  'src/kernel/money.ts',
  'src/transport/design/tokens.css',
  'tools/build-console.ts',
  'package-lock.json',
]
const NAME = /^console-[0-9a-f]{16}$/
const BUILD_MS_MAX = 60_000

export interface ConsoleBuild {
  /** Undefined when there is no build to serve. */
  readonly folder: string | undefined
  /** A sentence for the operator: why there is none, or only an older one. */
  readonly problem: string | undefined
}

/** Builds the console if its sources changed; calls `onBuild` first, because a build takes a moment. */
export async function prepareConsole(onBuild: () => void, root = checkout): Promise<ConsoleBuild> {
  try {
    return await findOrBuild(onBuild, root)
  } catch (error) {
    return { folder: undefined, problem: (error as Error).message }
  }
}

async function findOrBuild(onBuild: () => void, root: string): Promise<ConsoleBuild> {
  if (!existsSync(join(root, 'console'))) {
    const folder = await findNewest(root)
    return { folder, problem: folder ? undefined : 'this installation does not contain it.' }
  }
  const folder = await folderOfSources(root)
  if (existsSync(folder)) return { folder, problem: undefined }
  const problem = await build(onBuild, root)
  if (problem === undefined) return { folder, problem }
  const older = await findNewest(root)
  return {
    folder: older,
    problem: older ? `an older build is served, because ${problem}` : problem,
  }
}

/** The folder for a build of the sources as they are now. */
export async function folderOfSources(root = checkout): Promise<string> {
  const hash = createHash('sha256')
  for (const file of (await Promise.all(SOURCES.map((path) => listFiles(root, path)))).flat()) {
    hash.update(`${file}\n`)
    hash.update(await readFile(join(root, file)))
  }
  return join(buildsIn(root), `console-${hash.digest('hex').slice(0, 16)}`)
}

async function listFiles(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined)
  if (!found?.isDirectory()) return found ? [path] : []
  const files = await readdir(join(root, path), { recursive: true, withFileTypes: true })
  return files
    .filter((file) => file.isFile())
    .map((file) => relative(root, join(file.parentPath, file.name)))
    .toSorted()
}

/** All builds, the newest first. */
export async function listBuilds(root = checkout): Promise<string[]> {
  const names = (await readdir(buildsIn(root)).catch(() => [])).filter((name) => NAME.test(name))
  const made = await Promise.all(
    names.map(async (name) => {
      const folder = join(buildsIn(root), name)
      return { folder, at: (await stat(folder)).mtimeMs }
    }),
  )
  return made.toSorted((a, b) => b.at - a.at).map(({ folder }) => folder)
}

const findNewest = async (root: string): Promise<string | undefined> => (await listBuilds(root))[0]

/** Returns why it failed, if it did. */
async function build(onBuild: () => void, root: string): Promise<string | undefined> {
  try {
    createRequire(join(root, 'package.json')).resolve('vite')
  } catch {
    return 'the tools to build it are not installed; run "npm ci", or "npm run build" before leaving them out.'
  }
  onBuild()
  try {
    const script = join(root, 'tools/build-console.ts')
    await promisify(execFile)(process.execPath, [script], { cwd: root, timeout: BUILD_MS_MAX })
    return undefined
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string }
    const reason = stderr.split('\n').find((line) => /error/i.test(line)) ?? message
    return `the build failed (${reason.trim().slice(0, 200)}); "npm run build" shows all of it.`
  }
}
