// The text of a release: what changed by topic, what the API gained and lost, and what the migrations do that an operator
// has to know.
import type { MigrationHeader } from '../../src/platform/migration-header.ts'
import { type Change, toLine } from '../api-diff/change.ts'
import { groupByTopic } from './changelog.ts'

export interface NewMigration {
  readonly name: string
  readonly header: Pick<MigrationHeader, 'contract' | 'rewrites'>
}

export interface Release {
  readonly version: string
  readonly entries: readonly string[]
  /** Undefined if there is no release to compare with. */
  readonly since:
    | {
        readonly tag: string
        readonly changes: readonly Change[]
        readonly migrations: readonly NewMigration[]
      }
    | undefined
}

export function writeNotes({ version, entries, since }: Release): string {
  const topics = [...groupByTopic(entries)].map(
    ([topic, texts]) => `## ${topic}\n\n${texts.map((one) => `- ${one}`).join('\n')}`,
  )
  const parts = [`# Florin ${version}`, ...topics]
  if (since) parts.push(describeApi(since.changes, since.tag), describeMigrations(since.migrations))
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function describeApi(changes: readonly Change[], tag: string): string {
  const broken = changes.filter(({ isBreaking }) => isBreaking)
  const isNewOf = (form: RegExp) => (one: Change) => one.what === 'new' && form.test(one.where)
  const list = (title: string, some: readonly Change[], write: (one: Change) => string): string =>
    some.length === 0 ? '' : `${title}\n\n${some.map((one) => `- ${write(one)}`).join('\n')}`
  const name = ({ where }: Change): string => `\`${where}\``
  const parts = [
    list(`**Breaks clients of ${tag}:**`, broken, toLine),
    list(
      '**New operations:**',
      changes.filter(isNewOf(/^(GET|POST|PUT|PATCH|DELETE) [^,]+$/)),
      name,
    ),
    list(
      '**New events, tools and errors:**',
      changes.filter(isNewOf(/^(event|tool|error) [^.]*(\.\S+ \d+)?$/)),
      name,
    ),
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : ['## API', ...parts].join('\n\n')
}

/** Those that only add need no word. */
function describeMigrations(migrations: readonly NewMigration[]): string {
  if (migrations.length === 0) return ''
  const first = `${migrations.length} migration(s), from ${migrations[0]!.name} on, which the first start applies.`
  const notes = migrations.flatMap(({ name, header: { contract, rewrites } }) => [
    ...(contract === undefined
      ? []
      : [`- \`${name}\` contracts: it ${contract}. Versions before that do not start after it.`]),
    ...(rewrites.length === 0
      ? []
      : [`- \`${name}\` rewrites ${rewrites.join(', ')}, which takes time where these are large.`]),
  ])
  const safe = notes.some((note) => note.includes(' contracts: '))
    ? []
    : ['None removes what the version before uses: going back needs no restore.']
  return [
    '## Migrations',
    [first, ...safe].join(' '),
    ...(notes.length > 0 ? [notes.join('\n')] : []),
  ].join('\n\n')
}
