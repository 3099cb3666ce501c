// Openings in batches, on two nodes with one database: each call is answered independently of the others of its
// batch, and no opening is partly done.
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank, TEST_SECRET } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { Batches } from '../../../operation/batches.ts'
import type { Caller, Environment } from '../../../operation/caller.ts'
import { AppError } from '../../../operation/error.ts'
import type { IdempotentCall, Reply } from '../../../operation/idempotency.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { makeSealer } from '../../../platform/key-ring.ts'
import { AssetCatalogue } from '../assets/index.ts'
import { Funding } from '../funding/index.ts'
import { proveAll, systemAccount } from '../ledger/index.ts'
import { type OpeningRequest, Openings } from './openings.ts'

const sealer = makeSealer(TEST_SECRET)
/** The callers: a customer, a teller, an operator. Only the last two may bring in live cash. */
const [CUSTOMER, TELLER, OPERATOR] = [0, 1, 2] as const

let bank: Bank
let people: Person[]
let operator: Person
let databases: Database[]
let nodes: Batches<OpeningRequest>[]

beforeAll(async () => {
  bank = await startBank()
  people = [await bank.person(), await bank.person()]
  operator = await bank.operator()
  await bank.call('POST /api/v2/tellers', { user_uuid: people[TELLER]!.uuid }, operator)
  const assets = new AssetCatalogue()
  databases = [0, 1].map(() => openDatabase(bank.address, { connectionsMax: 2, onError: () => {} }))
  await assets.load(databases[0]!.read, bank.clock.now())
  nodes = databases.map(
    (database) =>
      new Batches(new Openings({ assets, funding: new Funding('operators') }), {
        database,
        sealer,
        invalidate: () => {},
        notifyLater: () => {},
        complain(operation, problem, cause) {
          throw new Error(`${operation} ${problem}`, { cause })
        },
      }),
  )
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await bank.stop()
})

let runs = 0
/** All accounts of a test share a name, by which the test finds them. */
let tag: string
beforeEach(() => {
  tag = `Opening ${++runs}`
})

interface Call {
  readonly who: number
  readonly owner: 'self' | 'registered' | 'unregistered'
  readonly cents: number
  readonly environment: Environment
  readonly key: string | undefined
  readonly node: number
}

const call = (more: Partial<Call> = {}): Call => ({
  who: TELLER,
  owner: 'self',
  cents: 100,
  environment: 'live',
  key: undefined,
  node: 0,
  ...more,
})

const personOf = ({ who }: Call): Person => [...people, operator][who]!

const callerOf = (one: Call): Caller => ({
  user: personOf(one).uuid,
  scopes: new Set(one.who === OPERATOR ? ['read', 'write', 'admin'] : ['read', 'write']),
  environment: one.environment,
  credential: { id: '0197a000-0000-7000-8000-00000000cafe', kind: 'login' },
  address: '192.0.2.1',
})

function requestOf(one: Call): OpeningRequest {
  const registered = [...people, operator][(one.who + 1) % 3]!.uuid
  const user_uuid =
    one.owner === 'self'
      ? personOf(one).uuid
      : one.owner === 'registered'
        ? registered
        : '0197a000-0000-7000-8000-00000000abcd'
  return { user_uuid, name: tag, initial_balance: one.cents }
}

type Answer = { readonly uuid: string; readonly reply: Reply } | { readonly code: string }

/** Runs it on its node in this turn of the event loop, so that all calls of a test share batches. */
async function open(one: Call, request = requestOf(one)): Promise<Answer> {
  const caller = callerOf(one)
  const operation = 'account.create'
  const idempotency: IdempotentCall | undefined =
    one.key === undefined
      ? undefined
      : {
          slot: { caller: `${one.environment}:${caller.user}`, operation, key: one.key },
          inputHash: createHash('sha256').update(JSON.stringify(request)).digest(),
          isStranger: false,
        }
  const cause = { caller, operation, requestId: 'test', now: bank.clock.now(), maySpend: false }
  try {
    const finish = (output: unknown) => output
    const reply = await nodes[one.node]!.run({
      request,
      cause,
      idempotency,
      isSealed: false,
      finish,
    })
    return { uuid: (reply.output as { data: { uuid: string } }).data.uuid, reply }
  } catch (error) {
    if (error instanceof AppError) return { code: error.def.code }
    throw error
  }
}

const openAll = (calls: readonly Call[]): Promise<Answer[]> =>
  Promise.all(calls.map((one) => open(one)))

