// Fills the ledger by SQL: every account gets one deposit, and then a cent goes back and forth between
// neighbours, so that all balances add up as if the bank had made the moves.
import type pg from 'pg'
import { type Bank, register } from './bank.ts'
import { FLORIN_DATABASE, withClient } from './database.ts'
import type { RunningFlorin } from './processes.ts'

export interface Scale {
  /** Even, because accounts come in pairs. */
  readonly accounts: number
  /** Even, so that every cent is returned; each round makes half as many moves as there are accounts. */
  readonly rounds: number
}

const CENTS = 100_000_000
/** How many of the accounts the load is spread over. */
const PICKED = 100_000

/** An id as the bank would have given it at that second, with the last byte free. */
const entryId = (second: string, name: string): string =>
  `(lpad(to_hex(extract(epoch from ${second})::bigint * 1000), 12, '0') || '7'
    || substr(md5(${name}), 1, 3) || '8' || substr(md5(${name}), 4, 13) || '00')::uuid`

export async function fillTables(florin: RunningFlorin, scale: Scale): Promise<Bank> {
  const person = await register(florin.url, 'scale@example.com')
  const accounts = await withClient(florin.postgres, FLORIN_DATABASE, async (client) => {
    const say = (text: string): void => void process.stderr.write(`filling the tables: ${text}\n`)
    await client.query(`create temporary table filled as
      select n, gen_random_uuid() as id from generate_series(1, ${scale.accounts}) n`)
    await client.query('create unique index on filled (n)')
    // One transaction, because the prover would block accounts whose balances do not add up yet.
    await client.query('begin')
    say(`${scale.accounts} accounts`)
    await insertAccounts(client, person.uuid)
    say('their deposits')
    await insertDeposits(client)
    for (let round = 1; round <= scale.rounds; round++) {
      say(`transfers, round ${round} of ${scale.rounds}`)
      await insertRound(client, round)
    }
    await insertBalances(client, scale)
    await client.query('commit')
    await client.query('vacuum analyze ledger.moves, ledger.balances, ledger.accounts')
    say('the prover verifies them')
    await waitForProver(client)
    const { rows } = await client.query<{ id: string }>(
      `select id from filled order by random() limit ${PICKED}`,
    )
    return rows.map((row) => row.id)
  })
  return { url: florin.url, token: person.token, accounts }
}

async function insertAccounts(client: pg.Client, user: string): Promise<void> {
  await client.query(
    `insert into ledger.accounts (id, environment, user_uuid, created_at)
     select id, 'live', $1, '2026-01-01Z' from filled`,
    [user],
  )
  await client.query(
    `insert into accounts.accounts (uuid, environment, user_uuid, name, created_at, updated_at)
     select id, 'live', $1, 'Filled ' || n, '2026-01-01Z', '2026-01-01Z' from filled`,
    [user],
  )
}

async function insertDeposits(client: pg.Client): Promise<void> {
  await client.query(
    `insert into ledger.balances (account_id, asset, overdraft)
     select id, 'USD', null from ledger.accounts
     where code = 'external:deposits' and environment = 'live' on conflict do nothing`,
  )
  const { rows } = await client.query<{ id: string; units: string; seq: string }>(
    `select a.id, b.units, b.seq from ledger.accounts a
     join ledger.balances b on b.account_id = a.id and b.asset = 'USD'
     where a.code = 'external:deposits' and a.environment = 'live' for update of b`,
  )
  const outside = rows[0]!
  const instant = "'2026-01-01Z'::timestamptz"
  await client.query(
    `insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset,
       units, from_seq, from_after, to_seq, to_after, created_at)
     select ${entryId(instant, "'d' || n")}, 0, 'live', 'deposit', $1, id, 'USD', ${CENTS},
       $2::bigint + n, $3::numeric - ${CENTS}::numeric * n, 1, ${CENTS},
       greatest(${instant}, (select moved_at from ledger.balances where account_id = $1 and asset = 'USD'))
     from filled order by n`,
    [outside.id, outside.seq, outside.units],
  )
  await client.query(
    `update ledger.balances set units = units - ${CENTS}::numeric * (select count(*) from filled),
       seq = seq + (select count(*) from filled), version = version + 1,
       moved_at = greatest(moved_at, ${instant})
     where account_id = $1 and asset = 'USD'`,
    [outside.id],
  )
}

/** In each pair the odd account pays the even one a cent, and gets it back in the next round. */
async function insertRound(client: pg.Client, round: number): Promise<void> {
  const isOdd = round % 2 === 1
  const [payer, after] = isOdd ? [1, CENTS - 1] : [0, CENTS]
  const instant = `(select max(created_at) from ledger.moves where type = 'deposit') + interval '${round} seconds'`
  await client.query(
    `with moment as materialized (select ${instant} as at)
     insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset,
       units, from_seq, from_after, to_seq, to_after, created_at)
     select ${entryId('moment.at', `'${round}-' || a.n`)}, 0, 'live', 'transfer', a.id, b.id, 'USD', 1,
       ${round + 1}, ${after}, ${round + 1}, ${isOdd ? CENTS + 1 : CENTS}, moment.at
     from moment, filled a join filled b on b.n = a.n + ${isOdd ? 1 : -1}
     where a.n % 2 = ${payer} order by a.n`,
  )
}

async function insertBalances(client: pg.Client, { rounds }: Scale): Promise<void> {
  await client.query(
    `insert into ledger.balances (account_id, asset, units, seq, moved_at)
     select id, 'USD', ${CENTS}, ${rounds + 1}, (select max(created_at) from ledger.moves) from filled`,
  )
}

const POLL_MS = 500

/** Waits until the prover has verified the new moves, because its work would slow down the next measurement. */
async function waitForProver(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean }>(
      'select position >= (select max(position) from ledger.moves) as is_done from ledger.prover',
    )
    if (rows[0]!.is_done) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
