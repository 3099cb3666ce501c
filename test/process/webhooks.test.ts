// A day of business delivered to an external receiver, while the bank is killed and started again and half of the
// receiver's answers are errors: every event arrives, signed, and those of each account in order.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import {
  isSigned,
  type Received,
  startReceiver,
} from '../../src/domains/operations/webhooks/test-support.ts'
import { rounds } from '../harness/rounds.ts'
import { type Florin, start, stop } from './florin.ts'
import { createSharedDatabase } from './shared-nodes.ts'
import { atCleanUp, cleanUp, findPort, makeFolder, waitFor, within } from './support.ts'

afterEach(cleanUp)

const env = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  LOG_LEVEL: 'error',
  WEBHOOK_ALLOW_PRIVATE: 'true',
  WEBHOOK_RETRY_SECONDS: '0,1',
  WEBHOOK_DELIVERIES_PER_MINUTE: '0',
  FORWARDING: 'false',
}

const HOURS = rounds(8, 18)
/** The hours in the middle of which the bank is killed. */
const KILLED_IN = rounds(1, 2) === 1 ? [4] : [6, 12]

interface ReceivedEvent {
  readonly id: string
  readonly data: Readonly<Record<string, unknown>>
}

/** Whether the first delivery of an event is answered with an error: about half of them are. */
const isUnlucky = (id: string): boolean => createHash('sha256').update(id).digest()[0]! % 2 === 0

const accountsIn = ({ data }: ReceivedEvent): string[] =>
  [data.account_uuid, data.from_account, data.to_account].filter((id) => typeof id === 'string')

/** Events by account, each once, in the order in which they first came. */
function orderByAccount(events: readonly ReceivedEvent[]): Map<string, string[]> {
  const orders = new Map<string, Set<string>>()
  for (const event of events)
    for (const account of accountsIn(event)) {
      const order = orders.get(account) ?? new Set()
      orders.set(account, order.add(event.id))
    }
  return new Map([...orders].map(([account, order]) => [account, [...order]]))
}

it('delivers a whole day through kills', async () => {
  const dataDir = join(await makeFolder(), 'bank')
  const port = await findPort()
  const { url: DATABASE_URL } = await createSharedDatabase()
  const begin = (): Promise<Florin> => start({ dataDir, port, env: { ...env, DATABASE_URL } })
  let florin = await begin()
  const seen = new Set<string>()
  const receiver = await startReceiver(({ body }) => {
    const isFirst = !seen.has(body.id)
    seen.add(body.id)
    return isFirst && isUnlucky(body.id) ? 500 : 200
  })
  atCleanUp(() => receiver.close())

  const person = { name: 'Ada', email: 'ada@example.com', password: 'Corr3ct-horse' }
  const registered = await florin.call('POST /api/auth/register', person)
  const { user, access_token: token } = registered.body.data
  /** Repeated with the same key until it is answered, as a client would. */
  let calls = 0
  const insist = async (route: string, body?: object) => {
    const key = `day-${++calls}`
    let answer: Awaited<ReturnType<Florin['call']>> | undefined
    await waitFor(`an answer to ${route}`, async () => {
      answer = await florin.call(route, body, { token, key }).catch(() => undefined)
      return answer !== undefined && answer.status < 500
    })
    return answer!
  }
  const hook = await insist('POST /api/v2/webhooks', { url: receiver.url, events: ['*'] })
  const { id, secret } = hook.body.data

  const accounts: string[] = []
  for (const name of ['Shop', 'Wages', 'Savings']) {
    const account = { user_uuid: user.uuid, name, initial_balance: 100_000 }
    accounts.push((await insist('POST /api/accounts', account)).body.data.uuid)
  }
  const [shop, wages, savings] = accounts as [string, string, string]
  const move = (from_account: string, to_account: string, amount: string, later: boolean) =>
    insist('POST /api/v2/transfers', {
      from_account,
      to_account,
      amount,
      asset_code: 'USD',
      workflow_enabled: later,
    })
  const cash = (kind: 'deposit' | 'withdraw', account: string, amount: string) =>
    insist(`POST /api/v2/accounts/${account}/${kind}`, { amount, asset_code: 'USD' })
  const hour = async (number: number): Promise<void> => {
    await cash('deposit', shop, `${10 + number}.00`)
    await move(shop, wages, '3.00', true)
    await move(shop, savings, '2.50', false)
    await cash('withdraw', wages, '1.00')
    if (number % 4 !== 1) return
    await insist(`POST /api/v2/accounts/${savings}/freeze`, { reason: 'a look at the books' })
    await insist(`POST /api/v2/accounts/${savings}/unfreeze`, { reason: 'all is well' })
  }
  const kill = async (): Promise<void> => {
    florin.signalGroup('SIGKILL')
    await within('the killed to be gone', florin.ended)
    florin = await begin()
  }
  for (let number = 0; number < HOURS; number++) {
    const hourOver = hour(number)
    // In the middle of the hour, with requests and deliveries in progress.
    if (KILLED_IN.includes(number)) await kill()
    await hourOver
  }

  const listAll = async (): Promise<ReceivedEvent[]> => {
    const found: ReceivedEvent[] = []
    for (let after = ''; ; ) {
      const page = await insist(`GET /api/v2/events?limit=500${after}`)
      found.push(...page.body.data)
      if (!page.body.meta.has_more) return found
      after = `&after=${page.body.meta.next_after}`
    }
  }
  const isPending = ({ body }: Awaited<ReturnType<typeof insist>>): boolean =>
    body.data.some((transfer: { status: string }) => transfer.status === 'pending')
  await waitFor(
    'all transfers to be completed',
    async () => !isPending(await insist(`GET /api/v2/accounts/${shop}/transfers?per_page=100`)),
  )
  const expected = (await listAll()).filter((event) =>
    accountsIn(event).some((one) => accounts.includes(one)),
  )
  expect(expected.length).toBeGreaterThan(16 * HOURS)

  const accepted = (): Received[] => receiver.received.filter((one) => one.answered === 200)
  const missing = (): string[] => {
    const have = new Set(accepted().map((one) => one.body.id))
    return expected.map((event) => event.id).filter((one) => !have.has(one))
  }
  await waitFor('every event to be accepted', () => missing().length === 0, {
    patienceMs: 90_000,
    everyMs: 50,
  })
  expect(receiver.received.every((one) => isSigned(one, secret))).toBe(true)
  expect(receiver.received.filter((one) => one.answered === 500).length).toBeGreaterThan(5 * HOURS)
  // What arrived is what the log says, byte for byte the same event, and in its order.
  const toldOf = new Map(expected.map((event) => [event.id, event]))
  for (const { body } of accepted())
    if (toldOf.has(body.id)) expect(toldOf.get(body.id)).toEqual(body)
  const inLog = orderByAccount(expected)
  const arrived = orderByAccount(
    accepted()
      .map((one) => one.body)
      .filter((body) => toldOf.has(body.id)),
  )
  for (const account of accounts) expect(arrived.get(account)).toEqual(inLog.get(account))
  const { body } = await insist(`GET /api/v2/webhooks/${id}`)
  expect(body.data).toMatchObject({ is_active: true })
  expect((await stop(florin)).code).toBe(0)
})
