// The pipeline by itself: operations of the test, on a real database.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { connect as connectSecurely } from 'node:tls'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase, TestClock } from '../../test/harness/bank.ts'
import { type Database, openDatabase } from '../platform/database.ts'
import { makeSealer } from '../platform/key-ring.ts'
import { anonymousCaller } from './caller.ts'
import { AppError, defineError, excuseDatabase } from './error.ts'
import { defineEvent } from './event.ts'
import { OpenStreams } from './open-streams.ts'
import {
  type AnyOperation,
  type Context,
  defineOperation,
  definePosting,
  defineSubscription,
  type Operation,
} from './operation.ts'
import { type Call, makePipeline, type PipelineOptions } from './pipeline.ts'
import type { Draft } from './posting.ts'
import { noLedger } from '../../test/harness/no-ledger.ts'

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
  await sql`delete from platform.settings`.execute(database.write)
})

const heard: string[] = []
const pipeline = (extra: Partial<PipelineOptions> = {}) =>
  makePipeline({
    database,
    clock: new TestClock(),
    sealer: makeSealer('a secret for the tests of the pipeline'),
    streams: new OpenStreams(),
    strict: true,
    invalidate: (topic, key) => void heard.push(`${topic} ${key}`),
    notifyLater: () => {},
    complain(operation, problem, cause) {
      throw new Error(`${operation} ${problem}`, { cause })
    },
    ledger: noLedger,
    ...extra,
  })

const call = (input: object = {}, extra: Partial<Call> = {}): Call => ({
  caller: anonymousCaller('127.0.0.1'),
  requestId: 'r1',
  input,
  ...extra,
})

const Input = Type.Object({ name: Type.String() })
const Output = Type.Object({ name: Type.String() })
const Refused = defineError('REFUSED', 400, () => 'No.', { advice: 'Ask another.' })
const Counted = defineError('COUNTED', 400, () => 'No, and it was noted.', {
  advice: 'Ask another.',
  keepsWrites: true,
})

const command = (
  handler: Operation<typeof Input, typeof Output>['handler'],
  extra: Partial<Operation<typeof Input, typeof Output>> = {},
): AnyOperation =>
  defineOperation({
    name: 'thing.do',
    kind: 'command',
    summary: 'Does a thing.',
    auth: 'public',
    input: Input,
    output: Output,
    errors: [Refused, Counted],
    rest: [],
    ...extra,
    handler,
  })

const write = (db: Database['write'], name: string) =>
  db.insertInto('platform.settings').values({ name, value: 'x' }).execute()
const written = async (): Promise<string[]> =>
  (await database.read.selectFrom('platform.settings').select('name').execute()).map((r) => r.name)
const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof AppError ? error.def.code : String(error)
}

describe('a command', () => {
  it('is rolled back when it is refused, and committed when the error keeps writes', async () => {
    const refuse = command(async (input, ctx) => {
      await write(ctx.tx, input.name)
      throw (input.name === 'kept' ? Counted : Refused)({})
    })
    expect(await codeOf(pipeline()(refuse, call({ name: 'undone' })))).toBe('REFUSED')
    expect(await codeOf(pipeline()(refuse, call({ name: 'kept' })))).toBe('COUNTED')
    expect(await written()).toEqual(['kept'])
  })

  it('is retried after a conflict with another, up to three times', async () => {
    let tries = 0
    const clash = command(async (input, ctx) => {
      await write(ctx.tx, input.name)
      if (++tries < 3) throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      return input
    })
    expect((await pipeline()(clash, call({ name: 'third' }))).output).toEqual({ name: 'third' })
    expect(tries).toBe(3)
    expect(await written()).toEqual(['third'])
  })

  it('notifies nodes only of what was committed', async () => {
    const tell = command(async (input, ctx) => {
      ctx.invalidate('topic', input.name)
      if (input.name === 'no') throw Refused({})
      return input
    })
    await codeOf(pipeline()(tell, call({ name: 'no' })))
    await pipeline()(tell, call({ name: 'yes' }))
    expect(heard).toEqual(['topic yes'])
  })

  it('writes its events in its transaction', async () => {
    const Happened = defineEvent({
      type: 'thing.happened',
      version: 1,
      summary: 'A thing happened.',
      data: Type.Object({ name: Type.String() }),
    })
    const emit = command(async (input, ctx) => {
      ctx.emit(Happened, input)
      if (input.name === 'no') throw Refused({})
      return input
    })
    await codeOf(pipeline()(emit, call({ name: 'no' })))
    await pipeline()(emit, call({ name: 'yes' }))
    const events = await database.read
      .selectFrom('platform.events')
      .select('data')
      .where('type', '=', 'thing.happened')
      .execute()
    expect(events).toEqual([{ data: { name: 'yes' } }])
  })

  it('does not run without a key where one is required', async () => {
    const strict = command((input) => input, { idempotency: 'required' })
    expect(await codeOf(pipeline()(strict, call({ name: 'a' })))).toBe('VALIDATION_ERROR')
    const keyed = call({ name: 'a' }, { idempotencyKey: 'k' })
    expect((await pipeline()(strict, keyed)).replayed).toBe(false)
    expect((await pipeline()(strict, keyed)).replayed).toBe(true)
  })
})

