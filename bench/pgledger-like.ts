// Measures a ledger written in SQL alone, like several open-source ones: one function call per transfer, without
// HTTP, authentication or idempotency.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { createDatabase, withClient } from './database.ts'
import type { Random } from './load/random.ts'
import { findPgbench, runPgbench } from './pgbench.ts'
import type { PostgresServer } from './processes.ts'
import { drawWhole, runSqlClients } from './sql-clients.ts'

const DATABASE = 'bench_pgledger_like'
const ACCOUNTS = 10_000
const schema = new URL('sql/pgledger-like.sql', import.meta.url)
const script = fileURLToPath(new URL('sql/pgledger-like.pgbench', import.meta.url))

export async function preparePgledgerLike(server: PostgresServer): Promise<void> {
  await createDatabase(server, DATABASE)
  const sql = await readFile(schema, 'utf8')
  await withClient(server, DATABASE, async (client) => {
    await client.query(sql)
    await client.query('vacuum analyze')
  })
}

export async function runPgledgerLike(
  server: PostgresServer,
  clients: number,
  seconds: number,
): Promise<number> {
  const run = { database: DATABASE, clients, seconds }
  return (await findPgbench())
    ? runPgbench(server, { ...run, script })
    : runSqlClients(server, { ...run, transact: transfer })
}

async function transfer(client: pg.Client, random: Random): Promise<void> {
  const sender = drawWhole(random, 1, ACCOUNTS)
  const receiver = ((sender + drawWhole(random, 0, ACCOUNTS - 2)) % ACCOUNTS) + 1
  const text = 'select transfer($1, $2, 1)'
  await client.query({ name: 'transfer', text, values: [sender, receiver] })
}