const uuidsOf = (answers: readonly Answer[]): string[] =>
  answers.flatMap((answer) => ('uuid' in answer ? answer.uuid : []))
const codesOf = (answers: readonly Answer[]): (string | undefined)[] =>
  answers.map((answer) => ('code' in answer ? answer.code : undefined))

interface Left {
  readonly uuid: string
  readonly environment: Environment
  readonly user_uuid: string
  readonly manager_uuid: string | null
  readonly held: boolean
  readonly recorded: boolean
  readonly number: string
  readonly events: number
  readonly deposits: number
  readonly units: string | null
  readonly source: string | null
  readonly in_order: boolean
  readonly xid: string
}

/** Everything that the openings of this test wrote to the database. */
const readLeft = (): Promise<Left[]> =>
  bank.sql<Left>(
    `select a.uuid, a.environment, a.user_uuid, a.manager_uuid, l.id is not null as held,
       o.account_id is not null as recorded, l.number, a.xmin::text as xid,
       (select count(*)::int from platform.events e
        where e.account_uuid = a.uuid and e.type = 'account.created') as events,
       (select count(*)::int from ledger.moves m where m.to_account = a.uuid) as deposits,
       (select units from ledger.balances b where b.account_id = a.uuid and asset = 'USD') as units,
       (select from_account from ledger.moves m where m.to_account = a.uuid) as source,
       coalesce((select max(e.position) from platform.events e where e.account_uuid = a.uuid)
         < (select min(m.position) from ledger.moves m where m.to_account = a.uuid), true) as in_order
     from accounts.accounts a
     left join ledger.accounts l on l.id = a.uuid
     left join ledger.openings o on o.account_id = a.uuid
     where a.name = $1`,
    [tag],
  )

const countRows = async (): Promise<unknown> =>
  (
    await bank.sql(
      `select (select count(*) from ledger.accounts) as accounts, (select count(*) from ledger.openings) as openings,
         (select count(*) from ledger.balances) as balances, (select count(*) from ledger.moves) as moves,
         (select count(*) from accounts.accounts) as rows, (select count(*) from platform.events) as events,
         (select count(*) from platform.audit) as audits, (select count(*) from platform.replies) as replies`,
    )
  )[0]

const prove = async () => (await proveAll(databases[0]!.read)).findings

describe('openings that arrive together', () => {
  it('share one transaction, and each has an account, a deposit, an event and an audit row of its own', async () => {
    const calls = [
      call({ cents: 5 }),
      call({ cents: 0 }),
      call({ owner: 'unregistered', cents: 7 }),
      call({ who: OPERATOR, owner: 'registered', cents: 9, environment: 'sandbox' }),
    ]
    const audits =
      "select count(*)::int as n from platform.audit where operation = 'account.create'"
    const [before] = await bank.sql<{ n: number }>(audits)
    const answers = await openAll(calls)
    const left = await readLeft()
    const byUuid = new Map(left.map((row) => [row.uuid, row]))
    expect(new Set(left.map((row) => row.xid)).size).toBe(1)
    expect(uuidsOf(answers).map((uuid) => byUuid.get(uuid))).toMatchObject([
      { units: '5', deposits: 1, user_uuid: people[TELLER]!.uuid, manager_uuid: null },
      { units: null, deposits: 0, user_uuid: people[TELLER]!.uuid },
      { units: '7', deposits: 1, manager_uuid: people[1]!.uuid },
      { units: '9', user_uuid: people[0]!.uuid, environment: 'sandbox', manager_uuid: null },
    ])
    expect(
      left
        .map((row) => row.source)
        .filter((source) => source !== null)
        .toSorted(),
    ).toEqual([
      systemAccount('live', 'external:deposits'),
      systemAccount('live', 'external:deposits'),
      systemAccount('sandbox', 'external:deposits'),
    ])
    expect(await bank.sql(audits)).toEqual([{ n: before!.n + 4 }])
  })

  it('are answered with the balance, in the form of a later read', async () => {
    const given = { user_uuid: people[0]!.uuid, name: tag, metadata: { b: 1, aa: [2.5, 'x'] } }
    const answers = await Promise.all(
      [0, 1_234].map((initial_balance) =>
        bank.call('POST /api/accounts', { ...given, initial_balance }, people[0]),
      ),
    )
    expect(answers.map(({ body }) => body.data.balance)).toEqual([0, 1_234])
    for (const { body } of answers) {
      const read = await bank.call(`GET /api/accounts/${body.data.uuid}`, undefined, people[0])
      expect(read.body.data).toEqual(body.data)
    }
  })

  it('are refused one by one, in the error envelope', async () => {
    const bad = { user_uuid: people[1]!.uuid, name: tag, initial_balance: 1 }
    const good = { user_uuid: people[0]!.uuid, name: tag, initial_balance: 1 }
    const answers = await Promise.all(
      [good, bad, good, bad, good].map((body) => bank.call('POST /api/accounts', body, people[0])),
    )
    expect(answers.map(({ status }) => status)).toEqual([201, 403, 201, 403, 201])
    expect(answers[1]!.body.error.code).toBe('FORBIDDEN')
    expect(await readLeft()).toHaveLength(3)
  })

  it('follow the model, on two nodes and with shared keys', async () => {
    const anyCall: fc.Arbitrary<Call> = fc.record({
      who: fc.integer({ min: 0, max: 2 }),
      owner: fc.constantFrom('self', 'registered', 'unregistered'),
      cents: fc.constantFrom(0, 1, 250, 99_999),
      environment: fc.constantFrom('live', 'sandbox'),
      key: fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined }),
      node: fc.integer({ min: 0, max: 1 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(anyCall, { minLength: 1, maxLength: 25 }), async (drawn) => {
        tag = `Opening ${++runs}`
        // A key of one run must not be answered from another.
        const calls = drawn.map((one) => ({
          ...one,
          key: one.key === undefined ? undefined : `${tag} ${one.key}`,
        }))
        const answers = await openAll(calls)
        calls.forEach((one, index) => checkAnswer(one, answers[index]!))
        await checkLeft(calls, answers)
      }),
      { numRuns: rounds(6, 25) },
    )
    expect(await prove()).toEqual([])
  })
})

