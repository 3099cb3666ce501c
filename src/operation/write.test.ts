// What every write owes, with runners of the test on a real database.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, TestClock } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { makeSealer } from '../platform/key-ring.ts'
import { Batches, type BatchRunner } from './batches.ts'
import { anonymousCaller } from './caller.ts'
import { AppError, defineError } from './error.ts'
import { defineEvent } from './event.ts'
import {
  type Batch,
  DecideAgain,
  type Outcome,
  type WriteCall,
  type WriteOptions,
} from './write.ts'

const sealer = makeSealer('a secret for the tests of writes')
const clock = new TestClock()
let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const made = await createDatabase()
  drop = () => made.drop()
  database = openDatabase(made.address, { connectionsMax: 4, onError: () => {} })
})
afterAll(async () => {
  await database.close()
  await drop()
})
beforeEach(async () => {
  await sql`truncate platform.settings, platform.audit, platform.events, platform.replies`.execute(
    database.write,
  )
})

const Made = defineEvent({
  type: 'thing.made',
  version: 1,
  summary: 'A thing was made.',
  data: Type.Object({ name: Type.String() }),
})
const advice = 'Name another thing.'
const Refused = defineError('THING_REFUSED', 422, () => 'The thing is refused.', { advice })
const Counted = defineError('THING_COUNTED', 422, () => 'The thing is refused and counted.', {
  advice,
  keepsWrites: true,
})

/** Makes a thing by its name; some names are refused, in different ways. */
class Things implements BatchRunner<string, { readonly name: string }> {
  readonly name = 'things'
  readonly sizeMax = 10
  readonly attempts: string[][] = []
  commits = 0

  async decide({ tx, calls }: Batch<string>) {
    this.attempts.push(calls.map(({ request }) => request))
    for (const { request } of calls)
      await sql`insert into platform.settings (name, value) values (${request}, '1')
        on conflict do nothing`.execute(tx)
    const late = calls.filter(({ request }) => request.startsWith('late'))
    if (late.length > 0)
      throw new DecideAgain('refused late', new Map(late.map((call) => [call, Refused({})])))
    const outcomes = calls.map(({ request, emit }): Outcome<{ name: string }> => {
      emit(Made, { name: request })
      if (request.startsWith('refused')) return { refused: Refused({}) }
      if (request.startsWith('counted')) return { refused: Counted({}) }
      return request.startsWith('quiet')
        ? { result: { name: request }, isAudited: false }
        : { result: { name: request } }
    })
    return { outcomes }
  }

  committed(): void {
    this.commits++
  }
}

const options = (): WriteOptions => ({
  database,
  sealer,
  invalidate: () => {},
  notifyLater: () => {},
  complain(operation, problem, cause) {
    throw new Error(`${operation} ${problem}`, { cause })
  },
})

interface Extra {
  readonly key?: string
  readonly isSealed?: boolean
  readonly isStranger?: boolean
}

const call = (request: string, { key, isSealed = false, isStranger = false }: Extra = {}) => {
  const slot = { caller: 'live:tester', operation: 'thing.make', key: key ?? '' }
  const inputHash = createHash('sha256').update(request).digest()
  const now = clock.now()
  return {
    request,
    cause: { caller: anonymousCaller('127.0.0.1'), operation: 'thing.make', requestId: 'r', now },
    idempotency: key === undefined ? undefined : { slot, inputHash, isStranger },
    isSealed,
    finish: (result: unknown) => result,
  } satisfies WriteCall<string>
}

/** All calls in one turn of the event loop, so that they share a batch. */
const run = (batches: Batches<string>, calls: readonly WriteCall<string>[]) =>
  Promise.all(
    calls.map((one) =>
      batches.run(one).then(
        ({ output, replayed }) => ({ name: (output as { name: string }).name, replayed }),
        (error: unknown) => (error instanceof AppError ? error.def.code : String(error)),
      ),
    ),
  )

