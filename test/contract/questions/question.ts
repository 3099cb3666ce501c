// A check of every operation that it applies to, and its failures: a test fails with a table of all operations that
// failed, not with the first.
import { expect } from 'vitest'
import type { Routed, Scene, Scenes } from '../scenes.ts'

/** One question about one thing, such as a field of a route. */
export interface Asked {
  /** What the table calls it. */
  readonly at: string
  readonly ask: (scene: Scene, scenes: Scenes) => Promise<void>
}

export interface Question {
  readonly title: string
  /** What is to be asked of a route; nothing if the question does not fit. */
  readonly of: (one: Routed) => Asked[]
}

/** A question about each of the things that `find` finds at a route. */
export const questionAbout = <Thing extends { readonly at: string }>(
  title: string,
  find: (one: Routed) => readonly Thing[],
  ask: (thing: Thing, scene: Scene, scenes: Scenes) => Promise<void>,
): Question => ({
  title,
  of: (one) =>
    find(one).map((thing) => ({
      at: thing.at,
      ask: (scene, scenes) => ask(thing, scene, scenes),
    })),
})

/** A question about each route that it fits. */
export const question = (
  title: string,
  fits: (one: Routed) => boolean,
  ask: (one: Routed, scene: Scene, scenes: Scenes) => Promise<void>,
): Question => questionAbout(title, (one) => (fits(one) ? [one] : []), ask)

export class Findings {
  private readonly asked = new Set<string>()
  private readonly wrong = new Map<string, Record<string, string>>()

  /** Does something on behalf of a question; undefined if it failed, which is noted. */
  async note<Found>(
    title: string,
    at: string,
    work: () => Promise<Found>,
  ): Promise<Found | undefined> {
    this.asked.add(title)
    try {
      return await work()
    } catch (error) {
      const table = this.wrong.get(title) ?? {}
      table[at] = error instanceof Error ? error.message : String(error)
      this.wrong.set(title, table)
      return undefined
    }
  }

  expectNothingWrong(title: string): void {
    expect(this.asked, 'it was asked of nothing').toContain(title)
    expect(this.wrong.get(title) ?? {}).toEqual({})
  }
}
