// The sentences of the tables are understood as their writers mean them, with the few exceptions that the docs list.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { interpretSearch } from './interpreter.ts'
import { CODES, heldBack, type Sentence, sentences, TODAY, unseen } from './sample-sentences.ts'

/** The share of each table that must be understood exactly. */
const THRESHOLD = 0.95

const page = readFileSync(new URL('../../../../../docs/queries.md', import.meta.url), 'utf8')
const write = (filters: object) =>
  JSON.stringify(Object.entries(filters).toSorted(([a], [b]) => (a < b ? -1 : 1)))

const missesOf = (table: readonly Sentence[]) =>
  table
    .filter(
      ([text, filters]) => write(interpretSearch(text, TODAY, CODES).filters) !== write(filters),
    )
    .map(([text]) => text)

describe.each([
  ['the sentences', sentences, 250],
  ['the sentences that were held back', heldBack, 50],
  ['the sentences that were written last', unseen, 50],
] as const)('%s', (_, table, least) => {
  const misses = missesOf(table)

  it('are many, and different', () => {
    expect(new Set(table.map(([text]) => text)).size).toBe(table.length)
    expect(table.length).toBeGreaterThanOrEqual(least)
  })

  it('are understood at 95 % or more', () => {
    expect(misses.length / table.length, misses.join('\n')).toBeLessThanOrEqual(1 - THRESHOLD)
  })

  it('are listed in the docs where they are not understood', () => {
    expect(misses.filter((text) => !page.includes(`- ${text}`))).toEqual([])
  })
})
