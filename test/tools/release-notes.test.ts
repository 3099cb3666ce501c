// The text of a release, and the changelog after it is cut.
import { describe, expect, it } from 'vitest'
import { cutUnreleased, groupByTopic } from '../../tools/release-notes/changelog.ts'
import { writeNotes } from '../../tools/release-notes/notes.ts'

const changelog = `# Changelog

What changes.

## Unreleased

- Events: ids are
  not given again.
- \`POST /x\` takes more: see there.
- Events: a stream resets.
- A write is answered with 503.

## 1.0.0 (2026-11-18)

- Everything.
`

describe('the changelog', () => {
  it('has what was not released under the version, and a heading for what comes', () => {
    const cut = cutUnreleased(changelog, '1.1.0', '2026-12-01')
    expect(cut.changelog).toBe(
      changelog.replace('## Unreleased\n', '## Unreleased\n\n## 1.1.0 (2026-12-01)\n'),
    )
    expect(cut.entries).toHaveLength(4)
    expect(cut.entries[0]).toBe('Events: ids are\n  not given again.')
    // A second cut would be empty.
    expect(() => cutUnreleased(cut.changelog, '1.2.0', '2026-12-02')).toThrow(
      /Nothing stands under/,
    )
    expect(() => cutUnreleased(changelog, '1.0.0', '2026-12-02')).toThrow(/1\.0\.0 already/)
    expect(() => cutUnreleased('# Changelog\n', '1.1.0', '2026-12-02')).toThrow(/no heading/)
  })

  it('may be the first', () => {
    const cut = cutUnreleased('# C\n\n## Unreleased\n\n- One.\n', '1.0.0', '2026-12-01')
    expect(cut).toEqual({
      changelog: '# C\n\n## Unreleased\n\n## 1.0.0 (2026-12-01)\n\n- One.\n',
      entries: ['One.'],
    })
  })

  it('is grouped by topic', () => {
    const { entries } = cutUnreleased(changelog, '1.1.0', '2026-12-01')
    expect([...groupByTopic(entries)]).toEqual([
      ['General', ['`POST /x` takes more: see there.', 'A write is answered with 503.']],
      ['Events', ['Ids are\n  not given again.', 'A stream resets.']],
    ])
    expect([...groupByTopic(['Fees: one.']).keys()]).toEqual(['Fees'])
  })
})

describe('the text of a release', () => {
  const change = (isBreaking: boolean, where: string, what = 'new') => ({ isBreaking, where, what })

  it('has topics, the API and what migrations do', () => {
    const since = {
      tag: 'v1.0.0',
      changes: [
        change(true, 'GET /old', 'removed'),
        change(false, 'POST /api/v2/things'),
        change(false, 'POST /api/v2/other, query x'),
        change(false, 'event thing.made 1'),
        change(false, 'error THING_LOST'),
        change(false, 'event thing.made 1.field'),
      ],
      migrations: [
        { name: '0170_a.sql', header: { contract: undefined, rewrites: [] } },
        { name: '0171_b.sql', header: { contract: 'drops a.b, since 1.0.0', rewrites: ['a.c'] } },
      ],
    }
    expect(
      writeNotes({ version: '1.1.0', entries: ['Fees: one.', 'Two.'], since }),
    ).toBe(`# Florin 1.1.0

## General

- Two.

## Fees

- One.

## API

**Breaks clients of v1.0.0:**

- GET /old: removed

**New operations:**

- \`POST /api/v2/things\`

**New events, tools and errors:**

- \`event thing.made 1\`
- \`error THING_LOST\`

## Migrations

2 migration(s), from 0170_a.sql on, which the first start applies.

- \`0171_b.sql\` contracts: it drops a.b, since 1.0.0. Versions before that do not start after it.
- \`0171_b.sql\` rewrites a.c, which takes time where these are large.
`)
  })

  it('says that one can go back where migrations only add, and nothing where nothing changed', () => {
    const migrations = [{ name: '0170_a.sql', header: { contract: undefined, rewrites: [] } }]
    const since = { tag: 'v1.0.0', changes: [], migrations }
    expect(writeNotes({ version: '1.1.0', entries: ['One.'], since })).toContain('needs no restore')
    for (const none of [undefined, { ...since, migrations: [] }])
      expect(writeNotes({ version: '1.1.0', entries: ['One.'], since: none })).toBe(
        '# Florin 1.1.0\n\n## General\n\n- One.\n',
      )
  })
})
