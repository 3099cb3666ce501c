// Measures webhooks: how fast events reach ten receivers while one of them hangs, and how much ten webhooks slow
// down transfers.
import { type Bank, openBank } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Case, Group, Sample } from './case.ts'
import { type RunningFlorin, type Running, startFlorin, startReceiver } from './processes.ts'
import { BULK_SIZE, bulkTransfer } from './requests.ts'
import { measureDirect } from './transfer-cases.ts'
import { once } from './yardsticks.ts'

const ACCOUNTS = 1_000
const RECEIVERS = 10
const EVENTS = 10_000
const QUICK_EVENTS = 1_000
const CONNECTIONS = 256
const PATIENCE_MS = 300_000

/** The setup that the cases share; stopped with the bench. */
export interface WebhookStage {
  readonly receiver: Running
  /** A webhook without a limit of deliveries per minute. */
  readonly unlimited: RunningFlorin
  stop(): Promise<void>
}

export async function setWebhookStage(): Promise<WebhookStage> {
  const [receiver, unlimited] = await Promise.all([
    startReceiver(),
    startFlorin({ WEBHOOK_DELIVERIES_PER_MINUTE: '0' }),
  ])
  const stop = async (): Promise<void> =>
    void (await Promise.all([receiver.stop(), unlimited.stop()]))
  return { receiver, unlimited, stop }
}

export function listWebhookGroups(bench: Bench, stage: WebhookStage, quick: boolean): Group[] {
  const getBank = once(() => openBank(bench.florin.url, ACCOUNTS))
  const getUnlimited = once(() => openBank(stage.unlimited.url, ACCOUNTS))
  const events = quick ? QUICK_EVENTS : EVENTS
  const told = async (bank: Bank, name: string): Promise<Sample> => {
    const remove = await listen(bank, stage.receiver, RECEIVERS)
    try {
      return await measureDirect(bench, bank, name, CONNECTIONS, 'spread')
    } finally {
      await remove()
    }
  }
  const deliveries: Case = {
    name: 'deliveries',
    title: `${events} events to ${RECEIVERS} receivers, one of which hangs`,
    bars: [{ kind: 'per second', atLeast: 1_000 }],
    prepare: async () => void (await getUnlimited()),
    measure: async () => measureDeliveries(bench, await getUnlimited(), stage.receiver, events),
  }
  const transfers: Case[] = [
    {
      name: 'transfers-untold',
      title: `transfers, ${CONNECTIONS} connections, nobody listens`,
      prepare: async () => void (await getBank()),
      measure: async () =>
        measureDirect(bench, await getBank(), 'transfers-untold', CONNECTIONS, 'spread'),
    },
    {
      name: 'transfers-told',
      title: `transfers, ${CONNECTIONS} connections, ${RECEIVERS} webhooks`,
      bars: [{ kind: 'ratio', atLeast: 0.7, ofBest: ['transfers-untold'] }],
      measure: async () => told(await getBank(), 'transfers-told'),
    },
    {
      name: 'transfers-told-unlimited',
      title: `transfers, ${CONNECTIONS} connections, ${RECEIVERS} webhooks without a limit`,
      needs: ['transfers-untold'],
      prepare: async () => void (await getUnlimited()),
      measure: async () => told(await getUnlimited(), 'transfers-told-unlimited'),
    },
  ]
  return [
    { cases: transfers, rounds: bench.pace.rounds },
    { cases: [deliveries], rounds: 1 },
  ]
}

/** Creates webhooks for completed transfers; returns a function that deletes them. */
async function listen(bank: Bank, receiver: Running, count: number, hanging = 0) {
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${bank.token}` }
  const ids: string[] = []
  for (let number = 0; number < count; number++) {
    const path = number < hanging ? 'hang' : 'hook'
    const wish = {
      url: `${receiver.url}/${path}/${number}`,
      events: ['transfer.completed'],
      timeout_seconds: 5,
    }
    const response = await fetch(`${bank.url}/api/v2/webhooks`, {
      method: 'POST',
      headers,
      body: JSON.stringify(wish),
    })
    const { data } = (await response.json()) as { data: { id: string } }
    ids.push(data.id)
  }
  return async (): Promise<void> => {
    for (const id of ids)
      await fetch(`${bank.url}/api/v2/webhooks/${id}`, { method: 'DELETE', headers })
  }
}

/** The time from the first transfer until the nine working receivers have every event. */
async function measureDeliveries(
  { load }: Bench,
  bank: Bank,
  receiver: Running,
  events: number,
): Promise<Sample> {
  await fetch(`${receiver.url}/reset`)
  const remove = await listen(bank, receiver, RECEIVERS, 1)
  try {
    const startedAt = performance.now()
    await load.run('deliveries', {
      url: bank.url,
      request: bulkTransfer(bank),
      accounts: bank.accounts,
      connections: 2,
      end: { requests: events / BULK_SIZE },
    })
    const good = RECEIVERS - 1
    for (;;) {
      const response = await fetch(`${receiver.url}/counts`)
      const counts = Object.values((await response.json()) as Record<string, number>)
      const elapsedMs = performance.now() - startedAt
      if (counts.length === good && counts.every((count) => count >= events))
        return { perSecond: ((good * events) / elapsedMs) * 1000, units: good * events }
      if (elapsedMs > PATIENCE_MS)
        throw new Error(`after ${PATIENCE_MS / 1000} s the receivers have ${counts.join(', ')}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  } finally {
    await remove()
  }
}
