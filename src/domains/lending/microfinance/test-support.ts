// A group with members who have money, shortcuts for its loans, and what must be true of all records and the ledger
// together.
import type { Answer, Bank, CallOptions, Person } from '../../../../test/harness/bank.ts'
import { findBrokenRules } from '../../../../test/simulation/invariants.ts'
import type { Fixture } from '../../core/ledger/test-support.ts'

export const base = '/api/v1/microfinance'

/** The answer's data, for a call that must succeed. */
export async function must(answering: Promise<Answer>) {
  const { status, body } = await answering
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

export interface TestGroup {
  readonly bank: Bank
  readonly group: string
  readonly organiser: Person
  readonly members: readonly Person[]
  readonly accounts: readonly string[]
  readonly call: (route: string, body?: unknown, by?: CallOptions) => Promise<Answer>
}

/** An active group of five: three are customers, each with an account, and two are known by name only. */
export async function makeTestGroup(
  bank: Bank,
  bench: Fixture,
  options: { readonly cents?: number; readonly liability_type?: string } = {},
): Promise<TestGroup> {
  const organiser = await bank.person()
  const members: Person[] = []
  const accounts: string[] = []
  for (let index = 0; index < 3; index++) {
    const person = await bank.person()
    members.push(person)
    accounts.push(await bench.openAccount(person, options.cents ?? 0))
  }
  const call: TestGroup['call'] = (route, body, by = organiser) => {
    const [method, path] = route.split(' ') as [string, string]
    return bank.call(`${method} ${base}${path}`, body, by)
  }
  const { id: group } = await must(
    call('POST /groups', {
      name: 'Village',
      members: [...members.map(({ uuid }) => uuid), 'Esi', 'Kofi'],
      liability_type: options.liability_type ?? 'joint',
    }),
  )
  await must(call(`POST /groups/${group}/activate`, {}))
  return { bank, group, organiser, members, accounts, call }
}

export const terms = {
  principal: '300.00',
  annual_rate_basis_points: 2400,
  term: 3,
  frequency: 'weekly',
  method: 'flat',
}

/** A loan of one member, taken through these steps by the organiser. */
export async function makeLoan(
  { call, group, members, accounts }: TestGroup,
  change: object = {},
  steps: readonly string[] = ['approve', 'disburse'],
  who = 0,
) {
  const request = { ...terms, group_id: group, account_id: accounts[who], ...change }
  let loan = await must(call('POST /loans', request, members[who]))
  for (const step of steps) loan = await must(call(`POST /loans/${loan.id}/${step}`, {}))
  return loan
}

export async function unitsOf(bank: Bank, account: string, asset = 'USD'): Promise<bigint> {
  const [row] = await bank.sql<{ units: string }>(
    'select units from ledger.balances where account_id = $1 and asset = $2',
    [account, asset],
  )
  return BigInt(row?.units ?? 0)
}

/** Each query adds records up by environment and asset, and names the account of the ledger that must agree. */
const agreements = [
  [
    'cash:tellers',
    `select environment, asset, -sum(units) as units
     from microfinance.vaults join microfinance.tellers on uuid = teller_uuid group by 1, 2`,
  ],
  [
    'member-shares',
    `select environment, asset, sum(shares * nominal + dividends) as units
     from microfinance.share_accounts group by 1, 2`,
  ],
  [
    'loans',
    `select environment, asset, -sum(outstanding) as units from microfinance.loans group by 1, 2`,
  ],
  [
    'loan-allowance',
    `select environment, asset, sum(provision) as units from microfinance.loans group by 1, 2`,
  ],
] as const

/** Differences between the records and the ledger, and broken rules of the ledger; empty when there are none. */
export async function findFaults(bank: Bank): Promise<object> {
  const faults: Record<string, object> = await findBrokenRules((...query) => bank.sql(...query))
  for (const [code, query] of agreements) {
    const rows = await bank.sql(
      `select coalesce(r.asset, b.asset) as asset, r.units as recorded, b.units as booked
       from (${query}) r
       full join (select environment, asset, units from ledger.balances
         join ledger.accounts on id = account_id where code = $1) b
         on b.environment = r.environment and b.asset = r.asset
       where coalesce(r.units, 0) <> coalesce(b.units, 0)`,
      [code],
    )
    if (rows.length > 0) faults[code] = rows
  }
  const loans = await bank.sql(
    `select uuid from microfinance.loans where status in ('disbursed', 'repaid')
       and principal - outstanding <> (select coalesce(sum(principal_paid), 0)
         from microfinance.instalments where loan_uuid = uuid)
     union all
     select l.uuid from microfinance.loans l
     where (select coalesce(sum(principal + interest + penalty), 0) from microfinance.repayments
         where loan_uuid = l.uuid)
       <> (select coalesce(sum(principal_paid + interest_paid + penalty_paid), 0)
         from microfinance.instalments where loan_uuid = l.uuid)`,
  )
  if (loans.length > 0) faults['repayments'] = loans
  return faults
}
