// Measures the bank below and above its limit: how long transfers take at a steady rate, and what happens to those
// that are too many. Both rates follow from the highest rate of the same round.
import { checkTransfers } from './answers.ts'
import type { Bank } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Case, Sample, Samples } from './case.ts'
import { DIRECT } from './names.ts'
import { directTransfer } from './requests.ts'
import type { GetBank } from './transfer-cases.ts'

const STEADY_SHARE = 0.7
const OVERLOAD_SHARE = 3
const CALM_SHARE = 0.3
const CALM_SECONDS = 3
const FILL_SECONDS = 2
/** Calls wait for about as long as the bank allows them to, so a short flood would show few answers. */
const FLOOD_SECONDS_MIN = 8
/** A bank has recovered when it answers within this multiple of what it takes at its steady rate. */
const SLOW_TIMES = 2
const STEADY = 'transfers-steady'
const CONNECTIONS = 256
/** More than the bank takes at once, by any of its bounds; few enough for the usual limits of a system. */
const floodConnections = (most: number): number =>
  Math.round(Math.min(16_000, Math.max(3_000, most * 1.5)))

export function listPressureCases(bench: Bench, getBank: GetBank): Case[] {
  const prepare = async (): Promise<void> => void (await getBank())
  return [
    {
      name: STEADY,
      title: `transfers, open loop at ${STEADY_SHARE * 100} % of the rate of 256 connections`,
      bars: [{ kind: 'p99', belowMs: 25 }],
      needs: DIRECT,
      prepare,
      measure: async (sampled) =>
        measureSteady(bench, await getBank(), highest(sampled) * STEADY_SHARE),
    },
    {
      name: 'overload',
      title: `transfers, open loop at ${OVERLOAD_SHARE * 100} % of the rate of 256 connections`,
      bars: [
        { kind: 'ratio', atLeast: 0.5, ofBest: DIRECT },
        { kind: 'recovery', belowSeconds: 2 },
      ],
      needs: [STEADY],
      prepare,
      measure: async (sampled) => measureOverload(bench, await getBank(), sampled),
    },
  ]
}

const highest = (sampled: Samples): number =>
  DIRECT.flatMap((name) => sampled.get(name) ?? []).at(-1)!.perSecond

async function measureSteady(bench: Bench, bank: Bank, ratePerSecond: number): Promise<Sample> {
  const { url, accounts } = bank
  const request = directTransfer(bank)
  const plan = { url, request, accounts, connections: CONNECTIONS, ratePerSecond }
  const result = await runTimed(bench, STEADY, plan)
  checkTransfers(STEADY, result, 'completed')
  return result
}

async function measureOverload(bench: Bench, bank: Bank, sampled: Samples): Promise<Sample> {
  const { warmupSeconds, seconds } = bench.pace
  const most = highest(sampled)
  const slowMs = sampled.get(STEADY)!.at(-1)!.latency!.p99 * SLOW_TIMES
  const name = 'overload'
  const result = await bench.load.run(name, {
    url: bank.url,
    request: directTransfer(bank),
    accounts: bank.accounts,
    connections: floodConnections(most),
    ratePerSecond: most * OVERLOAD_SHARE,
    // The first wave of calls fills the bank; what counts is what happens then.
    end: {
      warmupSeconds: warmupSeconds + FILL_SECONDS,
      seconds: Math.max(seconds, FLOOD_SECONDS_MIN),
    },
    calm: { ratePerSecond: most * CALM_SHARE, seconds: CALM_SECONDS, slowMs },
  })
  checkTransfers(name, result, 'completed')
  return result
}
