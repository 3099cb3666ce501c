// Checks that the bank stays fast as it grows: 1,000,000 accounts and 10,000,000 entries in a bank of their own,
// written by SQL because creating them through the API would take too long, beside 10,000 accounts with as many
// entries each in the same rounds. It also measures what grows with the data: the start, the prover, and the proof of everything.
import type { Bank } from './bank.ts'
import { type Bench, runTimed } from './bench.ts'
import type { Bar, Case, Group, Sample } from './case.ts'
import { FLORIN_DATABASE, withClient } from './database.ts'
import { type Filled, fillTables, type Scale } from './fill-tables.ts'
import { proveAll } from '../src/domains/core/ledger/index.ts'
import { openDatabase } from '../src/platform/database.ts'
import type { RequestShape } from './load/plan.ts'
import { type RunningFlorin, startFlorin, startFlorinIn } from './processes.ts'
import { balanceRead, historyRead } from './requests.ts'
import { type GetBank, measureDirect } from './transfer-cases.ts'
import { once } from './yardsticks.ts'

const CONNECTIONS = 256
const READERS = 64
/** So long each bank is read and written before it is measured: its pages come into memory as they are asked for. */
const WARM_SECONDS = 40
const QUICK_WARM_SECONDS = 2
const FULL: Scale = { accounts: 1_000_000, rounds: 18 }
const QUICK: Scale = { accounts: 20_000, rounds: 18 }
const FEW: Scale = { accounts: 10_000, rounds: 18 }

interface Grown {
  readonly filled: Filled
  readonly startSeconds: number
  readonly florin: RunningFlorin
}

const say = (text: string): void => void process.stderr.write(`filling the tables: ${text}\n`)

/** Fills a bank, and starts it again with what it holds now. */
async function grow(beside: RunningFlorin, scale: Scale): Promise<Grown> {
  const first = await startFlorin()
  let florin = first
  beside.stopWith(() => florin.stop())
  const filled = await fillTables(first, scale, say)
  await first.halt()
  const startedAt = performance.now()
  florin = await startFlorinIn(first.dataDir)
  const startSeconds = (performance.now() - startedAt) / 1000
  say(
    `took ${filled.fillSeconds.toFixed(0)} s, the prover ${filled.proofSeconds.toFixed(0)} s more; ` +
      `starting with them takes ${startSeconds.toFixed(1)} s`,
  )
  return { filled: { ...filled, bank: { ...filled.bank, url: florin.url } }, startSeconds, florin }
}

export function listScaleGroups(bench: Bench, quick: boolean): Group[] {
  const scale = quick ? QUICK : FULL
  return listGroups(
    bench,
    { ...scale, warmSeconds: quick ? QUICK_WARM_SECONDS : WARM_SECONDS },
    once(() => grow(bench.florin, scale)),
  )
}

