// Speed, as ratios measured in one run: machines differ and are shared, so a figure alone says
// little. Each case is measured in turns with the yardstick, and the medians are compared.
import autocannon from 'autocannon'
import { startFlorin, startHello } from './processes.ts'

const ROUNDS = 3
const SECONDS = 3

/**
 * The first is how Fastify measures itself, and the one that goals are judged by. In the second the
 * faster server keeps the client busy while the slower one wakes it with every answer, and pays for
 * that: on two cores it says as much about the client as about the server.
 */
const loads = [
  { name: '100 connections, 10 requests in flight on each', connections: 100, pipelining: 10 },
  { name: '64 connections, one request in flight on each', connections: 64, pipelining: 1 },
] as const
type Load = (typeof loads)[number]

interface Case {
  readonly name: string
  readonly url: string
  readonly headers?: Record<string, string>
  readonly goal?: number
}

async function measure(one: Case, { connections, pipelining }: Load): Promise<number> {
  const { url, headers = {} } = one
  const result = await autocannon({ url, headers, connections, pipelining, duration: SECONDS })
  if (result.non2xx > 0) throw new Error(`${one.name}: ${result.non2xx} answers were no success`)
  return result.requests.average
}

const median = (values: readonly number[]): number =>
  [...values].toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

async function register(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', email: 'bench@example.com', password: 'Corr3ct-horse' }),
  })
  const body = (await response.json()) as { access_token: string }
  return body.access_token
}

/** In turns, so that whatever else the machine does is shared by all. */
async function compare(yardstick: Case, cases: readonly Case[], load: Load): Promise<void> {
  const all = [yardstick, ...cases]
  const rates = new Map(all.map((one) => [one, [] as number[]]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of all) {
      process.stderr.write(`${load.name}, round ${round} of ${ROUNDS}: ${one.name}\n`)
      rates.get(one)!.push(await measure(one, load))
    }
  }
  const base = median(rates.get(yardstick)!)
  process.stdout.write(`\n${load.name}: requests/s, median of ${ROUNDS} rounds\n\n`)
  for (const one of all) {
    const rate = median(rates.get(one)!)
    const figures = `${rate.toFixed(0).padStart(8)}  x ${(rate / base).toFixed(2)}`
    process.stdout.write(`${one.name.padEnd(50)}${figures}${judge(one, rate / base, load)}\n`)
  }
}

function judge({ goal }: Case, ratio: number, load: Load): string {
  if (goal === undefined || load !== loads[0]) return ''
  return `  goal ${goal.toFixed(2)}: ${ratio >= goal ? 'met' : 'MISSED'}`
}

const hello = await startHello()
const florin = await startFlorin()
try {
  const headers = { Authorization: `Bearer ${await register(florin.url)}` }
  const health = `${florin.url}/api/health`
  const yardstick: Case = { name: 'bare Fastify hello-world', url: hello.url }
  const cases: Case[] = [
    { name: 'GET /api/health', url: health, goal: 1 / 2 },
    { name: 'GET /api/health with a bearer', url: health, headers, goal: 1 / 3 },
    {
      name: 'GET /api/auth/user, one read from the database',
      url: `${florin.url}/api/auth/user`,
      headers,
    },
  ]
  for (const load of loads) await compare(yardstick, cases, load)
} finally {
  await Promise.all([hello.stop(), florin.stop()])
}
