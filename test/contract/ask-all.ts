// One check over many subjects: a test fails with a table of all those that failed, not with the first.
import { expect } from 'vitest'

export interface Asked {
  /** What the table calls it, such as its route. */
  readonly at: string
}

/** Asks one after the other, in their order. */
export async function askAll<Thing extends Asked>(
  things: readonly Thing[],
  question: (thing: Thing) => Promise<void>,
): Promise<void> {
  expect(things.length, 'there is nothing to ask').toBeGreaterThan(0)
  const wrong: Record<string, string> = {}
  for (const thing of things)
    await question(thing).catch((error: unknown) => {
      wrong[thing.at] = error instanceof Error ? error.message : String(error)
    })
  expect(wrong).toEqual({})
}
