// What is recorded of the answers of several banks, and which later answers differ from it.
import { describe, expect, it } from 'vitest'
import { differencesFrom } from './compare.ts'
import { mergeSamples } from './merge.ts'
import type { Sample } from './sample.ts'

const uuid = (end: number): string => `01a1f1bb-1dd8-739c-8f10-${String(end).padStart(12, '0')}`
const START = Date.parse('2026-05-05T08:00:00.000Z')
const EXAMPLE_ID = '0199d3a2-7c00-7000-8000-000000000007'

/** What bank number `n` answers about the account of the request: its ids, time and token are its own. */
const answerOf = (n: number, change: object = {}): Sample => ({
  output: {
    id: uuid(n),
    owner: uuid(100 + n),
    amount: '1.50',
    token: `token-${n}`,
    made_at: new Date(START + n * 86_400_000).toISOString(),
    rows: [
      { name: 'first', owner: uuid(100 + n) },
      { name: 'second', owner: uuid(200 + n) },
      { name: `third of ${n}`, owner: uuid(300 + n) },
    ],
    ...change,
  },
  names: new Map([[uuid(n), EXAMPLE_ID]]),
  now: START + n * 86_400_000,
})

const recorded = mergeSamples([answerOf(1), answerOf(2), answerOf(3)], {})

describe('what is recorded', () => {
  it('is what the banks agree on, with the ids and the time of the examples', () => {
    const { owner, rows, ...rest } = recorded.output as Record<string, unknown>
    expect(rest).toEqual({
      id: EXAMPLE_ID,
      amount: '1.50',
      token: 'token-1',
      made_at: '2026-03-01T12:00:00.000Z',
    })
    expect(recorded.varies).toEqual(['token'])
    expect(rows).toEqual([
      { name: 'first', owner },
      { name: 'second', owner: expect.not.stringMatching(String(owner)) },
    ])
  })

  it('keeps what it was and varies still, when a later recording happens to agree', () => {
    const again = mergeSamples([answerOf(4), answerOf(4)], recorded)
    expect(again).toEqual(recorded)
  })

  it('has lists whose length is different as a whole among what varies', () => {
    const { varies } = mergeSamples([answerOf(1), answerOf(2, { rows: [] })], {})
    expect(varies).toEqual(['rows', 'token'])
  })
})

describe('an answer', () => {
  it('of another bank is as recorded', () => {
    expect(differencesFrom(recorded, answerOf(9))).toEqual([])
  })

  const rows = answerOf(9).output as { readonly rows: readonly object[] }
  it.each([
    ['another value', { amount: '1.51' }, 'amount: "1.50" recorded, "1.51" given'],
    ['another kind', { amount: 1.5 }, 'amount: "1.50" recorded, 1.5 given'],
    ['null', { amount: null }, 'amount: "1.50" recorded, null given'],
    ['another id', { id: uuid(77) }, /^id: /],
    ['the id of something else', { owner: uuid(209) }, /^rows\.owner: /],
    ['a later time', { made_at: new Date(START + 9 * 86_400_000 + 1).toISOString() }, /^made_at: /],
    ['a row less', { rows: rows.rows.slice(1, 2) }, 'rows: 2 rows recorded, 1 given'],
    ['a new field', { fee: '0.00' }, 'fee: undefined recorded, "0.00" given'],
  ])('differs by %s', (_title, change, expected) => {
    const differences = differencesFrom(recorded, answerOf(9, change))
    expect(differences).toContainEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    )
  })

  it('may have any value where it varies', () => {
    expect(differencesFrom(recorded, answerOf(9, { token: 'anything' }))).toEqual([])
  })
})
