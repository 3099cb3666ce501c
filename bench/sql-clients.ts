// Replaces pgbench where it is missing: several connections, each running one transaction after the other. It
// needs more processor time than pgbench, so its figures are lower.
import pg from 'pg'
import { makeRandom, type Random } from './load/random.ts'
import type { PostgresServer } from './processes.ts'

export interface SqlRun {
  readonly database: string
  readonly clients: number
  readonly seconds: number
  readonly transact: (client: pg.Client, random: Random) => Promise<void>
}

/** Transactions per second. */
export async function runSqlClients(
  server: PostgresServer,
  { database, clients, seconds, transact }: SqlRun,
): Promise<number> {
  const opened = Array.from({ length: clients }, () => new pg.Client({ ...server, database }))
  try {
    await Promise.all(opened.map((client) => client.connect()))
    const startedAt = performance.now()
    const endAt = startedAt + seconds * 1000
    let done = 0
    const repeat = async (client: pg.Client, seed: number): Promise<void> => {
      const random = makeRandom(seed)
      while (performance.now() < endAt) {
        await transact(client, random)
        done++
      }
    }
    await Promise.all(opened.map(repeat))
    return (done / (performance.now() - startedAt)) * 1000
  } finally {
    await Promise.all(opened.map((client) => client.end()))
  }
}

export const drawWhole = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))
