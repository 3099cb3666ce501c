// Money under power failures: clients move it without a break while the bank, its database or both
// are killed at random moments. Nothing acknowledged may be lost, nothing may happen twice.
// CRASH_SEED=… repeats the choices, though not the moments they meet.
import { randomInt } from 'node:crypto'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { SUPERUSER } from '../../src/platform/postgres/cluster.ts'
import { nameCluster } from '../../src/platform/postgres/data-dir.ts'
import { nameSocketDir, PORT } from '../../src/platform/postgres/socket-dir.ts'
import { rounds, someOf } from '../harness/rounds.ts'
import { readPostmasterPid } from './database.ts'
import { type Florin, start, stop } from './florin.ts'
import { checkBooks, Load, makeRandom, makeSql, setStage } from './ledger-load.ts'
import { cleanUp, findPort, makeFolder, waitFor, within } from './support.ts'

afterEach(cleanUp)

const given = process.env.CRASH_SEED
const seed = given === undefined ? randomInt(2 ** 31) : Number(given)
process.stdout.write(`crash seed: ${seed} (CRASH_SEED=${seed} runs it again)\n`)

const env = { RATE_LIMIT_PER_MINUTE: '0', RATE_LIMIT_PER_HOUR: '0', LOG_LEVEL: 'error' }

type Victim = 'bank' | 'database' | 'backend' | 'both'
/**
 * Each kind at least once. The bank comes up anew every other time: it waits longer each time before it replaces a
 * database.
 */
const all: readonly Victim[] = [
  ...(['bank', 'database', 'backend', 'both', 'database', 'bank', 'backend'] as const),
  ...(['database', 'both', 'database', 'bank', 'backend', 'database', 'both'] as const),
  ...(['backend', 'database', 'bank', 'database', 'both', 'backend', 'database', 'both'] as const),
]
const victims = someOf(all, 4)

it(`keeps its word through ${victims.length} kills`, async () => {
  const random = makeRandom(seed)
  const dataDir = join(await makeFolder(), 'bank')
  const port = await findPort()
  const begin = (): Promise<Florin> => start({ dataDir, port, env })
  let florin = await begin()
  const sql = makeSql({
    host: nameSocketDir(nameCluster(resolve(dataDir))),
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
  })
  const stage = await setStage(florin.url, 8)
  const load = new Load({ urls: () => [florin.url], stage, clients: rounds(3, 6), random })

  const killBackend = async (): Promise<void> => {
    // The connection over which all money is moved.
    const [row] = await sql<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'florin ledger'`,
    )
    process.kill(row!.pid, 'SIGKILL')
  }
  const findPostmaster = (): number => {
    try {
      return readPostmasterPid(dataDir)
    } catch {
      return 0 // between two servers there is none
    }
  }
  const waitForProgress = async (): Promise<void> => {
    const before = load.sent.length
    const hasMoved = (): boolean => {
      florin.expectAlive()
      return load.sent.length > before + 10
    }
    await waitFor('money to move again', hasMoved, { everyMs: 20 })
  }
  for (const victim of victims) {
    await waitForProgress()
    await delay(random() * 250)
    if (victim === 'backend') await killBackend()
    const postmaster = findPostmaster()
    if (victim === 'database' || victim === 'both') process.kill(postmaster, 'SIGKILL')
    if (victim === 'bank' || victim === 'both') {
      // Sometimes the bank has just noticed that its database is gone.
      if (victim === 'both' && random() < 0.5) await delay(random() * 300)
      florin.signalGroup('SIGKILL')
      await within('the killed to be gone', florin.ended)
      florin = await begin()
    } else if (victim === 'database')
      await waitFor('another server', () => ![0, postmaster].includes(findPostmaster()))
  }
  await waitForProgress()
  await within('every request to be answered', load.end())
  await florin.becomeReady()
  const { accepted } = await checkBooks(load, stage, florin.url, sql)
  expect(load.sent.length).toBeGreaterThan(10 * victims.length)
  // The others wanted more money than there was.
  expect(accepted).toBeGreaterThan(load.sent.length / 4)
  expect(load.tries, 'no request was ever interrupted').toBeGreaterThan(load.sent.length)
  expect((await stop(florin)).code).toBe(0)
})
