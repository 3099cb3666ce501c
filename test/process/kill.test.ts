// Power failures in small: Florin is killed without warning again and again, while it starts and
// while it writes. Every next start must come up by itself, and nothing that was answered with 201
// may be missing.
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { newPerson } from './calls.ts'
import { expectDatabaseAtRest, readPostmasterPid } from './database.ts'
import { type Florin, launch, stop } from './florin.ts'
import { cleanUp, findPort, machineNode, makeFolder, pinnedNode, within } from './support.ts'

afterEach(cleanUp)

type Person = ReturnType<typeof newPerson>

const WRITERS = 3
const env = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_HOUR: '0', LOG_LEVEL: 'warn' }

/** Registers people one after another until the connection breaks; returns those acknowledged. */
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

it('comes up again after each of 20 kills, with everything that was acknowledged', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const acknowledged: Person[] = []
  let kills = 0
  const begin = async (): Promise<Florin> => {
    // Both ways of starting, in turn: with and without a process that hands over.
    const program = [kills % 2 === 0 ? pinnedNode : machineNode, 'bin/florin.js']
    return launch({ dataDir, port: await findPort(), program, env })
  }
  const killWhileStarting = async (afterMs: number): Promise<void> => {
    const florin = await begin()
    await Promise.race([delay(afterMs), florin.ended])
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

  // The first start makes the cluster, which takes longest: it is interrupted over and over.
  for (let i = 0; i < 6; i += 1) await killWhileStarting(200 + i * 160)
  for (let i = 0; i < 7; i += 1) {
    await killWhileWriting(i * 25, i % 2 === 1)
    await killWhileStarting(200 + i * 80)
  }
  expect(kills).toBe(20)
  expect(acknowledged.length).toBeGreaterThan(7)

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
