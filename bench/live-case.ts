// Measures how soon live updates arrive at one node while everything happens at another: two processes, one database.
import { type Client, createClient } from 'graphql-ws'
import { atOnce, openBank, post, register } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Case, Sample } from './case.ts'
import { startNode } from './processes.ts'
import { directTransfer } from './requests.ts'

const PAYMENTS = 60
const LOAD_PER_SECOND = 100

/** In milliseconds from the answer of the write to the answer of the subscription. */
export function makeLiveCase(bench: Bench): Case {
  return {
    name: 'live-two-nodes',
    title: 'four subscriptions at one node, transfers and trades at another, in updates per second',
    bars: [{ kind: 'p99', belowMs: 200 }],
    measure: () => measure(bench),
  }
}

async function measure({ florin, load }: Bench): Promise<Sample> {
  const second = await startNode(florin)
  try {
    const [bank, buyer] = await Promise.all([
      openBank(florin.url, 2, 'live@example.com'),
      register(florin.url, 'live.buyer@example.com'),
    ])
    const others = load.run('transfers beside it', {
      url: florin.url,
      request: directTransfer(bank),
      accounts: bank.accounts,
      connections: 4,
      ratePerSecond: LOAD_PER_SECOND,
      end: { warmupSeconds: 1, seconds: 20 },
    })
    const delays = await followAll(florin.url, second.url, bank, buyer.token)
    await others
    const sorted = delays.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]!
    const latency = { p50: at(0.5), p95: at(0.95), p99: at(0.99) }
    return { perSecond: delays.length / 20, latency }
  } finally {
    await second.stop()
  }
}

interface Watched {
  readonly name: string
  readonly query: string
  readonly variables: Record<string, unknown>
}

/** Follows with the usual client, and tells when the first answer came that is wanted. */
function waitFor(client: Client, { query, variables }: Watched) {
  const waiting: { test: (data: object) => boolean; resolve: (at: number) => void }[] = []
  client.subscribe<object>(
    { query, variables },
    {
      next({ data }) {
        for (const one of waiting) if (data && one.test(data)) one.resolve(performance.now())
      },
      error: (error) => process.stderr.write(`a subscription failed: ${JSON.stringify(error)}\n`),
      complete: () => {},
    },
  )
  return (test: (data: object) => boolean): Promise<number> =>
    new Promise((resolve) => {
      waiting.push({ test, resolve })
    })
}

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

async function followAll(
  at: string,
  follower: string,
  bank: { readonly token: string; readonly accounts: readonly string[] },
  buyer: string,
): Promise<number[]> {
  const client = createClient({
    url: `${follower.replace(/^http/, 'ws')}/api/graphql`,
    connectionParams: { Authorization: `Bearer ${bank.token}` },
    retryAttempts: 0,
  })
  const [from, to] = bank.accounts as [string, string]
  const { data: trader } = await post<{ data: { uuid: string } }>(
    at,
    '/api/v2/accounts',
    { name: 'Trader', initial_balance: 100_000_000 },
    buyer,
  )
  const euros = { amount: '100000.00', asset_code: 'EUR' }
  await post(at, `/api/v2/accounts/${to}/deposit`, euros, bank.token)
  const arrival = waitFor(client, {
    name: 'transactionCreated',
    query: 'subscription ($id: ID!) { transactionCreated(accountId: $id) { reference } }',
    variables: { id: to },
  })
  const update = waitFor(client, {
    name: 'accountUpdated',
    query: 'subscription ($id: ID!) { accountUpdated(id: $id) { balance updated_at } }',
    variables: { id: to },
  })
  const match = waitFor(client, {
    name: 'orderMatched',
    query: 'subscription ($pair: String!) { orderMatched(pair: $pair) { order_id } }',
    variables: { pair: 'EUR/USD' },
  })
  await pause(2_000)
  const delays: number[] = []
  const note = async (seen: Promise<number>, made: Promise<unknown>): Promise<void> => {
    await made
    const done = performance.now()
    delays.push(Math.max(0, (await seen) - done))
  }
  const order = (account_uuid: string, type: string, token: string) =>
    post(
      at,
      '/api/exchange/orders',
      {
        account_uuid,
        type,
        order_type: 'limit',
        base_currency: 'EUR',
        quote_currency: 'USD',
        amount: '10.00',
        price: '1.08500',
      },
      token,
    )
  await atOnce(Array.from({ length: 4 }), async () => {
    for (let number = 0; number < PAYMENTS / 4; number++) {
      const reference = `live ${Math.random()}`
      const body = {
        from_account: from,
        to_account: to,
        amount: '0.01',
        asset_code: 'USD',
        reference,
      }
      const seen = arrival((data) => JSON.stringify(data).includes(reference))
      const changed = update(() => true)
      const { data } = await post<{ data: { uuid: string } }>(
        at,
        '/api/v2/transfers',
        body,
        bank.token,
      )
      const done = performance.now()
      const completed = waitFor(client, {
        name: 'transferCompleted',
        query: 'subscription ($id: ID!) { transferCompleted(id: $id) { completed_at } }',
        variables: { id: data.uuid },
      })((transfer) => {
        // The transfer is completed some time after it was answered.
        const { transferCompleted } = transfer as { transferCompleted: { completed_at: string } }
        delays.push(Math.max(0, Date.now() - Date.parse(transferCompleted.completed_at)))
        return true
      })
      for (const one of await Promise.all([seen, changed])) delays.push(Math.max(0, one - done))
      await completed
      if (number % 10 === 0) {
        await order(to, 'sell', bank.token)
        await note(
          match(() => true),
          order(trader.uuid, 'buy', buyer),
        )
      }
    }
  })
  await client.dispose()
  return delays
}
