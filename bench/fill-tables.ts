// Fills the ledger of a fresh bank by SQL, as if the bank had made every move itself: each account gets one deposit,
// and then a cent goes from one half of the accounts to the other and back, always between other pairs. Every
// invariant holds, which the bank's own prover has to say before anything is measured.
import type pg from 'pg'
import { type Bank, register } from './bank.ts'
import { FLORIN_DATABASE, withClient } from './database.ts'
import type { RunningFlorin } from './processes.ts'

export interface Scale {
  /** Even, because accounts come in two halves. */
  readonly accounts: number
  /** Even, so that every cent is returned; each round makes half as many moves as there are accounts. */
  readonly rounds: number
}

export interface Filled {
  readonly bank: Bank
  readonly entries: number
  readonly fillSeconds: number
  /** How long the prover took to verify everything that was filled in. */
  readonly proofSeconds: number
}

export const entriesOf = ({ accounts, rounds }: Scale): number => accounts + (accounts / 2) * rounds

const CENTS = 100_000_000
/** How many of the accounts the load is spread over. */
const PICKED = 200_000
/** How far back the history goes, as far as the bank's earlier moves leave room: a busy hour for each round. */
const HISTORY = '300 days'

export async function fillTables(
  florin: RunningFlorin,
  scale: Scale,
  say: (text: string) => void = () => {},
): Promise<Filled> {
  const person = await register(florin.url, 'scale@example.com')
  return withClient(florin.postgres, FLORIN_DATABASE, async (client) => {
    const startedAt = performance.now()
    await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '256MB'`)
    await fillIn(client, scale, person.uuid, say)
    await client.query(
      'vacuum analyze ledger.moves, ledger.balances, ledger.accounts, ledger.openings, accounts.accounts',
    )
    const filledAt = performance.now()
    say('the prover verifies them')
    await waitForProver(client)
    const provedAt = performance.now()
    const { rows } = await client.query<{ id: string }>(
      `select id from filled order by random() limit ${PICKED}`,
    )
    return {
      bank: { url: florin.url, token: person.token, accounts: rows.map((row) => row.id) },
      entries: entriesOf(scale),
      fillSeconds: (filledAt - startedAt) / 1000,
      proofSeconds: (provedAt - filledAt) / 1000,
    }
  })
}

/** One transaction, because the prover would block accounts whose balances do not add up yet. */
async function fillIn(
  client: pg.Client,
  scale: Scale,
  user: string,
  say: (text: string) => void,
): Promise<void> {
  await client.query(`create temporary table filled as
    select n, gen_random_uuid() as id from generate_series(1, ${scale.accounts}) n`)
  await client.query('create unique index on filled (n)')
  await client.query('analyze filled')
  await client.query('begin')
  // Before the table of moves, which a reader of the log looks at while it holds its row.
  await client.query('select from platform.readers order by name for update')
  const restoreIndexes = await dropIndexes(client, 'ledger.moves')
  await client.query(
    'create temporary table span (start timestamptz, step interval, busy interval)',
  )
  const outside = await lockOutside(client)
  await client.query(
    `insert into span
     select start, step, least(step, interval '1 hour') from (
       select start, (date_trunc('milliseconds', now()) - start) / ${scale.rounds + 1} as step
       from (select greatest(date_trunc('day', now()) - interval '${HISTORY}', $1::timestamptz) as start) s) t`,
    [outside.moved_at],
  )
  say(`${scale.accounts} accounts and their deposits`)
  await insertAccounts(client, user)
  await insertDeposits(client, scale, outside)
  for (let round = 1; round <= scale.rounds; round++) {
    say(`transfers, round ${round} of ${scale.rounds}`)
    await insertRound(client, scale, round)
  }
  await insertBalances(client, scale)
  say('the indexes')
  await restoreIndexes()
  // What the readers of the log make of these moves is not measured, and would take some of them hours.
  await client.query(
    'update platform.readers set position = greatest(position, (select max(position) from ledger.moves))',
  )
  await client.query('commit')
}

/** Drops the indexes of a table until the returned function creates them again; both in the caller's transaction. */
async function dropIndexes(client: pg.Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ drop: string; create: string }>(
    `select case when c.conname is null then 'drop index ' || i.indexrelid::regclass
         else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
       case when c.conname is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname,
           pg_get_constraintdef(c.oid)) end as create
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = $1::regclass order by i.indexrelid`,
    [table],
  )
  for (const index of rows) await client.query(index.drop)
  return async () => {
    for (const index of rows) await client.query(index.create)
  }
}

async function insertAccounts(client: pg.Client, user: string): Promise<void> {
  await client.query(
    `insert into ledger.accounts (id, environment, user_uuid, created_at)
     select id, 'live', $1, start from filled, span order by id`,
    [user],
  )
  await client.query(
    `insert into accounts.accounts (uuid, environment, user_uuid, name, created_at, updated_at)
     select id, 'live', $1, 'Filled ' || n, start, start from filled, span order by id`,
    [user],
  )
}

interface Outside {
  readonly id: string
  readonly units: string
  readonly seq: string
  readonly moved_at: string
}

async function lockOutside(client: pg.Client): Promise<Outside> {
  await client.query(
    `insert into ledger.balances (account_id, asset, overdraft)
     select id, 'USD', null from ledger.accounts
     where code = 'external:deposits' and environment = 'live' on conflict do nothing`,
  )
  const { rows } = await client.query<Outside>(
    `select a.id, b.units, b.seq, b.moved_at::text as moved_at from ledger.accounts a
     join ledger.balances b on b.account_id = a.id and b.asset = 'USD'
     where a.code = 'external:deposits' and a.environment = 'live' for update of b`,
  )
  return rows[0]!
}

const MOVE = `entry_id, line, environment, type, from_account, to_account, asset, units, from_seq, from_after,
  to_seq, to_after, created_at`

/** An id as the bank would have given it at that instant, with the last byte free. */
const entryId = (instant: string): string =>
  `(lpad(to_hex((extract(epoch from ${instant}) * 1000)::bigint), 12, '0') || '-7'
    || substr(gen_random_uuid()::text, 16, 19) || '00')::uuid`

/** Later in the span with each round, and within the busy hour of a round with each place in it. */
const instantOf = (round: number, place: string, of: number): string =>
  `date_trunc('milliseconds',
    span.start + span.step * ${round} + span.busy * ((${place})::float8 / ${of + 1}))`

async function insertDeposits(
  client: pg.Client,
  { accounts }: Scale,
  outside: Outside,
): Promise<void> {
  await client.query(
    `insert into ledger.moves (${MOVE})
     select ${entryId('at')}, 0, 'live', 'deposit', $1, id, 'USD', ${CENTS}, $2::bigint + n,
       $3::numeric - ${CENTS}::numeric * n, 1, ${CENTS}, at
     from (select n, id, ${instantOf(0, 'n', accounts)} as at from filled, span offset 0) deposit order by n`,
    [outside.id, outside.seq, outside.units],
  )
  await client.query(
    `update ledger.balances set units = units - ${CENTS}::numeric * ${accounts}, seq = seq + ${accounts},
       version = version + 1, moved_at = (select ${instantOf(0, String(accounts), accounts)} from span)
     where account_id = $1 and asset = 'USD'`,
    [outside.id],
  )
}

/** Each account of the first half has another partner in each round. */
const partnerOf = ({ accounts }: Scale, round: number, n: string): string => {
  const half = accounts / 2
  return `${half} + (${n} + ${round} * 7919) % ${half} + 1`
}

/** In odd rounds the first half pays the second a cent, and in even ones the second pays it back. */
async function insertRound(client: pg.Client, scale: Scale, round: number): Promise<void> {
  const half = scale.accounts / 2
  const isOdd = round % 2 === 1
  const [payer, payee] = isOdd ? ['a', 'b'] : ['b', 'a']
  const [payerAfter, payeeAfter] = isOdd ? [CENTS - 1, CENTS + 1] : [CENTS, CENTS]
  await client.query(
    `insert into ledger.moves (${MOVE})
     select ${entryId('at')}, 0, 'live', 'transfer', payer, payee, 'USD', 1, ${round + 1}, ${payerAfter},
       ${round + 1}, ${payeeAfter}, at
     from (select a.n, ${payer}.id as payer, ${payee}.id as payee, ${instantOf(round, 'a.n', half)} as at
       from span, filled a join filled b on b.n = ${partnerOf(scale, round, 'a.n')}
       where a.n <= ${half} offset 0) transfer order by n`,
  )
}

async function insertBalances(client: pg.Client, scale: Scale): Promise<void> {
  const half = scale.accounts / 2
  const at = instantOf(scale.rounds, 'a.n', half)
  await client.query(
    `insert into ledger.balances (account_id, asset, units, seq, moved_at)
     select side.id, 'USD', ${CENTS}, ${scale.rounds + 1}, ${at}
     from span, filled a join filled b on b.n = ${partnerOf(scale, scale.rounds, 'a.n')},
       lateral (values (a.id), (b.id)) side (id)
     where a.n <= ${half} order by side.id`,
  )
}

const POLL_MS = 250

/**
 * Waits until the prover has verified the new moves, because its work would slow down the next measurement, and fails
 * when it found anything wrong with them.
 */
async function waitForProver(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean; violations: number }>(
      `select (select max(position) from ledger.moves) <= (select position from ledger.prover) as is_done,
         (select count(*)::int from (select from ledger.violations limit 1) found) as violations`,
    )
    const { is_done, violations } = rows[0]!
    if (violations > 0) throw new Error('The prover found violations in what the bench filled in.')
    if (is_done) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
