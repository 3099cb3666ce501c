// The log as callers see it: the events of each operation, their order and their audience; live and page by page.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { shapeOf } from '../../../operation/shape.ts'
import { openAccount, openStream, pay, readAll, type StreamedEvent } from './test-support.ts'

let bank: Bank
beforeAll(async () => {
  bank = await startBank({ env: { TRANSFER_FEE_BASIS_POINTS: '100' } })
})
afterAll(() => bank.stop())

const typesOf = (events: readonly StreamedEvent[]) => events.map((event) => event.event_type)
const about = (events: readonly StreamedEvent[], account: string) =>
  events.filter((event) => JSON.stringify(event.data).includes(account))

/** The events of a user from now on. */
async function watch(person: Person): Promise<() => Promise<StreamedEvent[]>> {
  const before = await readAll(bank, person)
  const last = before.at(-1)?.id ?? 'evt_0000000000000000'
  return () => readAll(bank, person, `after=${last}&limit=500`)
}

/** A pending transfer is completed by the bank a moment later. */
const settled = (person: Person, transfer: string) =>
  expect
    .poll(
      async () =>
        (await bank.call(`GET /api/v2/transfers/${transfer}`, undefined, person)).body.data.status,
      { timeout: 120_000 },
    )
    .not.toBe('pending')

