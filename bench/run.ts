// Speed, as ratios measured in one run: machines differ and are shared, so a figure alone says
// little. Each case is measured in turns with the yardstick, and the medians are compared.
import autocannon from 'autocannon'
import { startFlorin, startHello } from './processes.ts'

const ROUNDS = 3
const SECONDS = 4
const CONNECTIONS = 64

interface Case {
  readonly name: string
  readonly url: string
  readonly headers?: Record<string, string>
  readonly goal?: number
}

async function measure(one: Case): Promise<number> {
  const result = await autocannon({
    url: one.url,
    headers: one.headers ?? {},
    connections: CONNECTIONS,
    duration: SECONDS,
  })
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
  const all = [yardstick, ...cases]
  const rates = new Map(all.map((one) => [one, [] as number[]]))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const one of all) {
      process.stderr.write(`round ${round} of ${ROUNDS}: ${one.name}\n`)
      rates.get(one)!.push(await measure(one))
    }
  }
  const base = median(rates.get(yardstick)!)
  process.stdout.write(`\nrequests/s, median of ${ROUNDS} rounds, ${CONNECTIONS} connections\n\n`)
  for (const one of all) {
    const rate = median(rates.get(one)!)
    const ratio = rate / base
    const verdict =
      one.goal === undefined
        ? ''
        : `  goal ${one.goal.toFixed(2)}: ${ratio >= one.goal ? 'met' : 'MISSED'}`
    process.stdout.write(
      `${one.name.padEnd(50)}${rate.toFixed(0).padStart(8)}  x ${ratio.toFixed(2)}${verdict}\n`,
    )
  }
} finally {
  await Promise.all([hello.stop(), florin.stop()])
}
