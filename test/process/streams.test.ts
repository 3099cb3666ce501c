// Streams that survive: clients follow what happens while the bank is killed and started again under load. Each gets
// every event, once and in order.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EventSource } from 'eventsource'
import { afterEach, expect, it } from 'vitest'
import { Agent } from '../../sdk/agent/index.ts'
import { createClient, eventStream } from '../../sdk/client/index.ts'
import { describeClient, versionOf } from '../clients/client.ts'
import { rounds } from '../harness/rounds.ts'
import { type Florin, start, stop } from './florin.ts'
import { createSharedDatabase } from './shared-nodes.ts'
import { checkout, cleanUp, findPort, makeFolder, waitFor, within } from './support.ts'

afterEach(cleanUp)

const env = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_PER_HOUR: '0',
  LOG_LEVEL: 'error',
  FORWARDING: 'false',
}

const eventTypes: readonly { readonly type: string }[] = JSON.parse(
  readFileSync(join(checkout, 'api/events.json'), 'utf8'),
)

const KILLS = rounds(2, 6)
/** Each round is a deposit and a message. */
const ROUNDS_BETWEEN = 6

const version = versionOf('eventsource', import.meta.url)
describeClient({ client: 'eventsource', version, part: 'events' }, () => {
  it('an EventSource, the SDK and an agent miss nothing while the bank is killed', async () => {
    const dataDir = join(await makeFolder(), 'bank')
    const port = await findPort()
    const { url: DATABASE_URL } = await createSharedDatabase()
    const begin = (): Promise<Florin> => start({ dataDir, port, env: { ...env, DATABASE_URL } })
    let florin = await begin()
    const person = { name: 'Ada', email: 'ada@example.com', password: 'Corr3ct-horse' }
    const { user, access_token: token } = (await florin.call('POST /api/auth/register', person))
      .body.data
    const created = { user_uuid: user.uuid, name: 'Purse', initial_balance: 100 }
    const account = (await florin.call('POST /api/accounts', created, { token })).body.data.uuid
    const agent = await Agent.register(florin.url, token, { name: 'Reader', type: 'service' })
    const writer = await Agent.register(florin.url, token, { name: 'Writer', type: 'service' })

    // Three clients that know nothing of restarts.
    const seen = { browser: [] as string[], sdk: [] as string[], agent: [] as number[] }
    // From the first event on, so that it does not matter which of them is connected first.
    const wanted = { account_uuid: account, after: 'evt_0000000000000000' }
    const path = `/api/v2/events/stream?${new URLSearchParams(wanted).toString()}`
    const browser = new EventSource(florin.url + path, {
      fetch: (input, init) =>
        fetch(input, { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } }),
    })
    let opened = 0
    browser.addEventListener('open', () => opened++)
    for (const { type } of eventTypes)
      browser.addEventListener(type, ({ lastEventId }) => seen.browser.push(lastEventId))
    const ending = new AbortController()
    const { signal } = ending
    const client = createClient({ baseUrl: florin.url, token })
    const reading = (async () => {
      for await (const { id } of eventStream(client, wanted, { signal })) seen.sdk.push(id)
    })().catch((error: unknown) => signal.aborted || Promise.reject(error as Error))
    const listening = (async () => {
      for await (const { metadata } of agent.follow({ signal, everyMs: 50, after: 0 }))
        seen.agent.push(metadata.sequence)
    })().catch((error: unknown) => signal.aborted || Promise.reject(error as Error))
    await waitFor('the streams to be open', () => opened > 0)

    // Repeated with the same key until it is answered.
    let calls = 0
    const insist = async (route: string, body: object): Promise<void> => {
      const key = `round-${++calls}`
      await waitFor(`an answer to ${route}`, async () => {
        const answer = await florin.call(route, body, { token, key }).catch(() => undefined)
        return answer !== undefined && answer.status < 500
      })
    }
    let sent = 0
    const round = async (): Promise<void> => {
      const deposit = { amount: `${++sent}.00`, asset_code: 'USD' }
      await Promise.all([
        insist(`POST /api/v2/accounts/${account}/deposit`, deposit),
        insist(`POST /api/agent-protocol/agents/${writer.did}/messages`, {
          to_agent_did: agent.did,
          message_type: 'direct',
          payload: { sent },
        }),
      ])
    }
    const load = async (): Promise<void> => {
      for (let count = 0; count < ROUNDS_BETWEEN; count++) await round()
    }
    for (let kill = 0; kill < KILLS; kill++) {
      await load()
      const during = load()
      florin.signalGroup('SIGKILL')
      await within('the killed to be gone', florin.ended)
      florin = await begin()
      await during
    }
    await load()

    const logged: string[] = (
      await florin.call(`GET /api/v2/events?account_uuid=${account}&limit=500`, undefined, {
        token,
      })
    ).body.data.map(({ id }: { id: string }) => id)
    expect(logged.length).toBeGreaterThanOrEqual(2 * sent)
    await waitFor(
      'all to have everything',
      () =>
        [seen.browser, seen.sdk].every((ids) => ids.length >= logged.length) &&
        seen.agent.length >= sent,
    )
    expect(seen.sdk).toEqual(logged)
    expect(seen.browser).toEqual(logged)
    expect(seen.agent).toEqual(Array.from({ length: sent }, (_, at) => at + 1))
    expect(opened).toBeGreaterThan(KILLS)
    browser.close()
    ending.abort()
    await Promise.all([reading, listening])
    expect((await stop(florin)).code).toBe(0)
  })
})
