// Live updates through the usual clients: WebSocket by graphql-ws, and server-sent events by graphql-sse.
import { request } from 'node:http'
import { createClient as createSseClient } from 'graphql-sse'
import { type ClientOptions, MessageType } from 'graphql-ws'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeClient, versionOf } from '../clients/client.ts'
import { type Bank, type Person, startBank } from '../harness/bank.ts'
import { ask, connect, follow, get } from './support.ts'

let bank: Bank
let person: Person
let other: Person
beforeAll(async () => {
  bank = await startBank()
  person = await bank.person()
  other = await bank.person()
})
afterAll(() => bank.stop())

const open = async (owner: Person, cents = 0): Promise<string> => {
  const { body } = await bank.call(
    'POST /api/v2/accounts',
    { name: 'Pot', initial_balance: cents },
    owner,
  )
  return body.data.uuid
}
const deposit = (account: string, amount: string, owner = person) =>
  bank.call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code: 'USD' }, owner)

const ACCOUNT =
  'subscription ($id: ID!, $after: String) { accountUpdated(id: $id, after: $after) { id balance status } }'
const TRANSACTIONS =
  'subscription ($id: ID!, $after: String) { transactionCreated(accountId: $id, after: $after) { amount type account { id } } }'
const TRANSFER = 'subscription ($id: ID!) { transferCompleted(id: $id) { uuid status amount } }'
const ORDERS =
  'subscription ($pair: String!) { orderMatched(pair: $pair) { pair side price filled_amount } }'

const ws = {
  client: 'graphql-ws',
  version: versionOf('graphql-ws', import.meta.url),
  part: 'GraphQL',
}

