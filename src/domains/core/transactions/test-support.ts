// Users with accounts and money, for the tests of this domain.
import { expect } from 'vitest'
import type { Answer, Bank, Person } from '../../../../test/harness/bank.ts'
import { systemAccount } from '../ledger/index.ts'

export interface Teller {
  /** A new user with an API key: a key stays valid when a test moves the clock, a session does not. */
  person(overrides?: Readonly<Record<string, unknown>>): Promise<Person>
  open(person: Person, cents?: number): Promise<string>
  deposit(person: Person, account: string, amount: string, asset?: string): Promise<Moved>
  withdraw(person: Person, account: string, amount: string, asset?: string): Promise<Moved>
  /** Makes a transfer that is completed within the call, and gives its uuid. */
  transfer(
    person: Person,
    from: string,
    to: string,
    amount: string,
    more?: Readonly<Record<string, unknown>>,
  ): Promise<Moved>
  get(person: Person, path: string): Promise<Answer>
  balance(person: Person, account: string, asset?: string): Promise<string>
  operator(): Promise<Person>
}

export interface Moved {
  readonly uuid: string
  readonly balance_after: string
}

export function tellerOf(bank: Bank): Teller {
  const cash =
    (way: 'deposit' | 'withdraw') =>
    async (person: Person, account: string, amount: string, asset_code = 'USD') =>
      data(
        await bank.call(
          `POST /api/v2/accounts/${account}/${way}`,
          { amount, asset_code, reference: `${way} ${amount}` },
          person,
        ),
      )
  return {
    async person(overrides) {
      const person = await bank.person(overrides)
      const permissions = ['read', 'write', 'delete']
      const key = await bank.call('POST /api/v2/api-keys', { name: 'Key', permissions }, person)
      return { ...person, token: data(key).api_key }
    },
    async open(person, cents = 0) {
      const body = { user_uuid: person.uuid, name: 'Test', initial_balance: cents }
      return data(await bank.call('POST /api/accounts', body, person)).uuid
    },
    deposit: cash('deposit'),
    withdraw: cash('withdraw'),
    async transfer(person, from_account, to_account, amount, more = {}) {
      const body = { from_account, to_account, amount, asset_code: 'USD', workflow_enabled: false }
      return data(await bank.call('POST /api/v2/transfers', { ...body, ...more }, person))
    },
    get: (person, path) => bank.call(`GET ${path}`, undefined, person),
    async balance(person, account, asset = 'USD') {
      const answer = await bank.call(`GET /api/v2/accounts/${account}/balances`, undefined, person)
      const found = answer.body.data.balances.find(
        (one: { asset_code: string }) => one.asset_code === asset,
      )
      return found?.total_balance ?? '0'
    },
    async operator() {
      const { ADMIN_EMAIL: email = '', ADMIN_PASSWORD: password = '' } = bank.env
      const { body } = await bank.call('POST /api/auth/login', { email, password })
      const { access_token, user } = body.data
      return { uuid: user.uuid, email, password, token: access_token, refreshToken: '' }
    },
  }
}

function data(answer: Answer) {
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  return answer.body.data
}

/**
 * Writes deposits of one unit of XAU, a millisecond apart, directly into the tables: the first ones of the account and
 * of the bank. Balances are written with them, or the prover would stop the accounts.
 */
export async function addManyMoves(bank: Bank, account: string, count: number): Promise<void> {
  const start = bank.clock.now()
  await bank.sql(
    `with written as (
       insert into ledger.moves (entry_id, line, environment, type, from_account, to_account, asset,
         units, from_seq, from_after, to_seq, to_after, created_at)
       select (regexp_replace(lpad(to_hex($3::bigint + n), 12, '0'), '(.{8})(.{4})', '\\1-\\2')
           || '-7000-8000-' || lpad(to_hex(n), 10, '0') || '00')::uuid, 0, 'live', 'deposit',
         $5::uuid, $1::uuid, 'XAU', 1, n, -n, n, n, $2::timestamptz + n * interval '1 ms'
       from generate_series(1, $4::int) n)
     insert into ledger.balances (account_id, asset, units, seq, overdraft, moved_at)
     select id, 'XAU', units, $4::int, overdraft, $2::timestamptz + $4::int * interval '1 ms'
     from (values ($1::uuid, $4::int, 0), ($5::uuid, -$4::int, null)) as b (id, units, overdraft)`,
    [account, start, start.getTime(), count, systemAccount('live', 'external:deposits')],
  )
  await bank.sql('vacuum analyze ledger.moves')
}
