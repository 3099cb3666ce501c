// Measures transfers through the whole bank: HTTP, authentication, validation, idempotency, double entry.
import { checkTransfers } from './answers.ts'
import type { Bank } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Bar, Case, Sample } from './case.ts'
import { divideCpu } from './cpu.ts'
import type { Choice } from './load/plan.ts'
import { DIRECT, TPCB } from './names.ts'
import { waitUntilNoneIsPending } from './open-holds.ts'
import { BULK_SIZE, bulkTransfer, directTransfer, pendingTransfer } from './requests.ts'

export type GetBank = () => Promise<Bank>

const times = (atLeast: number, ofBest: readonly string[]): Bar => ({
  kind: 'ratio',
  atLeast,
  ofBest,
})

export function listTransferCases(bench: Bench, getBank: GetBank): Case[] {
  const prepare = async (): Promise<void> => void (await getBank())
  const direct = (
    name: string,
    title: string,
    connections: number,
    choice: Choice,
    bars: readonly Bar[] = [],
  ): Case => ({
    name,
    title: `transfers, ${title}`,
    bars,
    prepare,
    measure: async () => measureDirect(bench, await getBank(), name, connections, choice),
  })
  return [
    direct('transfers-1', '1 connection', 1, 'spread', [{ kind: 'per second', atLeast: 1_000 }]),
    direct('transfers-64', '64 connections', 64, 'spread', [times(1.3, TPCB)]),
    direct('transfers-256', '256 connections', 256, 'spread', [
      times(2, TPCB),
      { kind: 'p99', belowMs: 60 },
    ]),
    direct('transfers-zipf', '256 connections, Zipf-skewed', 256, 'zipf'),
    direct('transfers-hot', '256 connections, one hot account', 256, 'hot', [times(0.9, DIRECT)]),
    {
      name: 'transfers-pending',
      title: 'transfers, 256 connections, by way of pending',
      bars: [times(0.5, DIRECT)],
      prepare,
      measure: async () => measurePending(bench, await getBank()),
    },
    {
      name: 'transfers-bulk',
      title: `transfers, ${BULK_SIZE} in a request, 4 connections`,
      bars: [times(3.5, TPCB)],
      prepare,
      measure: async () => measureBulk(bench, await getBank()),
    },
  ]
}

export async function measureDirect(
  bench: Bench,
  bank: Bank,
  name: string,
  connections: number,
  choice: Choice,
  otherUrls: readonly string[] = [],
): Promise<Sample> {
  const { url, accounts } = bank
  const request = directTransfer(bank)
  const plan = { url, otherUrls, request, accounts, choice, connections }
  const result = await runTimed(bench, name, plan)
  checkTransfers(name, result, 'completed')
  return result
}

/** The rate of completed transfers: their number over the time until the last is completed. */
async function measurePending(bench: Bench, bank: Bank): Promise<Sample> {
  const { florin, load, pace } = bench
  const name = 'transfers-pending'
  const result = await load.run(name, {
    url: bank.url,
    request: pendingTransfer(bank),
    accounts: bank.accounts,
    connections: 256,
    end: { warmupSeconds: 0, seconds: pace.seconds },
  })
  checkTransfers(name, result, 'pending')
  await waitUntilNoneIsPending(florin.postgres)
  const elapsedMs = performance.timeOrigin + performance.now() - result.startedAt
  // The processor time is counted until the last is completed, which the load generator does not see.
  const { answers: units, latency } = result
  return { perSecond: (units / elapsedMs) * 1000, latency, units }
}

async function measureBulk(bench: Bench, bank: Bank): Promise<Sample> {
  const { url, accounts } = bank
  const name = 'transfers-bulk'
  const request = bulkTransfer(bank)
  const result = await runTimed(bench, name, { url, request, accounts, connections: 4 })
  checkTransfers(name, result, 'completed', BULK_SIZE)
  const { perSecond, latency, cpu } = result
  return { perSecond: perSecond * BULK_SIZE, latency, cpu: divideCpu(cpu, BULK_SIZE) }
}
