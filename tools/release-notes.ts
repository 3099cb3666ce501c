// `npm run release-notes -- 1.1.0 [--dry-run]`: prints the text of a release, and moves what is not released in the
// changelog under its version.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { systemClock } from '../src/kernel/clock.ts'
import { readHeader } from '../src/platform/migration-header.ts'
import { StartError } from '../src/platform/start-error.ts'
import { findChanges } from './api-diff/index.ts'
import { checkout, gitIn } from './api-diff/release.ts'
import { cutUnreleased } from './release-notes/changelog.ts'
import { type NewMigration, writeNotes } from './release-notes/notes.ts'

const VERSION = /^\d+\.\d+\.\d+$/
const DAY_LENGTH = 10

function listMigrations(tag: string): NewMigration[] {
  const released = new Set(
    (gitIn(checkout).run('ls-tree', '-r', '--name-only', tag, 'migrations/') ?? '').split('\n'),
  )
  return readdirSync(join(checkout, 'migrations'))
    .filter((name) => name.endsWith('.sql') && !released.has(`migrations/${name}`))
    .toSorted()
    .map((name) => ({
      name,
      header: readHeader(readFileSync(join(checkout, 'migrations', name), 'utf8')),
    }))
}

try {
  const [version = '', option] = process.argv.slice(2)
  if (!VERSION.test(version) || (option !== undefined && option !== '--dry-run'))
    throw new StartError('Name the version: npm run release-notes -- 1.1.0 [--dry-run].')
  const file = join(checkout, 'CHANGELOG.md')
  const today = systemClock.now().toISOString().slice(0, DAY_LENGTH)
  const { changelog, entries } = cutUnreleased(readFileSync(file, 'utf8'), version, today)
  const found = findChanges()
  const since = found && { ...found, migrations: listMigrations(found.tag) }
  process.stdout.write(writeNotes({ version, entries, since }))
  if (option === undefined) writeFileSync(file, changelog)
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`release-notes: ${error.message}\n`)
  process.exitCode = error.exitCode
}
