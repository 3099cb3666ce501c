// The cases that the ledger is compared with: TPC-B and a ledger in SQL on the same server, and bare Fastify.
import { type Bench, runTimed } from './bench.ts'
import type { Case, Sample } from './case.ts'
import { HELLO } from './names.ts'
import { preparePgledgerLike, runPgledgerLike } from './pgledger-like.ts'
import { prepareTpcb, runTpcb } from './tpcb.ts'

export function listYardsticks(bench: Bench): Case[] {
  const { postgres } = bench.florin
  const { seconds } = bench.pace
  const prepareTpcbOnce = once(() => prepareTpcb(postgres))
  const preparePgledgerOnce = once(() => preparePgledgerLike(postgres))
  const tpcb = (clients: number): Case => ({
    name: `tpcb-${clients}`,
    title: `TPC-B, ${clients} clients`,
    prepare: prepareTpcbOnce,
    measure: async () => count(await runTpcb(postgres, clients, seconds), seconds),
  })
  const pgledger = (clients: number): Case => ({
    name: `pgledger-like-${clients}`,
    title: `a ledger of SQL functions, ${clients} clients`,
    prepare: preparePgledgerOnce,
    measure: async () => count(await runPgledgerLike(postgres, clients, seconds), seconds),
  })
  return [tpcb(16), tpcb(64), pgledger(16), pgledger(64), makeHello(bench, HELLO)]
}

const count = (perSecond: number, seconds: number): Sample => ({
  perSecond,
  units: perSecond * seconds,
})

export const makeHello = (bench: Bench, name: string): Case => ({
  name,
  hello: name,
  title: 'bare Fastify hello-world, 64 connections',
  measure: () =>
    runTimed(bench, name, {
      url: bench.hello.url,
      request: { method: 'GET', path: '/', headers: {} },
      connections: 64,
    }),
})

/** Runs the setup only once, because several cases may need it. */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}
