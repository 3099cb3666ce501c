// The newest release, as git has it, and the surface of its API. A clone without tags has none.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Surface } from './surface.ts'

export const checkout = fileURLToPath(new URL('../..', import.meta.url))

export interface Git {
  /** Its output; undefined if it fails, such as outside of a clone. */
  run(...args: readonly string[]): string | undefined
}

export const gitIn = (folder: string): Git => ({
  run(...args) {
    try {
      const options = { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 } as const
      return execFileSync('git', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] })
    } catch {
      return undefined
    }
  },
})

const RELEASE = /^v\d+\.\d+\.\d+$/

/** The tag of the newest release that these sources contain. */
export const findRelease = (git: Git): string | undefined =>
  git
    .run('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname')
    ?.split('\n')
    .find((tag) => RELEASE.test(tag))

const isOfSurface = (name: string): boolean => /\.(json|graphql)$/.test(name)

export function readReleased(git: Git, tag: string): Surface {
  const names = git.run('ls-tree', '-r', '--name-only', tag, 'api/') ?? ''
  return Object.fromEntries(
    names
      .split('\n')
      .filter(isOfSurface)
      .map((name) => [name.slice('api/'.length), git.run('show', `${tag}:${name}`) ?? '']),
  )
}

export function readCurrent(folder: string): Surface {
  const api = join(folder, 'api')
  const names = readdirSync(api, { recursive: true, encoding: 'utf8' }).filter(isOfSurface)
  return Object.fromEntries(
    names.map((name) => [name, readFileSync(join(api, name), 'utf8')] as const),
  )
}
