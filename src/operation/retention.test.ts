// What the job deletes and keeps, on a database of its own.
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, TestClock } from '../../test/harness/bank.ts'
import { holdTransaction } from '../../test/harness/held.ts'
import { uuidv7 } from '../kernel/uuid.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { keepDays, keepHours, keepUntil, type Retention, retentionJob } from './retention.ts'
import { deleteOldBatch } from './retention-store.ts'

let home: Awaited<ReturnType<typeof createDatabase>>
let database: Database
const clock = new TestClock()
const ago = (seconds: number) => new Date(clock.now().getTime() - seconds * 1_000)

beforeAll(async () => {
  home = await createDatabase()
  database = openDatabase(home.address, { connectionsMax: 2, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await home.drop()
})
beforeEach(async () => {
  await sql`truncate platform.replies, agents.used_challenges, conversations.model_calls`.execute(
    database.write,
  )
})

const addReply = async (key: string, seconds: number) =>
  sql`insert into platform.replies (caller, operation, key, input_hash, reply, created_at)
      values ('c', 'o', ${key}, '', '', ${ago(seconds)})`.execute(database.write)

async function listKeys(): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from platform.replies order by key`.execute(database.write)
  return rows.map(({ key }) => key)
}

/** Runs the job, and returns what it has logged. */
async function run(...all: Retention[]): Promise<Record<string, unknown>[]> {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
  await retentionJob(all, { clock, log }).run({}, database.write)
  return lines.map((line) => JSON.parse(line))
}

const aDay = keepDays('platform.replies', 'created_at', 1, 'Test.')

describe('the job that deletes old rows', () => {
  it('deletes what is older than the period, and logs how many rows of which table', async () => {
    await addReply('old', 86_401)
    await addReply('new', 86_399)
    expect(await run(aDay)).toMatchObject([{ table: 'platform.replies', deleted: 1 }])
    expect(await listKeys()).toEqual(['new'])
    expect(await run(aDay)).toEqual([])
    expect(await run(keepHours('platform.replies', 'created_at', 24, 'Test.'))).toEqual([])
    await run(keepHours('platform.replies', 'created_at', 23, 'Test.'))
    expect(await listKeys()).toEqual([])
  })

  it('deletes rows that have expired', async () => {
    const expiring = [ago(1), ago(0), ago(-1)]
    for (const [n, at] of expiring.entries())
      await sql`insert into agents.used_challenges (nonce, expires_at) values (${n}, ${at})`.execute(
        database.write,
      )
    await run(keepUntil('agents.used_challenges', 'expires_at', 'Test.'))
    const { rows } = await sql`select nonce from agents.used_challenges order by nonce`.execute(
      database.write,
    )
    expect(rows).toEqual([{ nonce: '1' }, { nonce: '2' }])
  })

  it('reads the age of a row from its day or its id', async () => {
    const days = [2, 1, 0].map((count) =>
      ago(count * 86_400)
        .toISOString()
        .slice(0, 10),
    )
    for (const day of days)
      await sql`insert into conversations.model_calls (environment, user_uuid, day, calls)
        values ('live', ${uuidv7(clock.now())}, ${day}, 1)`.execute(database.write)
    await run(keepDays('conversations.model_calls', 'day', 1, 'Test.'))
    const kept = await sql<{ day: string }>`
      select day from conversations.model_calls order by day`.execute(database.write)
    expect(kept.rows.map(({ day }) => day)).toEqual(days.slice(1))

    const ids = [3_601, 3_599].map((seconds) => uuidv7(ago(seconds)))
    for (const id of ids)
      await sql`insert into agent_tools.spends (id, grant_uuid, tool, cents, request_id, created_at)
        values (${id}, ${id}, 't', 1, 'r', ${clock.now()})`.execute(database.write)
    await run(keepHours('agent_tools.spends', 'id', 1, 'Test.'))
    const spends = await sql`select id from agent_tools.spends`.execute(database.write)
    expect(spends.rows).toEqual([{ id: ids[1] }])
  })

  it('keeps rows that do not fulfil the condition', async () => {
    await addReply('a', 100_000)
    await addReply('b', 100_000)
    await addReply('c', 100_000)
    await run({ ...aDay, only: "key = 'a' or key = 'b'" })
    expect(await listKeys()).toEqual(['c'])
  })

  it('goes on with the next table when one fails', async () => {
    await addReply('old', 100_000)
    const broken = { ...aDay, only: 'no_such_column' }
    expect(await run(broken, aDay)).toMatchObject([
      { level: 40, table: 'platform.replies', err: { message: /no_such_column/ } },
      { level: 30, deleted: 1 },
    ])
    expect(await listKeys()).toEqual([])
  })

  it('deletes all batches of a long table', async () => {
    await sql`insert into platform.replies (caller, operation, key, input_hash, reply, created_at)
      select 'c', 'o', n::text, '', '', ${ago(100_000)} from generate_series(1, 20001) n`.execute(
      database.write,
    )
    expect(await run(aDay)).toMatchObject([{ deleted: 20_001 }])
  })
})

describe('a batch', () => {
  it('is bounded', async () => {
    for (const key of ['a', 'b', 'c']) await addReply(key, 100_000)
    expect(await deleteOldBatch(database.write, aDay, ago(86_400), 2)).toBe(2)
    expect(await deleteOldBatch(database.write, aDay, ago(86_400), 2)).toBe(1)
    expect(await deleteOldBatch(database.write, aDay, ago(86_400), 2)).toBe(0)
  })

  it('leaves a row that another transaction renews meanwhile', async () => {
    await addReply('renewed', 100_000)
    const held = await holdTransaction(home.address)
    await held.query('update platform.replies set created_at = $1', [clock.now()])
    const deleting = deleteOldBatch(database.write, aDay, ago(86_400), 10)
    await held.untilWaitedFor(deleting)
    await held.commit()
    expect(await deleting).toBe(0)
    expect(await listKeys()).toEqual(['renewed'])
  })
})
