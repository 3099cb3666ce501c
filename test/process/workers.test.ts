// A bank in two processes that share its port: calls go to either, and one that is killed is replaced while the other
// serves.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUPERUSER } from '../../src/platform/postgres/cluster.ts'
import { nameCluster } from '../../src/platform/postgres/data-dir.ts'
import { nameSocketDir, PORT } from '../../src/platform/postgres/socket-dir.ts'
import type { Sql } from '../simulation/invariants.ts'
import { expectDatabaseAtRest } from './database.ts'
import { type Florin, start, stop } from './florin.ts'
import { checkBooks, Load, makeRandom, makeSql, setStage } from './ledger-load.ts'
import { cleanUp, makeFolder, waitFor, within } from './support.ts'

let dataDir: string
let florin: Florin
let sql: Sql

beforeAll(async () => {
  dataDir = join(await makeFolder(), 'bank')
  const env = {
    WORKERS: '2',
    RATE_LIMIT_PER_MINUTE: '0',
    RATE_LIMIT_PER_HOUR: '0',
    LOG_LEVEL: 'fatal',
  }
  florin = await start({ dataDir, env })
  await florin.showScreen()
  sql = makeSql({
    host: nameSocketDir(nameCluster(resolve(dataDir))),
    port: PORT,
    user: SUPERUSER,
    database: 'postgres',
  })
})
afterAll(cleanUp)

/** Each process that serves listens to the others. */
const countWorkers = async (): Promise<number> =>
  (
    await sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where application_name = 'florin listener'`,
    )
  )[0]!.n

/** The processes that the bank started and that are banks themselves. */
async function findWorkers(): Promise<number[]> {
  const children = await readFile(`/proc/${florin.pid}/task/${florin.pid}/children`, 'utf8')
  const pids = children.trim().split(' ').map(Number)
  const commands = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8')))
  return pids.filter((_, index) => commands[index]!.includes('florin.js'))
}

describe('two workers', () => {
  it('serve one bank, and go on when one of them is killed', async () => {
    expect(await countWorkers()).toBe(2)
    const stage = await setStage(florin.url, 6)
    const load = new Load({
      urls: () => [florin.url],
      stage,
      clients: 3,
      random: makeRandom(7),
    })
    const sent = (count: number) => waitFor('more answers', () => load.sent.length >= count)
    await sent(30)
    process.kill((await findWorkers())[0]!, 'SIGKILL')
    await sent(load.sent.length + 30)
    await waitFor('the other worker', async () => (await countWorkers()) === 2)
    await sent(load.sent.length + 30)
    await within('every request to be answered', load.end())
    await checkBooks(load, stage, florin.url, sql)
  })

  it('stop in order, with their database', async () => {
    const { code, stderr } = await stop(florin)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    await expectDatabaseAtRest(dataDir)
  })
})
