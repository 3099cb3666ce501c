// All checks of one operation. They follow each other while its scene is new, because some scenes move the clock, or take
// the next period there is.
import type { AnyOperation } from '../../src/operation/operation.ts'
import { read, write } from './questions/answers.ts'
import { listed, notOfSandbox, ofSandbox } from './questions/environments.ts'
import { readByGraph, writeByGraph } from './questions/graphql.ts'
import { bound, paged } from './questions/pages.ts'
import type { Findings } from './questions/question.ts'
import { refusals } from './questions/refusals.ts'
import { routesOf, type Scenes } from './scenes.ts'

/** Concurrent refused calls, so that the bank works while the test waits for the database. */
const AT_ONCE = 4

/** In this order: a write changes the scene, and more rows make a bound more meaningful. */
const inTurn = [
  read,
  readByGraph,
  listed,
  write,
  writeByGraph,
  paged,
  bound,
  ofSandbox,
  notOfSandbox,
]

const PREPARED = 'the example of each can be prepared'

export const titles = [PREPARED, ...[...refusals, ...inTurn].map(({ title }) => title)]

export async function askAbout(
  op: AnyOperation,
  scenes: Scenes,
  findings: Findings,
): Promise<void> {
  const routes = routesOf(op)
  const scene = await findings.note(PREPARED, op.name, () => scenes.make(op))
  if (!scene) return
  const questions = (list: typeof inTurn) =>
    list
      .flatMap(({ title, of }) =>
        routes.flatMap(of).map(
          ({ at, ask }) =>
            () =>
              findings.note(title, at, () => ask(scene, scenes)),
        ),
      )
      .values()
  const left = questions(refusals)
  const askNext = async (): Promise<void> => {
    for (const ask of left) await ask()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  for (const ask of questions(inTurn)) await ask()
}