describe('a query', () => {
  it('cannot write: the database itself refuses', async () => {
    const sneaky = command(
      async (input, ctx) => {
        await write(ctx.tx, input.name)
        return input
      },
      { kind: 'query' },
    )
    expect(await codeOf(pipeline()(sneaky, call({ name: 'a' })))).toMatch(/read-only transaction/)
    expect(await written()).toEqual([])
  })
})

describe('a posting', () => {
  const post = definePosting({
    ...command((input) => input),
    handler: (input) => ({ books: [], decide: () => ({ ...(input as object), extra: 1 }) }),
  }) as AnyOperation
  it('is handed to the ledger’s runner, with its slot for the reply', async () => {
    const seen: unknown[] = []
    const run = pipeline({
      ledger: {
        async run(plan, cause, idempotency, finish) {
          seen.push(cause.operation, cause.requestId, idempotency?.slot.key)
          return { output: finish(plan.decide({} as Draft)), replayed: false }
        },
      },
    })
    const reply = await run(post, call({ name: 'a', extra: 1 }, { idempotencyKey: 'k' }))
    expect(reply.output).toEqual({ name: 'a' })
    expect(seen).toEqual(['thing.do', 'r1', 'k'])
  })
  it('may read before it returns its plan, and settles what follows', async () => {
    const settled: string[] = []
    const refusal = Refused({})
    const reading = definePosting({
      ...command((input) => input),
      async handler(input, { tx }) {
        const { rows } = await sql<{ one: number }>`select 1 as one`.execute(tx)
        const decide = () => ({ ...(input as object), ones: rows[0]!.one })
        return { books: [], decide, settle: async (outcome) => void settled.push(outcome) }
      },
    }) as AnyOperation
    const outcomes = ['posted', refusal, new Error('lost')]
    for (const outcome of outcomes) {
      const run = pipeline({
        ledger: {
          run: async (plan, _cause, _once, finish) => {
            if (outcome instanceof Error) throw outcome
            return { output: finish(plan.decide({} as Draft)), replayed: false }
          },
        },
      })
      await run(reading, call({ name: 'a' })).catch(() => {})
    }
    // After an error that is no refusal the money may have moved.
    expect(settled).toEqual(['posted', 'refused'])
  })
})

describe('a handler that breaks its declaration', () => {
  const undeclared = command(
    () => {
      throw Refused({})
    },
    { errors: [] },
  )
  const misshapen = command(() => ({ name: 1 }) as never)
  it('fails the call in tests', async () => {
    expect(await codeOf(pipeline()(undeclared, call({ name: 'a' })))).toMatch(/does not declare/)
    expect(await codeOf(pipeline()(misshapen, call({ name: 'a' })))).toMatch(/outside its schema/)
  })
  it('is reported otherwise, and the caller gets the refusal', async () => {
    const reported: string[] = []
    const complain = (_operation: string, problem: string) => void reported.push(problem)
    const run = pipeline({ strict: false, complain })
    expect(await codeOf(run(undeclared, call({ name: 'a' })))).toBe('REFUSED')
    expect(reported).toEqual(['threw REFUSED, which it does not declare'])
  })
})

describe('the database', () => {
  it('that cannot be reached is a refusal to retry later, not a fault', async () => {
    const gone = openDatabase(
      { host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' },
      { connectionsMax: 1, onError: () => {} },
    )
    const run = pipeline({ database: gone })
    expect(
      await codeOf(
        run(
          command((input) => input),
          call({ name: 'a' }),
        ),
      ),
    ).toBe('SERVICE_UNAVAILABLE')
    await gone.close()
  })

  it('that cannot be reached at any of its addresses is the same', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }))
    const socket = connect({
      host: 'database.test',
      port: 1,
      autoSelectFamily: true,
      lookup: (_host, _options, found) => found(null, addresses),
    })
    const error: unknown = await new Promise((resolve) => {
      socket.once('error', resolve)
    })
    expect(error).toBeInstanceOf(AggregateError)
    expect(excuseDatabase(error)).toMatchObject({ def: { code: 'SERVICE_UNAVAILABLE' } })
  })

  it('that closes the connection during the TLS handshake is the same', async () => {
    const server = createServer((socket) => void socket.destroy()).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = connectSecurely({ host: '127.0.0.1', port })
    const [error] = await once(socket, 'error').catch((thrown: unknown) => [thrown])
    server.close()
    expect(error).toMatchObject({ code: 'ECONNRESET' })
    expect(excuseDatabase(error)).toMatchObject({ def: { code: 'SERVICE_UNAVAILABLE' } })
  })
})