const read = async () => {
  const names = async (table: string, column: string) => {
    const { rows } = await sql<{ value: string }>`select ${sql.ref(column)}::text as value
      from ${sql.table(`platform.${table}`)} order by 1`.execute(database.read)
    return rows.map(({ value }) => value)
  }
  const { rows } = await sql<{ key: string; text: string | null; reply: Buffer | null }>`
    select key, text, reply from platform.replies order by key`.execute(database.read)
  return {
    things: await names('settings', 'name'),
    audits: (await names('audit', 'operation')).length,
    events: (await names('events', 'data')).map((text) => JSON.parse(text).name as string),
    replies: rows,
  }
}

describe('a batch', () => {
  it('writes what each call owes; a refusal owes nothing, unless its error keeps what was written', async () => {
    const things = new Things()
    const calls = ['a', 'refused', 'counted', 'quiet'].map((name) => call(name, { key: name }))
    expect(await run(new Batches(things, options()), calls)).toEqual([
      { name: 'a', replayed: false },
      'THING_REFUSED',
      'THING_COUNTED',
      { name: 'quiet', replayed: false },
    ])
    const left = await read()
    expect(left).toMatchObject({ audits: 1, events: ['a', 'counted', 'quiet'] })
    expect(left.replies.map(({ key }) => key)).toEqual(['a', 'quiet'])
    expect([things.attempts.length, things.commits]).toEqual([1, 1])
  })

  it('that refuses late is rolled back and decided without those calls', async () => {
    const things = new Things()
    const calls = ['a', 'late', 'b'].map((name) => call(name))
    expect(await run(new Batches(things, options()), calls)).toEqual([
      { name: 'a', replayed: false },
      'THING_REFUSED',
      { name: 'b', replayed: false },
    ])
    expect(things.attempts).toEqual([
      ['a', 'late', 'b'],
      ['a', 'b'],
    ])
    expect(await read()).toMatchObject({ things: ['a', 'b'], audits: 2, events: ['a', 'b'] })
    expect(things.commits).toBe(1)
  })

  it('answers a retry with the stored reply, and decides nothing for it', async () => {
    const things = new Things()
    const batches = new Batches(things, options())
    await run(batches, [call('a', { key: 'k' })])
    expect(await run(batches, [call('a', { key: 'k' }), call('b', { key: 'l' })])).toEqual([
      { name: 'a', replayed: true },
      { name: 'b', replayed: false },
    ])
    expect(await run(batches, [call('other', { key: 'k' })])).toEqual(['IDEMPOTENCY_CONFLICT'])
    expect(things.attempts).toEqual([['a'], ['b']])
    expect(things.commits).toBe(2)
  })

  it('stores a reply that may hold a secret sealed, and repeats it', async () => {
    const batches = new Batches(new Things(), options())
    const secret = call('secret', { key: 'k', isSealed: true })
    await run(batches, [secret])
    const [stored] = (await read()).replies
    expect(stored!.text).toBeNull()
    expect(stored!.reply!.includes('secret')).toBe(false)
    expect(await run(batches, [secret])).toEqual([{ name: 'secret', replayed: true }])
  })

  it('does not let a stranger try many requests under one key', async () => {
    const batches = new Batches(new Things(), options())
    const guess = (name: string) => call(name, { key: 'k', isStranger: true })
    expect(await run(batches, [guess('first')])).toEqual([{ name: 'first', replayed: false }])
    expect(await run(batches, [guess('second')])).toEqual(['IDEMPOTENCY_CONFLICT'])
    expect(await run(batches, [guess('second')])).toEqual([{ name: 'second', replayed: false }])
  })

  it('refuses a key that is in use on this node', async () => {
    const batches = new Batches(new Things(), options())
    const same = call('a', { key: 'k' })
    expect(await run(batches, [same, same])).toEqual([
      { name: 'a', replayed: false },
      'REQUEST_IN_PROGRESS',
    ])
  })

  it('complains about an event that does not have its declared form', async () => {
    const runner: BatchRunner<string, unknown> = {
      name: 'one',
      sizeMax: 1,
      async decide({ calls }) {
        calls[0]!.emit(Made, { name: 1 } as never)
        return { outcomes: [{ result: {} }] }
      },
    }
    expect(await run(new Batches(runner, options()), [call('a')])).toEqual([
      'Error: thing.make announced a malformed thing.made',
    ])
    expect(await read()).toMatchObject({ audits: 0, events: [] })
  })
})
