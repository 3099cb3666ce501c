// Epochs on a database of its own, whose server shows the identity that a test sets.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { openPipelinedConnection } from '../platform/pipelined-connection.ts'
import { findContinuous, getNewestEpoch } from './epoch-store.ts'
import { checkCursor, isHistoryKnown, startEpoch } from './epochs.ts'
import { endOf, type EventLog, readEventId, toEventId } from './event-log.ts'
import { Horizon } from './horizon.ts'
import { advanceReader, createReaders, listReaders, takeFence } from './log-store.ts'
import { readOn } from './reader.ts'

let home: Awaited<ReturnType<typeof createDatabase>>
let client: pg.Client
beforeAll(async () => {
  home = await createDatabase()
  client = new pg.Client(home.address)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await home.drop()
})

const sql = async <Row extends object>(text: string): Promise<Row[]> =>
  (await client.query<Row>(text)).rows

/** What the server shows from now on. */
const become = (identifier: string, timeline: string) =>
  sql(`create or replace function platform.server_identity(out system_identifier text, out timeline integer)
    language sql volatile as $$ select ${identifier}, ${timeline} $$`)

async function withDatabase<Result>(work: (database: Database) => Promise<Result>) {
  const started: number[] = []
  const database = openDatabase(home.address, {
    connectionsMax: 5,
    onError: () => {},
    onEpoch: (epoch) => started.push(epoch),
  })
  try {
    return { result: await work(database), started }
  } finally {
    await database.close()
  }
}

const takePosition = (database: Database) => takeFence(database.write)
const newest = () => withDatabase(({ read }) => getNewestEpoch(read)).then(({ result }) => result)

/** Takes some positions for rows, and returns the last. */
async function log(events: number): Promise<number> {
  const rows = await sql<{ position: string }>(
    `insert into platform.events (id, type, version, environment, data, operation, request_id, created_at)
     select gen_random_uuid(), 'test.logged', 1, 'live', '{}', 'test', 'test', now() from generate_series(1, ${events})
     returning position`,
  )
  return Number(rows.at(-1)!.position)
}

describe('the first connection that writes', () => {
  it('changes nothing while the server is the same, and starts one epoch when it is another', async () => {
    await become(`'7001'`, '1')
    await withDatabase(takePosition)
    const { number: before } = await newest()
    const last = await log(3)
    expect((await withDatabase(takePosition)).started).toEqual([])

    await become(`'7001'`, '2')
    // Five connections at once: one starts the epoch, and none writes before it.
    const { result, started } = await withDatabase((database) =>
      Promise.all(Array.from({ length: 5 }, () => takePosition(database))),
    )
    expect(started).toEqual([before + 1])
    const epoch = await newest()
    expect(epoch).toMatchObject({
      number: before + 1,
      timeline: 2,
      previous_position: String(last),
    })
    const base = Number(epoch.base_position)
    for (const { position } of result) expect(position).toBeGreaterThan(base - 1)
    // More than a million a second since 2026, and still an exact number for years to come.
    expect(base).toBeGreaterThan(last + 2 ** 32 - 1)
    expect(base).toBeLessThan(2 ** 52)
    expect(await log(1)).toBeGreaterThan(base)
    expect((await withDatabase(takePosition)).started).toEqual([])
  })

  it('writes nothing before: a lane and a pool alike, and what only reads asks nothing', async () => {
    const { number } = await newest()
    await become(`'7002'`, '2')
    const { result } = await withDatabase(({ read }) => getNewestEpoch(read))
    expect(result.number).toBe(number)
    const lane = openPipelinedConnection(home.address, { name: 'test', onError: () => {} })
    const taken = await lane.transaction(
      async (tx) =>
        (await tx.query<{ at: string }>(`select nextval('ledger.positions') as at`, []))[0]!,
    )
    await lane.close()
    const epoch = await newest()
    expect(epoch).toMatchObject({ number: number + 1, system_identifier: '7002' })
    expect(Number(taken.at)).toBeGreaterThanOrEqual(Number(epoch.base_position))
  })

  it('assigns no account number again, because other banks know it as an IBAN', async () => {
    const number = async () => {
      const [row] = await sql<{ next: string }>(
        `select nextval(pg_get_serial_sequence('ledger.accounts', 'number')) as next`,
      )
      return Number(row!.next)
    }
    const before = await number()
    await withDatabase(({ write }) => startEpoch(write, 'by hand'))
    const first = await number()
    expect(first).toBeGreaterThan(before + 1_000_000)
    await withDatabase(({ write }) => startEpoch(write, 'by hand'))
    expect(await number()).toBeGreaterThan(first + 1_000_000)
    expect(first).toBeLessThan(10 ** 10)
  })

  it('never goes back, also when the clock is behind the log', async () => {
    await sql(`alter sequence ledger.positions restart with ${2 ** 51}`)
    const last = await log(1)
    const bases = []
    for (const timeline of ['3', '4']) {
      await become(`'7002'`, timeline)
      await withDatabase(takePosition)
      bases.push(Number((await newest()).base_position))
    }
    expect(bases[0]).toBeGreaterThan(last + 2 ** 32 - 1)
    expect(bases[1]).toBeGreaterThan(bases[0]! + 2 ** 32 - 1)
    expect(bases[1]).toBeLessThan(2 ** 52)
  })

  it('detects nothing by what the server does not show, and records it when it does', async () => {
    const { number, timeline } = await newest()
    const check = async (shown: [string, string]) => {
      await become(...shown)
      await withDatabase(takePosition)
      return newest()
    }
    expect(await check(['null::text', 'null::integer'])).toMatchObject({ number, timeline })
    await sql('update platform.epochs set system_identifier = null')
    const { result: isKnown } = await withDatabase(({ read }) => isHistoryKnown(read))
    expect(isKnown).toBe(false)
    expect(await check([`'7009'`, `${timeline}`])).toMatchObject({
      number,
      timeline,
      system_identifier: '7009',
    })
    expect(await check([`'7010'`, `${timeline}`])).toMatchObject({ number: number + 1 })
  })

  it('waits for transactions that have a position, so that none ends up between two epochs', async () => {
    await client.query('begin')
    const position = await log(1)
    const { result } = await withDatabase(async ({ write, read }) => {
      const starting = startEpoch(write, 'by hand')
      const isWaiting = async () => {
        const { rows } = await client.query(
          `select from pg_locks where not granted and relation = 'ledger.positions'::regclass`,
        )
        return rows.length > 0
      }
      await expect.poll(isWaiting, { timeout: 60_000 }).toBe(true)
      await client.query('commit')
      const { number } = await starting
      return { number, epoch: await getNewestEpoch(read) }
    })
    expect(result.epoch).toMatchObject({
      number: result.number,
      reason: 'by hand',
      previous_position: String(position),
    })
  })
})