describe('a query', () => {
  const fetching = (rows: number, extra: { readonly heavy?: true } = {}) =>
    command(
      async (input, ctx) => {
        // Also in a transaction, where several statements share one view of the books.
        await ctx.tx
          .transaction()
          .execute((tx) => sql`select generate_series(1, ${rows}::int)`.execute(tx))
        return input
      },
      { kind: 'query', ...extra },
    )

  it('fetches a bounded number of rows at once, unless it is heavy', async () => {
    const cheap = pipeline()(fetching(2_500), call({ name: 'x' }))
    expect((await cheap).output).toEqual({ name: 'x' })
    const dear = pipeline()(fetching(2_501), call({ name: 'x' }))
    await expect(dear).rejects.toThrow('one statement fetched 2501 rows; 2500 are allowed')
    const declared = pipeline()(fetching(2_501, { heavy: true }), call({ name: 'x' }))
    expect((await declared).output).toEqual({ name: 'x' })
    const outsideTests = pipeline({ strict: false })(fetching(2_501), call({ name: 'x' }))
    expect((await outsideTests).output).toEqual({ name: 'x' })
  })
})

describe('a subscription', () => {
  const caller = { ...anonymousCaller('127.0.0.1'), user: 'ada', credential: credential('key 1') }
  function credential(id: string) {
    return { id, kind: 'api_key' as const }
  }

  const subscription = (
    handler: (input: object, ctx: Context) => Promise<AsyncIterable<{ name: string }>>,
  ) =>
    defineSubscription({
      name: 'thing.follow' as never,
      summary: 'Follows.',
      auth: 'public',
      input: Type.Object({}),
      output: Type.Object({ name: Type.String() }),
      errors: [],
      rest: [],
      handler,
    })

  /** Opens one that yields one item and then waits until it ends. */
  async function follow(streams: OpenStreams, recognizeAgain: Call['recognizeAgain']) {
    const log: string[] = []
    const op = subscription((_input, { ending }) =>
      Promise.resolve(
        (async function* () {
          yield { name: 'first' }
          await new Promise((resolve) => {
            ending!.addEventListener('abort', resolve, { once: true })
          })
          log.push('stopped')
        })(),
      ),
    )
    const { output } = await pipeline({ streams })(op, call({}, { caller, recognizeAgain }))
    const items = output as AsyncGenerator
    expect(await items.next()).toEqual({ done: false, value: { name: 'first' } })
    return { items, log }
  }

  it('stops waiting when its reader disconnects', async () => {
    const { items, log } = await follow(new OpenStreams(), undefined)
    const waiting = items.next()
    await items.return(undefined)
    expect(await waiting).toEqual({ done: true, value: undefined })
    await expect.poll(() => log).toEqual(['stopped'])
  })

  it('ends when its caller is unknown, another one, or has lost a right', async () => {
    const streams = new OpenStreams()
    const scopes = new Set(['read'])
    for (const found of [
      undefined,
      { ...caller, user: 'eve' },
      { ...caller, tenant: 'shop' },
      { ...caller, credential: credential('key 2') },
      { ...caller, scopes },
    ]) {
      const { items } = await follow(streams, () => Promise.resolve(found))
      streams.recognizeAgain('key 1')
      expect(await items.next()).toEqual({ done: true, value: undefined })
    }
    const { items } = await follow(streams, () => Promise.reject(new Error('suspended')))
    streams.recognizeAgain()
    expect(await items.next()).toEqual({ done: true, value: undefined })
  })

  it('ends if its caller is no longer valid before it is open, or while its reader is slow', async () => {
    const streams = new OpenStreams()
    const run = (handler: () => Promise<AsyncIterable<{ name: string }>>) => {
      const op = subscription(handler)
      const recognizeAgain = () => Promise.resolve(undefined)
      return pipeline({ streams })(op, call({}, { caller, recognizeAgain }))
    }
    const endless = async function* () {
      for (;;) yield { name: 'more' }
    }
    const revoked = await run(async () => {
      streams.recognizeAgain('key 1')
      return endless()
    })
    expect(await (revoked.output as AsyncGenerator).next()).toMatchObject({ done: true })
    const slow = (await run(async () => endless())).output as AsyncGenerator
    expect(await slow.next()).toMatchObject({ done: false })
    streams.recognizeAgain('key 1')
    await expect.poll(async () => (await slow.next()).done).toBe(true)
  })

  it('goes on for the same caller, and whatever happens to other credentials', async () => {
    const streams = new OpenStreams()
    const asked: string[] = []
    const same = async () => {
      asked.push('same')
      return { ...caller }
    }
    const never = async () => {
      asked.push('never')
      return undefined
    }
    const first = await follow(streams, same)
    streams.recognizeAgain()
    await first.items.return(undefined)
    await follow(streams, never)
    streams.recognizeAgain('key 2')
    expect(asked).toEqual(['same'])
  })
})
