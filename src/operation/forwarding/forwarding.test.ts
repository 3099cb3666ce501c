// Two nodes on one database, of which one writes for both: callers of the other get the same answers.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Bank,
  createDatabase,
  type Person,
  startBank,
  TEST_SECRET,
} from '../../../test/harness/bank.ts'
import { makeSealer } from '../../platform/key-ring.ts'
import { connectToPeer } from '../../platform/peers/sockets.ts'
import type { AnyOperation } from '../operation.ts'
import type { Call } from '../pipeline.ts'
import { idOf, readCall, writeCall } from './protocol.ts'

let database: Awaited<ReturnType<typeof createDatabase>>
let writer: Bank
let forwarder: Bank
let ada: Person

const options = () => ({ address: database.address, isNode: true })

beforeAll(async () => {
  database = await createDatabase()
  writer = await startBank(options())
  forwarder = await startBank({ ...options(), clock: writer.clock })
  ada = await forwarder.person()
})
afterAll(async () => {
  await forwarder.stop()
  await writer.stop()
  await database.drop()
})

/** How many banks have a connection of their own over which they move money. */
const countLanes = async (): Promise<number> =>
  (
    await writer.sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where application_name = 'florin ledger' and datname = current_database()`,
    )
  )[0]!.n

async function openAccounts(bank: Bank, person: Person, ...balances: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const initial_balance of balances) {
    const { body } = await bank.call(
      'POST /api/v2/accounts',
      { name: 'Test', initial_balance },
      person,
    )
    ids.push(body.data.uuid)
  }
  return ids
}

const transferOf = (from_account: string, to_account: string, amount: string) => ({
  from_account,
  to_account,
  amount,
  asset_code: 'USD',
  workflow_enabled: false,
})

describe('a posting at a forwarder', () => {
  it('is done by the writer, and the forwarder needs no lane of its own', async () => {
    const [from, to] = await openAccounts(writer, ada, 10_000, 0)
    const before = await countLanes()
    const { status, body } = await forwarder.call(
      'POST /api/v2/transfers',
      transferOf(from!, to!, '12.50'),
      ada,
    )
    expect([status, body.data.status]).toEqual([201, 'completed'])
    expect(await countLanes()).toBe(Math.max(before, 1))
    const { body: balances } = await forwarder.call(
      `GET /api/v2/accounts/${to}/balances`,
      undefined,
      ada,
    )
    expect(balances.data.balances).toMatchObject([{ balance: 1_250 }])
  })

  it('is answered as the writer itself would answer, also when it is refused', async () => {
    const [from, to, frozen] = await openAccounts(writer, ada, 1_000, 0, 0)
    const freeze = { reason: 'Stop' }
    expect(
      (await forwarder.call(`POST /api/v2/accounts/${frozen}/freeze`, freeze, ada)).status,
    ).toBe(200)
    const refused = [
      transferOf(from!, to!, '10.01'),
      transferOf(from!, frozen!, '1.00'),
      transferOf(from!, '0199d3a2-7c00-7000-8000-000000000071', '1.00'),
      transferOf(from!, from!, '1.00'),
      { ...transferOf(from!, to!, '1.00'), asset_code: 'NONE' },
      { ...transferOf(from!, to!, '1.00'), simulate: true },
    ]
    for (const body of refused) {
      const ask = async (bank: Bank): Promise<[number, unknown]> => {
        const answer = await bank.call('POST /api/v2/transfers', body, ada)
        return [answer.status, withoutIds(answer.body)]
      }
      expect(await ask(forwarder)).toEqual(await ask(writer))
    }
  })

  it('is executed once, whichever node is called with its key', async () => {
    const [from, to] = await openAccounts(writer, ada, 1_000, 0)
    const body = transferOf(from!, to!, '10.00')
    for (const [first, second] of [
      [forwarder, writer],
      [writer, forwarder],
    ] as const) {
      const key = `key ${first === forwarder}`
      const back = first === forwarder ? body : transferOf(to!, from!, '10.00')
      const done = await first.call('POST /api/v2/transfers', back, { ...ada, key })
      const again = await second.call('POST /api/v2/transfers', back, { ...ada, key })
      expect([done.status, again.status]).toEqual([201, 201])
      expect(again.body).toEqual(done.body)
      expect(again.headers.get('x-idempotency-replayed')).toBe('true')
      const other = await second.call(
        'POST /api/v2/transfers',
        { ...back, amount: '1.00' },
        { ...ada, key },
      )
      expect(other.body.error.code).toBe('IDEMPOTENCY_CONFLICT')
    }
  })
})

describe('a node of another build', () => {
  it('writes by itself, beside the writer', async () => {
    const other = await startBank({ ...options(), clock: writer.clock, build: 'the next one' })
    const [from, to] = await openAccounts(writer, ada, 10_000, 0)
    const lanes = await countLanes()
    const pay = (bank: Bank) =>
      bank.call('POST /api/v2/transfers', transferOf(from!, to!, '0.10'), ada)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, turn) => pay([writer, forwarder, other][turn % 3]!)),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await countLanes()).toBe(lanes + 1)
    const [row] = await writer.sql<{ units: string }>(
      'select units from ledger.balances where account_id = $1',
      [to],
    )
    expect(row!.units).toBe('600')
    await other.stop()
  })
})

describe('a writer that ends in order', () => {
  it('answers its pending calls, and another one writes; no caller is affected', async () => {
    const own = await createDatabase()
    const leaving = await startBank({ address: own.address, isNode: true })
    const staying = await startBank({ address: own.address, isNode: true, clock: leaving.clock })
    const bob = await staying.person()
    const [from, to] = await openAccounts(staying, bob, 100_000, 0)
    const findWriter = async (): Promise<string> =>
      (await staying.sql<{ node: string }>('select node from platform.writer'))[0]!.node
    const first = await findWriter()
    let done = 0
    const over = new AbortController()
    let onDone = (): void => {}
    const client = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const body = transferOf(from!, to!, '0.01')
        // There is no key, so that a call with an unknown result would be refused.
        const answer = await staying.call('POST /api/v2/transfers', body, bob)
        expect(answer.status, JSON.stringify(answer.body)).toBe(201)
        done++
        onDone()
      }
    }
    const clients = Promise.all(Array.from({ length: 8 }, client))
    const until = (count: number): Promise<void> =>
      new Promise((resolve) => {
        onDone = () => done >= count && resolve()
      })
    await Promise.race([until(50), clients])
    await leaving.stop()
    await Promise.race([until(done + 50), clients])
    over.abort()
    await clients
    const [row] = await staying.sql<{ units: string }>(
      'select units from ledger.balances where account_id = $1',
      [to],
    )
    expect(Number(row!.units)).toBe(done)
    expect(await findWriter()).not.toBe(first)
    await staying.stop()
    await own.drop()
  })
})

describe('a message between nodes', () => {
  it('is the same call on the other side', () => {
    const text = fc.string()
    const maybe = (values: fc.Arbitrary<unknown>) => fc.option(values, { nil: undefined })
    const callers = fc.record(
      {
        user: fc.uuid(),
        agent: fc.uuid(),
        partner: fc.uuid(),
        tenant: fc.uuid(),
        client: fc.record({ id: text, name: text, grant: fc.option(text) }),
        credential: fc.record({ id: fc.uuid(), kind: fc.constantFrom('login', 'api_key') }),
        scopes: fc.uniqueArray(text).map((scopes) => new Set(scopes)),
        environment: fc.constantFrom('live', 'sandbox'),
        address: fc.ipV6(),
        isBank: fc.constant(true),
      },
      { requiredKeys: ['scopes', 'environment', 'address'] },
    )
    const calls = fc.record({
      caller: callers,
      input: fc.dictionary(
        text.filter((name) => name !== '__proto__'),
        fc.jsonValue(),
      ),
      requestId: text,
      idempotencyKey: maybe(text),
    })
    const op = { name: 'transfer.create' } as unknown as AnyOperation
    fc.assert(
      fc.property(fc.nat(), calls, (id, call) => {
        const said = JSON.parse(writeCall(id, op, call.input, call as Call)) as unknown[]
        const heard = readCall(said, 'a link')
        expect(idOf(said)).toBe(id)
        expect(heard.operation).toBe(op.name)
        // Stored replies are found by this text.
        expect(JSON.stringify(heard.call.input)).toBe(JSON.stringify(call.input))
        expect(heard.call).toEqual({
          ...call,
          input: JSON.parse(JSON.stringify(call.input)),
          link: 'a link',
        })
      }),
    )
  })

  it('is accepted only from a peer with the secret', async () => {
    const [elected] = await writer.sql<{ address: string }>('select address from platform.writer')
    const [host, port] = elected!.address.split(' ') as [string, string]
    const address = { host, port: Number(port) }
    await expect(connectToPeer(address, makeSealer('another secret'))).rejects.toThrow()
    const socket = await connectToPeer(address, makeSealer(TEST_SECRET))
    socket.destroy()
  })
})

/** The fields that differ from call to call. */
function withoutIds(body: {
  error?: { request_id?: unknown }
  data?: object
  request_id?: unknown
}): unknown {
  const text = JSON.stringify(body, (name, value: unknown) =>
    ['request_id', 'uuid', 'workflow_uuid', 'created_at', 'completed_at'].includes(name)
      ? ''
      : value,
  )
  return JSON.parse(text)
}
