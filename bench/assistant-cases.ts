// Measures questions about the transactions of one customer, over ten thousand of them and over a hundred thousand: the
// cost must grow with what is shown and not with the history.
import { type Bank, post } from './bank.ts'
import type { Bench } from './bench.ts'
import type { Bar, Case, Group, Sample } from './case.ts'
import { fillSpending } from './fill-spending.ts'
import { once } from './yardsticks.ts'

const MANY = 100_000
const FEW = 10_000
const QUICK_MANY = 10_000
const QUICK_FEW = 1_000
const REQUESTS = 100
const QUICK_REQUESTS = 12
const WARM_UP = 5

const QUERY = '/api/ai/query/transactions'
const ANALYSIS = '/api/ai/query/spending-analysis'
const DAY_MS = 86_400_000

const dayBack = (days: number): string =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** Every kind of filter and order; those by amount or by counterparty have to read every move of their period. */
const questions = (): readonly object[] => [
  { query: 'what did I spend last month' },
  { query: 'groceries last month' },
  { query: 'ten largest payments this year' },
  { query: 'five smallest payments since january' },
  { query: 'everything except rent last year' },
  { query: 'more on transport than last month' },
  { query: 'payments over 100 euros last month' },
  { query: 'at Lidl last month' },
  { date_from: dayBack(730) },
  { date_from: dayBack(730), category: 'groceries', limit: 100 },
]

/** The dearest questions: every move of two years is read. */
const scans = (): readonly object[] => [
  { date_from: dayBack(730), amount_min: 100 },
  { date_from: dayBack(730), query: 'at Lidl' },
  { date_from: dayBack(730), query: 'groceries over 50 euros' },
]

interface Asked {
  readonly name: string
  readonly title: string
  readonly path: string
  readonly bodies: () => readonly object[]
  readonly belowMs?: number
}

const asked: readonly Asked[] = [
  { name: 'query', title: 'questions of all kinds', path: QUERY, bodies: questions, belowMs: 150 },
  { name: 'query-scan', title: 'by amount or counterparty, over all', path: QUERY, bodies: scans },
  {
    name: 'analysis-year',
    title: 'a spending analysis of a year',
    path: ANALYSIS,
    bodies: () => [{ date_from: dayBack(365) }],
    belowMs: 100,
  },
  {
    name: 'analysis-all',
    title: 'a spending analysis of everything',
    path: ANALYSIS,
    bodies: () => [{}],
    belowMs: 200,
  },
]

export function listAssistantGroups(bench: Bench, quick: boolean): Group[] {
  const sizes = quick ? [QUICK_FEW, QUICK_MANY] : [FEW, MANY]
  const cases = sizes.flatMap((size, index) => {
    const getBank = once(() => fillSpending(bench.florin, size, `spender-${size}@example.com`))
    return asked.map(({ name, title, path, bodies, belowMs }): Case => {
      const bars: Bar[] = belowMs === undefined || index === 0 ? [] : [{ kind: 'p95', belowMs }]
      return {
        name: `${name}-${size}`,
        title: `${title}, ${size} transactions`,
        bars,
        prepare: async () => void (await getBank()),
        measure: async () =>
          ask(await getBank(), path, bodies(), quick ? QUICK_REQUESTS : REQUESTS),
      }
    })
  })
  return [{ cases, rounds: 1 }]
}

/** One question after the other, as a person asks them. */
async function ask(
  { url, token }: Bank,
  path: string,
  bodies: readonly object[],
  requests: number,
): Promise<Sample> {
  const times: number[] = []
  for (let number = 0; number < requests + WARM_UP; number++) {
    const start = performance.now()
    await post(url, path, bodies[number % bodies.length], token)
    if (number >= WARM_UP) times.push(performance.now() - start)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!
  const seconds = times.reduce((all, time) => all + time, 0) / 1000
  return {
    perSecond: times.length / seconds,
    latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
  }
}
