// The jobs of a small bank on a database of its own.
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, openTestPool } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from './database.ts'
import { type JobDef, type Jobs, makeJobs } from './jobs.ts'
import { currentLogFields } from './log-context.ts'
import { makeMetrics, type Metrics } from './metrics.ts'
import { Pause } from './pause.ts'

let home: Awaited<ReturnType<typeof createDatabase>>
let database: Database
let pool: ReturnType<typeof openTestPool>
let jobs: Jobs
let done: object[]
let pause: Pause
let metrics: Metrics
let logged: object[]

beforeEach(async () => {
  home = await createDatabase()
  database = openDatabase(home.address, { connectionsMax: 2, onError: () => {} })
  pool = openTestPool(home.address)
  done = []
  pause = new Pause()
  logged = []
})
afterEach(async () => {
  await jobs.stop()
  await pool.end()
  await database.close()
  await home.drop()
})

async function start(more: Partial<JobDef> = {}): Promise<void> {
  metrics = makeMetrics({ openReader: () => database.read })
  jobs = makeJobs(home.address, {
    log: pino({ level: 'silent' }),
    pause,
    metrics,
  })
  const run = async (payload: object): Promise<void> => {
    done.push(payload)
    logged.push(currentLogFields())
  }
  await jobs.start([{ name: 'test.tidy', retries: 2, run, ...more }], database.write)
}

const rules = async () => {
  const { rows } = await pool.query(
    `select q.retry_limit, q.notify, s.cron, q.xmin::text || '/' || s.xmin::text as version
     from jobs.queue q join jobs.schedule s using (name) where name = 'test.tidy'`,
  )
  return rows[0]
}

describe('jobs', () => {
  it('wait during a pause, and run after it', async () => {
    await start()
    await jobs.send(database.write, 'test.tidy', { at: 'before' })
    await expect.poll(() => done).toEqual([{ at: 'before' }])
    const end = pause.begin()
    await jobs.send(database.write, 'test.tidy', { at: 'within' })
    const states = async () =>
      (await pool.query(`select state from jobs.job where name = 'test.tidy' order by created_on`))
        .rows
    // It was fetched, and goes no further.
    await expect.poll(states).toEqual([{ state: 'completed' }, { state: 'active' }])
    expect(done).toHaveLength(1)
    end()
    await expect.poll(() => done).toEqual([{ at: 'before' }, { at: 'within' }])
  })

  it('run when they are sent, and later ones when they are due', async () => {
    await start()
    await jobs.send(database.write, 'test.tidy', { at: 'once' })
    await expect.poll(() => done).toEqual([{ at: 'once' }])
    expect(logged).toEqual([{ job: 'test.tidy' }])
    await expect
      .poll(() => metrics.render())
      .toContain('florin_job_runs_total{queue="test.tidy",outcome="done"} 1\n')
    await jobs.send(database.write, 'test.tidy', { at: 'last' }, { afterSeconds: 1 })
    expect(done).toHaveLength(1)
    await expect.poll(() => done).toEqual([{ at: 'once' }, { at: 'last' }])
  })

  it('that another node or a schedule sent run, also on a node that has not sent one', async () => {
    await start()
    const other = makeJobs(home.address, {
      log: pino({ level: 'silent' }),
      pause,
    })
    await other.start([], database.write)
    try {
      await other.send(database.write, 'test.tidy', { from: 'another node' })
      await expect.poll(() => done).toEqual([{ from: 'another node' }])
    } finally {
      await other.stop()
    }
  })

  it('that a bank left behind run at the next start', async () => {
    await start()
    await jobs.send(database.write, 'test.tidy', { at: 'later' }, { afterSeconds: 3_600 })
    await jobs.stop()
    await pool.query(`update jobs.job set start_after = now() where name = 'test.tidy'`)
    expect(done).toEqual([])
    await start()
    await expect.poll(() => done).toEqual([{ at: 'later' }])
  })

  it('keep their queue at the next start, and take over what a new build says of it', async () => {
    await start({ cron: '0 3 * * *' })
    const first = await rules()
    expect(first).toMatchObject({ retry_limit: 2, notify: true, cron: '0 3 * * *' })
    await jobs.stop()
    await start({ cron: '0 3 * * *' })
    expect(await rules()).toEqual(first)
    await jobs.stop()
    await start({ cron: '0 4 * * *', retries: 5 })
    expect(await rules()).toMatchObject({ retry_limit: 5, notify: true, cron: '0 4 * * *' })
  })
})
