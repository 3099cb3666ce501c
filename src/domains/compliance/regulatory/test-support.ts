// Shared by the tests of regulatory reporting: customers, checks and transfers.
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'

export interface Customer extends Person {
  readonly account: string
}

export async function customer(
  bank: Bank,
  money: Readonly<Record<string, string>> = {},
  overrides: Readonly<Record<string, unknown>> = {},
): Promise<Customer> {
  const person = await bank.person(overrides)
  const { body } = await bank.call('GET /api/accounts', undefined, person)
  const account = body.data[0].uuid as string
  for (const [asset_code, amount] of Object.entries(money))
    await bank.call(`POST /api/v2/accounts/${account}/deposit`, { amount, asset_code }, person)
  return { ...person, account }
}

export const party = (name: string, account_number: string) => ({
  name,
  account_number,
  institution_name: 'Florin',
  institution_country: 'LT',
})

export const check = (
  bank: Bank,
  caller: CallOptions,
  change: Readonly<Record<string, unknown>> = {},
): Promise<Answer> =>
  bank.call(
    'POST /api/v1/regtech/travel-rule/check',
    {
      transfer_id: 'tx-1',
      originator: party('Ada Lovelace', '1'),
      beneficiary: party('Charles Babbage', '2'),
      transfer_details: { amount: '15000', currency: 'USD', asset_type: 'crypto', purpose: 'x' },
      jurisdiction: 'EU',
      ...change,
    },
    caller,
  )

/** A check of exactly this transfer. */
export const checkTransfer = (
  bank: Bank,
  from: Customer,
  to: { readonly account: string },
  amount: string,
  currency = 'USD',
  change: Readonly<Record<string, unknown>> = {},
): Promise<Answer> =>
  check(bank, from, {
    originator: party('Ada Lovelace', from.account),
    beneficiary: party('Charles Babbage', to.account),
    transfer_details: { amount, currency },
    jurisdiction: undefined,
    ...change,
  })

export const pay = (
  bank: Bank,
  from: Customer,
  to: { readonly account: string },
  amount: string,
  change: Readonly<Record<string, unknown>> = {},
  key?: string,
): Promise<Answer> =>
  bank.call(
    'POST /api/transfers',
    {
      from_account: from.account,
      to_account: to.account,
      amount,
      asset_code: 'USD',
      workflow_enabled: false,
      ...change,
    },
    { token: from.token, ...(key !== undefined && { key }) },
  )
