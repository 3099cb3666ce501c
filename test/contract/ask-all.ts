// One question asked of many things: a test fails with a table of all those whose answer was wrong, not with the first.
import { expect } from 'vitest'

export interface Asked {
  /** What the table calls it, such as its route. */
  readonly at: string
}

/** Calls under way at once, so that the bank works while the test waits for the database. */
const AT_ONCE = 4

/** Asks several at once; the question must not depend on what another one finds or changes. */
export const askAll = <Thing extends Asked>(
  things: readonly Thing[],
  question: (thing: Thing) => Promise<void>,
): Promise<void> => ask(things, question, AT_ONCE)

/** Asks one after the other, in their order. */
export const askInTurn = <Thing extends Asked>(
  things: readonly Thing[],
  question: (thing: Thing) => Promise<void>,
): Promise<void> => ask(things, question, 1)

async function ask<Thing extends Asked>(
  things: readonly Thing[],
  question: (thing: Thing) => Promise<void>,
  atOnce: number,
): Promise<void> {
  expect(things.length, 'there is nothing to ask').toBeGreaterThan(0)
  const wrong: Record<string, string> = {}
  const left = things.values()
  const askNext = async (): Promise<void> => {
    for (const thing of left)
      await question(thing).catch((error: unknown) => {
        wrong[thing.at] = error instanceof Error ? error.message : String(error)
      })
  }
  await Promise.all(Array.from({ length: atOnce }, askNext))
  expect(wrong).toEqual({})
}
