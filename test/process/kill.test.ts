// Power failures in small: Florin is killed without warning again and again, while it starts and
// while it writes. Every next start must come up by itself, and nothing that was answered with 201
// may be missing.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { rounds, someOf } from '../harness/rounds.ts'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest, readPostmasterPid } from './database.ts'
import { type Florin, launch, stop } from './florin.ts'
import {
  cleanUp,
  findPort,
  machineNode,
  makeFolder,
  pinnedNode,
  waitFor,
  within,
} from './support.ts'

afterEach(cleanUp)

type Person = ReturnType<typeof newPerson>

const WRITERS = 3
const env = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_HOUR: '0', LOG_LEVEL: 'warn' }

/** Registers users one after another until the connection breaks; returns those acknowledged. */
async function writeUntilKilled(florin: Florin, onFirst: () => void): Promise<Person[]> {
  const acknowledged: Person[] = []
  for (;;) {
    const person = newPerson()
    const answer = await florin.call('POST /api/auth/register', person).catch(() => undefined)
    if (answer === undefined) return acknowledged
    expect(answer.status).toBe(201)
    acknowledged.push(person)
    onFirst()
  }
}

async function kill(florin: Florin, withDatabase: boolean): Promise<void> {
  const database = withDatabase ? readPostmasterPid(florin.dataDir) : undefined
  florin.signalGroup('SIGKILL')
  if (database !== undefined) process.kill(database, 'SIGKILL')
  await within('the killed to be gone', florin.ended)
}

/** What a start leaves in the data folder on its way; a start has come so far when it is not what was there before. */
const traces = {
  'takes the data folder': (dataDir: string) => readFile(join(dataDir, 'florin.lock'), 'utf8'),
  'makes the cluster': async (dataDir: string) =>
    (await readdir(dataDir)).findLast((name) => name.startsWith('postgres.new-')),
  'starts the server': async (dataDir: string) => String(readPostmasterPid(dataDir)),
}
type Moment = keyof typeof traces

/** When the first starts are killed. */
const FIRST_STARTS = someOf<Moment>(
  [
    'makes the cluster',
    'starts the server',
    'takes the data folder',
    'starts the server',
    'takes the data folder',
    'starts the server',
  ],
  2,
)
/** How often it is killed while it writes, each second time with its database, and then while it starts again. */
const TURNS = rounds(2, 7)
const KILLS = FIRST_STARTS.length + 2 * TURNS

it(`comes up again after each of ${KILLS} kills, with everything that was acknowledged`, async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const acknowledged: Person[] = []
  let kills = 0
  const begin = async (): Promise<Florin> => {
    // Both ways of starting, in turn: with and without a process that hands over.
    const program = [kills % 2 === 0 ? pinnedNode : machineNode, 'bin/florin.js']
    return launch({ dataDir, port: await findPort(), program, env })
  }
  const killWhileStarting = async (moment: Moment): Promise<void> => {
    const read = (): Promise<string | undefined> => traces[moment](dataDir).catch(() => undefined)
    const before = await read()
    const florin = await begin()
    await waitFor(`the start that ${moment}`, async () => {
      const trace = await read()
      return trace !== undefined && trace !== before
    })
    await kill(florin, false)
    kills += 1
  }
  const killWhileWriting = async (afterMs: number, withDatabase: boolean): Promise<void> => {
    const florin = await begin()
    await florin.becomeReady()
    const first = Promise.withResolvers<void>()
    const writers = Array.from({ length: WRITERS }, () => writeUntilKilled(florin, first.resolve))
    await within('the first registration', first.promise)
    await delay(afterMs)
    await kill(florin, withDatabase)
    acknowledged.push(...(await Promise.all(writers)).flat())
    kills += 1
  }

  for (const moment of FIRST_STARTS) await killWhileStarting(moment)
  for (let i = 0; i < TURNS; i += 1) {
    await killWhileWriting(i * 25, i % 2 === 1)
    await killWhileStarting(i % 2 === 0 ? 'starts the server' : 'takes the data folder')
  }
  expect(kills).toBe(KILLS)
  expect(acknowledged.length).toBeGreaterThanOrEqual(TURNS)

  const florin = await begin()
  await florin.becomeReady()
  const missing: Person[] = []
  const queue = [...acknowledged]
  const readers = Array.from({ length: WRITERS }, async () => {
    for (let person = queue.pop(); person !== undefined; person = queue.pop()) {
      const { email, password } = person
      const { status } = await florin.call('POST /api/auth/login', { email, password })
      if (status !== 200) missing.push(person)
    }
  })
  await Promise.all(readers)
  expect(missing).toEqual([])
  expect(await stop(florin)).toMatchObject({ code: 0, stderr: '' })
  await expectDatabaseAtRest(dataDir)
})
