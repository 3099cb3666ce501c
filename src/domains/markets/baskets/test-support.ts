// Shared by the tests of baskets and of the GCU.
import { type Bank, type CallOptions, type Person } from '../../../../test/harness/bank.ts'
import { type Database, openDatabase } from '../../../platform/database.ts'
import { systemAccount } from '../../core/ledger/index.ts'

export const HOUR = 3_600
export const DAY = 86_400

export const open = (bank: Bank): Database =>
  openDatabase(bank.address, { connectionsMax: 2, onError: () => {} })

/** Tokens last a day. */
export async function signIn(bank: Bank, { email, password }: Person): Promise<{ token: string }> {
  const { body } = await bank.call('POST /api/auth/login', { email, password })
  return { token: body.data.access_token }
}

export const plenty: Readonly<Record<string, string>> = {
  USD: '100000.00',
  EUR: '100000.00',
  GBP: '100000.00',
  CHF: '100000.00',
  JPY: '1000000',
  XAU: '10.000000',
}

/** An account of the caller's with these amounts. */
export async function openAccount(
  bank: Bank,
  caller: CallOptions,
  amounts: Readonly<Record<string, string>> = plenty,
): Promise<string> {
  const { body } = await bank.call('POST /api/v2/accounts', { name: 'Money' }, caller)
  for (const [asset_code, amount] of Object.entries(amounts))
    await bank.call(
      `POST /api/v2/accounts/${body.data.uuid}/deposit`,
      { asset_code, amount },
      caller,
    )
  return body.data.uuid
}

/** The balance of an account in the ledger, in smallest units. */
export async function unitsOf(bank: Bank, account: string): Promise<Record<string, bigint>> {
  const rows = await bank.sql<{ asset: string; units: string }>(
    'select asset, units from ledger.balances where account_id = $1 and seq > 0',
    [account],
  )
  return Object.fromEntries(rows.map((row) => [row.asset, BigInt(row.units)]))
}

export const treasury = systemAccount('live', 'treasury:gcu')

/** The sum of each asset over all accounts is zero: nothing is created or lost. */
export async function sumOfEverything(bank: Bank): Promise<{ asset: string; sum: string }[]> {
  return bank.sql(
    `select asset, sum(units) as sum from ledger.balances group by asset having sum(units) <> 0`,
  )
}

interface StoredValue {
  readonly at: string
  readonly value: string
  readonly generated: boolean
  /** From the units of the basket at that time and the rates that are now valid for it. */
  readonly expected: string
  /** The exchange rate of the basket then. */
  readonly rate: string
}

/** Every stored value, with the value expected from the compositions and the history of rates. */
export const reconcile = (bank: Bank, code = 'GCU'): Promise<StoredValue[]> =>
  bank.sql(
    `select v.calculated_at::text as at, round(v.value, 4)::text as value, v.generated,
       round(rate.rate, 4)::text as rate,
       round((
         select sum((part ->> 'units')::numeric * case part ->> 'asset_code' when 'USD' then 1 else (
             select r.rate from assets.rates r
             where r.from_asset = part ->> 'asset_code' and r.is_active and r.valid_at <= v.calculated_at
             order by r.valid_at desc limit 1) end)
         from jsonb_array_elements(composition.parts) part), 4)::text as expected
     from baskets.values v
     cross join lateral (
       select parts from baskets.compositions c where c.basket_code = v.basket_code
       order by (c.valid_at <= v.calculated_at) desc,
         case when c.valid_at <= v.calculated_at then c.valid_at end desc nulls last,
         case when c.valid_at <= v.calculated_at then -c.id else c.id end limit 1) composition
     left join lateral (
       select r.rate from assets.rates r
       where r.from_asset = v.basket_code and r.is_active and r.valid_at <= v.calculated_at
       order by r.valid_at desc limit 1) rate on true
     where v.basket_code = $1 order by v.calculated_at`,
    [code],
  )
