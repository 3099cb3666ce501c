// Measures the overhead of the bank's HTTP layer against bare Fastify.
import { type Bench, runTimed } from './bench.ts'
import type { Bar, Case, Group } from './case.ts'
import { register } from './bank.ts'

/**
 * The first load is the one Fastify uses for its own benchmarks, and goals are judged by it. In the second the
 * slower server also pays for waking the client with every answer, so on two cores it says as much about the
 * client as about the server.
 */
const loads = [
  { name: 'pipelined', title: '100 connections x 10 in flight', connections: 100, inFlight: 10 },
  { name: 'plain', title: '64 connections', connections: 64, inFlight: 1 },
] as const
type Load = (typeof loads)[number]

export async function listHttpGroups(bench: Bench): Promise<Group[]> {
  const { token } = await register(bench.florin.url, 'http@example.com')
  return loads.map((load) => ({
    cases: listCases(bench, load, { Authorization: `Bearer ${token}` }),
    rounds: bench.pace.rounds,
  }))
}

interface Target {
  readonly name: string
  readonly title: string
  readonly url: string
  readonly path: string
  readonly headers?: Record<string, string>
  readonly goal?: number
}

function listCases(bench: Bench, load: Load, bearer: Record<string, string>): Case[] {
  const { florin, hello } = bench
  const health = { url: florin.url, path: '/api/health' }
  const targets: Target[] = [
    { name: 'hello', title: 'bare Fastify hello-world', url: hello.url, path: '/' },
    { name: 'health', title: 'GET /api/health', ...health, goal: 1 / 2 },
    {
      name: 'bearer',
      title: 'GET /api/health with a bearer',
      ...health,
      headers: bearer,
      goal: 1 / 3,
    },
    {
      name: 'user',
      title: 'GET /api/auth/user, one read from the database',
      url: florin.url,
      path: '/api/auth/user',
      headers: bearer,
    },
  ]
  return targets.map((target) => makeCase(bench, load, target))
}

function makeCase(bench: Bench, load: Load, target: Target): Case {
  const { connections, inFlight } = load
  const { url, path, headers = {}, goal } = target
  const name = `${target.name}-${load.name}`
  const hello = `hello-${load.name}`
  const bar = (atLeast: number): Bar => ({ kind: 'ratio', atLeast, ofBest: [hello] })
  return {
    name,
    title: `${target.title}, ${load.title}`,
    hello,
    bars: goal === undefined || load !== loads[0] ? [] : [bar(goal)],
    measure: () =>
      runTimed(bench, name, {
        url,
        request: { method: 'GET', path, headers },
        connections,
        inFlight,
      }),
  }
}
