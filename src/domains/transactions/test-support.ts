// People with accounts and money, for the tests of this domain.
import { expect } from 'vitest'
import type { Answer, Bank, Person } from '../../../test/harness/bank.ts'

export interface Teller {
  /** Somebody new with a key, which outlives the clock's jumps as a session does not. */
  person(overrides?: Readonly<Record<string, unknown>>): Promise<Person>
  open(person: Person, cents?: number): Promise<string>
  deposit(person: Person, account: string, amount: string, asset?: string): Promise<Moved>
  withdraw(person: Person, account: string, amount: string, asset?: string): Promise<Moved>
  /** Completed in the call; the uuid is the transfer's. */
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
      const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = bank.config
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
