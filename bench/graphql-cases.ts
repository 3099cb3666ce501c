// Measures GraphQL: one account read beside the same read over REST, and a thousand live subscribers.
import { type Client, createClient } from 'graphql-ws'
import { atOnce, type Bank, openBank, post, register } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Case, Group, Sample } from './case.ts'
import { makeLiveCase } from './live-case.ts'
import type { RequestShape } from './load/plan.ts'
import { compareEnds, watchMemory } from './memory-case.ts'
import { once } from './yardsticks.ts'

const ACCOUNTS = 200
const CONNECTIONS = 64
const BY_REST = 'account-rest'

const USERS = 50
const EACH = 20
const EVENTS_PER_SECOND = 100
const FULL_SECONDS = 30
const QUICK_SECONDS = 5
/** What a thousand queues may take beside the usual ups and downs. */
const GROWTH_MIB_MAX = 150

export function listGraphqlGroups(bench: Bench, quick: boolean): Group[] {
  const getBank = once(() => openBank(bench.florin.url, ACCOUNTS, 'graphql@example.com'))
  const getFollowers = once(() => openFollowers(bench.florin.url))
  const read = (name: string, title: string, shape: (bank: Bank) => RequestShape): Case => ({
    name,
    title: `${title}, ${CONNECTIONS} connections`,
    prepare: async () => void (await getBank()),
    async measure() {
      const bank = await getBank()
      const { url, accounts } = bank
      return runTimed(bench, name, {
        url,
        request: shape(bank),
        accounts,
        connections: CONNECTIONS,
      })
    },
  })
  return [
    {
      rounds: bench.pace.rounds,
      cases: [
        read(BY_REST, 'one account over REST', restRead),
        {
          ...read('account-graphql', 'one account over GraphQL', graphRead),
          bars: [{ kind: 'ratio', atLeast: 0.5, ofBest: [BY_REST] }],
        },
      ],
    },
    {
      rounds: 1,
      cases: [
        {
          name: 'subscribers',
          title: `${USERS * EACH} subscribers, ${EVENTS_PER_SECOND} transactions a second, in answers per second`,
          bars: [{ kind: 'p99', belowMs: 200 }],
          prepare: async () => void (await getFollowers()),
          measure: async () =>
            measureFollowers(bench, await getFollowers(), quick ? QUICK_SECONDS : FULL_SECONDS),
        },
        makeLiveCase(bench),
      ],
    },
  ]
}

const restRead = ({ token }: Bank): RequestShape => ({
  method: 'GET',
  path: '/api/v2/accounts/$FROM$',
  headers: { Authorization: `Bearer ${token}` },
})

const graphRead = ({ token }: Bank): RequestShape => ({
  method: 'POST',
  path: '/api/graphql',
  headers: { Authorization: `Bearer ${token}` },
  body: JSON.stringify({
    query:
      'query ($id: ID!) { account(id: $id) { uuid user_uuid name balance frozen type status metadata created_at updated_at } }',
    variables: { id: '$FROM$' },
  }),
})

interface Owner {
  readonly account: string
  readonly token: string
}

interface Follower extends Owner {
  readonly client: Client
  /** When each transaction was answered, by its reference. */
  readonly seen: Map<string, number>
}

interface Followers {
  readonly url: string
  readonly owners: readonly Owner[]
  readonly followers: readonly Follower[]
}

const GREETING = 'Are you there?'
/** The sockets that have heard of something. */
const greeted = new Set<Client>()

const FOLLOW =
  'subscription ($id: ID!) { transactionCreated(accountId: $id) { uuid reference amount } }'

/** Each socket follows an account of its own. */
async function openFollowers(url: string): Promise<Followers> {
  const owners: Owner[] = []
  await atOnce(
    Array.from({ length: USERS }, (_, number) => number),
    async (number) => {
      const { token } = await register(url, `follower${number}@example.com`)
      for (let index = 0; index < EACH; index++) {
        const account = { name: 'Followed', initial_balance: 1 }
        const { data } = await post<{ data: { uuid: string } }>(
          url,
          '/api/v2/accounts',
          account,
          token,
        )
        owners.push({ account: data.uuid, token })
      }
    },
  )
  const followers = owners.map((owner): Follower => ({ ...owner, ...follow(url, owner) }))
  // A subscription is open once it has told of something.
  for (;;) {
    const silent = followers.filter(({ client }) => !greeted.has(client))
    if (silent.length === 0) break
    await atOnce(silent, (owner) => deposit(url, owner, GREETING))
    await pause(2_000)
  }
  return { url, owners, followers }
}

const deposit = (url: string, { account, token }: Owner, reference: string) =>
  post(
    url,
    `/api/v2/accounts/${account}/deposit`,
    { amount: '0.01', asset_code: 'USD', reference },
    token,
  )

const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, Math.max(0, ms))
  })

function follow(url: string, { account, token }: Owner) {
  const client = connect(url, token)
  const seen = new Map<string, number>()
  const fail = (error: unknown) => process.stderr.write(`a subscription failed: ${String(error)}\n`)
  client.subscribe<{ transactionCreated: { reference: string } }>(
    { query: FOLLOW, variables: { id: account } },
    {
      next({ data }) {
        // Greetings may still arrive when the count has begun.
        const { reference } = data?.transactionCreated ?? { reference: GREETING }
        greeted.add(client)
        if (reference !== GREETING) seen.set(reference, performance.now())
      },
      error: fail,
      complete: () => {},
    },
  )
  return { client, seen }
}

const connect = (url: string, token: string): Client =>
  createClient({
    url: `${url.replace(/^http/, 'ws')}/api/graphql`,
    connectionParams: { Authorization: `Bearer ${token}` },
    retryAttempts: 0,
  })

async function measureFollowers(
  bench: Bench,
  { url, owners, followers }: Followers,
  seconds: number,
): Promise<Sample> {
  const watch = watchMemory(bench.florin.pid, 250)
  const made = new Map<string, number>()
  const sent: Promise<unknown>[] = []
  const start = performance.now()
  for (let number = 0; number < seconds * EVENTS_PER_SECOND; number++) {
    const due = start + (number * 1000) / EVENTS_PER_SECOND
    await pause(due - performance.now())
    const reference = `event ${number}`
    const posted = deposit(url, owners[number % owners.length]!, reference)
    sent.push(posted.then(() => made.set(reference, performance.now())))
  }
  await Promise.all(sent)
  const expected = seconds * EVENTS_PER_SECOND
  const count = () => followers.reduce((all, { seen }) => all + seen.size, 0)
  for (let tries = 0; count() < expected && tries < 600; tries++) await pause(50)
  watch.stop()
  const readings = await watch.read()
  if (count() !== expected) throw new Error(`${count()} of ${expected} answers arrived`)
  const growth = Math.max(...readings) - readings[0]!
  if (growth > GROWTH_MIB_MAX) throw new Error(`the subscribers took ${growth} MiB of memory`)
  // An answer may come before that of the deposit itself.
  const delays = followers
    .flatMap(({ seen }) => [...seen].map(([name, at]) => Math.max(0, at - made.get(name)!)))
    .toSorted((a, b) => a - b)
  const at = (share: number) => delays[Math.floor(delays.length * share)]!
  for (const { client } of followers) await client.dispose()
  return {
    perSecond: expected / seconds,
    latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    memory: compareEnds(readings),
  }
}
