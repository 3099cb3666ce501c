// In any order of calls, the records of vaults, loans, provisions and shares agree with the ledger at
// every moment, and no call fails in a way that is not declared.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bank, type Person, startBank } from '../../../../test/harness/bank.ts'
import { rounds } from '../../../../test/harness/rounds.ts'
import { openWorkbench, type Fixture } from '../../core/ledger/test-support.ts'
import { base, findFaults, makeTestGroup, must, terms, type TestGroup } from './test-support.ts'

let bank: Bank
let bench: Fixture
let operator: Person
beforeAll(async () => {
  bank = await startBank({ env: { MICROFINANCE_PENALTY_BASIS_POINTS: '700' } })
  bench = openWorkbench(bank)
})
afterAll(async () => {
  await bench.database.close()
  await bank.stop()
})

const amount = fc.integer({ min: 1, max: 40_000 }).map((cents) => (cents / 100).toFixed(2))
const which = fc.nat({ max: 2 })
const little = fc.integer({ min: 1, max: 9_000 }).map((cents) => (cents / 100).toFixed(2))
const action = fc.oneof(
  fc.record({
    kind: fc.constant('cash' as const),
    type: fc.constantFrom('deposit', 'withdrawal'),
    which,
    amount,
  }),
  fc.record({ kind: fc.constant('exchange' as const), which, amount }),
  fc.record({
    kind: fc.constant('vault' as const),
    way: fc.constantFrom('in', 'out', 'between'),
    amount,
  }),
  fc.record({
    kind: fc.constant('borrow' as const),
    which,
    method: fc.constantFrom('flat', 'declining'),
  }),
  fc.record({ kind: fc.constant('repay' as const), which, amount: little }),
  fc.record({ kind: fc.constant('pay_off' as const), which }),
  fc.record({ kind: fc.constant('collect' as const), which, amount: little }),
  fc.record({ kind: fc.constant('buy' as const), which, shares: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    kind: fc.constant('redeem' as const),
    which,
    shares: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ kind: fc.constant('dividend' as const), amount }),
  fc.record({ kind: fc.constant('payout' as const), which }),
  fc.record({ kind: fc.constant('review' as const) }),
  fc.record({ kind: fc.constant('write_off' as const), which }),
  fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 60 }) }),
)
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never

/** One village with everything that actions need. */
class Scene {
  readonly village: TestGroup
  people: Person[]
  organiser: Person
  readonly shares: string[]
  readonly tellers: string[]
  readonly sheet: string
  readonly loans: string[] = []

  constructor(village: TestGroup, rest: Pick<Scene, 'shares' | 'tellers' | 'sheet'>) {
    this.village = village
    this.people = [...village.members]
    this.organiser = village.organiser
    this.shares = rest.shares
    this.tellers = rest.tellers
    this.sheet = rest.sheet
  }

  post(path: string, body: object, by: Person) {
    return bank.call(`POST ${base}${path}`, body, by)
  }

  async run(one: Action) {
    const { accounts, group } = this.village
    const currency = 'USD'
    const person = this.people['which' in one ? one.which : 0]!
    const account_id = accounts['which' in one ? one.which : 0]
    const loan = this.loans.at('which' in one ? -1 - (one.which % (this.loans.length || 1)) : -1)
    switch (one.kind) {
      case 'cash':
        return this.post(
          '/teller/transactions',
          { type: one.type, amount: one.amount, currency, account_id },
          person,
        )
      case 'exchange':
        return this.post(
          '/teller/transactions',
          {
            type: 'currency_exchange',
            amount: one.amount,
            currency,
            target_currency: 'EUR',
            account_id,
          },
          person,
        )
      case 'vault': {
        const [a, b] = this.tellers
        const tellers = {
          in: { to_teller_id: a },
          out: { from_teller_id: b },
          between: { from_teller_id: a, to_teller_id: b },
        }[one.way]
        return this.post(
          '/teller/vault-transfers',
          { amount: one.amount, currency, ...tellers },
          operator,
        )
      }
      case 'borrow': {
        const asked = await this.post(
          '/loans',
          { ...terms, method: one.method, group_id: group, account_id },
          person,
        )
        if (asked.status !== 201) return asked
        const { id } = asked.body.data
        const approved = await this.post(`/loans/${id}/approve`, {}, this.organiser)
        if (approved.status !== 200) return approved
        const done = await this.post(`/loans/${id}/disburse`, {}, this.organiser)
        if (done.status === 200) this.loans.push(id)
        return done
      }
      case 'repay':
        return (
          loan && this.post(`/loans/${loan}/repayments`, { amount: one.amount, account_id }, person)
        )
      case 'pay_off': {
        if (!loan) return undefined
        const { body } = await bank.call(`GET ${base}/loans/${loan}`, undefined, person)
        return this.post(
          `/loans/${loan}/repayments`,
          { amount: body.data.payoff_amount, account_id },
          person,
        )
      }
      case 'collect':
        return (
          loan &&
          this.post(
            `/collection-sheets/${this.sheet}/collections`,
            { lines: [{ loan_id: loan, amount: one.amount }] },
            this.organiser,
          )
        )
      case 'buy':
        return this.post(
          `/share-accounts/${this.shares[one.which]}/purchase`,
          { shares: one.shares, account_id },
          person,
        )
      case 'redeem':
        return this.post(
          `/share-accounts/${this.shares[one.which]}/redeem`,
          { shares: one.shares, account_id },
          person,
        )
      case 'dividend':
        return this.post(
          `/groups/${group}/dividends`,
          { amount_per_share: one.amount },
          this.organiser,
        )
      case 'payout':
        return this.post(
          `/share-accounts/${this.shares[one.which]}/withdraw-dividends`,
          { account_id },
          person,
        )
      case 'review':
        return this.post('/provisioning/run', {}, operator)
      case 'write_off':
        return loan && this.post(`/loans/${loan}/write-off`, { reason: 'Gone' }, operator)
      case 'days':
        bank.clock.advance(one.days * 86_400)
        return this.signInAgain()
    }
  }