const refusalOf = (one: Call): string | undefined => {
  if (one.who === CUSTOMER && one.environment === 'live' && one.cents > 0)
    return 'FUNDING_NOT_ALLOWED'
  return one.owner === 'registered' && one.who !== OPERATOR ? 'FORBIDDEN' : undefined
}

/** Another call with the same key may be first; then this one gets that answer or a conflict. */
function checkAnswer(one: Call, answer: Answer): void {
  const expected = refusalOf(one)
  const got = 'code' in answer ? answer.code : undefined
  if (one.key === undefined) return expect(got).toBe(expected)
  expect([expected, 'REQUEST_IN_PROGRESS', 'IDEMPOTENCY_CONFLICT']).toContain(got)
}

async function checkLeft(calls: readonly Call[], answers: readonly Answer[]): Promise<void> {
  const left = await readLeft()
  // Exactly the accounts that were returned to a caller.
  expect(left.map((row) => row.uuid).toSorted()).toEqual([...new Set(uuidsOf(answers))].toSorted())
  expect(new Set(left.map((row) => row.number)).size).toBe(left.length)
  const byUuid = new Map(left.map((row) => [row.uuid, row]))
  const slots = new Map<string, Set<string>>()
  calls.forEach((one, index) => {
    const answer = answers[index]!
    if (!('uuid' in answer)) return
    expect(byUuid.get(answer.uuid)).toMatchObject({
      environment: one.environment,
      user_uuid: requestOf(one).user_uuid,
      manager_uuid: one.owner === 'unregistered' ? personOf(one).uuid : null,
      held: true,
      recorded: true,
      events: 1,
      deposits: one.cents > 0 ? 1 : 0,
      units: one.cents > 0 ? String(one.cents) : null,
      source: one.cents > 0 ? systemAccount(one.environment, 'external:deposits') : null,
      in_order: true,
    })
    const slot = one.key === undefined ? answer.uuid : `${one.environment} ${one.who} ${one.key}`
    slots.set(slot, (slots.get(slot) ?? new Set()).add(answer.uuid))
  })
  expect([...slots.values()].filter((uuids) => uuids.size > 1)).toEqual([])
}

