// Finds the bundled program, which `npm run build` makes. It starts in a third of the processor time that the sources
// take, and is used only while these are exactly the files that it was made from. The package has no sources, and only
// one program.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'

const checkout = new URL('../', import.meta.url)

/** Returns the address of the program that was made from the sources as they are now, if there is one. */
export function findProgram(root = checkout) {
  const builds = new URL('dist/', root)
  const name = listPrograms(root).find(
    (one) => !hasSources(root) || isCurrent(root, new URL(`${one}/`, builds)),
  )
  return name === undefined ? undefined : new URL(`${name}/main.js`, builds)
}

/** Whether this is a checkout and not the package. */
export const hasSources = (root = checkout) => existsSync(new URL('src/main.ts', root))

/** Lists the folders of bundled programs. */
export function listPrograms(root = checkout) {
  try {
    return readdirSync(new URL('dist/', root)).filter((name) => /^program-[0-9a-f]{16}$/.test(name))
  } catch {
    return []
  }
}

function isCurrent(root, folder) {
  try {
    const sources = JSON.parse(readFileSync(new URL('sources.json', folder), 'utf8'))
    return Object.entries(sources).every(([path, version]) => versionOf(path, root) === version)
  } catch {
    return false
  }
}

/** Returns what changes whenever a file is written. npm writes the lock file also when nothing in it changes. */
export function versionOf(path, root = checkout) {
  if (path === 'package-lock.json')
    return createHash('sha256')
      .update(readFileSync(new URL(path, root)))
      .digest('hex')
  const { size, mtimeMs } = statSync(new URL(path, root))
  return `${size} ${mtimeMs}`
}
