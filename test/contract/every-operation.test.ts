// Rules for every operation there is or will be.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeForTests } from '../harness/describe.ts'
import { askAbout, titles } from './ask-about.ts'
import { addRow, examples, liveOnly, preparations, rows } from './examples.ts'
import { isOfEnvironment, shownLive } from './questions/environments.ts'
import { sizes } from './questions/pages.ts'
import { Findings } from './questions/question.ts'
import { findSealedColumns } from './sealed-columns.ts'
import { openScenes, operations, routedOperations, routesOf, type Scenes } from './scenes.ts'

/** These are thousands of calls. */
const MINUTES = 3_600_000

const findings = new Findings()
let scenes: Scenes

beforeAll(async () => {
  scenes = await openScenes()
  for (const op of routedOperations) await askAbout(op, scenes, findings)
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
  it.each(titles)('%s', (title) => findings.expectNothingWrong(title))

  it('writes nothing when it refuses, or when it repeats an answer', async () => {
    expect(await scenes.findWriting()).toEqual([])
  })

  it('seals values in declared columns only, and in nearly all of them', async () => {
    const found = await findSealedColumns(scenes.bank)
    const declared = describeForTests().sealed.map(({ table, column }) => `${table}.${column}`)
    expect(found.filter((name) => !declared.includes(name))).toEqual([])
    // No example leaves a value in these.
    expect(declared.filter((name) => !found.includes(name))).toEqual([
      'a2a.push_configs.secrets',
      'machine_payments.answers.sealed',
      'conversations.proposals.sealed',
    ])
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
    const inSandbox = { ...person, token: await scenes.sandboxKey(person) }
    const count = async (): Promise<number> =>
      (await bank.call('GET /api/v1/mpp/resources')).body.meta.total
    const before = await count()
    await addRow('mpp.resources', bank, inSandbox, {})
    expect(await count()).toBe(before)
    await addRow('mpp.resources', bank, person, {})
    expect(await count()).toBe(before + 1)
  })
})