describe('event.list', () => {
  it('reports a deposit as a transaction and a change of balance', async () => {
    const person = await bank.person()
    const account = await openAccount(bank, person)
    const news = await watch(person)
    const { body } = await bank.call(
      `POST /api/v2/accounts/${account}/deposit`,
      { amount: '25.00', asset_code: 'USD', reference: 'salary' },
      person,
    )
    const events = await news()
    expect(typesOf(events)).toEqual([
      'transaction.created',
      'account.balance_updated',
      'transaction.completed',
    ])
    const [created, balance, completed] = events
    expect(balance!.data).toEqual({
      account_uuid: account,
      asset_code: 'USD',
      balance: 2500,
      previous_balance: 0,
      change_amount: 2500,
      formatted: '25.00 USD',
      reason: 'deposit',
      transaction_uuid: body.data.uuid,
      sequence: 1,
    })
    expect(completed!.data).toMatchObject({
      uuid: body.data.uuid,
      account_uuid: account,
      type: 'deposit',
      amount: '25.00',
      status: 'completed',
      reference: 'salary',
      balance_after: '25.00',
      related_account_uuid: null,
    })
    expect(created!.data).toEqual(completed!.data)
    // The same as the transaction's own route returns.
    const { body: asked } = await bank.call(
      `GET /api/v2/transactions/${body.data.uuid}`,
      undefined,
      person,
    )
    expect(asked.data).toMatchObject(completed!.data)
  })

  it('reports a direct transfer to both owners, each with their own side, fee included', async () => {
    const [payer, payee] = [await bank.person(), await bank.person()]
    const from = await openAccount(bank, payer, 5_000)
    const to = await openAccount(bank, payee)
    const [ofPayer, ofPayee] = [await watch(payer), await watch(payee)]
    const transfer = { from_account: from, to_account: to, amount: '10.00' }
    const uuid = await pay(bank, payer, transfer)
    const [paid, got] = [await ofPayer(), await ofPayee()]
    expect(typesOf(paid)).toEqual([
      'transfer.created',
      'transfer.initiated',
      'transaction.created',
      'account.balance_updated',
      'transaction.completed',
      'transfer.completed',
      // The fee is a move of its own.
      'transaction.created',
      'account.balance_updated',
      'transaction.completed',
    ])
    expect(typesOf(got)).toEqual([
      'transfer.created',
      'transfer.initiated',
      'transaction.created',
      'account.balance_updated',
      'transaction.completed',
      'transfer.completed',
    ])
    const completed = paid.find((event) => event.event_type === 'transfer.completed')!
    expect(completed.data).toMatchObject({
      uuid,
      from_account: from,
      to_account: to,
      amount: '10.00',
      status: 'completed',
      fees: { transfer_fee: '0.10', currency: 'USD' },
      from_balance_after: '39.90',
      // The other side's balance is hidden.
      to_balance_after: null,
    })
    const arrived = got.find((event) => event.event_type === 'transfer.completed')!
    expect(arrived.data).toEqual({
      ...completed.data,
      from_balance_after: null,
      to_balance_after: '10.00',
    })
    // Everything else is one event with one id for all recipients.
    const ofBoth = (events: readonly StreamedEvent[]) =>
      events.filter((event) => /^transfer\.(created|initiated)$/.test(event.event_type))
    expect(ofBoth(got)).toEqual(ofBoth(paid))
    expect(about(got, from).map((event) => event.event_type)).not.toContain(
      'account.balance_updated',
    )
  })

  it('reports a pending transfer when it is accepted, and again when it is completed', async () => {
    const person = await bank.person()
    const from = await openAccount(bank, person, 5_000)
    const to = await openAccount(bank, person)
    const news = await watch(person)
    const transfer = { from_account: from, to_account: to, amount: '10.00', workflow_enabled: true }
    const uuid = await pay(bank, person, transfer)
    await settled(person, uuid)
    const events = await news()
    expect(typesOf(events)).toEqual([
      'transfer.created',
      'transfer.initiated',
      'workflow.started',
      'workflow.step_completed',
      'transaction.created',
      'transaction.created',
      'transaction.created',
      'account.balance_updated',
      'account.balance_updated',
      'transaction.completed',
      'transaction.completed',
      'transfer.completed',
      'workflow.step_completed',
      'workflow.completed',
      'account.balance_updated',
      'transaction.completed',
    ])
    const ofType = (type: string) => events.filter((event) => event.event_type === type)
    expect(ofType('transfer.created')[0]!.data).toMatchObject({ uuid, status: 'pending' })
    expect(ofType('transaction.created').map((event) => event.data.status)).toEqual([
      'pending',
      'pending',
      'pending',
    ])
    // The completed transactions are the same ones that were announced as pending.
    expect(new Set(ofType('transaction.completed').map((event) => event.data.uuid))).toEqual(
      new Set(ofType('transaction.created').map((event) => event.data.uuid)),
    )
    expect(ofType('workflow.completed')[0]!.data).toMatchObject({
      uuid: `wf_${uuid.replaceAll('-', '')}`,
      type: 'transfer',
      status: 'completed',
      transfer_uuid: uuid,
      error: null,
    })
  })

  it('reports a failed transfer, its transactions and its compensation to both owners', async () => {
    const [payer, payee] = [await bank.person(), await bank.person()]
    const [from, to] = [await openAccount(bank, payer, 5_000), await openAccount(bank, payee)]
    const news = [await watch(payer), await watch(payee)]
    await bank.call(`POST /api/v2/accounts/${to}/freeze`, { reason: 'court' }, payee)
    // As if the destination had been frozen between the reservation and the completion.
    const id = '0197b000-0000-7000-8000-000000000100'
    await bank.sql(
      `with held as (update ledger.balances set held = held + 1010, version = version + 1
         where account_id = $2 and asset = 'USD')
       insert into ledger.holds (id, environment, purpose, account_id, to_account, asset, units, fee,
         user_uuid, request_id, created_at)
       values ($1, 'live', 'transfer', $2, $3, 'USD', 1010, 10, $4, 'req-1', $5)`,
      [id, from, to, payer.uuid, bank.clock.now()],
    )
    bank.clock.advance(1)
    await settled(payer, id)
    const [paid, got] = await Promise.all(news.map((read) => read()))
    const story = ['transfer.created', 'transfer.initiated', 'workflow.started']
    expect(typesOf(paid!)).toEqual([
      ...story,
      'workflow.step_completed',
      'transaction.created',
      'transaction.created',
      'transfer.failed',
      'transaction.failed',
      'transaction.failed',
      'workflow.failed',
      'workflow.compensation_executed',
    ])
    expect(typesOf(got!)).toEqual([
      'account.frozen',
      ...story,
      'workflow.step_completed',
      'transaction.created',
      'transfer.failed',
      'transaction.failed',
      'workflow.failed',
      'workflow.compensation_executed',
    ])
    const failed = paid!.filter((event) => event.event_type === 'transaction.failed')
    expect(failed.map((event) => event.data)).toMatchObject([
      { account_uuid: from, amount: '10.00', status: 'failed', direction: 'outgoing' },
      { account_uuid: from, amount: '0.10', status: 'failed', subtype: 'fee' },
    ])
    expect(failed[0]!.data.failure_reason).toMatch(/frozen/)
    const { body } = await bank.call(
      `GET /api/v2/transactions/${failed[0]!.data.uuid}`,
      undefined,
      payer,
    )
    expect(body.data).toMatchObject(failed[0]!.data)
  })

  it('reports accounts, keys and reversals to their owner only', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const others = await watch(other)
    const news = await watch(person)
    const account = await openAccount(bank, person, 1_500)
    await bank.call(`PUT /api/v2/accounts/${account}`, { name: 'Savings' }, person)
    await bank.call('POST /api/v2/api-keys', { name: 'Bot' }, person)
    const events = await news()
    expect(typesOf(events)).toEqual([
      'account.created',
      'transaction.created',
      'account.balance_updated',
      'transaction.completed',
      'account.updated',
      'api_key.created',
    ])
    expect(events[0]!.data).toMatchObject({
      account_uuid: account,
      user_uuid: person.uuid,
      balance: 0,
    })
    expect(await others()).toEqual([])
  })

  it('warns when a dollar account runs low', async () => {
    const person = await bank.person()
    const account = await openAccount(bank, person, 2_000)
    const news = await watch(person)
    const withdraw = (amount: string) =>
      bank.call(`POST /api/v2/accounts/${account}/withdraw`, { amount, asset_code: 'USD' }, person)
    await withdraw('10.00')
    await withdraw('5.00')
    await withdraw('1.00')
    const alerts = (await news()).filter((event) => event.event_type.startsWith('balance.'))
    expect(alerts.map((event) => [event.event_type, event.data])).toEqual([
      ['balance.low', { account_uuid: account, asset_code: 'USD', balance: 500, threshold: 1000 }],
    ])
  })

  it('pages through everything once, in order, however small the pages', async () => {
    const person = await bank.person()
    const from = await openAccount(bank, person, 100_000)
    const to = await openAccount(bank, person)
    for (let i = 0; i < 5; i++)
      await pay(bank, person, { from_account: from, to_account: to, amount: `${i + 1}.00` })
    const all = await readAll(bank, person, 'limit=500')
    expect(all.length).toBeGreaterThan(50)
    for (const limit of [1, 3, 7])
      expect(await readAll(bank, person, `limit=${limit}`)).toEqual(all)
    const ids = all.map((event) => event.id)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('filters by type, group, account and time', async () => {
    const person = await bank.person()
    const [one, two] = [await openAccount(bank, person, 100), await openAccount(bank, person, 200)]
    const only = async (query: string) => readAll(bank, person, `limit=500&${query}`)
    expect(new Set(typesOf(await only('types=transaction.created,account.created')))).toEqual(
      new Set(['transaction.created', 'account.created']),
    )
    expect(new Set(typesOf(await only('types=account.*')))).toEqual(
      new Set(['account.created', 'account.balance_updated']),
    )
    const ofOne = await only(`account_uuid=${one}`)
    expect(ofOne.length).toBeGreaterThan(3)
    expect(about(ofOne, two)).toEqual([])
    const since = new Date(bank.clock.now().getTime() + 1).toISOString()
    bank.clock.advance(60)
    expect(await only(`since=${since}`)).toEqual([])
    const third = await openAccount(bank, person)
    expect((await only(`since=${since}`)).map((event) => event.data.account_uuid)).toEqual([third])
  })

  it.each([
    ['an unknown type', 'types=account.flown', 'types'],
    ['an unknown group', 'types=nothing.*', 'types'],
    ['what is no id', 'after=evt_1', 'after'],
    ['a page too large', 'limit=501', 'limit'],
    ['what is no time', 'since=yesterday', 'since'],
  ])('refuses %s', async (_what, query, field) => {
    const person = await bank.person()
    const { status, body } = await bank.call(`GET /api/v2/events?${query}`, undefined, person)
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR'])
    expect(Object.keys(body.errors)).toEqual([field])
  })

  it('refuses a filter by an account of another user', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const account = await openAccount(bank, person)
    const path = `GET /api/v2/events?account_uuid=${account}`
    expect((await bank.call(path, undefined, other)).status).toBe(403)
  })

  it('contains only what the declarations allow', async () => {
    const operator = await bank.operator()
    const shapes = new Map(
      bank.app.registry.events.map((event) => [event.type as string, shapeOf(event.data)]),
    )
    const events = await readAll(bank, operator, 'limit=500')
    expect(new Set(typesOf(events)).size).toBeGreaterThan(12)
    const wrong = events.filter((event) => !shapes.get(event.event_type)?.isValid(event.data))
    expect(wrong).toEqual([])
  })
})

