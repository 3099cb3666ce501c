// Finds files that libraries bring and the bank reads as data. The bundled program has copies of them, so that its
// package needs the libraries no longer.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The folder of the copies, beside the files of the program; the sources have none. */
export const COPIES = 'library-files'

const { resolve } = createRequire(import.meta.url)

/** Takes the name of a package and a path in it. */
export function findLibraryFile(path: string): string {
  const copy = join(import.meta.dirname, COPIES, path)
  return existsSync(copy) ? copy : resolve(path)
}
