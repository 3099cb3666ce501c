// The yardstick of the database: TPC-B as pgbench runs it, five statements in one transaction, on Florin's server
// in a separate database.
import type pg from 'pg'
import { createDatabase, withClient } from './database.ts'
import type { Random } from './load/random.ts'
import { fillWithPgbench, findPgbench, runPgbench } from './pgbench.ts'
import type { PostgresServer } from './processes.ts'
import { drawWhole, runSqlClients } from './sql-clients.ts'

const DATABASE = 'bench_tpcb'
const SCALE = 10
const TELLERS = 10 * SCALE
const ACCOUNTS = 100_000 * SCALE

export async function prepareTpcb(server: PostgresServer): Promise<void> {
  await createDatabase(server, DATABASE)
  if (await findPgbench()) await fillWithPgbench(server, DATABASE, SCALE)
  else await withClient(server, DATABASE, async (client) => void (await client.query(tables)))
}

export async function runTpcb(
  server: PostgresServer,
  clients: number,
  seconds: number,
): Promise<number> {
  const run = { database: DATABASE, clients, seconds }
  return (await findPgbench())
    ? runPgbench(server, run)
    : runSqlClients(server, { ...run, transact: transactTpcb })
}

/** The tables that pgbench creates. */
const tables = `
  create table pgbench_branches (bid int primary key, bbalance int, filler char(88))
    with (fillfactor = 100);
  create table pgbench_tellers (tid int primary key, bid int, tbalance int, filler char(84))
    with (fillfactor = 100);
  create table pgbench_accounts (aid int primary key, bid int, abalance int, filler char(84))
    with (fillfactor = 100);
  create table pgbench_history
    (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
  insert into pgbench_branches (bid, bbalance) select b, 0 from generate_series(1, ${SCALE}) b;
  insert into pgbench_tellers (tid, bid, tbalance)
    select t, (t - 1) / 10 + 1, 0 from generate_series(1, ${TELLERS}) t;
  insert into pgbench_accounts (aid, bid, abalance, filler)
    select a, (a - 1) / 100000 + 1, 0, '' from generate_series(1, ${ACCOUNTS}) a;
  analyze;`

const statements = {
  account: 'update pgbench_accounts set abalance = abalance + $1 where aid = $2',
  balance: 'select abalance from pgbench_accounts where aid = $1',
  teller: 'update pgbench_tellers set tbalance = tbalance + $1 where tid = $2',
  branch: 'update pgbench_branches set bbalance = bbalance + $1 where bid = $2',
  history: `insert into pgbench_history (tid, bid, aid, delta, mtime)
    values ($1, $2, $3, $4, current_timestamp)`,
} as const

async function transactTpcb(client: pg.Client, random: Random): Promise<void> {
  const account = drawWhole(random, 1, ACCOUNTS)
  const teller = drawWhole(random, 1, TELLERS)
  const branch = drawWhole(random, 1, SCALE)
  const delta = drawWhole(random, -5000, 5000)
  const execute = (name: keyof typeof statements, values: number[]) =>
    client.query({ name, text: statements[name], values })
  await client.query('begin')
  await execute('account', [delta, account])
  await execute('balance', [account])
  await execute('teller', [delta, teller])
  await execute('branch', [delta, branch])
  await execute('history', [teller, branch, account, delta])
  await client.query('end')
}
