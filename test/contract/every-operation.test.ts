// Rules for every operation there is or will be. One operation after the other goes through all checks while its scene
// is new, because some scenes move the clock, or take the next period there is.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnyOperation } from '../../src/operation/operation.ts'
import { addRow, examples, liveOnly, preparations, rows } from './examples.ts'
import { read, write } from './questions/answers.ts'
import { isOfEnvironment, listed, notPlayed, played, shownLive } from './questions/environments.ts'
import { readByGraph, writeByGraph } from './questions/graphql.ts'
import { bound, paged, sizes } from './questions/pages.ts'
import { Findings } from './questions/question.ts'
import { refusals } from './questions/refusals.ts'
import { openScenes, operations, routedOperations, routesOf, type Scenes } from './scenes.ts'

/** These are thousands of calls. */
const MINUTES = 3_600_000

/** Concurrent refused calls, so that the bank works while the test waits for the database. */
const AT_ONCE = 4

/** In this order: a write changes the scene, and more rows make a bound more meaningful. */
const inTurn = [read, readByGraph, listed, write, writeByGraph, paged, bound, played, notPlayed]

const PREPARED = 'the example of each can be prepared'

const findings = new Findings()
let scenes: Scenes

async function askAbout(op: AnyOperation): Promise<void> {
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

beforeAll(async () => {
  scenes = await openScenes()
  for (const op of routedOperations) await askAbout(op)
}, MINUTES)
afterAll(() => scenes.stop())

describe('the list of operations', () => {
  it('has an example for each that has a route, and nothing else', () => {
    expect(Object.keys(examples).toSorted()).toEqual(
      routedOperations.map((op) => op.name).toSorted(),
    )
    const prepared = [preparations, rows].flatMap((entries) => Object.keys(entries))
    expect(prepared.filter((name) => !examples[name])).toEqual([])
  })

  it('has a reason for each that is liveOnly, where it matters', () => {
    const matters = routedOperations.flatMap(routesOf).filter(isOfEnvironment)
    const names = new Set(matters.map(({ name }) => name))
    expect(Object.keys(liveOnly).filter((name) => !names.has(name))).toEqual([])
    expect(Object.values(liveOnly).filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([])
  })

  it('sums each up in a sentence', () => {
    const unclear = operations.filter((op) => !/^[A-Z].*\.$/.test(op.summary))
    expect(unclear.map((op) => op.name)).toEqual([])
  })
})

describe('every operation', () => {
  const titles = [PREPARED, ...[...refusals, ...inTurn].map(({ title }) => title)]

  it.each(titles)('%s', (title) => findings.expectNothingWrong(title))

  it('writes nothing when it refuses, or when it repeats an answer', async () => {
    expect(await scenes.findWriting()).toEqual([])
  })

  it('that writes leaves a trace of the request', async () => {
    expect(await scenes.findSilent()).toEqual([])
  })
})

describe('the lists', () => {
  it('had more than two pages, many of them', () => {
    // Otherwise the question above would say little about the pages in the middle.
    const many = [...sizes].filter(([, total]) => total > 2).map(([name]) => name)
    expect(many).toEqual(
      expect.arrayContaining([
        ...Object.keys(rows),
        'agent.list',
        'card.list',
        'mandate.list',
        'wallet.addresses',
      ]),
    )
  })

  it('had something live in them, most of them', () => {
    // Otherwise the question whether the sandbox sees it would say little.
    expect(shownLive.size).toBeGreaterThan(60)
    expect([...shownLive]).toEqual(expect.arrayContaining(['account.list', 'transaction.list']))
  })
})

describe('the public list of what is for sale', () => {
  it('shows what is offered live, and nothing of the sandbox', async () => {
    const { bank } = scenes
    const person = await bank.person()
    const player = { ...person, token: await scenes.sandboxKey(person) }
    const count = async (): Promise<number> =>
      (await bank.call('GET /api/v1/mpp/resources')).body.meta.total
    const before = await count()
    await addRow('mpp.resources', bank, player, {})
    expect(await count()).toBe(before)
    await addRow('mpp.resources', bank, person, {})
    expect(await count()).toBe(before + 1)
  })
})
