// The files that passed a step of the check, with their hashes at that time.
import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** File names, or other things that a step depends on, and their hashes. */
export type Hashes = Readonly<Record<string, string>>

const CACHE = 'node_modules/.cache/florin'
const SOURCES = [
  '*.{ts,js,json}',
  '.oxlintrc.json',
  '{bench,bin,console,demo,docs,sdk,src,test,tools}/**/*.{ts,tsx,js,json,css,html}',
]
/** A change of these can change the result for any file. */
const CONFIGURATION = /(^|\/)(package-lock|tsconfig|biome|\.oxlintrc)\.json$/

export function hashSources(): Hashes {
  const names = globSync(SOURCES, { exclude: ['**/node_modules/**', '**/dist/**'] }).toSorted()
  return Object.fromEntries(
    names.map((name) => [name, createHash('sha256').update(readFileSync(name)).digest('hex')]),
  )
}

export class PassedFiles {
  private readonly path: string
  private readonly before: Hashes

  constructor(step: string, folder = CACHE) {
    this.path = `${folder}/${step}.json`
    this.before = readHashes(this.path)
  }

  /** What is new or different since the step passed; everything if the configuration is. */
  changedIn(now: Hashes): Set<string> {
    const names = Object.keys(now)
    const changed = names.filter((name) => now[name] !== this.before[name])
    return new Set(changed.some((name) => CONFIGURATION.test(name)) ? names : changed)
  }

  save(now: Hashes): void {
    mkdirSync(dirname(this.path), { recursive: true })
    writeFileSync(this.path, JSON.stringify(now))
  }
}

function readHashes(path: string): Hashes {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Hashes
  } catch {
    // The step has not passed yet, or its process was killed while it wrote.
    return {}
  }
}