function listGroups(
  bench: Bench,
  scale: Scale & { readonly warmSeconds: number },
  getGrown: () => Promise<Grown>,
): Group[] {
  const getFew = once(async () => (await fillTables(bench.florin, FEW, say)).bank)
  const getLarge: GetBank = async () => (await getGrown()).filled.bank
  const many = `${scale.accounts.toLocaleString('en')} accounts`
  const prepare = once(async () => {
    for (const bank of [await getFew(), await getLarge()])
      await warmUp({ ...bench, pace: { ...bench.pace, seconds: scale.warmSeconds } }, bank)
  })
  const pair = (
    name: string,
    title: string,
    measure: (bank: Bank, name: string) => Promise<Sample>,
  ): Case[] => {
    const small = `${name}-few`
    const bars: Bar[] = [{ kind: 'ratio', atLeast: 0.9, ofBest: [small] }]
    return [
      {
        name: small,
        title: `${title}, ${FEW.accounts.toLocaleString('en')} accounts`,
        prepare,
        measure: async () => measure(await getFew(), small),
      },
      {
        name,
        title: `${title}, ${many}`,
        bars,
        prepare,
        measure: async () => measure(await getLarge(), name),
      },
    ]
  }
  const read = (shape: (bank: Bank) => RequestShape) => (bank: Bank, name: string) =>
    readPages(bench, bank, name, shape)
  const lasting = (name: string, title: string, measure: () => Promise<Sample>): Case => ({
    name,
    title: `${title}, ${many}`,
    prepare,
    measure,
  })
  const turns = [
    ...pair('scale', `transfers, ${CONNECTIONS} connections`, (bank, name) =>
      measureDirect(bench, bank, name, CONNECTIONS, 'spread'),
    ),
    lasting(
      'scale-prover',
      'moves not verified at the end of a load, the time is until the last is',
      async () => {
        await measureDirect(bench, await getLarge(), 'scale-prover', CONNECTIONS, 'spread')
        return measureLag(await getGrown())
      },
    ),
    ...pair('scale-balances', `balances, ${READERS} connections`, read(balanceRead)),
    ...pair('scale-history', `history, 20 entries, ${READERS} connections`, read(historyRead)),
  ]
  // Measured once, and after the others: a proof of everything drives their pages out of memory.
  const lengths = [
    lasting('scale-start', 'starts, with its time', async () =>
      lastingSeconds(1, (await getGrown()).startSeconds),
    ),
    lasting('scale-catch-up', 'moves the prover verifies when far behind', async () => {
      const { entries, proofSeconds } = (await getGrown()).filled
      return lastingSeconds(entries, proofSeconds)
    }),
    lasting('scale-full-proof', 'moves proved from the first on, with its time', async () =>
      measureFullProof(await getGrown()),
    ),
  ]
  return [
    { cases: turns, rounds: bench.pace.rounds },
    { cases: lengths, rounds: 1 },
  ]
}

const readPages = (
  bench: Bench,
  bank: Bank,
  name: string,
  shape: (bank: Bank) => RequestShape,
): Promise<Sample> => {
  const { url, accounts } = bank
  return runTimed(bench, name, { url, request: shape(bank), accounts, connections: READERS })
}

async function warmUp(bench: Bench, bank: Bank): Promise<void> {
  await readPages(bench, bank, 'scale-warm-up', historyRead)
  await measureDirect(bench, bank, 'scale-warm-up', CONNECTIONS, 'spread')
}

/** A rate, and the duration where latencies are shown. */
function lastingSeconds(count: number, seconds: number): Sample {
  const ms = seconds * 1000
  return { perSecond: count / seconds, latency: { p50: ms, p95: ms, p99: ms } }
}

const POLL_MS = 20

/** How long the prover takes after a load until its last move is verified. */
const measureLag = ({ florin }: Grown): Promise<Sample> =>
  withClient(florin.postgres, FLORIN_DATABASE, async (client) => {
    const startedAt = performance.now()
    const { rows } = await client.query<{ lag: number }>(
      `select count(*)::int as lag from ledger.moves where position > (select position from ledger.prover)`,
    )
    for (;;) {
      const { rows: done } = await client.query<{ is_done: boolean }>(
        'select position >= (select max(position) from ledger.moves) as is_done from ledger.prover',
      )
      if (done[0]!.is_done) break
      await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    }
    return lastingSeconds(rows[0]!.lag, (performance.now() - startedAt) / 1000)
  })

/** As the bank does every night, while it is open. */
const measureFullProof = async ({ florin }: Grown): Promise<Sample> => {
  const database = openDatabase(
    { ...florin.postgres, database: FLORIN_DATABASE },
    { connectionsMax: 1, onError: () => {} },
  )
  try {
    const startedAt = performance.now()
    const { findings, counts } = await proveAll(database.read)
    if (findings.length > 0)
      throw new Error(`The full proof found violations: ${JSON.stringify(findings.slice(0, 3))}`)
    return lastingSeconds(counts.moves, (performance.now() - startedAt) / 1000)
  } finally {
    await database.close()
  }
}