describe('counting', () => {
  it('equals the events listed, type by type, pending, failed and low ones included', async () => {
    const { token } = await bank.operator()
    const seen = Map.groupBy(await readAll(bank, { token }, 'limit=500'), (one) => one.event_type)
    expect(seen.size).toBeGreaterThan(18)
    const expected = Object.fromEntries(
      [...seen].map(([type, all]) => [type, [all.length, all.at(-1)!.id]]),
    )
    const counted = async () => {
      const rows = await bank.sql<{ type: string; events: string; last_event_id: string }>(
        "select type, events, last_event_id from monitoring.event_totals where environment = 'live'",
      )
      return Object.fromEntries(
        rows.map((row) => [row.type, [Number(row.events), row.last_event_id]]),
      )
    }
    await expect.poll(counted).toEqual(expected)
  })
})

describe('the order of the log', () => {
  /** Writes an event by hand in a transaction that stays open until the test ends it. */
  async function begin(user: string) {
    const client = new pg.Client(bank.address)
    await client.connect()
    await client.query('begin')
    return {
      /** Takes its transaction number, as any write does. */
      number: () => client.query('select pg_current_xact_id()'),
      write: (type: string) =>
        client.query(
          `insert into platform.events (id, type, version, environment, user_uuid, data, operation, request_id, created_at)
           values (gen_random_uuid(), $1, 1, 'live', $2, '{}', 'test', 'test', $3)`,
          [type, user, bank.clock.now()],
        ),
      commit: async () => {
        await client.query('commit')
        await client.end()
      },
    }
  }

  it('waits for an open transaction with an earlier position', async () => {
    const person = await bank.person()
    const news = await watch(person)
    const early = await begin(person.uuid)
    await early.write('first.written')
    const late = await begin(person.uuid)
    await late.write('second.written')
    await late.commit()
    expect(await news()).toEqual([])
    await early.commit()
    expect(typesOf(await news())).toEqual(['first.written', 'second.written'])
  })

  it('also waits when the committed transaction is older but has the later position', async () => {
    const person = await bank.person()
    const news = await watch(person)
    const older = await begin(person.uuid)
    await older.number()
    const younger = await begin(person.uuid)
    await younger.write('first.written')
    await older.write('second.written')
    await older.commit()
    expect(await news()).toEqual([])
    await younger.commit()
    expect(typesOf(await news())).toEqual(['first.written', 'second.written'])
  })

  it('is not blocked by a rollback', async () => {
    const person = await bank.person()
    const news = await watch(person)
    const client = new pg.Client(bank.address)
    await client.connect()
    await client.query(`begin; select nextval('ledger.positions'); rollback`)
    await client.end()
    await openAccount(bank, person)
    expect(typesOf(await news())).toEqual(['account.created'])
  })
})