describeClient(ws, () => {
  it('publishes changes of an account and its transactions, until it is closed', async () => {
    const account = await open(person)
    const client = connect(bank, person.token)
    const updates = follow(client, ACCOUNT, { id: account })
    const arrivals = follow(client, TRANSACTIONS, { id: account })
    await settled(client, account)
    await deposit(account, '5.00')
    await expect.poll(() => arrivals.items.length).toBe(1)
    expect(arrivals.items[0].data).toEqual({
      transactionCreated: { amount: '5.00', type: 'deposit', account: { id: account } },
    })
    expect(arrivals.items[0].extensions.event_id).toMatch(/^evt_/)
    await expect.poll(() => updates.items.at(-1)?.data.accountUpdated.balance).toBe(500)
    await bank.call(
      `POST /api/v2/accounts/${account}/withdraw`,
      { amount: '5.00', asset_code: 'USD' },
      person,
    )
    await bank.call(`DELETE /api/v2/accounts/${account}`, undefined, person)
    expect(await updates.ended).toBeUndefined()
    expect(updates.items.at(-1).data.accountUpdated).toEqual({
      id: account,
      balance: 0,
      status: 'closed',
    })
    await client.dispose()
  })

  it('continues after an event, so that nothing is missed', async () => {
    const account = await open(person)
    const client = connect(bank, person.token)
    const first = follow(client, TRANSACTIONS, { id: account })
    await settled(client, account)
    await deposit(account, '1.00')
    await expect.poll(() => first.items.length).toBe(1)
    first.stop()
    for (const amount of ['2.00', '3.00', '4.00']) await deposit(account, amount)
    const after = first.items[0].extensions.event_id
    const again = follow(client, TRANSACTIONS, { id: account, after })
    await expect.poll(() => again.items.length).toBe(3)
    expect(again.items.map((item) => item.data.transactionCreated.amount)).toEqual([
      '2.00',
      '3.00',
      '4.00',
    ])
    await client.dispose()
  })

  it('publishes that a transfer is complete, once', async () => {
    const [from, to] = [await open(person, 5_000), await open(other)]
    const { body } = await bank.call(
      'POST /api/v2/transfers',
      { from_account: from, to_account: to, amount: '7.00', asset_code: 'USD' },
      person,
    )
    const client = connect(bank, other.token)
    const transfer = follow(client, TRANSFER, { id: body.data.uuid })
    expect(await transfer.ended).toBeUndefined()
    expect(transfer.items.map((item) => item.data)).toEqual([
      { transferCompleted: { uuid: body.data.uuid, status: 'completed', amount: '7.00' } },
    ])
    await client.dispose()
  })

  it('publishes matches of a pair to every signed-in user', async () => {
    const [seller, buyer] = [await bank.person(), await bank.person()]
    const client = connect(bank, person.token)
    const matches = follow(client, ORDERS, { pair: 'EUR/USD' })
    const probe = await open(person)
    await settled(client, probe)
    const [euros, dollars] = [await open(seller), await open(buyer)]
    await bank.call(
      `POST /api/v2/accounts/${euros}/deposit`,
      { amount: '100.00', asset_code: 'EUR' },
      seller,
    )
    await bank.call(
      `POST /api/v2/accounts/${dollars}/deposit`,
      { amount: '500.00', asset_code: 'USD' },
      buyer,
    )
    const trade = (account: string, type: string, who: Person) =>
      get(bank, who, 'mutation ($i: PlaceOrderInput!) { placeOrder(input: $i) { __typename } }', {
        i: {
          account_uuid: account,
          type,
          order_type: 'limit',
          base_currency: 'EUR',
          quote_currency: 'USD',
          amount: 10,
          price: 1.1,
        },
      })
    await trade(euros, 'sell', seller)
    await trade(dollars, 'buy', buyer)
    await expect.poll(() => matches.items.length).toBeGreaterThan(0)
    expect(matches.items[0].data.orderMatched.pair).toBe('EUR/USD')
    await client.dispose()
  })

  it('refuses accounts of others, unknown records and anonymous callers', async () => {
    const account = await open(person)
    const client = connect(bank, other.token)
    for (const [query, variables] of [
      [ACCOUNT, { id: account }],
      [TRANSACTIONS, { id: account }],
      [TRANSACTIONS, { id: 'nothing' }],
      [ORDERS, { pair: 'XXX/YYY' }],
    ] as const) {
      const followed = follow(client, query, variables)
      await followed.ended
      expect(followed.items).toHaveLength(1)
      expect(['not_found', 'authorization']).toContain(
        followed.items[0].errors[0].extensions.category,
      )
    }
    await client.dispose()
    const stranger = connect(bank, undefined)
    expect(await follow(stranger, ORDERS, { pair: 'EUR/USD' }).ended).toMatchObject({ code: 4403 })
    const wrong = connect(bank, 'wrong')
    expect(await follow(wrong, ORDERS, { pair: 'EUR/USD' }).ended).toMatchObject({ code: 4403 })
  })

  it('ends when the credential does, and cannot be used afterwards', async () => {
    const leaver = await bank.person()
    const account = await open(leaver)
    const client = connect(bank, leaver.token, { lazy: false })
    const updates = follow(client, ACCOUNT, { id: account })
    await settled(client, account)
    await bank.call('POST /api/auth/logout', undefined, leaver)
    expect(await updates.ended).toMatchObject({ code: 4403 })
    const after = follow(client, '{ user { uuid } }', {})
    expect(await after.ended).toMatchObject({ code: 4403 })
    await client.dispose()
  })

  it('publishes nothing after its client has completed it', async () => {
    const account = await open(person)
    const received: string[] = []
    const client = connect(bank, person.token, {
      on: {
        message: (message) => void (message.type === MessageType.Next && received.push(message.id)),
      },
    })
    const [left, kept] = [1, 2].map(() => follow(client, TRANSACTIONS, { id: account }))
    await settled(client, account)
    const before = received.length
    left!.stop()
    // The server reads the messages of a socket in their order.
    await settled(client, account)
    await deposit(account, '1.00')
    await expect.poll(() => kept!.items.length).toBe(1)
    await deposit(account, '2.00')
    await expect.poll(() => kept!.items.length).toBe(2)
    expect(new Set(received.slice(before + 1)).size).toBe(1)
    await client.dispose()
  })

  it('gives one user a share of the sockets', async () => {
    const many = await bank.person()
    let [opened, refused] = [0, 0]
    const on: ClientOptions['on'] = {
      connected: () => void opened++,
      closed: (event) => void ((event as CloseEvent).code === 4403 && refused++),
    }
    const more = { lazy: false, on, onNonLazyError: () => {} }
    const clients = Array.from({ length: 30 }, () => connect(bank, many.token, more))
    await expect.poll(() => opened + refused).toBe(30)
    expect(opened).toBe(25)
    for (const client of clients) await client.dispose()
    expect((await ask(bank, many, '{ user { uuid } }')).errors).toBeUndefined()
  })
})

