// The part of the changelog that is not released yet: cut out, and grouped by topic.
import { StartError } from '../../src/platform/start-error.ts'

const HEADING = '## Unreleased'

export interface Cut {
  /** The changelog with the part under the heading of the version. */
  readonly changelog: string
  readonly entries: readonly string[]
}

export function cutUnreleased(changelog: string, version: string, date: string): Cut {
  const [before, rest] = changelog.split(`${HEADING}\n`)
  if (before === undefined || rest === undefined)
    throw new StartError(`CHANGELOG.md has no heading "${HEADING}".`)
  if (changelog.includes(`\n## ${version} (`))
    throw new StartError(`CHANGELOG.md has the version ${version} already.`)
  const end = /^## /m.exec(rest)?.index ?? rest.length
  const part = rest.slice(0, end).trim()
  if (part === '') throw new StartError(`Nothing stands under "${HEADING}" in CHANGELOG.md.`)
  const heading = `## ${version} (${date})`
  return {
    changelog: `${before}${HEADING}\n\n${heading}\n\n${part}\n\n${rest.slice(end)}`.replace(
      /\n+$/,
      '\n',
    ),
    entries: part
      .split(/^- /m)
      .slice(1)
      .map((entry) => entry.trim()),
  }
}

const GENERAL = 'General'
/** A topic is a few words; a colon later in the sentence names none. */
const TOPIC = /^((?:`[^`]+`|[A-Z][\w ,-]{1,30}?)): (?=\S)/

/** Entries of one topic together, in the order of the first of each; those without one at the beginning. */
export function groupByTopic(entries: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>([[GENERAL, []]])
  for (const entry of entries) {
    const [prefix, topic] = TOPIC.exec(entry) ?? []
    const name = topic ?? GENERAL
    const text = prefix === undefined ? entry : capitalize(entry.slice(prefix.length))
    groups.set(name, [...(groups.get(name) ?? []), text])
  }
  if (groups.get(GENERAL)!.length === 0) groups.delete(GENERAL)
  return groups
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
