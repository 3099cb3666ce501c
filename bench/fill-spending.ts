// Fills the ledger by SQL with the history of one customer: payments to many shops over two years, up to now. The
// customer's balance has no lower bound, so that nobody has to deposit anything first.
import type pg from 'pg'
import { type Bank, openBank, register } from './bank.ts'
import { FLORIN_DATABASE, withClient } from './database.ts'
import type { RunningFlorin } from './processes.ts'

const SHOPS = 200
const YEARS = 2

/** Four of ten payments have a reference of the table of categories; the others have references of their own. */
const REFERENCE = `case n % 10 when 0 then 'Lidl ' || n % 40 when 1 then 'Netflix'
  when 2 then 'Rent flat ' || n % 3 when 3 then 'Uber trip' else 'Invoice ' || n end`

export async function fillSpending(
  florin: RunningFlorin,
  payments: number,
  email: string,
): Promise<Bank> {
  const shops = await openBank(florin.url, SHOPS, `shops-of-${email}`)
  const { uuid, token } = await register(florin.url, email)
  const account = await withClient(florin.postgres, FLORIN_DATABASE, async (client) => {
    await client.query('begin')
    const id = await insertAccount(client, uuid)
    await insertPayments(client, id, shops.accounts, payments)
    await client.query('commit')
    await client.query('vacuum analyze ledger.moves, ledger.balances')
    await waitForReader(client)
    await client.query('vacuum analyze spending.sums, spending.payees')
    return id
  })
  return { url: florin.url, token, accounts: [account] }
}

async function insertAccount(client: pg.Client, user: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `insert into ledger.accounts (id, environment, user_uuid, created_at)
     values (gen_random_uuid(), 'live', $1, now() - interval '3 years') returning id`,
    [user],
  )
  const { id } = rows[0]!
  await client.query(
    `insert into accounts.accounts (uuid, environment, user_uuid, name, created_at, updated_at)
     values ($2, 'live', $1, 'Filled', now() - interval '3 years', now() - interval '3 years')`,
    [user, id],
  )
  return id
}

/** The shops begin anew with these payments, which are older than their deposits, in an asset of their own. */
async function insertPayments(
  client: pg.Client,
  account: string,
  shops: readonly string[],
  payments: number,
): Promise<void> {
  await client.query(
    `create temporary table paid on commit drop as
     select n, ($2::uuid[])[1 + n * 7 % ${SHOPS}] as shop, (100 + n * 7919 % 12000)::numeric as units,
       ${REFERENCE} as reference,
       now() - interval '${YEARS} years' + n * (interval '${YEARS} years' / $1::int) as at
     from generate_series(1, $1::int) n`,
    [payments, shops],
  )
  await client.query(
    `insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset, units,
       from_seq, from_after, to_seq, to_after, reference, created_at)
     select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7'
         || substr(md5($1::text || n), 1, 3) || '8' || substr(md5($1::text || n), 4, 13) || '00')::uuid, 0, 'live', 'transfer',
       $1::uuid, shop, 'EUR', units, n, -sum(units) over (order by n),
       row_number() over (partition by shop order by n), sum(units) over (partition by shop order by n), reference,
       date_trunc('milliseconds', at)
     from paid order by n`,
    [account],
  )
  await client.query(
    `insert into ledger.balances (account_id, asset, units, seq, moved_at, overdraft)
     select $1::uuid, 'EUR', -sum(units), max(n), date_trunc('milliseconds', max(at)), null from paid`,
    [account],
  )
  await client.query(
    `insert into ledger.balances (account_id, asset, units, seq, moved_at)
     select shop, 'EUR', sum(units), count(*), date_trunc('milliseconds', max(at)) from paid group by shop`,
  )
}

const POLL_MS = 200

/** Waits until the sums hold the payments. */
async function waitForReader(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_done: boolean }>(
      `select position >= (select max(position) from ledger.moves) as is_done
       from platform.readers where name = 'spending'`,
    )
    if (rows[0]?.is_done) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}