  /** Sessions expire as the clock advances. */
  async signInAgain(): Promise<undefined> {
    const login = async (person: Person): Promise<Person> => {
      const { body } = await bank.call('POST /api/auth/login', person)
      return { ...person, token: body.data.access_token }
    }
    operator = await bank.operator()
    this.organiser = await login(this.organiser)
    this.people = await Promise.all(this.people.map(login))
    return undefined
  }
}

async function makeScene(): Promise<Scene> {
  operator = await bank.operator()
  const village = await makeTestGroup(bank, bench, { cents: 100_000 })
  const { call, group, members } = village
  const shares: string[] = []
  for (const member of members.slice(0, 3))
    shares.push((await must(call('POST /share-accounts', { group_id: group }, member))).id)
  const tellers: string[] = []
  for (const name of ['One', 'Two']) {
    const body = { name, vault_limit: '600.00', vault_minimum: '5.00' }
    tellers.push((await must(call('POST /teller/tellers', body, operator))).id)
  }
  const { id: officer_id } = await must(call('POST /field-officers', { name: 'Grace' }))
  const body = { officer_id, group_id: group, expected_amount: '100000.00' }
  const { id: sheet } = await must(call('POST /collection-sheets', body))
  return new Scene(village, { shares, tellers, sheet })
}

/** A fixed sequence, in which the steps that most others depend on succeed. */
const plain: Action[][] = [
  [{ kind: 'vault', way: 'in', amount: '300.00' }],
  [{ kind: 'cash', type: 'deposit', which: 0, amount: '100.00' }],
  [{ kind: 'borrow', which: 0, method: 'flat' }],
  [{ kind: 'buy', which: 0, shares: 2 }],
  [{ kind: 'repay', which: 0, amount: '10.00' }],
  [{ kind: 'collect', which: 0, amount: '5.00' }],
  [{ kind: 'review' }],
]

it('agree after every call, under concurrency too', async () => {
  const done = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 16 }),
      async (batches) => {
        const scene = await makeScene()
        for (const batch of batches) {
          const waits = batch.some(({ kind }) => kind === 'days')
          const answers = waits
            ? [await scene.run(batch.find(({ kind }) => kind === 'days')!)]
            : await Promise.all(batch.map((one) => scene.run(one)))
          for (const [index, answer] of answers.entries()) {
            if (!answer) continue
            expect([200, 201, 409, 422], JSON.stringify(answer.body)).toContain(answer.status)
            const { kind } = batch[index]!
            if (answer.status < 300) done.set(kind, (done.get(kind) ?? 0) + 1)
          }
          expect(await findFaults(bank)).toEqual({})
        }
      },
    ),
    { numRuns: rounds(2, 7), seed: 7, examples: [[plain]] },
  )
  // Otherwise the test would prove little.
  expect([...done.keys()].toSorted()).toEqual(
    expect.arrayContaining(['borrow', 'buy', 'cash', 'collect', 'repay', 'review', 'vault']),
  )
}, 240_000)