describe('one idempotency key', () => {
  it('opens one account, however often it is used concurrently', async () => {
    const key = `${tag} key`
    const body = { user_uuid: people[0]!.uuid, name: tag, initial_balance: 10 }
    const send = () => bank.call('POST /api/accounts', body, { ...people[0]!, key })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 409]))
    const again = await send()
    expect(again.headers.get('x-idempotency-replayed')).toBe('true')
    const first = answers.find(({ status }) => status === 201)!
    expect(again.body).toEqual(first.body)
    expect(await readLeft()).toHaveLength(1)
    const other = await bank.call(
      'POST /api/accounts',
      { ...body, name: 'x' },
      { ...people[0]!, key },
    )
    expect([other.status, other.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT'])
  })

  it('opens one account, and each of two nodes answers with it', async () => {
    const times = rounds(3, 10)
    for (let round = 0; round < times; round++) {
      const key = `${tag} ${round}`
      const answers = await openAll([
        call({ key, node: 0 }),
        call({ key, node: 1 }),
        call({ node: round % 2 }),
      ])
      expect(codesOf(answers)).toEqual([undefined, undefined, undefined])
      expect(new Set(uuidsOf(answers)).size).toBe(2)
    }
    expect(await readLeft()).toHaveLength(2 * times)
  })

  it('is free again after a refusal', async () => {
    const refused = call({ owner: 'registered', key: `${tag} key` })
    expect(codesOf([await open(refused)])).toEqual(['FORBIDDEN'])
    expect(codesOf([await open({ ...refused, owner: 'self' })])).toEqual([undefined])
  })

  it('finds a reply that an earlier version of Florin sealed', async () => {
    const one = call({ key: `${tag} key` })
    const first = await open(one)
    expect('reply' in first).toBe(true)
    const text = 'reply' in first ? first.reply.text! : ''
    await bank.sql('update platform.replies set text = null, reply = $1 where key = $2', [
      sealer.seal(text),
      one.key,
    ])
    const again = await open({ ...one, node: 1 })
    expect(again).toMatchObject({ uuid: uuidsOf([first])[0], reply: { replayed: true } })
    expect(await readLeft()).toHaveLength(1)
  })
})

describe('an opening that fails', () => {
  const change = (text: string) => bank.sql(text)

  it('because the ledger refuses its deposit, leaves the others of its batch', async () => {
    const source = systemAccount('sandbox', 'external:deposits')
    await change(`update ledger.accounts set status = 'frozen' where id = '${source}'`)
    try {
      const answers = await openAll([
        call({ key: `${tag} 0` }),
        call({ environment: 'sandbox', key: `${tag} 1` }),
        call({ environment: 'sandbox', cents: 0 }),
        call({ environment: 'sandbox', owner: 'unregistered' }),
        call({ owner: 'registered' }),
        call(),
      ])
      expect(codesOf(answers)).toEqual([
        undefined,
        'ACCOUNT_FROZEN',
        undefined,
        'ACCOUNT_FROZEN',
        'FORBIDDEN',
        undefined,
      ])
      const left = await readLeft()
      expect(left).toHaveLength(3)
      expect(new Set(left.map((row) => row.xid)).size).toBe(1)
      expect(
        await bank.sql('select key from platform.replies where key like $1', [`${tag}%`]),
      ).toEqual([{ key: `${tag} 0` }])
    } finally {
      await change(`update ledger.accounts set status = 'active' where id = '${source}'`)
    }
  })

  it('because the database refuses its row, leaves the others of its batch', async () => {
    await change(
      "alter table accounts.accounts add constraint no_poison check (name <> 'Poison') not valid",
    )
    try {
      const poison = { ...requestOf(call()), name: 'Poison' }
      const answers = await Promise.allSettled([
        open(call()),
        open(call(), poison),
        open(call({ owner: 'registered' })),
        open(call()),
      ])
      expect(answers.map(({ status }) => status)).toEqual([
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
      ])
      expect(await readLeft()).toHaveLength(2)
      expect(await prove()).toEqual([])
    } finally {
      await change('alter table accounts.accounts drop constraint no_poison')
    }
  })

  it.each([
    ['while it writes', 'trigger', ''],
    ['while it commits', 'constraint trigger', 'deferrable initially deferred'],
  ])(
    'because its connection dies %s, leaves nothing, and a retry opens it once',
    async (_, kind, when) => {
      const calls = [0, 1, 2].map((number) => call({ cents: number, key: `${tag} ${number}` }))
      const before = await countRows()
      await change(`
      create function public.die() returns trigger language plpgsql as $$
        begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
      create ${kind} dies after insert on ledger.moves ${when} for each row execute function public.die()`)
      try {
        expect(codesOf(await openAll(calls))).toEqual([
          'SERVICE_UNAVAILABLE',
          'SERVICE_UNAVAILABLE',
          'SERVICE_UNAVAILABLE',
        ])
        expect(await countRows()).toEqual(before)
      } finally {
        await change('drop function public.die() cascade')
      }
      const answers = await openAll(calls)
      expect(uuidsOf(await openAll(calls))).toEqual(uuidsOf(answers))
      expect(await readLeft()).toHaveLength(3)
      expect(await prove()).toEqual([])
    },
  )
})