describe('event.stream', () => {
  it('sends new events with the same ids', async () => {
    const person = await bank.person()
    const stream = await openStream(bank, person.token)
    const news = await watch(person)
    const account = await openAccount(bank, person, 1_000)
    await expect.poll(() => stream.events.length).toBe(4)
    expect(stream.events).toEqual(await news())
    expect(stream.events[0]!.data.account_uuid).toBe(account)
    stream.close()
  })

  it('resumes after the last event that was seen', async () => {
    const person = await bank.person()
    const from = await openAccount(bank, person, 100_000)
    const to = await openAccount(bank, person)
    const first = await openStream(bank, person.token)
    await pay(bank, person, { from_account: from, to_account: to, amount: '1.00' })
    await expect.poll(() => first.events.length).toBeGreaterThan(3)
    first.close()
    const seen = first.events.slice(0, 3)
    await pay(bank, person, { from_account: from, to_account: to, amount: '2.00' })
    const news = await readAll(bank, person, `limit=500&after=${seen[2]!.id}`)
    const second = await openStream(bank, person.token, '', { 'Last-Event-ID': seen[2]!.id })
    await expect.poll(() => second.events.length).toBe(news.length)
    expect(second.events).toEqual(news)
    second.close()
  })

  it('sends users their own events only, and filters', async () => {
    const [person, other] = [await bank.person(), await bank.person()]
    const [mine, theirs, some] = await Promise.all([
      openStream(bank, person.token),
      openStream(bank, other.token),
      openStream(bank, person.token, '?types=account.created'),
    ])
    await openAccount(bank, person, 1_000)
    await expect.poll(() => mine.events.length).toBe(4)
    await openAccount(bank, other)
    await expect.poll(() => theirs.events.length).toBe(1)
    expect(typesOf(some.events)).toEqual(['account.created'])
    expect(theirs.events[0]!.data.user_uuid).toBe(other.uuid)
    for (const stream of [mine, theirs, some]) stream.close()
  })

  it('ends when the credential does', async () => {
    const person = await bank.person()
    const stream = await openStream(bank, person.token)
    await bank.call('POST /api/auth/logout', {}, person)
    await stream.ended
    const again = await openStream(bank, person.token)
    expect(again.status).toBe(401)
  })

  it('is open twenty times for one user at most, by all credentials together', async () => {
    const person = await bank.person()
    const key = { name: 'Streams', permissions: ['read'] }
    const made = await bank.call('POST /api/v2/api-keys', key, person)
    const tokens = [person.token, made.body.data.api_key as string]
    // All at once: none waits until another is counted.
    const opened = await Promise.all(
      Array.from({ length: 30 }, (_, i) => openStream(bank, tokens[i % 2]!)),
    )
    const [good, refused] = [200, 429].map((status) =>
      opened.filter((stream) => stream.status === status),
    )
    expect([good!.length, refused!.length]).toEqual([20, 10])
    const { status, headers, body } = await bank.call(
      'GET /api/v2/events/stream',
      undefined,
      person,
    )
    expect(status).toBe(429)
    expect(body.error).toMatchObject({ code: 'STREAM_LIMIT_REACHED', details: { limit: 20 } })
    expect(headers.get('retry-after')).toBe('30')

    const other = await openStream(bank, (await bank.person()).token)
    expect(other.status).toBe(200)
    good![0]!.close()
    // The server notices a moment later.
    await expect
      .poll(
        async () => {
          const again = await openStream(bank, person.token)
          good!.push(again)
          return again.status
        },
        { timeout: 120_000 },
      )
      .toBe(200)
    for (const stream of [...good!, other]) stream.close()
  })

  it('refuses before it begins', async () => {
    const person = await bank.person()
    const headers = { 'Last-Event-ID': 'evt_unknown' }
    expect((await openStream(bank, person.token, '', headers)).status).toBe(422)
    expect((await openStream(bank, person.token, '?types=no.such')).status).toBe(422)
    expect((await openStream(bank, 'nonsense')).status).toBe(401)
  })
})