/** A subscription is open once a query sent after it on the same socket, and one event, have been answered. */
async function settled(client: ReturnType<typeof connect>, account: string): Promise<void> {
  await follow(client, 'query ($id: ID!) { account(id: $id) { id } }', { id: account }).ended
  // The server opens the stream after it has read the account and the end of the log.
  await bank.call('GET /api/v2/events?limit=1', undefined, person)
}

const sse = {
  client: 'graphql-sse',
  version: versionOf('graphql-sse', import.meta.url),
  part: 'GraphQL',
}

describeClient(sse, () => {
  it('is read by the usual client', async () => {
    const account = await open(person)
    const client = createSseClient({
      url: `${bank.url}/api/graphql`,
      headers: { Authorization: `Bearer ${person.token}` },
      retryAttempts: 0,
    })
    const items: unknown[] = []
    const stop = client.subscribe(
      { query: TRANSACTIONS, variables: { id: account, after: 'evt_0000000000000000' } },
      { next: (item) => void items.push(item), error: () => {}, complete: () => {} },
    )
    await deposit(account, '9.00')
    await expect.poll(() => items.length).toBe(1)
    expect(items[0]).toMatchObject({ data: { transactionCreated: { amount: '9.00' } } })
    stop()
    client.dispose()
  })

  it('needs to be asked for', async () => {
    const { status, errors } = await ask(bank, person, ORDERS, { pair: 'EUR/USD' })
    expect(status).toBe(400)
    expect(errors[0].message).toContain('WebSocket')
  })
})

describe('on two nodes of one bank', () => {
  it('publishes at one node what happened at the other', async () => {
    const second = await startBank({ address: bank.address, clock: bank.clock })
    try {
      const [from, to] = [await open(person, 9_000), await open(person)]
      const client = connect(second, person.token, { lazy: false })
      const arrivals = follow(client, TRANSACTIONS, { id: to })
      const updates = follow(client, ACCOUNT, { id: to })
      const matches = follow(client, ORDERS, { pair: 'EUR/USD' })
      const pay = (amount: string) =>
        bank.call(
          'POST /api/v2/transfers',
          { from_account: from, to_account: to, amount, asset_code: 'USD' },
          person,
        )
      // Until the subscriptions are open nothing is published; the first update shows that they are.
      await expect
        .poll(async () => {
          await pay('0.01')
          return arrivals.items.length * updates.items.length
        })
        .toBeGreaterThan(0)
      const { body } = await pay('3.00')
      const transfer = follow(client, TRANSFER, { id: body.data.uuid })
      expect(await transfer.ended).toBeUndefined()
      expect(transfer.items[0].data.transferCompleted.status).toBe('completed')
      await expect
        .poll(() => arrivals.items.map((item) => item.data.transactionCreated.amount))
        .toContain('3.00')
      const maker = await bank.person()
      const account = await open(maker, 50_000)
      await bank.call(
        `POST /api/v2/accounts/${account}/deposit`,
        { amount: '50.00', asset_code: 'EUR' },
        maker,
      )
      for (const [type, who] of [
        ['sell', maker],
        ['buy', person],
      ] as const)
        expect(
          (
            await bank.call(
              'POST /api/exchange/orders',
              {
                account_uuid: type === 'sell' ? account : from,
                type,
                order_type: 'limit',
                base_currency: 'EUR',
                quote_currency: 'USD',
                amount: '10.00',
                price: '1.10',
              },
              who,
            )
          ).status,
        ).toBe(200)
      await expect.poll(() => matches.items.length).toBeGreaterThan(0)
      await client.dispose()
    } finally {
      await second.stop()
    }
  })
})

describe('a request that offers another protocol', () => {
  it('is answered as if it had not, by every route', async () => {
    for (const [method, path] of [
      ['GET', '/api/v1/assets'],
      ['POST', '/api/graphql'],
    ] as const) {
      const status = await new Promise((resolve, reject) => {
        const headers = {
          Connection: 'Upgrade, HTTP2-Settings',
          Upgrade: 'h2c',
          'HTTP2-Settings': 'AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
          'Content-Type': 'application/json',
        }
        const call = request(bank.url + path, { method, headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
        call.on('error', reject)
        call.end(method === 'POST' ? JSON.stringify({ query: '{ smsInfo { __typename } }' }) : '')
      })
      expect([path, status]).toEqual([path, 200])
    }
  })
})