describe('a cursor', () => {
  it('is lost in a gap and beyond the newest position, and valid before and after', async () => {
    const kept = await log(2)
    const { result } = await withDatabase(async (database) => {
      const { first_event_id, started_at } = await startEpoch(database.write, 'by hand')
      const base = readEventId(first_event_id)!.position
      const check = (position: number, until?: number) =>
        checkCursor({ position, slot: 0 }, database, until).catch(
          (error: { details: object }) => error.details,
        )
      const lost = { resume_after: toEventId(endOf(kept)), restored_at: started_at }
      expect(await check(kept + 1)).toEqual(lost)
      expect(await check(base - 2)).toEqual(lost)
      // The gap does not count: the epoch began with two events.
      expect(await check(kept)).toBe(2)
      expect(await check(kept - 1)).toBe(3)
      expect(await check(base - 1)).toBe(2)
      expect(await check(base + 1)).toBe(0)
      const end = { resume_after: toEventId(endOf(base + 1)), restored_at: null }
      expect(await check(base + 2)).toEqual(end)
      expect(await check(2 ** 53 - 1)).toEqual(end)
      // Another node has written it; this one saw the log up to the position before.
      expect(await check(base + 1, base)).toBe(0)
      return base
    })
    // A server that was replaced is noticed by the cursor, if nothing was written since.
    await become(`'7011'`, '1')
    const { started } = await withDatabase(async (database) => {
      await expect(
        checkCursor({ position: result + 100, slot: 0 }, database),
      ).rejects.toMatchObject({ details: { resume_after: toEventId(endOf(result + 1)) } })
    })
    expect(started.length).toBe(1)
  })
})

describe('a reader of the log', () => {
  it('passes a gap in one step and stops in front of it', async () => {
    const { result } = await withDatabase(async ({ write }) => {
      const kept = await log(1)
      const { first_event_id } = await startEpoch(write, 'by hand')
      const base = readEventId(first_event_id)!.position
      const until = await log(1)
      expect(await findContinuous(write, { after: kept - 1, until })).toEqual({
        after: kept - 1,
        until: kept,
      })
      for (const after of [kept, kept + 5, base - 1])
        expect(await findContinuous(write, { after, until })).toEqual({ after: base - 1, until })
      expect(await findContinuous(write, { after: kept, until: base - 10 })).toEqual({
        after: base - 10,
        until: base - 10,
      })

      await createReaders(write, ['counting'])
      await advanceReader(write, 'counting', { position: kept - 1, events: 0, now: new Date(0) })
      const seen: number[][] = []
      const reader = {
        name: 'counting',
        read: async (
          _tx: unknown,
          _log: unknown,
          stretch: { after: { position: number }; until: number },
        ) => {
          seen.push([stretch.after.position, stretch.until])
          return { position: Math.min(stretch.until, stretch.after.position + 1_000), events: 1 }
        },
      }
      const options = {
        db: write,
        log: {} as EventLog,
        horizon: {} as Horizon,
        clock: { now: () => new Date(0) },
      }
      for (let at = 0; at < until; ) at = (await readOn(reader, options, until))!.to
      expect(seen).toEqual([
        [kept - 1, kept],
        [base - 1, until],
      ])
      const place = (await listReaders(write)).find(({ name }) => name === 'counting')
      expect(place).toMatchObject({ position: until })
      return until
    })
    expect(result).toBeGreaterThan(0)
  })
})

describe('the horizon', () => {
  it('passes a fence of the server before, whose transactions had higher numbers', async () => {
    const { result } = await withDatabase(async (database) => {
      const holder = new pg.Client(home.address)
      await holder.connect()
      await holder.query('begin; select pg_current_xact_id()')
      const horizon = new Horizon(database)
      await log(1)
      // A fence behind the transaction of the holder, which a busy bank always has one of.
      await horizon.advance()
      await horizon.advance()
      expect(horizon.isOpen).toBe(true)
      await startEpoch(database.write, 'by hand')
      await horizon.advance()
      const reached = horizon.position
      await holder.query('commit')
      await holder.end()
      return reached
    })
    expect(result).toBeGreaterThan(0)
  })
})
