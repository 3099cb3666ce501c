// Shared by the tests of payment rails: payments, balances, and the time that passes for them.
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'

/** An account at another bank. */
export const OUTSIDE = '021000021:123456789'
export const OUTSIDE_IBAN = 'DE89370400440532013000'
export const CREDITOR_ID = 'DE98ZZZ09999999999'

/** German IBANs whose last digits control the simulated network. */
export function ibanEnding(digits: string): string {
  const bban = `370400440532${digits.padStart(6, '0')}`
  const check = 98n - (BigInt(`${bban}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${bban}`
}

export interface Customer extends Person {
  readonly account: string
  /** The token of the login, for operations that a key may not call. */
  readonly login: string
}

/** A customer whose account has these amounts of each currency. */
export async function customer(
  bank: Bank,
  money: Readonly<Record<string, string>> = { USD: '1000.00' },
): Promise<Customer> {
  const person = await bank.person()
  const { body } = await bank.call('GET /api/accounts', undefined, person)
  const account = body.data[0].uuid as string
  for (const [asset_code, amount] of Object.entries(money))
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code }, person)
  // A key lasts while a test lets days pass; a login would not.
  const key = { name: 'Key', permissions: ['read', 'write', 'delete'] }
  const made = await bank.call('POST /api/v2/api-keys', key, person)
  return { ...person, account, login: person.token, token: made.body.data.api_key }
}

export const pay = (bank: Bank, caller: CallOptions, change: object = {}): Promise<Answer> =>
  bank.call(
    'POST /api/v1/payment-rails/payments',
    { amount: '100.00', currency: 'USD', creditor_account: OUTSIDE, ...change },
    caller,
  )

export async function paid(bank: Bank, caller: CallOptions, change: object = {}) {
  const { status, body } = await pay(bank, caller, change)
  if (status !== 201) throw new Error(`pay answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

export const read = async (bank: Bank, caller: CallOptions, id: string) =>
  (await bank.call(`GET /api/v1/payment-rails/payments/${id}`, undefined, caller)).body.data

/** Advances the clock, and runs the jobs that are due then. */
export async function after(bank: Bank, seconds: number): Promise<void> {
  bank.clock.advance(seconds)
  await bank.runJob('payment_rails.settle')
}

/** The balance of an account or a system account, in smallest units. */
export async function unitsOf(
  bank: Bank,
  account: string,
  asset: string,
  environment = 'live',
): Promise<bigint> {
  const rows = await bank.sql<{ units: string }>(
    `select b.units::text from ledger.balances b join ledger.accounts a on a.id = b.account_id
     where (a.id::text = $1 or (a.code = $1 and a.environment = $3)) and b.asset = $2`,
    [account, asset, environment],
  )
  return BigInt(rows[0]?.units ?? 0)
}

export const eventsOf = async (bank: Bank, id: string): Promise<string[]> =>
  (
    await bank.sql<{ type: string }>(
      `select type from platform.events where data->>'payment_id' = $1 order by position`,
      [id],
    )
  ).map((row) => row.type)

/** Moves the account to another tenant, as if a payment had started before the tenants were separated. */
export const leaveTenant = (bank: Bank, { account }: Customer) =>
  bank.sql('update ledger.accounts set tenant_uuid = gen_random_uuid() where id = $1', [account])

/** How other banks address an account of this bank. */
export const numbersOf = async (bank: Bank, { account, ...person }: Customer) =>
  (await bank.call(`GET /api/v2/accounts/${account}/identifiers`, undefined, person)).body.data
